"""The shape of ledger.json, as types: what :func:`pipeline.ledger.load` checks and the JSON Schema is made from."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

Box = tuple[float, float, float, float]


class SourceShape(TypedDict):
    """Where the document came from, and what it is."""

    name: str
    relpath: str
    sha256: str
    pages: int
    title: str
    type: str
    type_evidence: list[str]
    language: str
    version: NotRequired[str]


class SummaryShape(TypedDict):
    """Counts over all units; set-apart text counts nowhere."""

    input_tokens: int
    filtered_tokens: int
    kept_tokens: int
    prompt_tokens: int
    filter_efficiency: float
    avg_entropy: float
    anchor_vectors: int
    units: int
    kept_units: int
    repairs: int
    suspects: int
    notices: int


class SectionShape(TypedDict):
    """One node of the section tree."""

    id: str
    type: str
    title: str
    level: int
    parent: str | None
    page_start: int
    page_end: int
    boilerplate: str | None
    priority: Literal["high", "normal"]
    first_unit: str | None
    units: int
    evidence: list[str]


class MarkShape(TypedDict):
    """A reason to look."""

    level: Literal["IMPORTANT", "CRITICAL", "CHANGED"]
    rule: str
    evidence: str


class HitShape(TypedDict):
    """A dictionary term."""

    type: str
    term: str


class EntityShape(TypedDict):
    """A named thing."""

    label: str
    text: str


class NumberShape(TypedDict):
    """One number; ``value`` is a decimal string, fully scaled."""

    text: str
    value: str | None
    currency: str | None
    scale: str
    status: Literal["read", "proven", "repaired", "suspect"]
    proof: str


class PlaceShape(TypedDict):
    """Where a piece of a unit stands; boxes in points from the top left, one a line."""

    page: int
    page_label: str | None
    boxes: list[Box]
    raw: str


class UnitShape(TypedDict):
    """One unit with all that was found out about it."""

    id: str
    kind: str
    section: str | None
    text: str
    tokens: int
    language: str
    entropy: float | None
    template: float | None
    kept: bool
    reason: str
    guards: list[str]
    marks: list[MarkShape]
    anchors: list[HitShape]
    sentinels: list[HitShape]
    entities: list[EntityShape]
    negation: bool
    boilerplate: str | None
    context: list[str]
    table: str | None
    numbers: list[NumberShape]
    places: list[PlaceShape]


class RepairShape(TypedDict):
    """One edit of a figure, or one suspect figure."""

    unit: str | None
    page: int
    box: Box | None
    before: str
    after: str
    status: Literal["repaired", "suspect"]
    rule: str
    proof: str
    candidates: list[str]


class CleaningShape(TypedDict):
    """One edit of characters that are not figures."""

    unit: str | None
    page: int
    before: str
    after: str
    rule: str


class ChangeShape(TypedDict):
    """One difference to the baseline."""

    kind: Literal["modified", "added", "deleted", "moved", "renumbered"]
    subkinds: list[str]
    unit: str | None
    old_text: str | None
    old_page: int | None
    new_text: str | None
    new_page: int | None


class SetApartShape(TypedDict):
    """Text of the page that is not body text."""

    kind: str
    page: int
    box: Box
    text: str


class NoticeShape(TypedDict):
    """Soft trouble."""

    code: str
    page: int | None
    message: str


class Ledger(TypedDict):
    """The whole file."""

    schema: Literal["ledger/1"]
    version: str
    settings_sha256: str
    source: SourceShape
    summary: SummaryShape
    sections: list[SectionShape]
    units: list[UnitShape]
    repairs: list[RepairShape]
    cleanings: list[CleaningShape]
    changes: list[ChangeShape]
    set_apart: list[SetApartShape]
    notices: list[NoticeShape]
