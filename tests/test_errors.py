"""The tree of errors: each with the exit code that its docstring draws."""

import re

import pytest

from pipeline import errors
from pipeline.errors import PipelineError

KINDS = {
    kind.__name__: kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, PipelineError)
}


def test_the_drawing_names_every_error_with_its_exit_code():
    drawn = {name: int(code) for name, code in re.findall(r"[├└]── (\w+) +(\d+)", errors.__doc__)}
    assert drawn == {name: int(kind.exit_code) for name, kind in KINDS.items() if kind is not PipelineError}


@pytest.mark.parametrize("name", sorted(KINDS))
def test_only_a_lost_worker_is_worth_another_try(name):
    assert KINDS[name].retryable is (name == "WorkerLost")
