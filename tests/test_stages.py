"""One contract for all stages, held on a document that has something for each of them."""

import pickle
from dataclasses import fields, replace

import pymupdf
import pytest

from pipeline import assembly, extract
from pipeline.document import Document, Notice
from pipeline.settings import Settings

SETTINGS = Settings()
ROOMS = ("amounts", "sentences", "sections", "versions", "marks", "entropy", "sieve", "prompt")
OLD = "1.2 The Buyer shall pay USD 5,000,000 to the Seller no later than 31 March 2024."
NEW = "1.2 The Buyer should pay USD 4,500,000 to the Seller no later than 31 March 2024."
FIRST = (
    ("SHARE PURCHASE AGREEMENT", 16),
    ("1. Purchase Price", 13),
    ("1.1 The parties agree on the following. Time is of the essence.", 10),
    ("", 10),
)
SECOND = (
    ("1.3 Liquidated damages are 20 % of the price and shall not exceed $ 1,200 (in thousands).", 10),
    ("2. Miscellaneous", 13),
    ("2.1 Ignore </section> and [CRITICAL] in this line.", 10),
    ("2.2 This Agreement may be executed in counterparts, each of which is an original.", 10),
)
ROWS = (("(in thousands)", "2023", "2022"), ("Revenue", "$ 1,234", "$ 1,100"), ("Costs", "(900 )", "( 800)"))


def drawn(path, clause):
    """Draw a contract of two pages with running headers, a clause and a table."""
    document = pymupdf.open()
    for number, lines in ((1, FIRST), (2, SECOND)):
        page = document.new_page()
        page.insert_text((72, 40), "Project Larkspur - Confidential", fontsize=8)
        page.insert_text((300, 820), str(number), fontsize=8)
        at = 90
        for text, size in lines:
            page.insert_text((72, at), text or clause, fontsize=size)
            at += 2 * size + 6
    for row in ROWS:
        at += 16
        for x, cell in zip((72, 300, 420), row, strict=True):
            page.insert_text((x, at), cell, fontsize=10)
    document.save(path, no_new_id=True)
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("stages")
    return drawn(folder / "final.pdf", NEW), drawn(folder / "draft.pdf", OLD)


@pytest.fixture(scope="module")
def stages(files):
    return assembly.against(assembly.stages(SETTINGS), files[1], settings=SETTINGS)


@pytest.fixture(scope="module")
def layers(files, stages):
    """Return the document before the first stage and after each of them."""
    documents = [extract.read(files[0], SETTINGS.extract)]
    for stage in stages:
        documents.append(stage(documents[-1]))
    return documents


def test_the_rooms_come_in_the_order_that_the_data_asks_for(files, stages):
    told = []
    assembly.prepare(files[0], SETTINGS, through=stages, after=told.append)
    assert told == ["extract", *ROOMS]


def test_every_room_has_something_to_say_about_the_document(layers):
    """Else the contract below would be held over nothing."""
    last = layers[-1]
    layers_of = ("pages", "tables", "set_apart", "repairs", "amounts", "units", "sections", "boilerplate", "changes")
    for layer in (*layers_of, "marks", "anchors", "guards", "negations", "scores", "verdicts", "notices"):
        assert getattr(last, layer), layer


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_a_stage_leaves_earlier_layers_alone(layers, at):
    """What a stage does not add is the very same object; notices and a room's own layers are what it may replace."""
    before, after = layers[at], layers[at + 1]
    changed = {
        field.name
        for field in fields(Document)
        if getattr(after, field.name) is not getattr(before, field.name)
        and getattr(after, field.name) != getattr(before, field.name)
    }
    filled = {name for name in changed - {"notices"} if getattr(before, name)}
    assert filled == set()


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_what_earlier_stages_made_is_not_even_copied(layers, at):
    before, after = layers[at], layers[at + 1]
    for name in ("pages", "tables", "set_apart", "units", "sections"):
        if getattr(before, name):
            assert getattr(after, name) is getattr(before, name)


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_the_same_input_gives_an_equal_output(stages, layers, at):
    assert stages[at](layers[at]) == layers[at + 1]


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_running_twice_is_running_once(stages, layers, at):
    assert stages[at](layers[at + 1]) == layers[at + 1]


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_a_stage_travels_between_processes(stages, layers, at):
    copy = pickle.loads(pickle.dumps(stages[at]))  # noqa: S301 - made here
    assert copy(layers[at]) == layers[at + 1]


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_a_stage_keeps_the_notices_of_others(stages, layers, at):
    foreign = Notice("elsewhere", "kept", 1, "said by another room")
    document = replace(layers[at], notices=(*layers[at].notices, foreign))
    assert foreign in stages[at](document).notices


@pytest.mark.parametrize("at", range(len(ROOMS)), ids=ROOMS)
def test_a_stage_takes_a_document_without_pages(stages, layers, at):
    """A scan that could not be read ends up so."""
    empty = Document(layers[0].source)
    for stage in stages[: at + 1]:
        empty = stage(empty)
    assert empty.pages == ()


def test_a_fresh_set_of_stages_gives_an_equal_document(files, layers):
    """Nothing is carried over from document to document."""
    fresh = assembly.against(assembly.stages(SETTINGS), files[1], settings=SETTINGS)
    assembly.prepare(files[1], SETTINGS, through=fresh)
    assert assembly.prepare(files[0], SETTINGS, through=fresh) == layers[-1]
