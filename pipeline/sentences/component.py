"""The spaCy side: a light tokenizer and two components that any pipeline can add by name.

``nlp.add_pipe("distiller_splitter")`` sets sentence starts by :mod:`pipeline.sentences.boundaries`;
``nlp.add_pipe("distiller_entities")`` sets ``doc.ents``.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import regex
import spacy
from spacy.attrs import SENT_START
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from pipeline.sentences import boundaries, entities

_CHUNK = regex.compile(r"(\S+|\s)( ?)")
_CHARACTER = regex.compile(r"([^\W\p{Han}_]+|\p{Han}|[^\w\s]|_|\s)( ?)")
_HAN = regex.compile(r"\p{Han}")
_INSIDE, _STARTS = -1, 1
_TEXT = "distiller_text"
SENTENCES = "distiller_sentences"
"""Where ``doc.user_data`` holds start and end of each sentence; ``doc.sents`` walks all tokens, which costs more."""
ENTITIES = "distiller_entities"
"""Where it holds start, end and label of each entity, exact where ``doc.ents`` grows to whole tokens."""


class Tokenizer:
    """Splits as coarsely as sentence borders allow: at white space, in Chinese also between characters.

    Half of what a finer tokenizer costs is spent on marks that no component here asks for.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of ``text``, which come back to it exactly."""
        pairs = (_CHARACTER if _HAN.search(text) else _CHUNK).findall(text)
        words, spaces = [word for word, _ in pairs], [space == " " for _, space in pairs]
        return Doc(self.vocab, words=words, spaces=spaces, user_data={_TEXT: text})


@spacy.registry.tokenizers("distiller_tokenizer")
def _tokenizer() -> Callable[[Language], Tokenizer]:
    return lambda nlp: Tokenizer(nlp.vocab)


@Language.factory("distiller_splitter", default_config={"german": False}, assigns=["token.is_sent_start"])
def _splitter(nlp: Language, name: str, german: bool) -> "Splitter":  # noqa: ARG001, FBT001 - spaCy calls it so
    return Splitter(german=german)


class Splitter:
    """Sets where sentences start."""

    def __init__(self, *, german: bool) -> None:
        self.german = german

    def __call__(self, doc: Doc) -> Doc:
        """Mark the first token of each sentence; white space before it stays with the sentence that ended."""
        text = _text(doc)
        marks = np.full((len(doc), 1), _INSIDE, dtype=np.int64)
        marks[:1] = _STARTS
        doc.user_data[SENTENCES] = found = list(boundaries.sentences(text, german=self.german))
        for start, _ in found[1:]:
            token = doc.char_span(start, start + 1, alignment_mode="expand")
            if token is not None:
                marks[token.start] = _STARTS
        doc.from_array([SENT_START], marks.astype(np.uint64))
        return doc


def _text(doc: Doc) -> str:
    """``doc.text`` is put together from its tokens at each call."""
    return doc.user_data.get(_TEXT) or doc.text


@Language.component("distiller_entities", assigns=["doc.ents"])
def find_entities(doc: Doc) -> Doc:
    """Name what :mod:`pipeline.sentences.entities` finds, as whole tokens."""
    doc.user_data[ENTITIES] = found = entities.find(_text(doc))
    spans = [doc.char_span(start, end, label=label, alignment_mode="expand") for start, end, label in found]
    doc.set_ents(spacy.util.filter_spans([span for span in spans if span is not None]))
    return doc


@cache
def pipeline(*, german: bool, named: bool) -> Language:
    """Build the pipeline once a process; the multi-language vocabulary holds no rules of its own."""
    nlp = spacy.blank("xx", config={"nlp": {"tokenizer": {"@tokenizers": "distiller_tokenizer"}}})
    nlp.add_pipe("distiller_splitter", config={"german": german})
    if named:
        nlp.add_pipe("distiller_entities")
    return nlp
