"""Settings are checked at the door."""

import pytest

from pipeline.errors import SettingsError
from pipeline.settings import Settings, fingerprint, load


def test_flags_win_over_the_file_and_the_file_over_the_defaults(tmp_path):
    file = tmp_path / "pipeline.toml"
    file.write_text('[sieve]\nthreshold = 0.2\nmode = "aggressive"\n')

    settings = load(file, sieve={"threshold": 0.5, "keep": None})

    assert settings.sieve.threshold == 0.5
    assert settings.sieve.mode == "aggressive"
    assert settings.extract.ocr_dpi == 300


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[sieve]\ntreshold = 0.2\n", "sieve.treshold: no such setting"),
        ("sieve = 3\n", "sieve: a table is wanted here"),
        ("[extract]\nocr_dpi = 72\n", "extract.ocr_dpi"),
        ("[sieve\n", "not a readable TOML file"),
        ("[sieve]\nkeep = 0.5\nmax_tokens = 100\n", "exclude each other"),
    ],
)
def test_a_wrong_file_is_named_with_the_place(tmp_path, text, message):
    file = tmp_path / "wrong.toml"
    file.write_text(text)

    with pytest.raises(SettingsError, match=message) as raised:
        load(file)
    assert "wrong.toml" in str(raised.value)


def test_flags_over_a_wrong_table_leave_the_file_to_blame(tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text("sieve = 3\n")
    with pytest.raises(SettingsError, match=r"wrong\.toml: sieve: a table is wanted here"):
        load(file, sieve={"keep": 0.5})


def test_a_wrong_flag_is_not_laid_on_the_file(tmp_path):
    file = tmp_path / "good.toml"
    file.write_text("[sieve]\nkeep = 0.5\n")
    with pytest.raises(SettingsError, match=r"^flags: sieve\.keep: Input should be less than"):
        load(file, sieve={"keep": 2.0})


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SettingsError, match=r"absent\.toml"):
        load(tmp_path / "absent.toml")


def test_the_fingerprint_follows_what_decides_on_the_outputs_and_nothing_else():
    plain = fingerprint(Settings())

    assert fingerprint(load(sieve={"threshold": 0.4})) != plain
    assert fingerprint(load(batch={"jobs": 7}, extract={"password": "secret"})) == plain
