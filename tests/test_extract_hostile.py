"""Broken and hostile PDFs end in a document or in a PipelineError, in bounded time; nothing else."""

import random
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time

import pymupdf
import pytest

from pipeline import extract
from pipeline.document import Document
from pipeline.errors import PipelineError
from pipeline.settings import ExtractSettings

SETTINGS = ExtractSettings(ocr="never")
SECONDS = 20.0
"""Of processor time that one small broken file may take."""


def _letter(page: pymupdf.Page) -> None:
    for at in range(12):
        page.insert_text((72, 90 + 16 * at), f"Clause {at}: the buyer shall pay {at},250 USD (net) on time.")


def _table(page: pymupdf.Page) -> None:
    for at in range(12):
        page.draw_line((60, 84 + 16 * at), (500, 84 + 16 * at), width=0.5)
        page.insert_text((72, 96 + 16 * at), f"Deferred revenue {at}")
        page.insert_text((300, 96 + 16 * at), f"({at},250)")
    page.insert_text((72, 400), "never painted", render_mode=3)


def _form(page: pymupdf.Page) -> None:
    page.insert_text((72, 100), "Loan amount (USD):")
    for kind, value, top in (
        (pymupdf.PDF_WIDGET_TYPE_TEXT, "750,000", 88),
        (pymupdf.PDF_WIDGET_TYPE_CHECKBOX, True, 118),
    ):
        field = pymupdf.Widget()
        field.field_name, field.field_type, field.field_value = f"f{top}", kind, value
        field.rect = pymupdf.Rect(220, top, 330, top + 14)
        page.add_widget(field)
    page.add_freetext_annot(pymupdf.Rect(72, 160, 300, 180), "subject to board approval", fontsize=10)
    page.add_highlight_annot(pymupdf.Rect(72, 90, 120, 104)).set_info(content="Too low?")


def _picture(page: pymupdf.Page) -> None:
    shown = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 60, 60))
    page.insert_image(page.rect, pixmap=shown)
    page.insert_text((72, 90), "甲方应当聘请独立的第三方审计机构", fontname="china-s")


DRAWN: tuple[Callable[[pymupdf.Page], None], ...] = (_letter, _table, _form, _picture)


@cache
def seed(number: int) -> bytes:
    """Return one of the whole files that are broken below; half of them unpacked, so that operators get hit."""
    file = pymupdf.open()
    for shift in range(2):
        DRAWN[(number + shift) % len(DRAWN)](file.new_page())
    file.set_toc([[1, "Contents", 1], [2, "Terms", 2]])
    file[0].insert_link({"kind": pymupdf.LINK_GOTO, "from": pymupdf.Rect(9, 9, 50, 30), "page": 1})
    if number % 3 == 0:
        file.add_ocg("Draft", on=False)
    return bytes(file.tobytes(deflate=number % 2 == 0, no_new_id=True, garbage=3))


def broken(number: int) -> bytes:
    """Return a whole file with some bytes changed, cut, doubled, moved or swapped for nasty ones."""
    dice = random.Random(number)
    content = bytearray(seed(dice.randrange(8)))
    for _ in range(dice.choice((1, 1, 3, 10, 60))):
        at = dice.randrange(len(content))
        kind = dice.randrange(7)
        if kind == 0:
            content[at] = dice.randrange(256)
        elif kind == 1:
            del content[at : at + dice.randrange(1, 200)]
        elif kind == 2:
            content[at:at] = content[at : at + dice.randrange(1, 400)]
        elif kind == 3:
            content[at:at] = dice.choice(
                (b" 9999999999 ", b" -1 ", b" 1e38 ", b"/", b"<<", b">>", b"[", b" 0 R ", b"(", b"\0")
            )
        elif kind == 4:
            other = dice.randrange(len(content))
            content[at : at + 40] = content[other : other + 40]
        elif kind == 5:
            content = content[: max(20, at)]
        else:
            digit = next((i for i in range(at, len(content)) if 48 <= content[i] <= 57), None)
            if digit is not None:
                content[digit] = 48 + dice.randrange(10)
        if len(content) < 20:
            break
    return bytes(content)


def survives(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    before = process_time()
    try:
        _is_sound(extract.read(path, SETTINGS))
    except PipelineError as error:
        message = str(error)
    else:
        message = path.name
    assert path.name in message
    assert process_time() - before < SECONDS


def _is_sound(document: Document) -> None:
    for page in document.pages:
        assert len(page.words.starts) == len(page.words.ends) == len(page.words.boxes) / 4
        for block in page.blocks:
            assert 0 <= block.span.start <= block.span.end <= len(page.text)
    for edit in document.cleanings:
        assert edit.place.span.end <= len(document.pages[edit.place.page - 1].text)


@pytest.mark.parametrize("first", range(0, 40, 10))
def test_mutated_files_never_break_the_reader(tmp_path, first):
    for number in range(first, first + 10):
        survives(broken(number), tmp_path / "broken.pdf")


@pytest.mark.soak
@pytest.mark.parametrize("first", range(40, 2040, 100))
def test_many_mutated_files_never_break_the_reader(tmp_path, first):
    for number in range(first, first + 100):
        survives(broken(number), tmp_path / "broken.pdf")


def _with_stream(content: bytes, *, packed: bytes | None = None, media: str = "[0 0 595 842]") -> bytes:
    body = packed if packed is not None else content
    filter_ = b"/Filter/FlateDecode" if packed is not None else b""
    return (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox" + media.encode() + b"/Contents 4 0 R/Resources<</Font<</F "
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
        b"4 0 obj<<" + filter_ + b"/Length " + str(len(body)).encode() + b">>stream\n" + body + b"\nendstream endobj\n"
        b"trailer<</Root 1 0 R>>\n"
    )


TEXT = b"BT /F 12 Tf 72 700 Td (The term is five years.) Tj ET\n"


@pytest.mark.parametrize(
    "content",
    [
        _with_stream(TEXT, media="[0 0 0 0]"),
        _with_stream(TEXT, media="[0 0 1e9 1e9]"),
        _with_stream(TEXT, media="[595 842 0 0]"),
        _with_stream(b"q " * 50_000 + TEXT),
        _with_stream(TEXT + b"BT /F 1e30 Tf (x) Tj ET BT /F 0 Tf (y) Tj ET BT /F -12 Tf 90 90 Td (z) Tj ET"),
        _with_stream(b"1e38 0 0 1e38 0 0 cm " + TEXT),
        _with_stream(b"0 0 0 0 0 0 cm " + TEXT),
        _with_stream(TEXT, packed=zlib.compress(TEXT + b" " * 30_000_000)),
        _with_stream(TEXT, packed=zlib.compress(TEXT)[:-9]),
        _with_stream(TEXT * 3_000),
        _with_stream(b"BT /F 12 Tf 72 700 Td (" + b"A" * 60_000 + b") Tj ET"),
        _with_stream(b"".join(b"%d %d 4 9 re f " % (i % 600, i // 600) for i in range(30_000)) + TEXT),
    ],
    ids=[
        "no_area", "huge_page", "turned_box", "deep_states", "odd_sizes", "huge_matrix", "flat_matrix", "zip_bomb",
        "cut_stream", "text_on_text", "one_long_word", "many_boxes",
    ],
)  # fmt: skip
def test_hostile_pages_end_in_bounded_time(tmp_path, content):
    survives(content, tmp_path / "hostile.pdf")


def test_pages_that_contain_themselves_end(tmp_path):
    loop = b"2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>endobj"
    content = _with_stream(TEXT).replace(b"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj", loop)
    survives(content, tmp_path / "loop.pdf")


def test_a_count_that_lies_about_the_pages_is_survived(tmp_path):
    survives(_with_stream(TEXT).replace(b"/Count 1", b"/Count 7"), tmp_path / "count.pdf")


def test_a_page_of_many_paths_costs_little_more_than_its_text(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 60), "Net sales by region are shown above.")
    dice = random.Random(4)
    shape = page.new_shape()
    for _ in range(20_000):
        x, y = dice.uniform(60, 540), dice.uniform(100, 700)
        shape.draw_line((x, y), (x + dice.uniform(-4, 4), y + dice.uniform(-4, 4)))
        shape.finish(width=0.3, color=(dice.random(), 0, 0))
    shape.commit()
    path = tmp_path / "chart.pdf"
    file.save(path, deflate=True)
    page = pymupdf.open(path)[0]
    extract.read(path, SETTINGS)
    raw = min(_timed(lambda: page.get_text("dict")) for _ in range(3))
    whole = min(_timed(lambda: extract.read(path, SETTINGS)) for _ in range(3))
    assert "Net sales by region are shown above." in extract.read(path, SETTINGS).pages[0].text
    assert whole <= 3 * raw


def _timed(call: Callable[[], object]) -> float:
    before = process_time()
    call()
    return process_time() - before
