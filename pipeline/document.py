"""What every stage reads and adds to: frozen data, no methods that compute.

Physical things nest: Document > Page > Block > Line, boxes in points from the top left of the page as shown.
Logical things lie flat and point: with ``Place`` at characters of a page, with an index at a unit.
Text as read is never edited; each stage adds its layers with ``dataclasses.replace`` and leaves earlier ones alone.
"""

from array import array
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from pipeline.spans import Span

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in points; origin top left of the page as shown (rotation applied)."""

BlockKind = Literal["text", "table", "caption", "footnote", "form_field", "annotation"]
UnitKind = Literal["sentence", "row", "heading", "item", "caption", "footnote", "form_field", "annotation"]
PageSource = Literal["digital", "ocr", "mixed", "plain", "empty"]
SetApartKind = Literal[
    "header", "footer", "page_number", "bates", "source_footer", "watermark", "line_number", "leader",
    "hidden", "double", "struck",
]  # fmt: skip
EditStatus = Literal["cleaned", "repaired", "suspect"]
AmountStatus = Literal["read", "proven", "repaired", "suspect"]
MarkLevel = Literal["IMPORTANT", "CRITICAL", "CHANGED"]
ChangeKind = Literal["modified", "added", "deleted", "moved", "renumbered"]


class Place(NamedTuple):
    """Characters of ``Document.pages[page - 1].text``; ``page`` counts physical pages from 1."""

    page: int
    span: Span


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a page in the order of its text, as columns; word ``i`` is ``text[starts[i]:ends[i]]``."""

    starts: "array[int]" = field(default_factory=lambda: array("l"))
    ends: "array[int]" = field(default_factory=lambda: array("l"))
    boxes: "array[float]" = field(default_factory=lambda: array("d"))
    """Four numbers a word: x0, y0, x1, y1."""
    confidences: "array[float]" = field(default_factory=lambda: array("d"))
    """0..1 a word from the OCR engine; empty on pages read from a text layer; -1 for a digital word of a mixed page."""


class Line(NamedTuple):
    """One visual line; in a table one row. Words of a line are parted by one space, cells of a row by one tab."""

    span: Span
    box: Box
    size: float
    """Font size in points that most of its characters have."""
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines that belong together: a paragraph, a table, a footnote."""

    kind: BlockKind
    span: Span
    box: Box
    lines: tuple[Line, ...]
    continues: bool = False
    """It goes on from the block before it in reading order (column or page break inside a paragraph or table)."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its body text in reading order (lines parted by a newline), set-apart text excluded."""

    number: int
    """Physical, from 1."""
    width: float
    height: float
    text: str = ""
    blocks: tuple[Block, ...] = ()
    words: Words = field(default_factory=Words)
    label: str | None = None
    """The page number as printed, or as the file's page labels say."""
    source: PageSource = "digital"
    rotation: int = 0
    """Degrees clockwise that the file turns the page by; boxes are after it."""


class Cell(NamedTuple):
    """One cell of a table row."""

    span: Span
    column: int
    """First column it stands in, from 0; column 0 holds the labels."""
    box: Box
    columns: int = 1
    """How many columns it spans."""


class Row(NamedTuple):
    """One logical row; a label of several lines is one row whose span covers all of them."""

    span: Span
    cells: tuple[Cell, ...]
    box: Box
    indent: float = 0.0
    """Points that the label stands to the right of the table's left edge."""
    total: bool = False
    """A rule line or a total label says that it sums rows above."""


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of one table block of one page."""

    id: str
    """``t001`` upwards in reading order."""
    page: int
    block: int
    """Index into ``Page.blocks``."""
    columns: int
    header_rows: tuple[Row, ...]
    rows: tuple[Row, ...]
    caption: Place | None = None
    unit_line: Place | None = None
    """Where "in millions, except per share" stands."""
    continues: str | None = None
    """Id of the table on the page before that this one goes on from."""


@dataclass(frozen=True, slots=True)
class SetApart:
    """Text of the page that is not part of its body; never lost, never in a unit."""

    kind: SetApartKind
    page: int
    box: Box
    text: str


class OutlineEntry(NamedTuple):
    """One bookmark of the file."""

    level: int
    title: str
    page: int
    """0 when it points nowhere."""
    y: float


class Link(NamedTuple):
    """One internal link: a rectangle on a page that leads to a place."""

    page: int
    box: Box
    target_page: int
    target_y: float


@dataclass(frozen=True, slots=True)
class Edit:
    """One reversible change of characters; ``suspect`` ones change nothing and have an empty ``after``."""

    place: Place
    after: str
    rule: str
    """Stable id, such as ``character.ligature`` or ``number.space_groups``."""
    status: EditStatus = "cleaned"
    proof: str = ""
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Amount:
    """One number of the text with its value."""

    place: Place
    text: str
    """After cleaning and repair, with its sign, currency and percent sign."""
    value: str | None
    """Decimal string, fully scaled (a table's "in millions" included); None when it has none."""
    currency: str | None = None
    """ISO 4217 code where the sign is unambiguous, else the sign."""
    scale: str = "1"
    """The factor that the words or the unit line around it gave, a decimal string; 0.01 for percent."""
    status: AmountStatus = "read"
    proof: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest thing that is kept or left out: a sentence, a table row, a heading, or a list item."""

    id: str
    """``u0001`` upwards in reading order, unique in the document."""
    kind: UnitKind
    text: str
    """After cleaning and repair; white space folded to single spaces, a tab between the cells of a row."""
    places: tuple[Place, ...]
    tokens: int
    language: str
    context: tuple[str, ...] = ()
    """Lead-in of a list item; header and unit line of a row."""
    table: str | None = None
    """Id of the table that a row or caption belongs to."""
    row: int | None = None
    """Index into that table's ``rows``; None for its caption, header rows and unit line."""


class Entity(NamedTuple):
    """A named thing in a unit's text."""

    unit: int
    label: str
    span: Span
    """Characters of ``Unit.text``."""


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the section tree; covers the units ``first <= i < end``, those of its subsections included."""

    id: str
    """``s00`` upwards in reading order; sections lie in document order, parents before children."""
    type: str
    title: str
    level: int
    parent: str | None
    first: int
    end: int
    page_start: int
    page_end: int
    heading: int | None = None
    """Index of the unit that holds its heading."""
    boilerplate: str | None = None
    """Subtype when the whole section is template text."""
    priority: Literal["high", "normal"] = "normal"
    evidence: tuple[str, ...] = ()


class Boilerplate(NamedTuple):
    """One unit that a rule recognised as template text."""

    unit: int
    subtype: str
    rule: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between the baseline and this document."""

    kind: ChangeKind
    unit: int | None
    """Index of the unit here; None for a deletion."""
    old_text: str | None
    old_page: int | None
    new_text: str | None
    new_page: int | None
    subkinds: tuple[str, ...] = ()


class Mark(NamedTuple):
    """A reason to look at a unit."""

    unit: int
    level: MarkLevel
    rule: str
    evidence: str


class Hit(NamedTuple):
    """A dictionary term found in a unit: a business anchor, a sentinel word, a guard or a negation."""

    unit: int
    type: str
    term: str


class Score(NamedTuple):
    """What the model says of a unit."""

    entropy: float
    """0..1: token-weighted quantile of ``probability`` within its document type; threshold t drops the share t."""
    probability: float
    """Calibrated probability that the unit carries decision content."""
    template: float
    """Probability that the unit is template text."""


class Verdict(NamedTuple):
    """Whether a unit goes into the prompt, and why."""

    kept: bool
    reason: str
    guards: tuple[str, ...] = ()


class Notice(NamedTuple):
    """Soft trouble that the user should know of."""

    room: str
    """The stage that said it, such as ``extract``."""
    code: str
    page: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where the document came from."""

    name: str
    """The file's name with its suffix."""
    relpath: str
    """As the user named it: relative to the folder that was given, with forward slashes."""
    sha256: str
    pages: int
    title: str = ""
    """As the file's metadata says."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document and all that the stages have found out about it."""

    source: Source
    # extract
    pages: tuple[Page, ...] = ()
    tables: tuple[Table, ...] = ()
    set_apart: tuple[SetApart, ...] = ()
    outline: tuple[OutlineEntry, ...] = ()
    links: tuple[Link, ...] = ()
    cleanings: tuple[Edit, ...] = ()
    """Edits of characters: ligatures, invisible ones, line-end hyphens."""
    # amounts
    repairs: tuple[Edit, ...] = ()
    """Edits of figures; laid over the cleanings."""
    amounts: tuple[Amount, ...] = ()
    # sentences
    language: str = ""
    units: tuple[Unit, ...] = ()
    entities: tuple[Entity, ...] = ()
    # sections
    type: str = ""
    """10-K, 10-Q, 8-K, earnings_release, contract, dd_report, prospectus, annual_report or other."""
    type_evidence: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    boilerplate: tuple[Boilerplate, ...] = ()
    # versions
    changes: tuple[Change, ...] = ()
    version: str = ""
    """What the user calls this version: "draft1", "final"; empty when not compared."""
    # marks
    marks: tuple[Mark, ...] = ()
    anchors: tuple[Hit, ...] = ()
    sentinels: tuple[Hit, ...] = ()
    guards: tuple[Hit, ...] = ()
    negations: tuple[Hit, ...] = ()
    # entropy, one a unit
    scores: tuple[Score, ...] = ()
    # sieve, one a unit
    verdicts: tuple[Verdict, ...] = ()
    # any room
    notices: tuple[Notice, ...] = ()
