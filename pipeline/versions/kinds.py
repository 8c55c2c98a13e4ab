"""What kind of words changed: figures, obligations, negations, exceptions, or wording alone."""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

import regex

from pipeline.versions.keys import words_of

_MODAL = regex.compile(
    r"\b(?:shall|must|may|might|will|would|should|can|could|required|obliged|obligated|entitled|permitted|agrees?"
    r"|muss|müssen|musste|soll|sollen|sollte|darf|dürfen|kann|können|könnte|verpflichtet|berechtigt)\b"
    r"|应当|应该|必须|须|可以|不得|能够|可能|有权|有义务|应(?!用|收|付|对|急|诉)|可(?!靠|比|供|变)|得以",
    regex.IGNORECASE,
)
_NEGATION = regex.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|\w+n't|nicht|kein\w*|nie|niemals|ohne|weder|noch)\b"
    r"|不|未|无|非(?!常|洲)|没有|禁止|勿|否",
    regex.IGNORECASE,
)
_EXCEPTION = regex.compile(
    r"\b(?:except|unless|excluding|exclud\w+|notwithstanding|save|other than|provided|subject to|however|only if|until"
    r"|außer|ausgenommen|es sei denn|sofern|soweit|vorbehaltlich|mit Ausnahme|ungeachtet)\b"
    r"|除外|除|但(?!保)|例外|另有",
    regex.IGNORECASE,
)
_DIGIT = regex.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|hundred"
    r"|thousand|million|billion|half|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig|hundert|tausend)\b"
    r"|[一二两三四五六七八九十百千万亿]+(?=年|月|日|天|倍|元|个|人|次|分之|小时|名|亩|周)",
    regex.IGNORECASE,
)
_KINDS = (("NUMBER", _DIGIT), ("MODAL", _MODAL), ("NEGATION", _NEGATION), ("EXCEPTION", _EXCEPTION))


def subkinds(old: str, new: str) -> tuple[str, ...]:
    """Name what differs between two versions of a sentence; WORDING when it is none of the named kinds."""
    before, after = changed(words_of(old), words_of(new))
    found = tuple(kind for kind, pattern in _KINDS if _differs(pattern, before, after))
    return found or ("WORDING",)


def changed(old: Sequence[str], new: Sequence[str]) -> tuple[str, str]:
    """Return the words that only one side has, as text; stretches are kept apart by a bar."""
    before: list[str] = []
    after: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            before.append(_text(old[a:b]))
            after.append(_text(new[c:d]))
    return " | ".join(before), " | ".join(after)


def _text(words: Iterable[str]) -> str:
    """Write words as a pattern expects them: Chinese characters close up."""
    return regex.sub(r"(?<=\p{Han}) (?=\p{Han})", "", " ".join(words))


def _differs(pattern: "regex.Pattern[str]", before: str, after: str) -> bool:
    return sorted(pattern.findall(before.casefold())) != sorted(pattern.findall(after.casefold()))
