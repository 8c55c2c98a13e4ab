"""Draws the example documents: ``python examples/draw.py`` writes examples/documents/*.pdf and proves each by reading it back."""

import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pymupdf

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from schedules import schedule  # noqa: E402
from sheet import FIXED, Fonts, Sheet, chinese, latin  # noqa: E402

OUT = HERE / "documents"


def variant(text: str, version: int) -> str:
    """Return the text of one version: ``[[first||final]]`` inside a line, ``@1 ``/``@2 `` before a whole line."""
    lines = [line for line in text.splitlines() if not line.startswith("@") or line.startswith(f"@{version} ")]
    chosen = "\n".join(line.removeprefix(f"@{version} ") for line in lines)
    return re.sub(r"\[\[(.*?)\|\|(.*?)\]\]", lambda found: found.group(version), chosen)


def numbered(lines: list[str]) -> list[str]:
    """Number the clauses and fill in the references to them."""
    names: dict[str, str] = {}
    shown, chapter, clause, letter = [], 0, 0, 0
    for line in lines:
        if line == "WHEREAS":
            letter = 0
        if line.startswith("## ") and "{n}" in line:
            chapter, clause, letter = chapter + 1, 0, 0
            line = line.replace("{n}", f"{chapter}.")
        elif line.startswith("+ ") and not chapter:
            clause += 1
            line = f"+ ({clause})\t{line[2:]}"
        elif line.startswith("+ "):
            clause, letter = clause + 1, 0
            line = f"+ {chapter}.{clause}\t{line[2:]}"
        elif line.startswith("- "):
            letter += 1
            line = f"- ({chr(96 + letter)})\t{line[2:]}"
        found = re.search(r"\{#(\w+)\}", line)
        if found:
            names[found.group(1)] = f"{chapter}.{clause}" if line.startswith("+ ") else str(chapter)
        shown.append(re.sub(r"\{#\w+\}", "", line))
    return [re.sub(r"\{@(\w+)\}", lambda found: names[found.group(1)], line) for line in shown]


def set_lines(sheet: Sheet, lines: list[str]) -> None:
    """Set every line of the markup."""
    rows: list[tuple[str, list[str]]] = []
    for line in [*lines, ""]:
        if line.startswith("|"):
            kind = line[1] if line[1] in "!=" else " "
            rows.append((kind, [cell.strip() for cell in line[2:].split("|")]))
            continue
        if rows:
            sheet.table(rows)
            rows = []
        set_line(sheet, line)


def set_line(sheet: Sheet, line: str) -> None:
    """Set one line of the markup that is not a table row."""
    mark, _, text = line.partition(" ")
    hang, _, clause = text.partition("\t")
    setters: dict[str, Callable[[], None]] = {
        "#": lambda: (sheet.turn(), sheet.heading(1, text))[1],
        "##": lambda: sheet.heading(2, text),
        "###": lambda: sheet.heading(3, text),
        "+": lambda: sheet.paragraph(clause, hang=hang),
        "-": lambda: sheet.paragraph(clause, hang=hang, indent=28),
        "*": lambda: sheet.paragraph(text, hang="•", indent=10, gap=3),
        "^": lambda: sheet.paragraph(text, style="bold", gap=3),
        "~": lambda: sheet.paragraph(text, gap=2),
        ">": lambda: sheet.centred(text),
        "%%": sheet.turn,
        "%toc": sheet.table_of_contents,
        "": lambda: None,
    }
    setters.get(mark, lambda: sheet.paragraph(line))()


def draw(
    text: str, *, title: str, header: str, footer: str, fonts: Callable[[], Fonts] = latin, size: float = 10.5
) -> bytes:
    """Set ``text`` until the table of contents agrees with the pages, and prove that nothing got lost."""
    contents: list[tuple[int, str, int]] = []
    for _ in range(4):
        sheet = Sheet(title, header, footer, fonts(), size, contents, "目录" if fonts is chinese else "Contents")
        set_lines(sheet, numbered(text.splitlines()))
        settled, contents = sheet.headings == contents, sheet.headings
        if settled:
            break
    content = sheet.finish()
    prove(content, sheet.written, title)
    return content


def prove(content: bytes, written: Counter[str], title: str) -> None:
    """Compare what was written with what is read back.

    Raises:
        SystemExit: a character got lost or doubled.
    """
    flags = pymupdf.TEXTFLAGS_TEXT & ~pymupdf.TEXT_PRESERVE_LIGATURES
    read = Counter(
        char for page in pymupdf.open(stream=content) for char in page.get_text(flags=flags) if not char.isspace()
    )
    if read != written:
        raise SystemExit(f"{title}: not all that was written can be read: {written - read or read - written}")


def scan(content: bytes) -> bytes:
    """Return page 1 of a PDF as a scanner would give it: an image, slightly turned, soft and noisy."""
    straight = pymupdf.open(stream=content)
    turned = pymupdf.open()
    page = turned.new_page(width=595, height=842)
    page.show_pdf_page(page.rect, straight, 0, rotate=0.35)
    shot = page.get_pixmap(dpi=200, colorspace=pymupdf.csGRAY)
    grey = np.frombuffer(shot.samples, np.uint8).reshape(shot.height, shot.width).astype(np.float32)
    soft = (grey + np.roll(grey, 1, 0) + np.roll(grey, 1, 1) + np.roll(grey, -1, 1)) / 4
    noise = np.random.default_rng(1913).normal(0, 9, soft.shape)
    paper = np.clip(soft * 0.94 + 8 + noise, 0, 255).astype(np.uint8)
    image = pymupdf.Pixmap(pymupdf.csGRAY, shot.width, shot.height, paper.tobytes(), 0)
    result = pymupdf.open()
    result.new_page(width=595, height=842).insert_image(page.rect, stream=image.tobytes("jpeg", jpg_quality=70))
    result.set_metadata({"title": "Statement of financial position (scan)", **FIXED})
    return result.tobytes(garbage=4, deflate=True, no_new_id=True)


def documents() -> dict[str, bytes]:
    """Return every example by its file name."""
    texts = {path.stem: path.read_text("utf-8") for path in sorted((HERE / "texts").glob("*.txt"))}
    report = re.sub(r"(?m)^%schedule (\w+)$", lambda found: schedule(found.group(1)), texts["due_diligence_report"])
    agreement = {"title": "Share Purchase Agreement", "footer": "{page}"}
    statement = draw(texts["statement"], title="Statement of financial position", header="", footer="")
    return {
        "larkspur_due_diligence_report.pdf": draw(
            report,
            title="Project Larkspur: Due Diligence Report",
            header="Project Larkspur – Legal and Financial Due Diligence Report – Strictly private and confidential",
            footer="Page {page} of {pages}",
            size=11.5,
        ),
        "larkspur_spa_draft1.pdf": draw(
            variant(texts["share_purchase_agreement"], 1), header="Draft 1 – 4 March 2024", **agreement
        ),
        "larkspur_spa_final.pdf": draw(
            variant(texts["share_purchase_agreement"], 2), header="Execution version", **agreement
        ),
        "股权转让协议.pdf": draw(
            texts["equity_transfer_zh"],
            title="股权转让协议",
            header="股权转让协议",
            footer="第 {page} 页 共 {pages} 页",
            fonts=chinese,
        ),
        "gewerbemietvertrag.pdf": draw(
            texts["lease_de"],
            title="Gewerbemietvertrag",
            header="Gewerbemietvertrag Halden / Lindqvist",
            footer="Seite {page}",
        ),
        "statement_scan.pdf": scan(statement),
    }


def main() -> None:
    """Write every example."""
    OUT.mkdir(exist_ok=True)
    for name, content in documents().items():
        (OUT / name).write_bytes(content)
        print(f"{name}: {pymupdf.open(stream=content).page_count} pages")


if __name__ == "__main__":
    main()
