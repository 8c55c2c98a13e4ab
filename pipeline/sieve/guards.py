"""What forbids to leave a unit out.

A threshold never breaks a hard guard. Under a budget they yield after everything else.
Measured on filings: rows, short lines, captions and amounts hold 22–27 % of a 10-K's tokens and 41–67 % of an
earnings release's; bare negation would add 21 % and dates 24 %, and at a fixed budget they push out better units,
so these count only beside an obligation or an amount.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

import regex

from pipeline.document import Document, Unit

Served = tuple[int, Sequence[int]]
"""A unit and those that it serves."""

SHORTEST = 8
"""Words; shorter lines are labels, captions and answers ("None.") more often than prose."""

LAST = frozenset({"critical", "changed"})
"""Under a budget these yield after all other guards; within a group the lower entropy yields first."""

SOFT = frozenset({"date"})
"""Shown with the verdict, but holds nothing; a stage that was opened reads these in the dictionaries."""

JUDGED = frozenset({"prohibition", "exhibit_agreement"})
"""Soft in the dictionaries, but judged here: the one by the kind of document, the other alone in its index."""

BULLETS = "•·▪▫◦●○■□►➢✓◆-–—*"
"""A short point of a list is no label or answer: kept for its shortness alone, "• market volatility;" would stand for
the longer points that went."""

BINDING = frozenset({"contract", "other", "dd_report", ""})
"""Documents whose "shall not" and "may not" bind; in a filing "may not be able to" is speculation."""
FINDINGS = frozenset({"dd_report"})
"""Documents whose findings are what is missing: "The signed original could not be found." """
_RISKS = "risk_factors"
_TOLD = frozenset({"prospectus", "annual_report"})
"""Documents that tell each risk in a section of its own, with a title that says little."""
_RISKY = frozenset({*_TOLD, "10-K", "10-Q"})
LIMB = regex.compile(r"[（(]?(?:\p{Ll}{1,4}|\d{1,2}|[一二三四五六七八九十]{1,3})[)）]\s*(?:\p{Ll}|.*[;；,，]$)")
"""Catches "(a) being engaged in a trade or business", "(iv) Liens;"; spares "(1) Der Mieter zahlt."."""
_LEADS = regex.compile(
    r"[:：]$|(?:如下|下[列述图表]|如下[图表]?所示|下表所示|as follows|following table|wie folgt)[.。]?$"
)
"""Catches "产量如下表所示" and "The terms are as follows."; spares "The table shows sales."."""
_LEAD = 24
"""Characters at the end of a text that hold the longest of these."""
_LIST = 5
"""Units close to one another that name a law case: fewer are prose that cites some."""
_PARTED = 3
_UNIT_LINE = regex.compile(
    r"(?i)\b(in|of) (hundreds|thousands|millions|billions)\b|\bexcept (per.share|share|number)"
    r"|单位\s*[：:]|人民币(万|亿)?元"
)
"""Catches "(Dollars in millions, except per share)"; only lines of fewer than 25 words are asked."""
_SIGNS = "€£¥￥元"
_MONEY = regex.compile(
    r"[$€£¥￥]\s?\(?\d|[\d〇零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟]\s*(?:美|港|欧)?元(?!素)"
)
"""Catches "$5", "500万元" and "伍佰万元整"; spares "元素"."""
_PERCENT = regex.compile(r"\d\s?[%％]")
_OBLIGATION = regex.compile(
    r"(?i)\b(shall|must|agrees?|obligat\w+|oblig\w+|liab\w+|payable|entitled|permit\w*|consent|warrant\w*|covenant\w*"
    r"|default\w*|breach\w*|owe[sd]?|haftet|muss|darf)\b|应当?|须|不得|有权|承担|保证|违约|同意"
)
_CHINESE = regex.compile(r"[\u3400-\u9fff]")


def words(text: str) -> float:
    """Count words; two Chinese characters are one."""
    chinese = len(_CHINESE.findall(text)) if not text.isascii() else 0
    return text.count(" ") + text.count("\t") + 1 + chinese / 2


def of(document: Document) -> list[set[str]]:
    """Return the guards of each unit, those of its neighbours not yet spread."""
    found = [set(_own(unit)) for unit in document.units]
    for guard in document.guards:
        found[guard.unit].add(guard.type)
    for negation in document.negations:
        if (
            document.type in FINDINGS
            or found[negation.unit] & {"money", "percent", "limit"}
            or _OBLIGATION.search(document.units[negation.unit].text)
        ):
            found[negation.unit].add("negation")
    for at in _risks(document):
        found[at].add("risk")
    for mark in document.marks:
        found[mark.unit].add(mark.level.lower())
    for change in document.changes:
        if change.unit is not None:
            found[change.unit].add("changed")
    if document.type not in BINDING:
        for guards in found:
            guards.discard("prohibition")
    return found


def _risks(document: Document) -> Iterator[int]:
    """Yield what tells each risk: its first and last sentence, what may happen and what it would do.

    In a 10-K or 10-Q the title says both.
    """
    if document.type not in _RISKY:
        return
    within: set[str] = set()
    parents = {section.parent for section in document.sections if section.first < section.end}
    for section in document.sections:
        if section.type == _RISKS or section.parent in within:
            within.add(section.id)
            if section.id not in parents and document.type not in _TOLD:
                yield from () if section.heading is None else (section.heading,)
            elif section.id not in parents:
                units = range(section.first, section.end)
                prose = [
                    at for at in units if document.units[at].kind == "sentence" and document.units[at].table is None
                ]
                yield from {*prose[:1], *prose[-1:]}


def _own(unit: Unit) -> Iterator[str]:
    text = unit.text
    if unit.kind in ("row", "caption", "form_field", "annotation"):
        yield unit.kind
    count = words(text)
    if count < SHORTEST and not (unit.kind == "item" and text[0] in BULLETS):
        yield "short"
    if unit.kind != "row" and count < 25 and _UNIT_LINE.search(text):
        yield "unit_line"
    if ("$" in text or (not text.isascii() and any(sign in text for sign in _SIGNS))) and _MONEY.search(text):
        yield "money"
    if ("%" in text or "％" in text) and _PERCENT.search(text):
        yield "percent"


def strength(holding: set[str]) -> int:
    """Return 0 for a unit that nothing holds, 2 for one that yields last, else 1."""
    if holding & LAST:
        return 2
    return 1 if holding else 0


def supports(document: Document) -> list[Served]:
    """Return (unit, units it serves) for what makes kept units readable.

    A table's caption, header rows and unit line serve its rows; a lead-in serves the items that name it as their
    context, and what follows its colon; a heading serves what stands under it up to the next heading
    of its section's level.
    """
    return [*_tables(document), *_lead_ins(document), *_headings(document)]


def tables(document: Document) -> Collection[list[int]]:
    """Return the rows of each table with those of the pages that it goes on to, header rows and caption left aside."""
    whole: dict[str, str] = {}
    for table in document.tables:
        whole[table.id] = whole.get(table.continues, table.continues) if table.continues else table.id
    rows: dict[str, list[int]] = defaultdict(list)
    for at, unit in enumerate(document.units):
        if unit.table is not None and unit.row is not None:
            rows[whole.get(unit.table, unit.table)].append(at)
    return rows.values()


def _tables(document: Document) -> Iterator[Served]:
    rows: dict[str, list[int]] = defaultdict(list)
    tops: dict[str, list[int]] = defaultdict(list)
    for at, unit in enumerate(document.units):
        if unit.table is not None:
            (tops if unit.row is None else rows)[unit.table].append(at)
    for table, above in tops.items():
        for at in above:
            yield at, rows[table]


def _lead_ins(document: Document) -> Iterator[Served]:
    recent: dict[str, int] = {}
    served: dict[int, list[int]] = defaultdict(list)
    opened: int | None = None
    for at, unit in enumerate(document.units):
        leads = _LEADS.search(unit.text[-_LEAD:]) is not None
        if opened is not None and opened == at - 1 and unit.kind == "sentence":
            served[opened].append(at)
        if leads or (unit.table is None and unit.kind not in ("row", "item")):
            opened = at if leads else None
        elif opened is not None:
            served[opened].append(at)
        if unit.kind != "row":
            for context in unit.context:
                if context in recent:
                    served[recent[context]].append(at)
        recent[unit.text] = at
    yield from sorted(served.items())


def companions(document: Document) -> list[Served]:
    """Return (unit, units it serves) for what a threshold must not part but a budget may.

    The lettered limbs of one sentence serve one another, and so do the cases of a list; a heading that heads no section
    serves what stands up to the next that does.
    """
    return [*_limbs(document), *_cases(document), *reversed([*_loose_headings(document)])]


def _limbs(document: Document) -> Iterator[Served]:
    run: list[int] = []
    for at, unit in enumerate((*document.units, None)):
        limb = unit is not None and unit.kind == "item" and LIMB.match(unit.text) is not None
        if run and (not limb or at != run[-1] + 1 or document.units[at].context != document.units[run[-1]].context):
            yield from ((each, [other for other in run if other != each]) for each in run if len(run) > 1)
            run = []
        if limb:
            run.append(at)


def _cases(document: Document) -> Iterator[Served]:
    """Yield the units of each list of law cases with the whole list: half of it reads as if it were all.

    Names are often split at their full stops, so that two units that name no case may stand between two that do.
    """
    named: list[int] = []
    for at, unit in enumerate(document.units):
        if unit.kind in ("sentence", "item") and (" v. " in unit.text or " vs. " in unit.text):
            if named and at - named[-1] > _PARTED:
                yield from _whole(named)
                named = []
            named.append(at)
    yield from _whole(named)


def _whole(named: list[int]) -> Iterator[Served]:
    if len(named) >= _LIST:
        yield from ((at, named) for at in range(named[0], named[-1] + 1))


def _headings(document: Document) -> Iterator[Served]:
    ends = {section.heading: section.end for section in document.sections if section.heading is not None}
    starts = [at for at, unit in enumerate(document.units) if unit.kind == "heading"]
    following = dict(zip(starts, [*starts[1:], len(document.units)][: len(starts)], strict=True))
    for at in sorted({*starts, *ends}):
        end = max(ends.get(at, 0), following.get(at, at + 1))
        yield at, range(at + 1, end)


def _loose_headings(document: Document) -> Iterator[Served]:
    openings = sorted(section.heading for section in document.sections if section.heading is not None)
    openings.append(len(document.units))
    for at, unit in enumerate(document.units):
        if unit.kind == "heading" and at not in openings:
            yield at, range(at + 1, openings[bisect_right(openings, at)])
