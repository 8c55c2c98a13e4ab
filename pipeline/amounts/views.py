"""A page under the readings of some doubts: its text, its figures, and what proves them."""

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.amounts import evidence, words
from pipeline.amounts.edits import forward, lead_back
from pipeline.amounts.figure import Figure
from pipeline.amounts.finding import figures
from pipeline.amounts.forms import Doubt
from pipeline.amounts.grammar import Locale
from pipeline.amounts.headings import Carried
from pipeline.amounts.unitlines import UnitLine
from pipeline.document import Amount, Edit, Notice, Page, Place, Table
from pipeline.geometry import word_box, words_in
from pipeline.spans import Edited, Replacement, Span, apply

_RAISED = 0.8
"""Of the height of the word before it."""


class Found(NamedTuple):
    """What one page gives to the document."""

    repairs: tuple[Edit, ...] = ()
    amounts: tuple[Amount, ...] = ()
    notices: tuple[Notice, ...] = ()
    unit_line: UnitLine | None = None
    """The last one of the page."""
    standing: UnitLine | None = None
    """One that holds for all tables below that have none."""
    columns: tuple[Carried, ...] = ()
    """What the heads of its last table say, for the page that the table goes on at."""


class Above(NamedTuple):
    """What the pages before say of the tables of a page."""

    line: UnitLine | None = None
    columns: tuple[Carried, ...] = ()


class View(NamedTuple):
    """A page's text under the readings of some doubts, the figures in it and what proves them."""

    text: str
    meant: Edited | None
    """From this text back to the one after cleaning; None where they are the same."""
    below: Edited | None
    """From the text after cleaning back to the page's; None where they are the same."""
    found: list[Figure]
    proofs: dict[int, str]
    differing: list[words.Spoken]
    """Figures beside words that say another amount."""
    said: list[words.Said]
    """Amounts in words alone."""
    laid: evidence.Sheet | None
    """The figures in lines and columns, where there are enough of them."""

    def cleaned(self, span: Span) -> Span:
        """Return where ``span`` stands in the text after cleaning."""
        return span if self.meant is None else self.meant.origin(span)

    @property
    def layers(self) -> tuple[Edited, ...]:
        """Return the steps from this text back to the page's."""
        return tuple(layer for layer in (self.meant, self.below) if layer is not None)

    def written(self, span: Span, after: str) -> tuple[Span, str]:
        """Return the page's characters under ``span`` and what is to stand there."""
        for layer in self.layers:
            span, after = lead_back(layer, span, after)
        return span, after


class Sheet(NamedTuple):
    """What stays the same through all views of a page."""

    page: Page
    cleaned: Edited
    text: str
    """After cleaning, full-width figures folded."""
    locale: Locale
    ruled: frozenset[int]
    """Where the lines begin that a rule line marks as sums, in the text after cleaning."""
    tables: tuple[Table, ...] = ()
    """Those of the page."""

    @property
    def below(self) -> Edited | None:
        """Return the step from the text after cleaning back to the page's, where cleaning changed it."""
        return None if len(self.cleaned.starts) == 1 and self.cleaned.copied[0] else self.cleaned

    def place(self, view: View, start: int, end: int) -> Place:
        """Return where the characters ``start`` to ``end`` of the view's text stand on the page."""
        span = Span(start, end)
        if view.meant is not None:
            span = view.meant.origin(span)
        return Place(self.page.number, span if view.below is None else view.below.origin(span))

    def _raised(self, text: str, figure: Figure, layers: tuple[Edited, ...]) -> bool:
        """Whether a small number behind another is printed smaller: a note mark, 4,500 with a raised 3."""
        at = figure.start
        if figure.digits > 99 or figure.end - at > 2 or text[at - 1 : at] != " " or not text[at - 2 : at - 1].isdigit():
            return False
        span = Span(at - 2, figure.end)
        for layer in layers:
            span = layer.origin(span)
        boxes = [word_box(self.page, index) for index in words_in(self.page, span)]
        return len(boxes) > 1 and boxes[-1][3] - boxes[-1][1] < _RAISED * (boxes[0][3] - boxes[0][1])

    def view(self, doubts: Iterable[Doubt]) -> View:
        """Read the page with the first reading of each doubt in its place."""
        meant = [Replacement(doubt.span, doubt.readings[0]) for doubt in doubts if doubt.readings]
        above: Edited | None = None
        text, ruled = self.text, self.ruled
        if meant:
            above = apply(self.text, meant)
            text = above.text
            ruled = frozenset(forward(above, Span(at, at)).start for at in self.ruled)
        layers = tuple(layer for layer in (above, self.below) if layer is not None)
        found = [f for f in figures(text, locale=self.locale) if not self._raised(text, f, layers)]
        proofs: dict[int, str] = {}
        laid = None
        if len(found) > 4:
            laid = evidence.sheet(self.page, text, found, layers=layers, ruled=ruled)
            proofs = evidence.proofs(laid, text, found)
        differing: list[words.Spoken] = []
        pairs = words.spoken(text, found, capitals=self.locale == "zh")
        for pair in pairs:
            if words.says(found[pair.figure]) == pair.value:
                proofs[pair.figure] = "words and figures agree"
                found[pair.figure] = found[pair.figure]._replace(negative=False)
            else:
                differing.append(pair)
                found[pair.figure] = found[pair.figure]._replace(negative=False)
        agreeing = [pair for pair in pairs if pair.figure in proofs and pair not in differing]
        said = words.said(text, agreeing, capitals=self.locale == "zh")
        return View(text, above, self.below, found, proofs, differing, said, laid)


def overlap(left: Span, right: Span) -> bool:
    """Whether two spans share a character."""
    return left.start < right.end and right.start < left.end


def touching(doubts: list[Doubt], span: Span) -> Doubt | None:
    """Return the first doubt that shares a character with ``span``."""
    for doubt in doubts:
        if doubt.span.start < span.end and span.start < doubt.span.end:
            return doubt
    return None
