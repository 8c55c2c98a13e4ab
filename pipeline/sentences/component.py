"""The spaCy side: a light tokenizer and two components that any pipeline can add by name.

``nlp.add_pipe("distiller_splitter")`` sets sentence starts by :mod:`pipeline.sentences.boundaries`;
``nlp.add_pipe("distiller_entities")`` sets ``doc.ents``.
"""

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.tokens import Span as SpacySpan
from spacy.util import registry
from spacy.vocab import Vocab

from pipeline.sentences import boundaries, entities

_INSIDE, _BEGINS = -1, 1
BREAK = "\n\n"
"""A blank line: a sentence never goes on behind it."""
_TEXT = "distiller_text"
_STARTS = "distiller_starts"
SENTENCES = "distiller_sentences"
"""Where ``doc.user_data`` holds start and end of each sentence; ``doc.sents`` walks all tokens, which costs more."""
ENTITIES = "distiller_entities"
"""Where it holds start, end and label of each entity, exact where ``doc.ents`` grows to whole tokens."""


class Tokenizer:
    """Splits exactly where the two components will ask for a border: at sentences and at named things.

    Nobody here asks for single words, and a token for each of them costs more than finding the borders.
    """

    def __init__(self, vocab: Vocab, *, german: bool = False, named: bool = True) -> None:
        self.vocab = vocab
        self.german = german
        self.named = named

    def __call__(self, text: str) -> Doc:
        """Return the pieces of ``text``, which come back to it exactly, with what was found beside them."""
        found = list(boundaries.sentences(text, german=self.german))
        named = entities.find(text) if self.named else []
        borders = {0, len(text), *(start for start, _ in found)}
        borders.update(at for start, end, _ in named for at in (start, end))
        starts = sorted(borders)
        pieces = [text[a:b] for a, b in pairwise(starts)]
        spaces = [len(piece) > 1 and piece[-1] == " " for piece in pieces]
        words = [piece[:-1] if space else piece for piece, space in zip(pieces, spaces, strict=True)]
        known = {_TEXT: text, _STARTS: starts, SENTENCES: found, ENTITIES: named}
        return Doc(self.vocab, words=words, spaces=spaces, user_data=known)


@registry.tokenizers("distiller_tokenizer")  # type: ignore[untyped-decorator]
def _tokenizer(german: bool = False, named: bool = True) -> Callable[[Language], Tokenizer]:  # noqa: FBT001, FBT002
    return lambda nlp: Tokenizer(nlp.vocab, german=german, named=named)


@Language.factory("distiller_splitter", default_config={"german": False}, assigns=["token.is_sent_start"])
def _splitter(nlp: Language, name: str, german: bool) -> "Splitter":  # noqa: ARG001, FBT001 - spaCy calls it so
    return Splitter(german=german)


class Splitter:
    """Sets where sentences start."""

    def __init__(self, *, german: bool) -> None:
        self.german = german

    def __call__(self, doc: Doc) -> Doc:
        """Mark the first token of each sentence; white space before it stays with the sentence that ended."""
        if SENTENCES not in doc.user_data:
            doc.user_data[SENTENCES] = list(boundaries.sentences(_text(doc), german=self.german))
        found: list[tuple[int, int]] = doc.user_data[SENTENCES]
        starts = _starts(doc)
        marks = np.full(len(doc), _INSIDE, dtype=np.int64)
        marks[[0, *(bisect_right(starts, start) - 1 for start, _ in found[1:])][: len(doc)]] = _BEGINS
        doc.from_array(["SENT_START"], marks.astype(np.uint64).reshape(-1, 1))  # type: ignore[arg-type]
        return doc


@Language.factory("distiller_entities", default_config={"german": False}, assigns=["doc.ents"])
def _finder(nlp: Language, name: str, german: bool) -> "Finder":  # noqa: ARG001, FBT001 - spaCy calls it so
    return Finder(german=german)


class Finder:
    """Names what :mod:`pipeline.sentences.entities` finds, as whole tokens."""

    def __init__(self, *, german: bool) -> None:
        self.german = german

    def __call__(self, doc: Doc) -> Doc:
        """Set ``doc.ents``; of two that share a token the first stays."""
        if ENTITIES not in doc.user_data:
            doc.user_data[ENTITIES] = entities.find(_text(doc))
        found: list[tuple[int, int, str]] = doc.user_data[ENTITIES]
        starts = _starts(doc)
        spans: list[SpacySpan] = []
        free = 0
        for start, end, label in found:
            first, stop = bisect_right(starts, start) - 1, bisect_left(starts, end)
            if first >= free:
                spans.append(SpacySpan(doc, first, stop, label))
                free = stop
        doc.set_ents(spans)
        return doc


def _text(doc: Doc) -> str:
    """``doc.text`` is put together from its tokens at each call."""
    text: str = doc.user_data.get(_TEXT) or doc.text
    return text


def _starts(doc: Doc) -> list[int]:
    """Return where each token begins, and the end of the text."""
    starts: list[int] = doc.user_data.get(_STARTS) or [*(token.idx for token in doc), len(doc.text)]
    return starts


@cache
def pipeline(*, german: bool, named: bool) -> Language:
    """Build the pipeline once a process; its words carry no attributes, which cost more than the words."""
    tokenizer = {"@tokenizers": "distiller_tokenizer", "german": german, "named": named}
    nlp = spacy.blank("xx", config={"nlp": {"tokenizer": tokenizer}})
    nlp.vocab.lex_attr_getters = {}  # type: ignore[attr-defined]
    nlp.max_length = sys.maxsize  # spaCy's bound of a million characters guards parsers, and none runs here
    nlp.add_pipe("distiller_splitter", config={"german": german})
    if named:
        nlp.add_pipe("distiller_entities", config={"german": german})
    return nlp


@contextmanager
def forgetful(*, named: bool) -> Iterator[tuple[Language, Language]]:
    """Lend the pipelines for other languages and for German; the words they meet leave the vocabulary afterwards.

    A vocabulary keeps every string for good, and each filing brings thousands of new ones.
    """
    other, german = pipeline(german=False, named=named), pipeline(german=True, named=named)
    with other.memory_zone(), german.memory_zone():
        yield other, german
