"""The types that all rooms share."""

import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest

from pipeline import document
from pipeline.document import Document, Page, Source

DATACLASSES = [kind for kind in vars(document).values() if isinstance(kind, type) and is_dataclass(kind)]
PAGE = Page(1, 595.0, 842.0, "Total assets\t1,234")
REPORT = Document(Source("a.pdf", "a.pdf", "00", 1), pages=(PAGE,))


@pytest.mark.parametrize("kind", DATACLASSES, ids=lambda kind: kind.__name__)
def test_a_type_is_frozen_and_slotted(kind):
    """Slots hold memory at a third; frozen is what lets a layer be shared between documents."""
    assert kind.__dataclass_params__.frozen
    assert not hasattr(kind, "__dict__") or "__dict__" not in kind.__slots__
    assert set(kind.__slots__) == {field.name for field in fields(kind)}


def test_a_document_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        REPORT.pages = ()


def test_a_layer_is_added_by_a_copy_that_shares_the_others():
    typed = replace(REPORT, type="10-K")
    assert typed.pages is REPORT.pages
    assert (REPORT.type, typed.type) == ("", "10-K")


def test_a_document_travels_between_processes():
    assert pickle.loads(pickle.dumps(REPORT)) == REPORT  # noqa: S301 - made here
