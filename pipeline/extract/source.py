"""Opens what the user named: is it a PDF at all, is it whole, may it be read, and what does the file say of itself."""

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

from pipeline.document import Box, Link, Notice, OutlineEntry
from pipeline.errors import LockedInput, UnreadableInput
from pipeline.settings import ExtractSettings

pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

ROOM = "extract"
BROKEN = (
    pymupdf.mupdf.FzErrorBase,
    RuntimeError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    OSError,
    SystemError,
)
"""What PyMuPDF raises on broken objects, depending on which of its layers meets them first."""
MAGIC_WINDOW = 1024
"""A PDF's mark may stand behind junk, but within its first 1,024 bytes (ISO 32000-1, implementation note 13)."""
OUTLINE_LIMIT = 20_000
"""Entries of the outline that are read; the longest of the filings and prospectuses seen has 1,254."""
MOST_NAMED = 5
"""Names of embedded files that a notice gives."""
LINK_LIMIT = 2_000
"""Links of one page that are read."""

_SIGNS = (
    (b"PK\x03\x04", "a Word, Excel or zip file"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Excel file"),
    (b"{\\rtf", "an RTF file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"II*\x00", "a picture"),
    (b"MM\x00*", "a picture"),
)
_MARKUP = (b"<!doctype html", b"<html", b"<head", b"<body", b"<?xml", b"<sec-document")


@dataclass(frozen=True, slots=True)
class Opened:
    """A PDF that is open, and what is worth saying about the file as a whole."""

    file: pymupdf.Document
    pages: int
    sha256: str
    title: str = ""
    repaired: bool = False
    """MuPDF had to rebuild its table of objects: pages may be missing or blank."""
    notices: tuple[Notice, ...] = ()
    labelled: bool = False
    """It has a table of page labels."""
    unlayered: pymupdf.Document | None = None
    """The same file with all its layers switched on, when it has some that are off."""
    targets: dict[str, tuple[int, float]] = field(default_factory=dict)
    """Where links lead to, by their address: many pages link to the same."""


def content_of(path: Path) -> bytes:
    """Return the bytes of the file at ``path``.

    Raises:
        UnreadableInput: it does not exist, may not be read or is empty.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableInput(
            f"{path.name}: cannot be read: {error.strerror}; check the path and its rights"
        ) from error
    if not content:
        raise UnreadableInput(f"{path.name}: the file is empty (0 bytes); fetch it again")
    return content


def is_pdf(content: bytes) -> bool:
    """Tell whether ``content`` carries the mark of a PDF."""
    return b"%PDF-" in content[:MAGIC_WINDOW]


def open(path: Path, settings: ExtractSettings, *, content: bytes | None = None) -> Opened:  # noqa: A001
    """Open the PDF at ``path``; ``content`` spares reading it again.

    Raises:
        UnreadableInput: it is not a PDF, has no pages or is broken beyond repair.
        LockedInput: it asks for a password that the settings do not have.
    """
    content = content_of(path) if content is None else content
    if not is_pdf(content):
        raise UnreadableInput(f"{path.name}: not a PDF but {_kind_of(content)}; give the PDF, or plain text named .txt")
    pymupdf.TOOLS.reset_mupdf_warnings()
    file = _opened(path, content)
    _unlock(path, file, settings)
    pages = _page_count(path, file)
    notices = list(_file_notices(file))
    if pages <= 0:
        damage = " and is damaged" if file.is_repaired else ""
        raise UnreadableInput(f"{path.name}: the PDF has no pages{damage}; fetch it again")
    title = str((file.metadata or {}).get("title") or "").strip()
    sha256 = hashlib.sha256(content).hexdigest()
    layers = _unlayered(file, content, settings)
    return Opened(file, pages, sha256, title, bool(file.is_repaired), tuple(notices), _labelled(file), layers)


def outline_of(file: pymupdf.Document) -> tuple[OutlineEntry, ...]:
    """Return the bookmarks of ``file`` in their order, none when the tree is broken or runs in a circle."""
    try:
        at = file.outline
    except BROKEN:
        return ()
    entries: list[OutlineEntry] = []
    waiting: list[tuple[pymupdf.Outline, int]] = [(at, 1)] if at else []
    try:
        while waiting and len(entries) < OUTLINE_LIMIT:
            item, level = waiting.pop()
            if item.this.m_internal is None:
                continue
            entries.append(_entry(file, item, level))
            following, down = item.next, item.down
            if following:
                waiting.append((following, level))
            if down:
                waiting.append((down, level + 1))
    except BROKEN:
        return tuple(entries)
    return tuple(entries)


def links_of(page: pymupdf.Page, targets: dict[str, tuple[int, float]], *, turned: bool = True) -> tuple[Link, ...]:
    """Return the links of ``page`` that lead to a page of the same file; ``targets`` fills up by address.

    A page that is not ``turned`` shows them where its objects say.
    """
    found: list[Link] = []
    turn = page.rotation_matrix if turned else None
    try:
        link = pymupdf.mupdf.fz_load_links(page.this)  # Page.first_link looks through all annotations at every step
        for _ in range(LINK_LIMIT):
            if not link.m_internal:
                break
            uri = link.uri()
            if uri and not pymupdf.mupdf.fz_is_external_link(uri):
                if uri not in targets:
                    target, _, y = page.parent.resolve_link(uri)
                    targets[uri] = (target + 1, _finite(y))
                target, y = targets[uri]
                if target > 0:
                    rect = link.rect()
                    box: Box = (rect.x0, rect.y0, rect.x1, rect.y1)
                    box = box if turn is None else tuple(pymupdf.Rect(box) * turn)
                    found.append(Link(page.number + 1, box, target, y))
            link = link.next()
    except BROKEN:
        pass
    return tuple(found)


def label_of(page: pymupdf.Page) -> str | None:
    """Return the label that the file's table of page labels gives ``page``."""
    try:
        return page.get_label() or None
    except BROKEN:
        return None


def _opened(path: Path, content: bytes) -> pymupdf.Document:
    try:
        return pymupdf.open(stream=content, filetype="pdf")
    except BROKEN as error:
        raise UnreadableInput(
            f"{path.name}: the PDF is cut off or damaged and cannot be opened; fetch it again"
        ) from error


def _unlock(path: Path, file: pymupdf.Document, settings: ExtractSettings) -> None:
    if not file.needs_pass:
        return
    if settings.password is None:
        raise LockedInput(f"{path.name}: locked with a password; give it with --password (settings: extract.password)")
    if not file.authenticate(settings.password):
        raise LockedInput(f"{path.name}: locked, and the password given does not open it; ask who sent the file")


def _page_count(path: Path, file: pymupdf.Document) -> int:
    try:
        return int(file.page_count)
    except BROKEN as error:
        raise UnreadableInput(f"{path.name}: the PDF is damaged: its pages cannot be found; fetch it again") from error


def _labelled(file: pymupdf.Document) -> bool:
    try:
        return bool(file.get_page_labels())
    except BROKEN:
        return False


def _unlayered(file: pymupdf.Document, content: bytes, settings: ExtractSettings) -> pymupdf.Document | None:
    try:
        layers = file.get_ocgs()
        if all(layer["on"] for layer in layers.values()):
            return None
        other = pymupdf.open(stream=content, filetype="pdf")
        if other.needs_pass:
            other.authenticate(settings.password or "")
        other.set_layer(-1, on=list(layers), off=[])
        # MuPDF looks at the layers only when it opens a file
        return pymupdf.open(stream=other.tobytes(encryption=pymupdf.PDF_ENCRYPT_NONE), filetype="pdf")
    except BROKEN:
        return None


def _file_notices(file: pymupdf.Document) -> list[Notice]:
    notices = []
    if file.is_repaired:
        message = "the file is damaged or cut off and was repaired; pages may be missing: compare with the original"
        notices.append(Notice(ROOM, "repaired_file", None, message))
    if not file.permissions & pymupdf.PDF_PERM_COPY:
        notices.append(Notice(ROOM, "copy_restricted", None, "the file asks not to copy its text; check that you may"))
    if embedded := _embedded(file):
        message = f"files embedded in it are not read: {', '.join(embedded)}; save them and add them to the run"
        notices.append(Notice(ROOM, "embedded_files", None, message))
    if _is_drawn_by_form(file):
        message = "a form (XFA) that only a form program draws; its fields are not on its pages: print it to PDF first"
        notices.append(Notice(ROOM, "xfa_form", None, message))
    return notices


def _embedded(file: pymupdf.Document) -> list[str]:
    """Return the names of the files that the PDF carries, the first of many."""
    try:
        names = [" ".join(name.split()) or "without a name" for name in file.embfile_names()]
    except BROKEN:
        return []
    return names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], f"and {len(names) - MOST_NAMED} more"]


def _is_drawn_by_form(file: pymupdf.Document) -> bool:
    """Tell whether the pages are a placeholder for a dynamic XFA form; a static one has its fields on its pages."""
    try:
        catalog = file.pdf_catalog()
        if file.xref_get_key(catalog, "AcroForm/XFA")[0] == "null":
            return False
        return bool(file.xref_get_key(catalog, "NeedsRendering")[1] == "true" or not file.is_form_pdf)
    except BROKEN:
        return False


def _entry(file: pymupdf.Document, item: pymupdf.Outline, level: int) -> OutlineEntry:
    title = " ".join((item.title or "").split())
    if item.is_external or not item.uri:
        return OutlineEntry(level, title, 0, 0.0)
    page, _, y = file.resolve_link(item.uri)
    return OutlineEntry(level, title, page + 1 if page >= 0 else 0, _finite(y) if page >= 0 else 0.0)


def _finite(number: float) -> float:
    return float(number) if -1e6 < number < 1e6 else 0.0


def _kind_of(content: bytes) -> str:
    start = content[:MAGIC_WINDOW].lstrip(b"\xef\xbb\xbf \t\r\n")
    for sign, name in _SIGNS:
        if start.startswith(sign):
            return name
    if any(mark in start.lower() for mark in _MARKUP):
        return "a web page (HTML or XML)"
    return "of another or unknown format" if b"\0" in start else "plain text or another format"
