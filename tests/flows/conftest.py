"""One Prefect server for all flow tests: it takes half a minute to start."""

import os

import pytest

os.environ.setdefault("PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS", "120")
os.environ.setdefault("PREFECT_SERVER_ANALYTICS_ENABLED", "false")
os.environ.setdefault("DO_NOT_TRACK", "1")


@pytest.fixture(scope="session")
def server():
    """Start a Prefect server of our own, with a database that goes away with it."""
    from prefect.testing.utilities import prefect_test_harness  # noqa: PLC0415 - a second to import

    with prefect_test_harness(server_startup_timeout=120):
        yield
