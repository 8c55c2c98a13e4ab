"""What kind of words changed: figures, obligations, negations, exceptions, or wording alone."""

from collections.abc import Callable, Sequence

import regex

from pipeline.versions.keys import fold, without_number

_HAN_FIGURE = r"[零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟]"
_FIGURE = regex.compile(
    r"\d+(?:[.,]\d+)*"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|eighteen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|twice|third|quarter"
    r"|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|sechzig|neunzig|hundert|tausend)\b"
    rf"|(?<![统唯]){_HAN_FIGURE}+(?!般|旦|致|切|些|并|律|定)"
)
_MODAL = regex.compile(
    r"\b(?:shall|must|may|might|will|would|should|can|could|cannot|required|obliged|obligated|entitled|permitted|agrees?"
    r"|muss|müssen|musste|soll|sollen|sollte|darf|dürfen|kann|können|könnte|verpflichtet|berechtigt)\b"
    r"|应当|应该|必须|须|可以|不得|能够|可能|有权|有义务|应(?![用收付对急诉当该])|(?<![许认])可(?![靠比供变以能])"
)
_NEGATION = regex.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot|\w+n't|nicht|kein\w*|nie|niemals|ohne|weder|noch)\b"
    r"|不|未|无|非(?![常洲])|没有|禁止|勿|否"
)
_EXCEPTION = regex.compile(
    r"\b(?:except\w*|unless|exclud\w+|notwithstanding|save|other\sthan|provided|subject\sto|however|only\sif|but"
    r"|außer|ausgenommen|es\ssei\sdenn|sofern|soweit|vorbehaltlich|mit\sausnahme|ungeachtet|jedoch)\b"
    r"|除外|除非|(?<![排消解免清拆开])除(?![夕名去权息外非])|但(?![保书])|例外|另有"
)
Measure = Callable[["regex.Pattern[str]", str], object]


def _words(pattern: "regex.Pattern[str]", text: str) -> object:
    return sorted(pattern.findall(text))


def _times(pattern: "regex.Pattern[str]", text: str) -> object:
    """Count only: "is not" and "isn't" deny alike."""
    return len(pattern.findall(text))


_KINDS: Sequence[tuple[str, "regex.Pattern[str]", Measure]] = (
    ("NUMBER", _FIGURE, _words),
    ("MODAL", _MODAL, _words),
    ("NEGATION", _NEGATION, _times),
    ("EXCEPTION", _EXCEPTION, _times),
)


def subkinds(old: str, new: str) -> tuple[str, ...]:
    """Name what differs between two versions of a sentence; WORDING when it is none of the named kinds.

    The sentence's own number does not count, the numbers it refers to do.
    """
    before, after = (without_number(fold(text)).casefold() for text in (old, new))
    found = tuple(kind for kind, pattern, measure in _KINDS if measure(pattern, before) != measure(pattern, after))
    return found or ("WORDING",)
