"""Reads a file into pages: text in reading order with boxes; furniture and hidden text set apart.

``read`` is the whole of it. The part of it that sees single pages, :func:`read_pages`, gives the same for a range of
pages whoever asks, so that ranges may be read by several workers and put together by :func:`assemble`.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipeline import collector
from pipeline.document import Document, Edit, Link, Notice, OutlineEntry, Page, Source
from pipeline.extract import (
    accents,
    blocks,
    characters,
    flow,
    furniture,
    markup,
    paging,
    plain,
    sheet,
    source,
    textgrids,
    wraps,
)
from pipeline.extract.layout import Layout
from pipeline.settings import ExtractSettings


@dataclass(frozen=True, slots=True)
class Range:
    """Pages ``first <= index < last`` of a file, read but not yet put together."""

    layouts: tuple[Layout, ...]
    links: tuple[Link, ...]


def read(
    path: Path, settings: ExtractSettings, *, relpath: str | None = None, ranges: Sequence[Range] = ()
) -> Document:
    """Read the document at ``path``; ``ranges`` are all its pages when others have read them already.

    Raises:
        PipelineError: it cannot be read; the class says why.
    """
    content = source.content_of(path)
    if path.suffix.lower() == ".txt" and not source.is_pdf(content):
        return _plain(path, content, relpath or path.name)
    with collector.paused():
        return _pdf(path, content, settings, relpath or path.name, ranges=ranges)


def page_count(path: Path, settings: ExtractSettings) -> int:
    """Return the number of pages of the PDF at ``path``.

    Raises:
        PipelineError: it is no PDF that can be read.
    """
    return int(source.open(path, settings).pages)


def _pdf(
    path: Path, content: bytes, settings: ExtractSettings, relpath: str, *, ranges: Sequence[Range] = ()
) -> Document:
    opened = source.open(path, settings, content=content)
    about = Source(path.name, relpath, opened.sha256, opened.pages, opened.title)
    ranges = ranges or [_range(opened, settings, 0, opened.pages)]
    return assemble(ranges, about=about, outline=source.outline_of(opened.file), notices=opened.notices)


def _plain(path: Path, content: bytes, relpath: str) -> Document:
    pages, tables, notices = plain.pages_of(content, path.name)
    about = Source(path.name, relpath, hashlib.sha256(content).hexdigest(), len(pages))
    cleanings = characters.clean(pages, also=[edit for page in pages for edit in _own_edits(page)])
    return Document(about, pages=pages, tables=tables, cleanings=cleanings, notices=notices)


def read_pages(path: Path, settings: ExtractSettings, *, first: int, last: int) -> Range:
    """Read the pages with index ``first <= index < last``."""
    return _range(source.open(path, settings), settings, first, last)


def _range(opened: source.Opened, settings: ExtractSettings, first: int, last: int) -> Range:
    layouts: list[Layout] = []
    links: list[Link] = []
    for index in range(first, last):
        read = sheet.read(opened, settings, index)
        layouts.append(read.layout)
        links.extend(read.links)
    return Range(tuple(layouts), tuple(links))


def assemble(
    ranges: Sequence[Range],
    *,
    about: Source,
    outline: tuple[OutlineEntry, ...] = (),
    notices: tuple[Notice, ...] = (),
) -> Document:
    """Put page ranges together: what repeats over pages is set apart, what goes on over pages is joined.

    Raises:
        NoText, UnreadableInput: no page holds text.
    """
    layouts = [layout for part in ranges for layout in part.layouts]
    parted = furniture.part(layouts)
    set_apart = [entry for page in layouts for entry in page.set_apart]
    settings = []
    for page, body in zip(layouts, parted, strict=True):
        set_apart.extend(body.set_apart)
        groups = textgrids.join(blocks.group(body.rows), page.rules)
        settings.append(paging.set_page(page, groups, label=body.label))
    pages, tables = flow.join(settings)
    pages = sheet.finished(pages, layouts)
    western = {page.number for page in layouts if page.western}
    cleanings = characters.clean(pages, also=[*_edits(pages, layouts)], western=western)
    document = Document(
        about,
        pages=tuple(pages),
        tables=tuple(tables),
        set_apart=tuple(set_apart),
        outline=outline,
        cleanings=cleanings,
        links=tuple(link for part in ranges for link in part.links),
        notices=(*notices, *(notice for page in layouts for notice in page.notices)),
    )
    return sheet.refuse_blank(document)


def _edits(pages: Sequence[Page], layouts: Sequence[Layout]) -> Iterator[Edit]:
    for page, shown in zip(pages, layouts, strict=True):
        yield from _own_edits(page, western=shown.western)
        yield from sheet.sign_edits(page, shown)


def _own_edits(page: Page, *, western: bool = False) -> Iterator[Edit]:
    """Yield the edits that one page alone gives reason for, whatever it was read from."""
    if not western:
        yield from wraps.unwrap(page)
        yield from accents.composed(page)
    yield from markup.plain(page)
