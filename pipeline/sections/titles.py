"""What the words of a line say of it: a title, a title that runs in before its text, a mention, a row of figures."""

import re
from functools import lru_cache
from typing import Literal

from pipeline.sections.numbering import Label

_NO_LETTER = re.compile(r"[\W_]+")
_SPACED = re.compile(r"\b(?:[^\W\d_a-z\u4e00-\u9fff] ){2,}[^\W\d_a-z\u4e00-\u9fff]\b")
UNFINISHED = re.compile(r"(?:[,，、;；]|\b(?:and|or|of|the|to|a|an|in|for|by|with|und|oder|der|die|das|des))\s*$")
_NO_STOP = "".join(rf"(?<!\b{word})" for word in "CORP INC LTD CO MR MRS Mr Mrs Dr Az Nr No Art Pte".split(" "))
"""Behind these a point ends no title."""
_RUN_IN = re.compile(
    rf"""\s*["“]?(?P<title>
        (?-i:[A-Z0-9ÄÖÜ](?:[^.:;“”"a-zäöüß]|(?<=\d)\.(?=\d)|(?:(?<=\bCORP)|(?<=\bINC)|(?<=\bLTD)|(?<=\bCO))\.(?=\s[A-Z])
            |;(?=\s[A-ZÄÖÜ]))
            {{2,110}}?)["”]?\s?(?=[.:]){_NO_STOP}(?P<caps_mark>[.:](?!\d))(?=\s+\S)
      | [A-Z0-9ÄÖÜ](?:[^.:;“”"]|(?<=\d)\.(?=\d)|;(?=\s[A-ZÄÖÜ])){{1,110}}?["”]?\s?(?=[.:\s–—]){_NO_STOP}
        (?P<mark>[.:](?!\d)|\s[-–—]{{1,2}}|[–—])
        (?=\s+[A-Z“"(\[0-9ÄÖÜ])
      | [A-ZÄÖÜ][^.:;“”"]{{1,50}}?\s?(?P<colon>:)(?=\s+[a-z])
    )""",
    re.VERBOSE,
)
_MARK = re.compile(r"[.:–—]\s|\s--?\s")
"""Ends a title that runs in."""
_LONGEST_RUN_IN = 140
_SHORT_NAME = 5
_TEXT = 4
_HAN_RUN_IN = re.compile(
    r"\s*(?!(?:甲方|乙方|丙方|双方|各方|本合同|本协议)[ \u3000:：])(?P<title>[\u4e00-\u9fff、（）()]{2,14})"
    r"(?:[ \u3000\t]+|[：:]\s*)(?=[^\n]*(?:[，。；,;]|\n))(?=.{8})"
)
"""Catches "第五条 保密 双方应对…予以保密" and "第六条 知识产权：乙方保证…"."""
_SMALL_WORDS = (
    "a an and as at by for from if in into nor of on or over per than the to under upon vs with without"
    " not no its this these etc"
    " und oder der die das des dem den von vom zum zur für mit bei im am auf"
)
_SMALL = frozenset(_SMALL_WORDS.split(" "))
_POINTS_ON = re.compile(
    r"(?:\b(?:sections?|articles?|chapters?|clauses?|paragraphs?|items?|notes?|exhibits?|schedules?|annex(?:es)?|appendix|parts?"
    r"|in|of|to|under"
    r"|with|by|and|or|the|see|per|from|this|§+|ziffern?|artikel|absatz|anlagen?|gemäß|nach|und|oder|von|der|des|in)|[,(“‘]"
    r"|依照|根据|按照|本合同|本协议|本法|依据|违反|符合|见|及|和|与|或|、|《)\s*$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(?:sections?|articles?|clauses?|paragraphs?|ziffern?|artikel|§+)\s*$", re.IGNORECASE)
_WORDY = 30
_LAST_WORDS = 40
"""Characters that hold any of the words that point on."""
_LETTERED = re.compile(r"\([a-z]\)")
"""The letter in "Transfers under Rule 145(d)" is no word."""
_SENTENCE = re.compile(
    r"\b(?:is|are|was|were|be|shall|will|may|must|has|have|had|means|agrees?|hereby|does|do"
    r"|ist|sind|wird|werden|hat|haben|steht|stehen|verkauft|verkaufen|verpflichtet|erfolgt|erfolgen|beträgt|bedarf|bedürfen|gilt"
    r"|gelten|kann|können|darf|dürfen|muss|müssen|soll|sollen|unterliegt|bleibt|bleiben|tritt|haftet|haften|übernimmt"
    r"|garantiert|erklärt|erklären|vereinbaren|hiermit)\b"
)
_WORD = re.compile(r"[^\W\d_]+(?:[’'‐-][^\W\d_]+)*")
HAN = re.compile(r"[\u4e00-\u9fff]")
TICK = re.compile(r"\s*[√□☑☐☒✓■]")
_TICKS = re.compile(r"\s*[√□☑☐☒✓■].*$")
_HAN_SENTENCE = re.compile(r"[。；，,;]\W*$|[。；]")
COMPANY = re.compile(
    r"(?i)\W*(?:.{2,60}\band\s+(?:its\s+|consolidated\s+)*subsidiar(?:y|ies)(?:\s+companies)?"
    r"|(?:[\w&.,’'-]+\s+){1,6}(?:inc|incorporated|corp|corporation|company|llc|ltd|limited|plc|ag|gmbh|asa?|n\.?v|l\.?p|co))\W*"
)
"""A line that says whose figures follow: "Acme, Inc. and Subsidiaries"."""
_MEANS = re.compile(
    r"""\s*["“][^"”]{1,80}["”]\s*(?:\([^)]{1,60}\)\s*)?,?\s*[-–—:]{0,2}\s*(?:means?|shall\s+(?:mean|have|be)|ha(?:s|ve)\s+the|refers?\s+to|is\s+defined)\b"""
)
"""Catches "“Affiliate” means any person": a definition under a number of its own is no heading."""
_FIELD = re.compile(r"[:：]\s*[^\s:：]")
"""Catches "1、公司名称：力源信息"; spares "一、募集资金用途："."""
_ENTRY = re.compile(
    r"\./\.|\bAz\.\s|\s(?i:v|vs)\.\s+[A-Z]|\bvom\s+\d{1,2}\.\s*[^\W\d]+\s+\d{4}\W*$"
    r"|\bdated\s+(?:as\s+of\s+)?(?:\d{1,2}\s+)?[A-Z][a-z]+\s+(?:\d{1,2},?\s+)?\d{4}\W*$"
)
"""Catches "Becker ./. Nordwind GmbH" and "Lease Agreement dated 12 January 2019": entries of a list."""
_LONGEST = 260
_FIGURE = re.compile(r"[$€£¥]|\d[\d,.]*\s*(?:%|$)|\t\s*[(\d—–-]")

_POINTABLE = frozenset(
    {"decimal", "section", "chapter", "article", "item", "note", "annex", "paragraph", "part", "number"}
)

Form = Literal["own", "run_in", "none", "linked"]


@lru_cache(maxsize=1 << 14)
def squash(text: str) -> str:
    """Return what is left of a title when spaces, dots and case do not count: "Item 1. Busines s." is item1business."""
    return _NO_LETTER.sub("", text.lower())


@lru_cache(maxsize=1 << 13)
def folded(text: str) -> str:
    """Return ``text`` on one line, letter-spaced words drawn together: "I T E M 8." is ITEM 8."""
    line = " ".join(text.split())
    return _SPACED.sub(lambda spaced: spaced[0].replace(" ", ""), line) if _SPACED.search(line) else line


def is_pointed_at(label: Label, previous: str, *, inside: bool) -> bool:
    """Tell whether the line before leads into the label: "as set forth in" / "Section 4.2"."""
    if not (inside or len(previous) > _WORDY) or not (label.scheme in _POINTABLE or label.scheme.startswith("han_")):
        return False
    end = previous[-_LAST_WORDS:]
    return _POINTS_ON.search(end) is not None and (inside or _NAMED.search(end) is not None)


def row_is_data(rest: str) -> bool:
    """Tell whether the cells after a number are figures or many: a row of a table and no heading."""
    cells = [cell for cell in rest.split("\t") if cell.strip()]
    return len(cells) > 2 or _FIGURE.search(rest) is not None or rest.endswith(("：", ":"))


def form_of(rest: str, paragraph: str, *, alone: bool, strength: int, label: Label | None) -> tuple[Form, int]:
    """Return the form of the title that ``rest`` holds, and how many of its characters the title takes.

    ``rest`` is the line (and its further lines) after the number, ``paragraph`` the text from there on; ``alone``
    says that nothing follows ``rest`` in its paragraph.
    """
    title = folded(rest)
    if label is not None and _MEANS.match(paragraph):
        return "none", 0
    if not title:
        return ("own", 0) if label is not None else ("none", 0)
    length = _run_in(rest, paragraph, title, alone=alone, strength=strength, label=label)
    if length:
        return "run_in", length
    if (alone or strength > 1) and _is_title(title, strength, label=label):
        return "own", len(rest)
    return "none", 0


def _run_in(rest: str, paragraph: str, title: str, *, alone: bool, strength: int, label: Label | None) -> int:
    """Return how many characters a title takes that runs in before the text, 0 when none does."""
    if label is not None and label.scheme == "han_条" and (glued := _HAN_RUN_IN.match(paragraph)) is not None:
        return glued.end("title")
    run_in = _RUN_IN.match(paragraph) if _MARK.search(rest if alone else paragraph, 0, _LONGEST_RUN_IN) else None
    if run_in is not None:
        words = run_in["title"].rstrip(".:–—- ")
        after = folded(rest[run_in.end() :])
        led = label is not None and len(after.split()) > 2
        named = titled(folded(words)) and words.count("(") == words.count(")")
        if label is not None and strength > 1 and run_in["mark"] == "." and len(after.split()) > _TEXT:
            named = named or _is_short_name(words)
        if words.isupper() and len(words.split()) > 4 and _SENTENCE.search(words.lower()):
            named = False
        if run_in["mark"] in {"–", "—"} or (run_in["mark"] or "").strip() in {"-", "–", "—", "--"}:
            led = False
        if _is_whole_sentence(words, run_in["mark"] or "", label):
            named = False
        if run_in["colon"] and alone and strength > 1 and title[-1] not in ".,;:":
            named = False
        inside = run_in.end() < len(rest.rstrip()) or not alone
        if named and inside and (led or not titled(after) or not alone):
            return run_in.start("title") + len(run_in["title"].rstrip(" –—-"))
    return 0


def _is_short_name(words: str) -> bool:
    """Tell whether some bold words before a text name it, though in small letters: "b) Projected timeline."."""
    return words[:1].isupper() and len(words.split()) <= _SHORT_NAME and not _SENTENCE.search(words)


def _is_whole_sentence(words: str, mark: str, label: Label | None) -> bool:
    """Tell whether a bracketed number begins a sentence: "(1) Die Instandhaltung von Dach obliegt dem Vermieter."."""
    if label is None or label.text[:1] not in "(（" or mark.strip() != ".":
        return False
    weighty = [word for word in _WORD.findall(words) if word.lower() not in _SMALL]
    return len(weighty) > 3 and any(word.islower() for word in weighty)


def _is_title(title: str, strength: int, *, label: Label | None) -> bool:
    """Tell whether words that stand alone read as a title and not as a sentence or a list item."""
    if not title.isascii() and HAN.search(title):
        return _is_chinese_title(title, strength, label=label)
    if len(title) > _LONGEST or title[-1] in ",;\u037e" or "[*" in title or not _WORD.search(title):
        return False
    if label is not None and strength < 2 and (UNFINISHED.search(title) or _ENTRY.search(title)):
        return False
    if title.isupper() or strength > 1:
        return title[0].isupper() or not title[0].isalpha() or strength > 1
    short = title[0].isupper() and not _SENTENCE.search(title)
    if label is not None and title[-1] == ":":
        return short and len(_words(title)) <= 6
    words = _words(title)
    if titled(title) and not (title[-1] == "." and len(words) > 12):
        strict = label is not None and label.text[:1] in "(（" and title[-1] == "."
        return not strict or all(word[0].isupper() for word in words if word.lower() not in _SMALL)
    item = label is not None and (label.text[:1] in "(（" or label.text[:1].isalpha())
    return short and not item and len(words) <= 14 and title[-1] not in ".:"


def _is_chinese_title(title: str, strength: int, *, label: Label | None) -> bool:
    if label is not None and label.scheme in {"han_条", "decimal"} and "，" in title:
        return False
    if label is not None and not label.scheme.startswith("han_") and _FIELD.search(title):
        return False
    words = _TICKS.sub("", title)
    return len(words) <= (80 if strength or label else 45) and not _HAN_SENTENCE.search(words)


def _words(title: str) -> list[str]:
    return _WORD.findall(title)


@lru_cache(maxsize=1 << 13)
def titled(title: str) -> bool:
    """Tell whether a title is written as one: capitals, or each word but the small ones begins with a capital."""
    words = _words(_LETTERED.sub("", title) if "(" in title else title)
    if not words or len(words) > 16:
        return False
    if title.isupper():
        return True
    if words[0][0].islower():
        return False
    weighty = [word for word in words if word.lower() not in _SMALL]
    large = sum(word[0].isupper() for word in weighty)
    if len(weighty) <= 1:
        return large == len(weighty) == 1 and len(words) <= 4
    return large >= len(weighty) - int(len(weighty) > 3)
