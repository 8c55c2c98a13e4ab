"""The cycle collector rests while a stage works, and goes on as it did before."""

import gc

import pytest

from pipeline import collector


def test_the_collector_rests_and_goes_on():
    assert gc.isenabled()
    with collector.paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off():
    gc.disable()
    try:
        with collector.paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_collector_goes_on_after_an_error():
    with pytest.raises(ValueError, match="wrong"), collector.paused():
        raise ValueError("wrong")
    assert gc.isenabled()
