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

_TOKEN = regex.compile(r"([^\W\p{Han}_]+|\p{Han}|[^\w\s]|_|\s)( ?)")
_INSIDE, _STARTS = -1, 1


class Tokenizer:
    """Words, single Chinese characters and single marks: every sentence border is a token border."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the tokens of ``text``, which come back to it exactly."""
        pairs = _TOKEN.findall(text)
        return Doc(self.vocab, words=[word for word, _ in pairs], spaces=[space == " " for _, space in pairs])


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
        """Mark the first token after each end; white space before it stays with the sentence that ended."""
        text = doc.text
        marks = np.full(len(doc), _INSIDE, dtype=np.int64)
        if len(doc):
            marks[0] = _STARTS
        for end in boundaries.ends(text, german=self.german)[:-1]:
            rest = text[end:]
            start = end + len(rest) - len(rest.lstrip())
            span = doc.char_span(start, start + 1, alignment_mode="expand")
            if span is not None:
                marks[span.start] = _STARTS
        doc.from_array([SENT_START], marks.reshape(-1, 1).astype(np.uint64))
        return doc


@Language.component("distiller_entities", assigns=["doc.ents"])
def find_entities(doc: Doc) -> Doc:
    """Name what :mod:`pipeline.sentences.entities` finds, as whole tokens."""
    spans = [
        doc.char_span(start, end, label=label, alignment_mode="expand") for start, end, label in entities.find(doc.text)
    ]
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
