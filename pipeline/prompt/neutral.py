"""Keeps what a document says apart from what the prompt's frame says.

A document can hold ``</section>``, ``[CRITICAL]`` or ``⟨u0431⟩`` itself. In the prompt such look-alikes are written
with a character reference in the place of their first character, so that they can neither close nor forge a wrapper,
a marker or a reference; :func:`restore` leads back to the very characters.
"""

import html

import regex

_ANGLE = r"[<＜⟨﹤]"
_QUOTE = r"[‹〈《]"
"""Quotes that could pass for angles; they stand around the title of every Chinese law."""
_NAME = r"section|document|task|changes|added|deleted|modified|system|user|assistant|human|u\s*\p{Nd}+"
"""What a tag or a reference between such quotes would say; foreign books have Latin titles too."""
_SQUARE = r"[\[［【〔]"
# catches "</SECTION >", "< / section", "<system>", "<|im_start|>", "＜section", "[ critical ]", "［ＣＨＡＮＧＥＤ］",
# "《/section》", "〈section type=", "⟨u0431⟩", "⟨?⟩";
# spares "loss < 5", "《公司法》", "《Maxim 手册》", "[1]", "[Reserved]"
_LOOKALIKE = regex.compile(
    rf"{_ANGLE}(?=\s*[/／|!?]?\s*[\p{{L}}|])"
    rf"|{_QUOTE}(?=\s*(?:[/／|!?]|[Ａ-Ｚａ-ｚ]|(?i:{_NAME})\s*(?:[›〉》>＞]|\p{{L}}+\s*=)))"
    rf"|{_SQUARE}(?=\s*(?i:IMPORTANT|CRITICAL|CHANGED|ＩＭＰＯＲＴＡＮＴ|ＣＲＩＴＩＣＡＬ|ＣＨＡＮＧＥＤ))"
    r"|⟨(?=\s*[\p{L}?…])"
    r"|&(?=(?:amp|lt|#\d+);)"
)
_REFERENCE = regex.compile(r"&(amp|lt|#\d+);")


def neutralise(text: str) -> tuple[str, int]:
    """Return ``text`` safe to stand inside the frame, and how many look-alikes it held."""
    return _LOOKALIKE.subn(_written, text)


def _written(found: "regex.Match[str]") -> str:
    char = found.group()
    return {"<": "&lt;", "&": "&amp;"}.get(char, f"&#{ord(char)};")


def restore(text: str) -> str:
    """Undo :func:`neutralise`."""
    return _REFERENCE.sub(lambda found: html.unescape(found.group()), text)


def attribute(value: str) -> str:
    """Return ``value`` as it stands between the quotes of an attribute: one line, no control characters."""
    shown = "".join(char if char.isprintable() else " " for char in value)
    escaped = html.escape(" ".join(shown.split()), quote=False).replace('"', "&quot;")
    return _LOOKALIKE.sub(lambda found: "&" if found.group() == "&" else _written(found), escaped)
