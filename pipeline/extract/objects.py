"""What the file's objects say of a page before it is read: a few look-ups that spare most pages costlier questions."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pymupdf
from pymupdf import mupdf

CROWDED = 65_536
"""Bytes of packed page description beyond which vectors are left alone: filings have 25,000 at most; 40,000 paths take
240,000."""
UNPACKED = 6
"""What packing gains on page descriptions, roughly."""
NESTED = 200
"""Forms within forms of one page that are looked into."""

_Object = Any
"""A raw pointer to an object of the file, None for null: MuPDF's own wrappers cost four times as much a question."""


class Holds(NamedTuple):
    """What a page holds; everything where its objects cannot be asked."""

    images: bool = True
    """Images as objects of their own, be it inside forms."""
    annotations: bool = True
    crowd: bool = False
    """So much paint that its vectors would cost more than its text: charts, maps, plans."""
    rotation: int = 0
    """Degrees by which it is shown turned to the right: 0, 90, 180 or 270."""


def ask(page: pymupdf.Page) -> Holds:
    """Return what the objects of ``page`` say it holds."""
    try:
        found = mupdf.ll_pdf_page_from_fz_page(page.this.m_internal)
        entries = found.obj
        forms, images = _forms(mupdf.ll_pdf_page_resources(found))
        stored = sum(map(_stored, _streams(mupdf.ll_pdf_dict_gets(entries, "Contents")))) + sum(map(_stored, forms))
        annotations = mupdf.ll_pdf_dict_gets(entries, "Annots") is not None
        turn = int(mupdf.ll_pdf_to_int(mupdf.ll_pdf_dict_gets_inheritable(entries, "Rotate")))
        return Holds(images, annotations, stored > CROWDED, 0 if turn % 90 else turn % 360)
    except (RuntimeError, ValueError, LookupError, TypeError, AttributeError, mupdf.FzErrorBase):
        return Holds(rotation=page.rotation)


def _streams(contents: _Object) -> Iterator[_Object]:
    if not mupdf.ll_pdf_is_array(contents):
        yield contents
        return
    for at in range(mupdf.ll_pdf_array_len(contents)):
        yield mupdf.ll_pdf_array_get(contents, at)


def _forms(resources: _Object) -> tuple[list[_Object], bool]:
    """Return the forms that ``resources`` name, those inside them too, and whether there are images among them."""
    forms: list[_Object] = []
    images = False
    waiting, seen = [resources], set()
    while waiting:
        named = mupdf.ll_pdf_dict_gets(waiting.pop(), "XObject")
        for at in range(mupdf.ll_pdf_dict_len(named) if named else 0):
            entry = mupdf.ll_pdf_dict_get_val(named, at)
            number = mupdf.ll_pdf_to_num(entry)
            if number in seen or len(forms) == NESTED:
                continue
            seen.add(number)
            kind = mupdf.ll_pdf_to_name(mupdf.ll_pdf_dict_gets(entry, "Subtype"))
            images = images or kind == "Image"
            if kind == "Form":
                forms.append(entry)
                waiting.append(mupdf.ll_pdf_dict_gets(entry, "Resources"))
    return forms, images


def _stored(stream: _Object) -> int:
    length = int(mupdf.ll_pdf_to_int(mupdf.ll_pdf_dict_gets(stream, "Length")))
    return length if mupdf.ll_pdf_dict_gets(stream, "Filter") is not None else length // UNPACKED
