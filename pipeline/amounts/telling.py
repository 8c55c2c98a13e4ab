"""From what is decided about a page to its edits and amounts."""

from collections.abc import Iterator

from pipeline.amounts.edits import forward, lead_back, space_rule, tightened
from pipeline.amounts.figure import Figure
from pipeline.amounts.forms import Doubt
from pipeline.amounts.headings import Carried, heads, units_in_heads
from pipeline.amounts.money import money_spans
from pipeline.amounts.scales import Scaler, table_regions
from pipeline.amounts.views import Above, Found, Sheet, View, overlap, touching
from pipeline.document import Amount, AmountStatus, Edit, Notice, Place
from pipeline.spans import Span

_OWN_CELL = "a sign in a cell of its own beside its figure"
_ADJACENT = "adjacent in one cell"
_SCALES = {0: "1", 2: "100", 3: "1000", 4: "10000", 6: "1000000", 9: "1000000000", 8: "100000000", -2: "0.01"}


def told(sheet: Sheet, view: View, sure: list[Doubt], suspects: list[Doubt], above: Above) -> Found:
    """Return the edits and amounts of a page whose ``sure`` doubts are repaired in ``view``."""
    scaler, carried = _scaler(sheet, view, above)
    repairs = [_suspect(sheet, doubt) for doubt in suspects]
    amounts: list[Amount] = []
    settled: set[Span] = set()
    folded = view.meant is None and sheet.text is not sheet.cleaned.text
    direct = view.meant is None and sheet.below is None
    number = sheet.page.number
    for i, figure in enumerate(view.found):
        start, end = figure.start, figure.end
        shown = tightened(view.text, figure) if figure.spaces else view.text[start:end]
        proof = view.proofs.get(i, "")
        status: AmountStatus = "proven" if proof else "read"
        place = Place(number, Span(start, end)) if direct else sheet.place(view, start, end)
        if direct and figure.spaces and not (sure or suspects or folded):
            rule, reason = _spelling(view.text, figure)
            repairs.append(Edit(place, shown, rule, "repaired", reason))
        elif sure or suspects or figure.spaces or folded:
            inner = view.cleaned(Span(start, end))
            doubt = touching(sure, inner)
            if touching(suspects, inner) is not None:
                status = "suspect"
            elif doubt and doubt.silent:
                shown = sheet.text[inner.start : inner.end]
                settled.add(doubt.span)
            elif doubt and not overlap(doubt.span, view.cleaned(Span(figure.first, figure.last))):
                pass  # a sign was read anew, the digits were not: the sign alone is edited
            elif doubt or figure.spaces or (folded and _wide(sheet, view, figure)):
                rule, reason = (doubt.rule, doubt.reason) if doubt else _spelling(view.text, figure)
                where, after = view.written(Span(start, end), shown)
                repairs.append(Edit(Place(number, where), after, rule, "repaired", reason))
                if doubt:
                    status, proof = "repaired", proof or reason
                    settled.add(doubt.span)
        amounts.append(_amount(figure, place, shown, scaler, status, proof))
    repairs += [_alone(sheet, doubt) for doubt in sure if doubt.span not in settled]
    last = scaler.lines[-1] if scaler.lines else None
    found, notices = _with_said(sheet, view, amounts), tuple(_notices(sheet, suspects))
    return Found(tuple(_apart(repairs)), tuple(found), notices, last, scaler.standing, carried)


def _with_said(sheet: Sheet, view: View, amounts: list[Amount]) -> list[Amount]:
    """Return the amounts with those that stand in words, such as ten million dollars."""
    if not view.said:
        return amounts
    found = list(amounts)
    for said in view.said:
        place, text = sheet.place(view, *said.span), view.text[said.span.start : said.span.end]
        status: AmountStatus = "proven" if said.agrees else "read"
        proof = "words and figures agree" if said.agrees else ""
        found.append(Amount(place, " ".join(text.split()), format(said.value, "f"), said.currency, "1", status, proof))
    return sorted(found, key=lambda amount: amount.place)


def _notices(sheet: Sheet, suspects: list[Doubt]) -> Iterator[Notice]:
    differing = sum(doubt.rule == "number.words_differ" for doubt in suspects)
    misread = len(suspects) - differing
    number = sheet.page.number
    if misread:
        shown = "1 figure" if misread == 1 else f"{misread} figures"
        yield Notice("amounts", "suspect_figures", number, f"{shown} of the page may be misread; see the repairs")
    if differing:
        shown = "1 figure disagrees" if differing == 1 else f"{differing} figures disagree"
        yield Notice("amounts", "words_differ", number, f"{shown} with the words beside; see the repairs")


def _wide(sheet: Sheet, view: View, figure: Figure) -> bool:
    """Whether the digits of a figure are full-width ones; brackets alone may stay so."""
    return view.text[figure.first : figure.last] != sheet.cleaned.text[figure.first : figure.last]


def _scaler(sheet: Sheet, view: View, above: Above) -> tuple[Scaler, tuple[Carried, ...]]:
    """Return what tells the scales of the page, and the columns that its last table hands on."""
    regions = table_regions(sheet.page)
    for layer in reversed(view.layers):
        regions = [forward(layer, span) for span in regions]
    scaler = Scaler(view.text, regions, inherited=above.line)
    if not sheet.tables:
        return scaler, ()
    text = sheet.page.text
    columns = above.columns if sheet.tables[0].continues is not None else ()
    if not scaler.holds and not columns and not units_in_heads(text, sheet.tables):
        return scaler, ()
    found = heads(text, sheet.tables, columns)
    hints = found.hints
    for layer in reversed(view.layers):
        hints = [forward(layer, span) for span in hints]
    wide = scaler.standing is not None or (above.line is not None and (above.line.guessed or above.line.alike))
    scaler.keep(found, hints, money_spans(text, sheet.tables) if wide else [])
    return scaler, tuple(found.carried)


def _alone(sheet: Sheet, doubt: Doubt) -> Edit:
    """Return the edit of a repair that no figure holds, such as a nil dash."""
    where, after = lead_back(sheet.cleaned, doubt.span, doubt.readings[0])
    return Edit(Place(sheet.page.number, where), after, doubt.rule, "repaired", doubt.reason)


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


def _spelling(text: str, figure: Figure) -> tuple[str, str]:
    if not figure.spaces:
        return "number.full_width", "full-width figures stand for the same figures"
    return space_rule(figure), _OWN_CELL if "\t" in text[figure.start : figure.end] else _ADJACENT


def _amount(figure: Figure, place: Place, text: str, scaler: Scaler, status: AmountStatus, proof: str) -> Amount:
    exponent, currency = figure.exponent, figure.currency
    if figure.percent:
        exponent = -2
    elif not exponent and scaler.holds:
        given = scaler.of(figure, place=place.span.start)
        if not given.sure:
            return Amount(place, text, None, currency, "1", status, proof)
        exponent, currency = given.exponent, currency or given.currency
    value = valued(figure.digits, figure.decimals - exponent, negative=figure.negative)
    scale = _SCALES.get(exponent) or valued(1, -exponent, negative=False)
    return Amount(place, text, value, currency, scale, status, proof)


def valued(digits: int, decimals: int, *, negative: bool) -> str:
    """Return ``digits`` / 10**decimals as a decimal string."""
    written = str(digits)
    if decimals > 0:
        written = written.rjust(decimals + 1, "0")
        written = f"{written[:-decimals]}.{written[-decimals:]}"
    elif decimals < 0 and digits:
        written += "0" * -decimals
    return f"-{written}" if negative and digits else written
