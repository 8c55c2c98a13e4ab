"""Where the dots of a contents list lie."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.extract import read
from pipeline.settings import ExtractSettings


@pytest.mark.parametrize(("title", "dots"), [("第二节募集资金的运用", "." * 60), ("发行人声明", "…" * 20)])
def test_the_box_of_a_leader_begins_behind_a_chinese_title(tmp_path: Path, title: str, dots: str):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 72), "目录", fontname="china-s", fontsize=14)
    page.insert_text((72, 120), title + dots.strip() + "12", fontname="china-s", fontsize=10)
    file.save(tmp_path / "drawn.pdf")
    document = read(tmp_path / "drawn.pdf", ExtractSettings(ocr="never"))
    (leader,) = [entry for entry in document.set_apart if entry.kind == "leader"]
    end = 72 + 10 * len(title)
    assert abs(leader.box[0] - end) < 3
    assert document.pages[0].text.splitlines()[1] == f"{title}\t12"


def rows_of(folder: Path, *rows: tuple[str, str, str]) -> tuple[list[str], list[str]]:
    """Return the rows of a page with a title, a leader and a page number each, and the leaders set apart."""
    file = pymupdf.open()
    page = file.new_page()
    for at, (title, leader, number) in enumerate(rows):
        for x, text in ((72, title), (190, leader), (500, number)):
            page.insert_text((x, 100 + 18 * at), text)
    file.save(folder / "drawn.pdf")
    document = read(folder / "drawn.pdf", ExtractSettings(ocr="never"))
    leaders = [entry.text for entry in document.set_apart if entry.kind == "leader"]
    return document.pages[0].text.splitlines(), leaders


def test_underscores_lead_from_a_title_to_its_page_as_dots_do(tmp_path: Path):
    line = "_" * 30
    contents = [("Business", line, "4"), ("Risk Factors", line, "iv"), ("Notes", line, "F-22")]
    assert rows_of(tmp_path, *contents) == (["Business\t4", "Risk Factors\tiv", "Notes\tF-22"], [line] * 3)
    assert rows_of(tmp_path, ("Business", "." * 40, "4"), ("Notes", line, "22"))[0] == ["Business\t4", "Notes\t22"]


@pytest.mark.parametrize(
    "rows",
    [
        [("Name:", "_" * 30, "12"), ("Street:", "_" * 30, "4"), ("Town:", "_" * 30, "7")],
        [("Signed on", "_" * 30, "2021")],
        [("Rent", "_" * 30, "1,200"), ("Tax", "_" * 30, "2,000"), ("Sum", "_" * 30, "3,200")],
        [("By", "_" * 30, "Director"), ("By", "_" * 30, "Witness"), ("By", "_" * 30, "Notary")],
    ],
)
def test_underscores_of_a_form_are_no_leaders(tmp_path: Path, rows: list[tuple[str, str, str]]):
    assert rows_of(tmp_path, *rows) == (["\t".join(row) for row in rows], [])
