"""Where sentences end, in English, Chinese and German: own rules over one candidate pattern.

A candidate is a mark that can end a sentence, with the quotes and brackets that close after it. Rules then look at
the word before it and the word after it. Where they are unsure they do not split: two sentences in one unit lose
nothing.
"""

from collections.abc import Iterator
from typing import NamedTuple

import regex

from pipeline.sentences.abbreviations import (
    BEFORE_NUMBER,
    FIRMS,
    FORMS,
    LABELS,
    LETTERED,
    MAYBE_FINAL,
    MONTHS,
    NEVER_FINAL,
    ORDINARY,
    STARTERS,
)

_CLOSERS = r"[\"'”’»›\)\]）】》」』〉］]"
_STUCK = "|".join(sorted(word for word in STARTERS if word.isascii() and word.istitle() and len(word) > 1))
_SUBJECT = r"(?!Com|Net|Org)\p{Lu}\p{L}+\s(?:shall|will|agrees|must|acknowledges|represents|warrants)\s"
_CANDIDATE = regex.compile(
    rf"""
      (?P<cjk>[。！？｡]++(?:…)*+(?P<shut>[”’"'」』）】》\)\]]*+))
    | (?P<stop>\.++|[!?]++)
      (?P<close>(?:{_CLOSERS}|(?<=[.!?])[“‘]|\(\d{{1,2}}\)|\[\d{{1,3}}\]|[¹²³⁴-⁹*†‡])*+)
      (?=\s|$|(?P<tight>\p{{Han}}))
    | (?P<stuck>\.)(?:(?<=\p{{Ll}}{{3}}\.)(?=(?:{_STUCK})\s)|(?<=[\p{{L}})]{{2}}\.)(?={_SUBJECT}))
    | (?P<blank>\n[^\S\n]*\n)
    """,
    regex.VERBOSE,
)
"""Catches 。” without white space behind it, "revenue.(1) The" and "repaid.The Buyer"; spares "sec.gov" and "3.2".

"born by ABC.Alder shall provide" ends where a subject with its verb begins."""
_BREAKS = (" \n\n", "\n\n")
"""What follows here ends the sentence in any case."""
_REACH = 100
"""Characters within which a label comes to its stop."""
_OPENERS = "([\"'“‘„«»（"
_NEXT = regex.compile(
    r"\s*(?P<opening>[\"'“‘„«»(\[（]*)(?P<word>[^\s,;:.!?()\"'”’“]*)(?P<mark>[,;:.!?]?)(?:\s(?P<second>\p{Ll}+))?"
)
_ENUMERATOR = r"(?:\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?|§+\s?\d+[a-z]?\.?)"
_NAMED = (
    r"(?:Item|ITEM|Note|NOTE|Section|SECTION|Article|ARTICLE|Part|PART|Rule|Exhibit|Schedule|Annex|Appendix"
    r"|Artikel|Anlage|Ziffer)\s+(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z](?:-\d+)?)\."
)
_TITLE = r"\p{Lu}[^.!?;:]{1,80}"
_LABEL = regex.compile(
    rf"""\s*(?:[•▪◦●○■□–—*-]\s*)?
    (?: (?P<numbered>{_ENUMERATOR}(?:\s*{_ENUMERATOR})*)\s+(?:(?P<title>{_TITLE})\.(?=[\"”’]?\s))?
      | (?P<named>{_NAMED})\s+(?:(?P<name>{_TITLE})\.(?=[\"”’]?\s))?
    )""",
    regex.VERBOSE,
)
_RUN_IN = regex.compile(r"\s*(\p{Lu}[^.!?;:]{2,60})\.(?=\s+[\"“(]?\p{Lu})")
_MAY_LABEL = frozenset("0123456789(§•▪◦●○■□–—*-INSAPRTZivx")
"""What a label can begin with where it does not open a block; single capitals before "." are left to the rules."""
_SMALL = frozenset(
    "a an and as at by for from in into no of on or the to with und der die das des von zu für mit im".split()
)
_WHOLE = frozenset(("none", "not applicable", "reserved", "yes", "no", "ja", "nein", "keine", "entfällt"))
_VERBS = frozenset(
    "is are was were has have had will shall may must should would could did does ist sind war hat".split()
)
_SPEAKER = regex.compile(r"[^。！？；：，“”\s]{0,10}(?:说|道|表示|指出|强调|回答|答复|认为|称)(?=[。，])")
"""Catches 他说。 and 董事长表示，; spares 会议随后结束。."""
_TITLE_REACH = 40
"""Characters from 《 or to 》 within which a title ends."""
_ROMAN = regex.compile(r"[IVXLC]{1,4}$")
_DOTTED = regex.compile(r"(?:\p{L}\.)+\p{L}$")
_NUMBER = regex.compile(r"[(§]*\d+[A-Za-z]?(?:[.\-]\d+)*(?:\(\w+\))*$|[IVXLC]+$|[A-Z]$")
_NUMBERED_START = regex.compile(
    r"\s+(?:§+\s?\d|\d{1,3}(?:\.\d{1,3})*[.)]?\s+[\"“]?\p{Lu}\p{L}|(?:19|20)\d\d\s+\p{Ll}|\d\p{Lu}[’']?\p{L}*\s+\p{Ll})"
)


def sentences(text: str, *, german: bool = False) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence, without the white space around it."""
    start = 0
    for end in ends(text, german=german):
        words = text[start:end]
        yield start + len(words) - len(words.lstrip()), end
        start = end


def ends(text: str, *, german: bool = False) -> list[int]:
    """Return the offsets in ``text`` after the last character of each sentence; the last is the end of the text.

    A blank line always ends a sentence; a single line end is white space. White space between sentences belongs to
    neither.
    """
    found: list[int] = []
    label_end = _label_end(text, 0)
    for match in _CANDIDATE.finditer(text):
        start, at = match.span()
        if text[start] == "." and at == start + 1 > label_end and _ends_plainly(text, start):
            label_end = _label_end(text, at, opening=False) if text[at + 1] in _MAY_LABEL else 0
        elif match["blank"]:
            at = match.start() - (match.start() > 0 and text[match.start() - 1] == " ")
            label_end = _label_end(text, match.end())
        elif at <= label_end or text.startswith(_BREAKS, at) or not _ends_here(text, match, german=german):
            continue
        else:
            label_end = _label_end(text, at, opening=False) if text[at + 1 : at + 2] in _MAY_LABEL else 0
        if text[found[-1] if found else 0 : at].strip():
            found.append(at)
    if text[found[-1] if found else 0 :].strip():
        found.append(len(text.rstrip()))
    return found


def _label_end(text: str, start: int, *, opening: bool = True) -> int:
    """Return where the enumerator and run-in heading that begin at ``start`` end.

    "2.1 Grant. The Licensor …" keeps its label, "Governing Law. This Agreement …" too when it opens a block;
    "None. Not applicable." are two sentences.
    """
    near = text[start : start + _REACH]
    if "." not in near and ")" not in near and "§" not in near:
        return 0
    match = _LABEL.match(text, start)
    if match is None:
        run_in = _RUN_IN.match(text, start) if opening else None
        return run_in.end() if run_in and _may_run_in(run_in[1]) and _is_title(run_in[1]) else 0
    for group in ("title", "name"):
        if match[group] and _is_title(match[group]):
            return match.end(group) + 1
    return max(match.end("named"), match.end("numbered"))


def _may_run_in(title: str) -> bool:
    """A heading without a number is not an answer ("None.") and not a name ("Acme Inc.")."""
    return title.casefold() not in _WHOLE and not _is_abbreviated(title.rpartition(" ")[2].casefold())


def _is_title(words: str) -> bool:
    """Tell a heading in title case from a sentence: every word but the small ones has a capital, none is a verb."""
    parts = words.split()
    capitals = all(part[0].isupper() or part in _SMALL or not part[0].isalpha() for part in parts)
    return capitals and len(parts) <= 9 and not any(part.casefold() in _VERBS for part in parts)


class _Around(NamedTuple):
    """What stands about a full stop."""

    before: str
    """The word that it ends."""
    label: str
    """The word before that one, in lower case."""
    word: str
    """The word that follows."""
    opening: str
    """Quotes and brackets that open before that."""
    closed: bool
    """Whether quotes or brackets close between."""
    starter: bool
    """Whether the word that follows is one that begins sentences."""
    subject: bool
    """Whether a verb stands behind that word."""


def _ends_here(text: str, match: "regex.Match[str]", *, german: bool) -> bool:
    if match["cjk"]:
        return _cjk_ends(text, match)
    before = _word_before(text, match.start())
    if match["stuck"]:
        return not _is_abbreviated(before.casefold())
    following = _NEXT.match(text, match.end())
    if following is None or match["tight"]:
        return False
    if not following["word"]:
        return following.end() >= len(text.rstrip()) or bool(following["opening"])
    around = _around(text, match, following, before)
    if match["stop"][0] in "!?":
        return not _is_lower(around.word) and around.word not in ("Inc", "Group")
    if len(match["stop"]) > 1:
        return around.starter
    if around.word[0].isdigit() or around.word[0] == "§":
        return _ends_before_number(text, following.start(), around)
    return _ends_before_word(around, german=german)


def _cjk_ends(text: str, match: "regex.Match[str]") -> bool:
    """Tell the end of a Chinese sentence.

    A quotation goes on when its speaker follows, “……？”董事问道。 and “……。”他说。, and a title to its 》.
    """
    after = text[match.end() : match.end() + 1]
    if after in ("，", "、", "；", "的", ")") or _in_title(text, match):
        return False
    quoted = match["shut"][:1] in ("”", "’", "」", "』", '"')
    if not quoted or not after or after.isspace():
        return True
    return match["cjk"][0] not in "！？" and _SPEAKER.match(text, match.end()) is None


def _in_title(text: str, match: "regex.Match[str]") -> bool:
    """Whether the mark stands in the title of a work: 《摔跤吧！爸爸》."""
    start, end = match.span()
    opened = text.rfind("《", max(0, start - _TITLE_REACH), start)
    shut = text.find("》", end, end + _TITLE_REACH) if opened >= 0 and "》" not in text[opened:start] else -1
    return shut >= 0 and not any(mark in text[end:shut] for mark in "。\n《")


def _around(text: str, match: "regex.Match[str]", following: "regex.Match[str]", before: str) -> _Around:
    earlier = text[max(0, match.start() - len(before) - 24) : match.start() - len(before)].split()
    label = earlier[-1].strip('("“[').rstrip(".").casefold() if earlier else ""
    word: str = following["word"]
    starter = word in STARTERS or (word[0].isupper() and following["mark"] == "," and word.endswith(("ly", "wise")))
    subject = following["second"] in _VERBS
    return _Around(before, label, word, following["opening"], bool(match["close"]), starter, subject)


def _ends_before_word(around: _Around, *, german: bool) -> bool:
    """Judge a single full stop before a word."""
    before, word = around.before, around.word
    if _is_lower(word) or word[0] in "$€£¥%":
        return False
    if not around.closed:
        lowered = before.casefold()
        if lowered in BEFORE_NUMBER and _ROMAN.match(word) and (word != "I" or before[0].isupper()):
            return False
        if lowered in NEVER_FINAL:
            return False
        if lowered in MAYBE_FINAL and word.casefold() in FORMS:
            return False
        if (lowered in MAYBE_FINAL and not (before in ORDINARY and not german)) or _DOTTED.match(before):
            return around.starter or (around.subject and lowered in FIRMS)
        if len(before) == 1 and before.isalpha():
            return _ends_after_letter(around)
        if german and before.isdigit() and len(before) < 4:
            return word not in MONTHS and around.starter and not around.opening
        if around.label in LABELS and _NUMBER.match(before):
            return around.starter
    return True


def _ends_after_letter(around: _Around) -> bool:
    """A single letter is an initial or half of "a. M.", unless it names something ("Series A.")."""
    if around.before.islower() or len(around.label) == 1 or around.before == "I":
        return around.starter
    return around.label in LETTERED


def _ends_before_number(text: str, at: int, around: _Around) -> bool:
    """A digit begins a sentence after a plain word when it begins "2.2 Payment.", "2022 sales" or a name like "3M".

    "Calif. 95014", "Note 12. 2020", "No. 4" and "9.30 a.m. 5 Street" go on.
    """
    lowered = around.before.casefold()
    if _is_abbreviated(lowered) or _DOTTED.match(around.before) or (len(lowered) < 3 and not around.closed):
        return False
    plain = around.closed or lowered[-1].isalpha() or lowered[-1] in "%)"
    return plain and _NUMBERED_START.match(text, at) is not None


def _is_lower(word: str) -> bool:
    """Whether the word cannot begin a sentence; "iPhone" can."""
    return word[0].islower() and not word[1:2].isupper()


def _ends_plainly(text: str, stop: int) -> bool:
    """Whether an ordinary word stands before the stop and a capital behind it: most sentences end so."""
    word = text[text.rfind(" ", 0, stop) + 1 : stop]
    if not (len(word) > 4 and word.isalpha() and word.islower() and text[stop + 2 : stop + 3].isupper()):
        return False
    return not _is_abbreviated(word)


def _word_before(text: str, stop: int) -> str:
    """Return the characters before ``stop`` up to white space, brackets and quotes before them taken off."""
    words = text[max(0, stop - 40) : stop].rsplit(None, 1)
    word = words[-1] if words and not text[stop - 1].isspace() else ""
    return word[max(word.rfind(mark) for mark in _OPENERS) + 1 :]


def _is_abbreviated(lowered: str) -> bool:
    return lowered in NEVER_FINAL or lowered in MAYBE_FINAL or lowered in BEFORE_NUMBER
