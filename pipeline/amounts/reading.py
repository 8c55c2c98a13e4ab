"""One page: its figures, its doubts, and what is decided about each."""

import re
from collections.abc import Iterable
from decimal import Decimal

from pipeline.amounts import forms, gaps, scanned, splits, suspicion
from pipeline.amounts.edits import forward
from pipeline.amounts.forms import Doubt
from pipeline.amounts.grammar import WIDE, Locale, write
from pipeline.amounts.telling import told
from pipeline.amounts.tokens import Token
from pipeline.amounts.views import Above, Found, Sheet, View, overlap, touching
from pipeline.document import Edit, Page, Table
from pipeline.spans import Replacement, Span, apply

_NOTHING = Above()
_FULL_WIDTH = re.compile("[\uff04-\uff19\uffe5]")


def read_page(
    page: Page, cleanings: Iterable[Edit], *, locale: Locale, above: Above = _NOTHING, tables: tuple[Table, ...] = (),
) -> Found:  # fmt: skip
    """Read the figures of one page with its ``tables``."""
    if not page.text:
        return Found()
    cleaned = apply(page.text, [Replacement(e.place.span, e.after) for e in cleanings if e.status == "cleaned"])
    text = cleaned.text.translate(WIDE) if _FULL_WIDTH.search(cleaned.text) else cleaned.text
    ruled = [row.span.start for table in tables for row in table.rows if row.total]
    starts = frozenset(forward(cleaned, Span(at, at)).start for at in ruled)
    sheet = Sheet(page, cleaned, text, locale, starts, tables)
    doubts, tokens = _doubts(sheet)
    view = sheet.view(doubts)
    decided = [_decided(doubt, view) for doubt in doubts]
    if tokens:
        decided = _turned(sheet, decided)
    if not all(doubt.sure for doubt in decided):
        view = sheet.view(doubt for doubt in decided if doubt.sure)
    suspects = _faint(tokens, decided, view)
    suspects += [d for d in _contradicted(sheet, view) if touching(suspects, d.span) is None]
    if tokens:
        suspects = _with_twins(_with_gaps(sheet, suspects, view, tokens), view)
    return told(sheet, view, [doubt for doubt in decided if doubt.sure], suspects, above)


def _doubts(sheet: Sheet) -> tuple[list[Doubt], list[Token]]:
    page, text = sheet.page, sheet.text
    found = [*forms.lettered(text, sheet.locale), *forms.spaced(page, text, sheet.cleaned, sheet.locale)]
    tokens: list[Token] = []
    if not page.words.confidences:
        found.extend(forms.grouped(text, sheet.locale))
        found.extend(forms.commaed(page, text, sheet.cleaned))
    if page.words.confidences:
        broken, tokens = scanned.doubts(page, text, sheet.cleaned, chinese=sheet.locale == "zh")
        found = [doubt._replace(sure=False) for doubt in found] + broken
    found.extend(doubt._replace(sure=not tokens) for doubt in splits.glued(text))
    found.sort()
    kept: list[Doubt] = []
    for doubt in found:
        if not kept or kept[-1].span.end <= doubt.span.start:
            kept.append(doubt)
    return kept, tokens


def _decided(doubt: Doubt, view: View) -> Doubt:
    """Return the doubt, sure if the figures of its first reading are proven."""
    if doubt.sure or not doubt.readings or not view.proofs:
        return doubt
    inside = [
        i for i, figure in enumerate(view.found) if overlap(view.cleaned(Span(figure.first, figure.last)), doubt.span)
    ]
    proofs = [view.proofs.get(i) for i in inside]
    if not proofs or None in proofs:
        return doubt
    return doubt._replace(sure=True, reason=f"{doubt.reason}; {proofs[0]}")


def _turned(sheet: Sheet, decided: list[Doubt]) -> list[Doubt]:
    """Try the second reading of each doubt that its first one did not settle."""
    turned = [
        doubt
        if doubt.sure or len(doubt.readings) < 2
        else doubt._replace(readings=(*doubt.readings[1:], doubt.readings[0]))
        for doubt in decided
    ]
    if turned == decided:
        return decided
    view = sheet.view(turned)
    again = [_decided(doubt, view) for doubt in turned]
    return [new if new.sure else old for new, old in zip(again, decided, strict=True)]


def _with_gaps(sheet: Sheet, suspects: list[Doubt], view: View, tokens: list[Token]) -> list[Doubt]:
    """Return the suspects with those that an open sum puts the blame on: the figure read with the least confidence."""
    if view.laid is None:
        return suspects
    kept = list(suspects)
    for blamed in gaps.gaps(view.laid):
        spans = {
            gap.figure: view.cleaned(Span(view.found[gap.figure].first, view.found[gap.figure].last)) for gap in blamed
        }
        trust = {
            i: min((t.confidence for t in tokens if overlap(t.span, span)), default=1.0) for i, span in spans.items()
        }
        gap = min(blamed, key=lambda gap: (not gap.usual, trust[gap.figure]))
        span = spans[gap.figure]
        number = Decimal(gap.value).scaleb(-view.laid.places[gap.figure])
        meant = write(round(number, view.found[gap.figure].decimals), locale=sheet.locale)
        reason = "its column stays open where the next one closes; another digit would close it"
        same = touching(kept, span)
        if same is None and gap.usual:
            kept.append(Doubt(span, (meant,), "number.open_sum", reason))
        elif same is not None and not same.readings and same.span == span:
            kept[kept.index(same)] = same._replace(readings=(meant,), reason=f"{same.reason}; {reason}")
    return kept


def _with_twins(suspects: list[Doubt], view: View) -> list[Doubt]:
    """Return the suspects with long figures that another one of the page contradicts in one digit."""
    kept = list(suspects)
    for twin in gaps.twins(view.found):
        figure, other = view.found[twin.figure], view.found[twin.other]
        span = view.cleaned(Span(figure.first, figure.last))
        if twin.figure not in view.proofs and touching(kept, span) is None:
            meant = view.text[other.first : other.last]
            kept.append(Doubt(span, (meant,), "number.twin", "a figure of the page differs from it in one digit"))
    return kept


def _faint(tokens: list[Token], decided: list[Doubt], view: View) -> list[Doubt]:
    """Return the doubts that stay: strong ones, and figures that are likely misread and that no sum proves."""
    kept = [doubt for doubt in decided if not doubt.sure and (not tokens or doubt.rule in suspicion.STRONG)]
    if not tokens:
        return kept
    weak = [doubt for doubt in decided if not doubt.sure and doubt.rule not in suspicion.STRONG]
    proven = [view.cleaned(Span(view.found[i].first, view.found[i].last)) for i in view.proofs]
    settled = [*proven, *(doubt.span for doubt in decided if doubt not in weak)]
    page = suspicion.engine(tokens)
    for token in tokens:
        doubt = touching(weak, token.span)
        score = suspicion.suspicion(token, page, rule=doubt.rule if doubt else "")
        bound = suspicion.WITH_READING if doubt else suspicion.THRESHOLD
        if score <= bound or any(overlap(token.span, span) for span in settled):
            continue
        reason = f"read with {100 * max(0.0, token.confidence):.0f} % confidence"
        if doubt is None:
            kept.append(Doubt(token.span, (), "number.low_confidence", reason))
        elif doubt not in kept:
            kept.append(doubt._replace(reason=f"{doubt.reason}; {reason}"))
    return kept


def _contradicted(sheet: Sheet, view: View) -> list[Doubt]:
    """Return a doubt for each figure whose words say another amount."""
    result = []
    for pair in view.differing:
        figure = view.found[pair.figure]
        span = view.cleaned(Span(figure.first, figure.last))
        exponent = 0 if figure.percent else max(0, figure.exponent)
        meant = write(pair.value.scaleb(-exponent).normalize(), locale=sheet.locale)
        result.append(Doubt(span, (meant,), "number.words_differ", f"the words before it say {write(pair.value)}"))
    return result
