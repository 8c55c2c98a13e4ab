"""Counts tokens as a language model would: the ``o200k_base`` vocabulary, ordinary text, no special tokens."""

from collections.abc import Callable
from functools import cache

VOCABULARY = "o200k_base"
_CHUNK = 500_000
"""Characters that the public interface takes at a time; the binding itself has no limit."""


def count(text: str) -> int:
    """Return the number of tokens of ``text``; a lone surrogate counts as U+FFFD."""
    try:
        return _counter()(text)
    except UnicodeEncodeError:
        return _counter()(text.encode("utf-8", "replace").decode("utf-8"))


@cache
def _counter() -> Callable[[str], int]:
    """Load the vocabulary once a process.

    The binding counts in 2–3 µs a sentence but is private to its package, so the public interface stands ready.
    """
    try:
        from bpe_openai._bindings import tokenizer_for_encoding  # noqa: PLC0415 - costs half a second to import

        counter: Callable[[str], int] = tokenizer_for_encoding(VOCABULARY).count
    except (ImportError, AttributeError):
        return _encoded_length
    return counter


def _encoded_length(text: str) -> int:
    import bpe_openai  # noqa: PLC0415 - costs half a second to import

    encoding = bpe_openai.get_encoding(VOCABULARY)
    pieces = (text[at : at + _CHUNK] for at in range(0, len(text), _CHUNK))
    return sum(len(encoding.encode_ordinary(piece)) for piece in pieces)
