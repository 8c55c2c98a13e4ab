"""The example documents are what their sources say."""

import importlib.util
import sys
from collections import Counter
from pathlib import Path

import pymupdf
import pytest

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.fixture(scope="module")
def drawn():
    spec = importlib.util.spec_from_file_location("draw", EXAMPLES / "draw.py")
    draw = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(draw)
    yield draw.documents()
    sys.path.remove(str(EXAMPLES))


def characters(file):
    return Counter("".join(page.get_text() for page in file).split())


def test_the_checked_in_documents_are_those_that_the_script_draws(drawn):
    checked_in = {path.name for path in (EXAMPLES / "documents").glob("*.pdf")}

    assert checked_in == set(drawn)
    for name, content in drawn.items():
        with pymupdf.open(EXAMPLES / "documents" / name) as old, pymupdf.open(stream=content) as new:
            assert characters(old) == characters(new), name


def test_the_report_has_more_than_forty_pages_with_links_and_an_outline(drawn):
    with pymupdf.open(stream=drawn["larkspur_due_diligence_report.pdf"]) as report:
        assert report.page_count >= 40
        assert len(report[1].get_links()) > 20
        assert [2, "10.1 Tidewell Ferries Ltd"] in [entry[:2] for entry in report.get_toc()]


def test_the_two_versions_of_the_agreement_differ_where_it_was_negotiated(drawn):
    texts = []
    for name in ("larkspur_spa_draft1.pdf", "larkspur_spa_final.pdf"):
        with pymupdf.open(stream=drawn[name]) as version:
            texts.append(" ".join("".join(page.get_text() for page in version).split()))

    assert "shall not exceed 20% of the Initial Purchase Price" in texts[0]
    assert "shall not exceed 35% of the Initial Purchase Price" in texts[1]


def test_the_scan_is_an_image_and_nothing_else(drawn):
    with pymupdf.open(stream=drawn["statement_scan.pdf"]) as scan:
        assert scan[0].get_text() == ""
        assert len(scan[0].get_images()) == 1
