"""Where the data folders stand."""

import pytest

from pipeline.errors import DictionaryError
from pipeline.shelf import shelf


@pytest.mark.parametrize("name", ["dictionaries", "models"])
def test_a_data_folder_is_found(name):
    assert shelf(name).name == name
    assert any(shelf(name).iterdir())


def test_a_missing_folder_is_told_with_the_next_step():
    with pytest.raises(DictionaryError, match="recipes/ stands neither inside nor beside pipeline; reinstall"):
        shelf("recipes")
