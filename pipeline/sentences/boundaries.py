"""Where sentences end, in English, Chinese and German: own rules over one candidate pattern.

A candidate is a mark that can end a sentence, with the quotes and brackets that close after it. Rules then look at
the word before it and the word after it. The rules were tuned on hand-read sentences of filings and contracts; where
they are unsure they do not split, because two sentences in one unit lose nothing.
"""

from collections.abc import Iterator

import regex

from pipeline.sentences.abbreviations import (
    BEFORE_NUMBER,
    LABELS,
    LETTERED,
    MAYBE_FINAL,
    MONTHS,
    NEVER_FINAL,
    STARTERS,
)

_CLOSERS = r"[\"'”’»›\)\]）】》」』〉］]"
_CANDIDATE = regex.compile(
    rf"""
      (?P<cjk>[。！？｡]++(?:…)*+(?P<shut>[”’"'」』）】》\)\]]*+))     # 。” ends, also without white space
    | (?P<stop>\.++|[!?]++)(?P<close>(?:{_CLOSERS}|(?<=[.!?])[“‘])*+)(?P<notes>(?:\[\d{{1,3}}\])*+)(?=\s|$|(?P<tight>\p{{Han}}))
    | (?P<blank>\n[^\S\n]*\n)
    """,
    regex.VERBOSE,
)
_OPENERS = "([\"'“‘„«»（"
_NEXT = regex.compile(r"\s*(?P<opening>[\"'“‘„«»(\[（]*)(?P<word>[^\s,;:.!?()\"'”’“]*)(?P<mark>[,;:.!?]?)")
_ENUMERATOR = r"(?:\(?(?:\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{1,6})[.)]|\d{1,3}(?:\.\d{1,3}){1,4}\.?|§+\s?\d+[a-z]?\.?)"
_OPENING_LABEL = regex.compile(
    rf"""\s*(?:[•▪◦●○■□–—*-]\s*)?
    (?:
       (?P<numbered>{_ENUMERATOR}(?:\s*{_ENUMERATOR})*)\s+(?:(?P<title>\p{{Lu}}[^.!?;:]{{1,80}})\.(?=[\"”’]?\s))?
     | (?P<label>(?:Item|ITEM|Note|NOTE|Section|SECTION|Article|ARTICLE|Part|PART|Rule|Exhibit|Schedule|Annex|Appendix|Artikel|Anlage|Ziffer)
        \s+(?:\d{{1,3}}[A-Z]?(?:\.\d{{1,3}})*|[IVXLC]{{1,6}}|[A-Z](?:-\d+)?)\.)\s+(?:(?P<name>\p{{Lu}}[^.!?;:]{{1,80}})\.(?=[\"”’]?\s))?
     | (?P<runin>\p{{Lu}}[^.!?;:]{{2,60}})\.(?=\s+[\"“(]?\p{{Lu}})
    )""",
    regex.VERBOSE,
)
_SMALL = frozenset(
    "a an and as at by for from in into no of on or the to with und der die das des von zu für mit im".split()
)
_WHOLE = frozenset(("none", "not applicable", "reserved", "yes", "no", "ja", "nein", "keine", "entfällt"))
_MAY_LABEL = frozenset("0123456789(§•▪◦●○■□–—*-INSAPRTZivx")
"""What a label can begin with where it does not open a block; single capitals before "." are left to the rules."""
_ROMAN = regex.compile(r"[IVXLC]+$")
_DOTTED = regex.compile(r"(?:\p{L}\.)+\p{L}$")
_ORDINAL = regex.compile(r"\d{1,3}$")
_NUMBER = regex.compile(r"[(§]*\d+[A-Za-z]?(?:[.\-]\d+)*(?:\(\w+\))*$|[IVXLC]+$|[A-Z]$")


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
        at = match.end()
        if match["blank"]:
            at = len(text[: match.start()].rstrip())
            label_end = _label_end(text, match.end())
        elif at <= label_end or not _ends_here(text, match, german=german):
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
    match = _OPENING_LABEL.match(text, start)
    if match is None:
        return 0
    for group in ("title", "name", "runin"):
        title = match[group]
        if title and group == "runin" and (not opening or title.casefold() in _WHOLE):
            return 0
        if title and _is_title(title):
            return match.end(group) + 1
    if match["label"]:
        return match.end("label")
    return match.end("numbered") if match["numbered"] else 0


def _is_title(words: str) -> bool:
    """Tell a heading in title case from a sentence: every word but the small ones has a capital."""
    parts = words.split()
    return len(parts) <= 9 and all(part[0].isupper() or part in _SMALL or not part[0].isalpha() for part in parts)


def _ends_here(text: str, match: "regex.Match[str]", *, german: bool) -> bool:
    if match["cjk"]:
        return _cjk_ends(text, match)
    before = _word_before(text, match.start())
    if match["stop"] == "." and _is_plain(before) and text[match.end() + 1 : match.end() + 2].isupper():
        return True
    following = _NEXT.match(text, match.end())
    assert following is not None
    word = following["word"]
    if not word and not following["opening"]:
        return match.end() >= len(text.rstrip()) or not following["mark"]
    if match["tight"]:
        return False
    if match["stop"][0] in "!?":
        return not word[:1].islower() and word not in ("Inc", "Group")
    if len(match["stop"]) > 1:
        return word[:1].isupper() and word in STARTERS
    return _stop_ends(text, match, following, before, german=german)


def _cjk_ends(text: str, match: "regex.Match[str]") -> bool:
    """A question inside quotation marks goes on when its speaker follows: “……？”董事问道。"""
    after = text[match.end() : match.end() + 1]
    if after in ("，", "、", "；", "的", ")"):
        return False
    quoted = match["shut"][:1] in ("”", "’", "」", "』", '"')
    return not (quoted and match["cjk"][0] in "！？" and after and not after.isspace())


def _stop_ends(
    text: str, match: "regex.Match[str]", following: "regex.Match[str]", before: str, *, german: bool
) -> bool:
    """Judge a single full stop by its neighbours."""
    word, opening = following["word"], following["opening"]
    begins = word[:1]
    lowered = before.casefold()
    earlier = text[max(0, match.start() - len(before) - 24) : match.start() - len(before)].split()
    label = earlier[-1].strip('("“[').rstrip(".").casefold() if earlier else ""
    starter = word in STARTERS or (begins.isupper() and following["mark"] == "," and word.endswith(("ly", "wise")))
    if begins.islower() or begins in "$€£¥%":
        return not begins and not _abbreviated(lowered)
    if begins.isdigit() or begins == "§":
        return _ends_before_number(text, match, following, before)
    if not match["close"]:
        if lowered in BEFORE_NUMBER and _ROMAN.match(word) and len(word) < 5 and lowered not in ("p", "s"):
            return False
        if lowered in NEVER_FINAL:
            return False
        if lowered in MAYBE_FINAL or _DOTTED.match(before):
            return starter
        if len(before) == 1 and before.isalpha() and before.isupper():
            return label in LETTERED or (before == "I" and starter)
        if german and _ORDINAL.search(before) and before.isdigit():
            return word not in MONTHS and starter and not opening
        if _NUMBER.match(before) and label in LABELS:
            return starter
    return begins.isupper() or bool(opening) or not begins.isascii() or not begins.isalpha()


def _word_before(text: str, stop: int) -> str:
    """Return the characters before ``stop`` up to white space, brackets and quotes before them taken off."""
    words = text[max(0, stop - 40) : stop].rsplit(None, 1)
    word = words[-1] if words and not text[stop - 1].isspace() else ""
    return word[max(word.rfind(mark) for mark in _OPENERS) + 1 :]


def _is_plain(word: str) -> bool:
    """Whether it is an ordinary word, after which a capital always begins a sentence."""
    return len(word) > 4 and word.isalpha() and word.islower() and not _abbreviated(word)


def _abbreviated(lowered: str) -> bool:
    return lowered in NEVER_FINAL or lowered in MAYBE_FINAL or lowered in BEFORE_NUMBER


def _ends_before_number(text: str, match: "regex.Match[str]", following: "regex.Match[str]", before: str) -> bool:
    """A digit begins a sentence after a plain word when it is an enumerator ("2.2 Payment.") or a year ("2022 sales").

    "Calif. 95014", "Note 12. 2020", "No. 4" and "9.30 a.m. 5 Street" go on.
    """
    lowered = before.casefold()
    if _abbreviated(lowered) or _DOTTED.match(before) or len(before) < 3 and not match["close"]:
        return False
    plain = lowered[-1:].isalpha() or bool(match["close"]) or lowered[-1:] in "%)"
    return plain and _NUMBERED_START.match(text, following.start()) is not None


_NUMBERED_START = regex.compile(r"\s+(?:§+\s?\d|\d{1,3}(?:\.\d{1,3})*[.)]?\s+[\"“]?\p{Lu}\p{L}|(?:19|20)\d\d\s+\p{Ll})")
