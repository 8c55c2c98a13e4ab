"""Headings without a number, told by their look alone."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from pipeline.sections.headings import Heading
from pipeline.sections.titles import UNFINISHED, squash

_NO_TITLE = re.compile(
    r"""^\W*(?:
        [(\[].*[)\]]
      | (?:by|its|name|title|date|if\s+to)\s*:.*
      | (?:execution|conformed|final|draft)\s+(?:version|copy|form)\b.*
      | \d{1,5}\s+(?:[\w.]+\s+){1,4}(?:street|st\.|avenue|ave\.?|road|rd\.|drive|boulevard|blvd\.?
        |lane|parkway|suite\s+\d+)(?:,.*)?
      | exhibits?\s+(?:nos?\b\.?|numbers?)\s*(?:description.*|exhibit.*)?
      | (?:(?:january|february|march|april|may|june|july|august|september|october|november|december)
        \s+\d{1,2},?\s+\d{4}\s*)+.{0,30}
      | (?:total\s+|current\s+)?(?:assets|liabilities)(?:\s+and\s+.{0,30}equity)?
      | .{2,40},\s+[a-z]{2}\s+\d{5}(?:-\d{4})?
      | [\u4e00-\u9fff（）()]{2,30}(?:股份|责任)?有限(?:责任)?公司
      | (?:as\s+of|as\s+at|for\s+the|at|through)?\s*(?:the\s+)?(?:fiscal\s+)?
        (?:years?|quarters?|months?|weeks?|periods?|three|six|nine|twelve)
        \s+(?:months\s+|weeks\s+)?ended\b.*
      | (?:as\s+of|at)?\s*
        (?:january|february|march|april|may|june|july|august|september|october|november|december)\s+\d{1,2}(?:,?\s+\d{4})?
      | (?:in|dollars\s+in|\$\s+in|amounts?\s+in)\s+(?:millions|thousands|billions).*
      | (?:page|total|date|by|name|title|signature|its|per\s+share|weighted\s+average)\b.{0,12}
      | table\s+of\s+contents
      | \(?(?:unaudited|audited|continued)\)?
      | (?:and|or|of|by\s+and\s+between|between|to)
      | /s/.*
      | (?:now,?\s+therefore|in\s+witness\s+whereof|whereas\b\s*,?\s*\w.*
        |remainder\s+of|.{0,40}\bintentionally\s+(?:left\s+)?blank|(?:this\s+page\s+)?intentionally|signature\s+page\s+follows).*
      | (?:party|company|attn|attention|address|tel|fax|e-?mail|to|from|re)\b[^:]{0,20}:.*
      | [•●○▪■◦‣·*]\s.*
      | .{2,60}\band\s+(?:its\s+|consolidated\s+)*subsidiar(?:y|ies)(?:\s+companies)?
      | (?:[\w&.,’'-]+\s+){1,5}(?:inc|corp|corporation|company|llc|ltd|limited|plc|ag|gmbh|asa?|n\.?v|l\.?p|co)
    )\W*$""",
    re.IGNORECASE | re.VERBOSE,
)
_ROLE = re.compile(
    r"\b(?:officer|president|director|chair(?:man|woman|person)?|secretary|treasurer|trustee)\W*$", re.IGNORECASE
)
"""Ends what stands below a signature: "Executive Vice President"."""
_LONGEST_ROLE = 24
_GOES_ON = re.compile(r"\b(?:THIS|THAT|SUCH|ANY)\W*$")
"""Ends a line of a clause set in capitals: "ANY LEGAL PROCEEDING ARISING OUT OF THIS"."""
_LEAD_IN = re.compile(
    r"\b(?:increased|decreased|declined|rose|fell|grew|reflect(?:s|ed|ing)|due\s+to|driven|includ(?:es?|ed|ing)|follow(?:s|ing)"
    r"|was|were|is|are|ist|sind|wurden?)\b",
    re.IGNORECASE,
)
"""Catches "Mortgage fees and related income decreased due to:"; spares "Industrial Business (37.4% of sales):"."""


def accepted(headings: Iterable[Heading], confirmed: set[int], *, typed: set[int]) -> list[Heading]:
    """Return the headings without a number that stand out; ``typed`` holds ids whose words name a known section."""
    found = [h for h in headings if h.label is None and _is_heading(h, listed=id(h) in confirmed, typed=id(h) in typed)]
    emphasised = _emphasised(found) - confirmed
    found = [h for h in found if id(h) not in emphasised]
    repeated = _running(found)
    kept = []
    seen: Counter[str] = Counter()
    for heading in found:
        words = squash(heading.title)
        seen[words] += 1
        if id(heading) in confirmed or words not in repeated or seen[words] == 1:
            kept.append(heading)
    return kept


def is_doubtful(heading: Heading) -> bool:
    """Tell whether the look of a line without a number leaves open if it is a heading, so that its words are asked."""
    stands = heading.label is None and heading.form == "own" and heading.first
    return stands and (heading.strength == 1 or (heading.strength > 1 and heading.small == 1))


def _is_heading(heading: Heading, *, listed: bool, typed: bool) -> bool:
    if heading.form != "own" or heading.tabular or not heading.first:
        return listed and heading.form in {"own", "linked"}
    if listed:
        return True
    if heading.strength < (1 if typed else 2) or heading.small > int(typed):
        return False
    title = heading.title
    if title[:1].islower() or title[:1] in {"“", '"', "("} or title[-1:] in {",", ";", "\u037e"}:
        return False
    letters = sum(map(str.isalpha, title))
    if letters < 2 or sum(map(str.isdigit, title)) > letters or UNFINISHED.search(title) or _GOES_ON.search(title):
        return False
    if _NO_TITLE.match(title) or _ROLE.search(title, max(0, len(title) - _LONGEST_ROLE)):
        return False
    return title[-1] != ":" or (len(title) < 60 and not _LEAD_IN.search(title))


def _emphasised(headings: list[Heading]) -> set[int]:
    """Return the ids of lines that stand close under one another in one look: a paragraph set in bold, no headings."""
    found: set[int] = set()
    run: list[Heading] = []
    for heading in headings:
        before = run[-1] if run else None
        close = before is not None and before.page == heading.page and before.style == heading.style
        if before is None or not close or not 0 < heading.y - before.y < 1.6 * heading.style.size:
            run = []
        run.append(heading)
        if len(run) > 2:
            found.update(id(h) for h in run)
    return found


def _running(headings: list[Heading]) -> set[str]:
    """Return squashed titles that come again at the same height of many pages: heads that run."""
    places: dict[str, list[Heading]] = defaultdict(list)
    for heading in headings:
        places[squash(heading.title)].append(heading)
    return {
        words
        for words, same in places.items()
        if len({h.page for h in same}) >= 4 and max(h.y for h in same) - min(h.y for h in same) < 30
    }
