"""One page: its figures, its doubts, and what is decided about each."""

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from pipeline.amounts import evidence, forms, gaps, scanned, splits, suspicion, words
from pipeline.amounts.edits import forward, lead_back, space_rule, tightened
from pipeline.amounts.finding import Figure, figures
from pipeline.amounts.forms import Doubt
from pipeline.amounts.grammar import WIDE, Locale, write
from pipeline.amounts.scales import Scaler, UnitLine, table_regions
from pipeline.amounts.tokens import Token
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


class View(NamedTuple):
    """A page's text under the readings of some doubts, the figures in it and what proves them."""

    text: str
    layers: tuple[Edited, ...]
    """From this text back to the page's."""
    found: list[Figure]
    proofs: dict[int, str]
    differing: list[words.Spoken]
    """Figures beside words that say another amount."""
    laid: evidence.Sheet | None
    """The figures in lines and columns, where there are enough of them."""

    def cleaned(self, span: Span) -> Span:
        """Return where ``span`` stands in the text after cleaning."""
        return self.layers[0].origin(span) if len(self.layers) > 1 else span

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

    def view(self, doubts: Iterable[Doubt]) -> View:
        """Read the page with the first reading of each doubt in its place."""
        meant = [Replacement(doubt.span, doubt.readings[0]) for doubt in doubts if doubt.readings]
        layers: tuple[Edited, ...] = (self.cleaned,)
        text, ruled = self.text, self.ruled
        if meant:
            layers = (apply(self.text, meant), self.cleaned)
            text = layers[0].text
            ruled = frozenset(forward(layers[0], Span(at, at)).start for at in self.ruled)
        found = figures(text, locale=self.locale)
        proofs: dict[int, str] = {}
        laid = None
        if len(found) > 4:
            laid = evidence.sheet(self.page, text, found, layers=layers, ruled=ruled)
            proofs = evidence.proofs(laid)
        differing: list[words.Spoken] = []
        for pair in words.spoken(text, found, capitals=self.locale == "zh"):
            if words.says(found[pair.figure]) == pair.value:
                proofs[pair.figure] = "words and figures agree"
                found[pair.figure] = found[pair.figure]._replace(negative=False)
            else:
                differing.append(pair)
        return View(text, layers, found, proofs, differing, laid)


def read_page(
    page: Page, cleanings: Iterable[Edit], *, locale: Locale, inherited: UnitLine | None = None,
    ruled: Iterable[int] = (),
) -> Found:  # fmt: skip
    """Read the figures of one page; ``ruled`` are the starts of its table rows that are marked as sums."""
    if not page.text:
        return Found()
    cleaned = apply(page.text, [Replacement(e.place.span, e.after) for e in cleanings if e.status == "cleaned"])
    text = cleaned.text if cleaned.text.isascii() else cleaned.text.translate(WIDE)
    starts = frozenset(forward(cleaned, Span(at, at)).start for at in ruled)
    sheet = Sheet(page, cleaned, text, locale, starts)
    doubts, tokens = _doubts(sheet)
    view = sheet.view(doubts)
    decided = [_decided(doubt, view) for doubt in doubts]
    if tokens:
        decided = _turned(sheet, decided)
    if not all(doubt.sure for doubt in decided):
        view = sheet.view(doubt for doubt in decided if doubt.sure)
    suspects = _faint(tokens, decided, view)
    suspects += [d for d in _contradicted(sheet, view) if _touching(suspects, d.span) is None]
    if tokens:
        suspects = _with_twins(_with_gaps(sheet, suspects, view, tokens), view)
    return _told(sheet, view, decided, suspects, inherited)


def _doubts(sheet: Sheet) -> tuple[list[Doubt], list[Token]]:
    page, text = sheet.page, sheet.text
    found = [*forms.lettered(text, sheet.locale), *forms.spaced(page, text, sheet.cleaned, sheet.locale)]
    tokens: list[Token] = []
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
        i for i, figure in enumerate(view.found) if _overlap(view.cleaned(Span(figure.first, figure.last)), doubt.span)
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
            i: min((t.confidence for t in tokens if _overlap(t.span, span)), default=1.0) for i, span in spans.items()
        }
        gap = min(blamed, key=lambda gap: (not gap.usual, trust[gap.figure]))
        span = spans[gap.figure]
        number = Decimal(gap.value).scaleb(-view.laid.places[gap.figure])
        meant = write(round(number, view.found[gap.figure].decimals), locale=sheet.locale)
        reason = "its column stays open where the next one closes; another digit would close it"
        same = _touching(kept, span)
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
        if twin.figure not in view.proofs and _touching(kept, span) is None:
            meant = view.text[other.first : other.last]
            kept.append(Doubt(span, (meant,), "number.twin", "a figure of the page differs from it in one digit"))
    return kept


def _overlap(left: Span, right: Span) -> bool:
    return left.start < right.end and right.start < left.end


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
        doubt = _touching(weak, token.span)
        score = suspicion.suspicion(token, page, rule=doubt.rule if doubt else "")
        bound = suspicion.WITH_READING if doubt else suspicion.THRESHOLD
        if score <= bound or any(_overlap(token.span, span) for span in settled):
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
        exponent = 0 if figure.percent else figure.exponent
        meant = write(pair.value.scaleb(-exponent).normalize(), locale=sheet.locale)
        result.append(Doubt(span, (meant,), "number.words_differ", f"the words before it say {write(pair.value)}"))
    return result


def _told(sheet: Sheet, view: View, decided: list[Doubt], suspects: list[Doubt], inherited: UnitLine | None) -> Found:
    regions = [forward(sheet.cleaned, span) for span in table_regions(sheet.page)]
    if len(view.layers) > 1:
        regions = [forward(view.layers[0], span) for span in regions]
    scaler = Scaler(view.text, regions, inherited=inherited)
    number, text = sheet.page.number, view.text
    sure = [doubt for doubt in decided if doubt.sure]
    repairs = [_suspect(sheet, doubt) for doubt in suspects]
    amounts: list[Amount] = []
    told: set[Span] = set()
    folded = text is not sheet.cleaned.text
    for i, figure in enumerate(view.found):
        span = Span(figure.start, figure.end)
        inner = view.cleaned(span)
        doubt = _touching(sure, inner) if sure else None
        suspect = _touching(suspects, inner) if suspects else None
        after = tightened(text, figure) if figure.spaces else text[span.start : span.end]
        place = Place(number, sheet.cleaned.origin(inner))
        status: AmountStatus = (
            "suspect" if suspect else "repaired" if doubt else "proven" if i in view.proofs else "read"
        )
        proof = view.proofs.get(i, "")
        if suspect is None and (
            doubt or figure.spaces or (folded and after != sheet.cleaned.text[inner.start : inner.end])
        ):
            rule, reason = (doubt.rule, doubt.reason) if doubt else _spelling(text, figure)
            where, meant = view.written(span, after)
            repairs.append(Edit(Place(number, where), meant, rule, "repaired", reason))
            proof = proof or (reason if doubt else "")
            if doubt:
                told.add(doubt.span)
        amounts.append(_amount(figure, place, after, scaler, status, proof))
    for doubt in sure:
        if doubt.span not in told:
            where, meant = lead_back(sheet.cleaned, doubt.span, doubt.readings[0])
            repairs.append(Edit(Place(number, where), meant, doubt.rule, "repaired", doubt.reason))
    return Found(tuple(_apart(repairs)), tuple(amounts), (), scaler.lines[-1] if scaler.lines else None)


def _apart(repairs: list[Edit]) -> list[Edit]:
    """Return the edits in order, without those that overlap one before them."""
    kept: list[Edit] = []
    for edit in sorted(repairs, key=lambda e: e.place):
        if not kept or kept[-1].place.span.end <= edit.place.span.start:
            kept.append(edit)
    return kept


def _suspect(sheet: Sheet, doubt: Doubt) -> Edit:
    written = sheet.text[doubt.span.start : doubt.span.end]
    candidates = tuple(reading for reading in doubt.readings if reading != written)
    place = Place(sheet.page.number, sheet.cleaned.origin(doubt.span))
    return Edit(place, "", doubt.rule, "suspect", doubt.reason, candidates)


def _touching(doubts: list[Doubt], span: Span) -> Doubt | None:
    return next((doubt for doubt in doubts if _overlap(doubt.span, span)), None)


def _spelling(text: str, figure: Figure) -> tuple[str, str]:
    if not figure.spaces:
        return "number.full_width", "full-width figures stand for the same figures"
    return space_rule(figure), _SPACED_PROOF["\t" if "\t" in text[figure.start : figure.end] else ""]


def _amount(figure: Figure, place: Place, text: str, scaler: Scaler, status: AmountStatus, proof: str) -> Amount:
    exponent, currency = figure.exponent, figure.currency
    if figure.percent:
        exponent = -2
    elif not exponent and scaler.lines_hold:
        line = scaler.of(figure.first)
        if line is not None:
            exponent, currency = line.exponent, currency or line.currency
    value = valued(figure.digits, figure.decimals - exponent, negative=figure.negative)
    scale = _SCALES.get(exponent) or valued(1, -exponent, negative=False)
    return Amount(place, text, value, currency, scale, status, proof)


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
