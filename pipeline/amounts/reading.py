"""One page: its figures, its doubts, and what is decided about each."""

from collections.abc import Iterable
from typing import NamedTuple

from pipeline.amounts import forms
from pipeline.amounts.edits import Written, forward, lead_back, space_rule, tightened
from pipeline.amounts.finding import Figure, figures
from pipeline.amounts.forms import Doubt
from pipeline.amounts.grammar import WIDE, Locale
from pipeline.amounts.scales import Scaler, UnitLine, table_regions
from pipeline.document import Amount, AmountStatus, Edit, Notice, Page, Place
from pipeline.spans import Edited, Replacement, Span, apply

_SPACED_PROOF = {"\t": "a sign in a cell of its own beside its figure", "": "adjacent in one cell"}


class Found(NamedTuple):
    """What one page gives to the document."""

    repairs: tuple[Edit, ...] = ()
    amounts: tuple[Amount, ...] = ()
    notices: tuple[Notice, ...] = ()
    unit_line: UnitLine | None = None
    """The last one of the page."""


def read_page(page: Page, cleanings: Iterable[Edit], *, locale: Locale, inherited: UnitLine | None = None) -> Found:
    """Read the figures of one page."""
    if not page.text:
        return Found()
    cleaned = apply(
        page.text, [Replacement(edit.place.span, edit.after) for edit in cleanings if edit.status == "cleaned"]
    )
    text = cleaned.text if cleaned.text.isascii() else cleaned.text.translate(WIDE)
    doubts = _doubts(page, text, cleaned, locale)
    if not doubts:
        return _digital(page, cleaned, text, locale=locale, inherited=inherited)
    meant = apply(text, [Replacement(doubt.span, doubt.readings[0]) for doubt in doubts if doubt.sure])
    return _digital(page, cleaned, meant.text, locale=locale, inherited=inherited, meant=meant, doubts=doubts)


def _doubts(page: Page, text: str, cleaned: Edited, locale: Locale) -> list[Doubt]:
    found = [*forms.lettered(text, locale), *forms.spaced(page, text, cleaned, locale)]
    found.sort()
    return found


def _digital(
    page: Page, cleaned: Edited, text: str, *, locale: Locale, inherited: UnitLine | None,
    meant: Edited | None = None, doubts: Iterable[Doubt] = (),
) -> Found:  # fmt: skip
    found = figures(text, locale=locale)
    regions = [_onward(forward(cleaned, span), meant) for span in table_regions(page)]
    scaler = Scaler(text, regions, inherited=inherited)
    repairs: list[Edit] = []
    amounts: list[Amount] = []
    open_doubts = list(doubts)
    for figure in found:
        span = Span(figure.start, figure.end)
        inner = _back(meant, span)
        doubt = _within(open_doubts, inner) if open_doubts else None
        after = tightened(text, figure) if figure.spaces else text[figure.start : figure.end]
        place = Place(page.number, cleaned.origin(inner))
        status: AmountStatus = "read"
        wide = (
            text is not cleaned.text
            and meant is None
            and text[figure.start : figure.end] != cleaned.text[inner.start : inner.end]
        )
        if doubt is not None or figure.spaces or wide:
            written = _lead_back(cleaned, meant, span, after)
            rule, proof = (doubt.rule, doubt.reason) if doubt else _spelling(text, figure)
            repairs.append(Edit(Place(page.number, written.span), written.after, rule, "repaired", proof))
            status = "repaired" if doubt else "read"
        amounts.append(_amount(figure, place, after, scaler, status))
    return Found(tuple(repairs), tuple(amounts), (), scaler.lines[-1] if scaler.lines else None)


def _within(doubts: list[Doubt], span: Span) -> Doubt | None:
    return next((doubt for doubt in doubts if span.start <= doubt.span.start and doubt.span.end <= span.end), None)


def _spelling(text: str, figure: Figure) -> tuple[str, str]:
    if not figure.spaces:
        return "number.full_width", "full-width figures stand for the same figures"
    return space_rule(figure), _SPACED_PROOF["\t" if "\t" in text[figure.start : figure.end] else ""]


def _back(meant: Edited | None, span: Span) -> Span:
    return span if meant is None else meant.origin(span)


def _onward(span: Span, meant: Edited | None) -> Span:
    return span if meant is None else forward(meant, span)


def _lead_back(cleaned: Edited, meant: Edited | None, span: Span, after: str) -> Written:
    if meant is not None:
        span, after = lead_back(meant, span, after)
    return lead_back(cleaned, span, after)


def _amount(figure: Figure, place: Place, text: str, scaler: Scaler, status: AmountStatus) -> Amount:
    exponent, currency = figure.exponent, figure.currency
    if figure.percent:
        exponent = -2
    elif not exponent and scaler.lines_hold:
        line = scaler.of(figure.first)
        if line is not None:
            exponent, currency = line.exponent, currency or line.currency
    value = valued(figure.digits, figure.decimals - exponent, negative=figure.negative)
    return Amount(place, text, value, currency, _SCALES.get(exponent) or valued(1, -exponent, negative=False), status)


_SCALES = {0: "1", 2: "100", 3: "1000", 4: "10000", 6: "1000000", 9: "1000000000", 8: "100000000", -2: "0.01"}


def valued(digits: int, decimals: int, *, negative: bool) -> str:
    """Return ``digits`` / 10**decimals as a decimal string."""
    written = str(digits)
    if decimals > 0:
        written = written.rjust(decimals + 1, "0")
        written = f"{written[:-decimals]}.{written[-decimals:]}"
    elif decimals < 0 and digits:
        written += "0" * -decimals
    return f"-{written}" if negative and digits else written
