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
