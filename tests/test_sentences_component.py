"""The spaCy components, as other people use them."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

import pipeline.sentences  # noqa: F401 - registers the components
from pipeline.sentences.component import ENTITIES, SENTENCES, Tokenizer
from pipeline.sentences.component import pipeline as ready


@pytest.mark.parametrize("language", ["en", "de", "xx"])
def test_any_blank_pipeline_takes_the_splitter_by_name(language):
    nlp = spacy.blank(language)
    nlp.add_pipe("distiller_splitter")
    doc = nlp("It operates in the U.S. The Company cites Wu v. Chen. See No. 4.")
    assert [sentence.text for sentence in doc.sents] == [
        "It operates in the U.S.",
        "The Company cites Wu v. Chen.",
        "See No. 4.",
    ]


def test_german_rules_are_a_setting_of_the_component():
    nlp = spacy.blank("de")
    nlp.add_pipe("distiller_splitter", config={"german": True})
    assert len(list(nlp("Der Vertrag endet am 31. Dezember 2028.").sents)) == 1


def test_the_entity_component_sets_entities_and_keeps_their_offsets():
    nlp = ready(german=False, named=True)
    doc = nlp("Acme Corp. pays (5%) on January 3, 2024.")
    assert [(entity.label_, entity.text) for entity in doc.ents] == [
        ("PARTY", "Acme Corp."),
        ("PERCENT", "5%"),
        ("DATE", "January 3, 2024"),
    ]
    assert doc.user_data[ENTITIES] == [(0, 10, "PARTY"), (17, 19, "PERCENT"), (24, 39, "DATE")]


def test_offsets_of_sentences_agree_with_those_of_spacy():
    nlp = ready(german=False, named=False)
    text = "甲方付款。乙方交货。 The fee is due. It is final."
    doc = nlp(text)
    assert [text[start:end] for start, end in doc.user_data[SENTENCES]] == [s.text.strip() for s in doc.sents]


@given(st.text(alphabet="aB1. \n\t甲。“”é\u3000", max_size=40))
def test_the_tokenizer_loses_no_character(text):
    assert Tokenizer(spacy.blank("xx").vocab)(text).text == text


def test_a_page_of_more_than_a_million_characters_is_split():
    text = "The fee is due. " * 70_000

    assert sum(token.is_sent_start for token in ready(german=False, named=False)(text)) == 70_000
