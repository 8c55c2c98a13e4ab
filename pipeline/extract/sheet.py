"""Reads one page of an open file, whatever state it is in: hidden text apart, scans by OCR, then the layout."""

from array import array
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from pipeline.document import Document, Edit, Link, Notice, Page, Place, SetApart
from pipeline.errors import NoText, UnreadableInput
from pipeline.extract import (
    accents,
    fonts,
    forms,
    hidden,
    layout,
    leaders,
    raw,
    righttoleft,
    scans,
    source,
    spoken,
    texcodes,
)
from pipeline.extract.layout import Layout
from pipeline.extract.raw import RawLine, RawPage
from pipeline.settings import ExtractSettings
from pipeline.spans import Span

ROOM = "extract"
CONFIDENT = 0.85
"""Mean confidence of a page's words: clean print has .97 and more, handwriting .70 to .77."""
INSTALL = "install the extra: pip install 'context-distiller[ocr]'"


class Sheet(NamedTuple):
    """One page as read."""

    layout: Layout
    links: tuple[Link, ...]


def read(opened: source.Opened, settings: ExtractSettings, index: int, *, said: bool = False) -> Sheet:
    """Read the page at ``index``; one that is broken comes back blank, with a notice.

    Of a long file the glyphs are read, and what is ``said`` for them only where they make no sense.
    """
    short = opened.pages <= hidden.SHORT
    try:
        page = opened.file.load_page(index)
        flags = raw.FLAGS if short or said else spoken.PAINTED
        loaded = spoken.painted(raw.load(page, flags=flags, again=short), page)
        below = opened.unlayered[index] if opened.unlayered is not None else None
        sifted = hidden.sift(loaded.raw, unlayered=below, within=loaded.within)
        form = forms.collect(texcodes.mended(sifted.raw), page)
        doubt = fonts.doubt(form.raw)
        if doubt is not None and not short and not said and spoken.is_said(page):
            return read(opened, settings, index, said=True)
        shown, notices, apart = _legible(form.raw, settings, doubt)
        links: tuple[Link, ...] = ()
        if shown.holds.annotations:
            links = source.links_of(page, opened.targets, turned=shown.rotation != 0)
        arranged = layout.arrange(shown)
        if opened.labelled:
            arranged = replace(arranged, label=source.label_of(page))
    except source.BROKEN:
        return Sheet(_blank(opened, index), ())
    if form.rows:
        forms.insert(arranged.rows, form.rows)
        arranged = replace(arranged, source=shown.source, western=False)
    arranged.set_apart.extend((*loaded.set_apart, *sifted.set_apart, *apart))
    arranged.notices.extend((*loaded.notices, *sifted.notices, *notices))
    written = "".join([row.text for row in arranged.rows])
    if not arranged.western:
        righttoleft.reorder(arranged.rows, written)
    arranged.set_apart.extend(leaders.typed(arranged.rows, written, index + 1, apart=arranged.set_apart))
    arranged.signs.extend((*form.signs, *fonts.signs(shown), *accents.drawn(loaded.raw, written)))
    arranged.seen.update(_confidences(shown))
    return Sheet(arranged, links)


def finished(pages: Sequence[Page], layouts: Sequence[Layout]) -> list[Page]:
    """Return ``pages`` with the confidence of each word that OCR read."""
    return [
        _with_confidences(page, seen.seen) if seen.seen else page for page, seen in zip(pages, layouts, strict=True)
    ]


def sign_edits(page: Page, shown: Layout) -> list[Edit]:
    """Return the edits that write the letters of sign fonts as what they show."""
    if not shown.signs:
        return []
    words = page.words
    corners = {_corner(words.boxes, index): index for index in range(len(words.starts))}
    edits = []
    for sign in shown.signs:
        index = corners.get((round(sign.box[0], 1), round(sign.box[1], 1)))
        if index is None:
            continue
        at = words.starts[index] + sign.start
        if page.text[at : at + len(sign.before)] == sign.before:
            edits.append(Edit(Place(page.number, Span(at, at + len(sign.before))), sign.after, sign.rule))
    return edits


def refuse_blank(document: Document) -> Document:
    """Return ``document`` when it holds text.

    Raises:
        UnreadableInput: no page could be read of a damaged file.
        NoText: there are only pictures, or nothing.
    """
    if any(page.text for page in document.pages):
        return document
    name = document.source.name
    codes = {notice.code for notice in document.notices}
    if codes & {"repaired_file", "damaged_page"}:
        raise UnreadableInput(f"{name}: the PDF is cut off or damaged: no page can be read; fetch it again")
    if "ocr_missing" in codes:
        raise NoText(f"{name}: a scan without text; {INSTALL}")
    if "ocr_off" in codes:
        raise NoText(f"{name}: a scan without text, and OCR is switched off; set extract.ocr to auto")
    raise NoText(f"{name}: no page holds text; check that it is the right file")


def _legible(
    shown: RawPage, settings: ExtractSettings, doubt: fonts.Doubt | None
) -> tuple[RawPage, list[Notice], list[SetApart]]:
    """Have the OCR engine read what the text layer does not say, or says wrongly."""
    notices = [] if doubt is None else [_font_notice(shown.number, doubt)]
    useless = [] if doubt is None else shown.lines if doubt.hopeless else _lines_in(shown, doubt.fonts)
    if settings.ocr != "always" and not useless and not scans.needed(shown):
        return shown, notices, []
    if settings.ocr == "never":
        message = "OCR could read the page, and is switched off"
        return shown, [*notices, _notice(shown.number, "ocr_off", message)], []
    if not scans.available():
        message = f"OCR could read the page; {INSTALL}"
        return shown, [*notices, _notice(shown.number, "ocr_missing", message)], []
    if not useless:
        read = scans.read(shown, settings)
        return read, [*notices, *_unsure(read)], []
    gone = set(map(id, useless))
    kept = [line for line in shown.lines if id(line) not in gone]
    read = scans.read(shown.with_lines(kept), settings, within=[line.box for line in useless] if kept else None)
    if len(read.lines) == len(kept):
        return shown, notices, []
    message = "its fonts do not say which characters they show, so what they show was read by OCR"
    notices.append(_notice(shown.number, "ocr_instead", message))
    return read, [*notices, *_unsure(read)], _useless(shown.number, useless)


def _lines_in(shown: RawPage, lying: frozenset[str]) -> list[RawLine]:
    """Return the lines that hold letters in one of the fonts."""
    return [
        line for line in shown.lines if any(span["font"] in lying and not span["text"].isspace() for span in line.spans)
    ]


def _unsure(read: RawPage) -> list[Notice]:
    """Tell of a page that OCR read with little confidence: handwriting, fax, stains."""
    seen = read.confidences.values()
    if not seen or fmean(seen) >= CONFIDENT:
        return []
    message = f"OCR is unsure of this page (mean confidence {100 * fmean(seen):.0f} %); compare it with the picture"
    return [_notice(read.number, "ocr_unsure", message)]


def _useless(number: int, lines: Sequence[RawLine]) -> list[SetApart]:
    return [SetApart("double", number, line.box, " ".join(word[4] for word in line.words)) for line in lines]


def _font_notice(number: int, doubt: fonts.Doubt) -> Notice:
    if doubt.code == "garbled_font":
        message = "letters of one of its fonts make no words, so that part of the text layer is garbled; use OCR"
        return _notice(number, doubt.code, message)
    if doubt.code == "shifted_font":
        return _notice(number, doubt.code, "its font maps letters to others, so the text layer is garbled; use OCR")
    message = f"its fonts do not say which characters {doubt.count} unmapped glyphs are; compare them with the page"
    return _notice(number, doubt.code, message)


def _notice(number: int, code: str, message: str) -> Notice:
    return Notice(ROOM, code, number, message)


def _blank(opened: source.Opened, index: int) -> Layout:
    notice = _notice(index + 1, "damaged_page", "the page is damaged and cannot be read; compare with the original")
    try:
        rect = opened.file[index].rect
        width, height = rect.width, rect.height
    except source.BROKEN:
        width, height = 612.0, 792.0
    return Layout(index + 1, width, height, 0, "empty", [], [], notices=[notice])


def _confidences(shown: RawPage) -> dict[tuple[float, float], float]:
    if not shown.confidences:
        return {}
    return {
        (round(word[0], 1), round(word[1], 1)): shown.confidences[word[5:]]
        for line in shown.lines
        for word in line.words
        if word[5:] in shown.confidences
    }


def _corner(boxes: "array[float]", index: int) -> tuple[float, float]:
    return (round(boxes[4 * index], 1), round(boxes[4 * index + 1], 1))


def _with_confidences(page: Page, seen: dict[tuple[float, float], float]) -> Page:
    words = page.words
    confidences = array("d", (seen.get(_corner(words.boxes, index), -1.0) for index in range(len(words.starts))))
    return replace(page, words=replace(words, confidences=confidences))
