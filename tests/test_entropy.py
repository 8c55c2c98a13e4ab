"""Scores: words, layout features, the model and its card."""

import pickle
import re
import shutil
import tomllib

import numpy as np
import pytest

from pipeline.document import Document, Place, Section, Source, Unit
from pipeline.entropy import Scorer, features, words
from pipeline.entropy.model import Model
from pipeline.errors import ModelError
from pipeline.settings import Settings
from pipeline.shelf import shelf
from pipeline.spans import Span

POLICY = (
    "Deferred taxes are recorded for the tax effects of temporary differences, using the rates that are expected to "
    "apply when the differences are reversed, as required by the applicable standards."
)
TEMPLATE = (
    "The preparation of financial statements in conformity with accounting principles generally accepted in the United "
    "States requires management to make estimates and assumptions that affect the reported amounts of assets and "
    "liabilities."
)
ASSURANCE = (
    "发行人及全体董事、监事、高级管理人员承诺招股说明书及其摘要不存在虚假记载、误导性陈述或重大遗漏，"
    "并对其真实性、准确性、完整性承担个别和连带的法律责任。"
)
STATEMENT = [
    ("heading", "Consolidated Balance Sheets"),
    ("row", "(In millions)\t2021\t2020"),
    ("row", "Total current assets\t$14,982\t$14,403"),
    ("row", "Total assets\t$47,072\t$47,344"),
]
NOTES = [
    ("heading", "Notes to Consolidated Financial Statements"),
    ("sentence", "Total assets rose to $47,072 million, primarily due to higher inventories in all of the segments."),
    ("sentence", POLICY),
    ("sentence", TEMPLATE),
]


def document(*pages, kind="10-K", language="en", sections=()):
    """Build a document of (kind, text) units, one list a page."""
    listed = [(number, *unit) for number, page in enumerate(pages, 1) for unit in page]
    units = tuple(
        Unit(f"u{at:04d}", shape, text, (Place(number, Span(0, 1)),), max(1, len(text) // 4), language)
        for at, (number, shape, text) in enumerate(listed, 1)
    )
    about = Source("a.pdf", "a.pdf", "", len(pages))
    return Document(about, units=units, type=kind, language=language, sections=tuple(sections))


@pytest.fixture(scope="module")
def scorer():
    return Scorer.open(Settings())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rose 5% (to $3,456).", ["rose", "5", "%", "(", "to", "$", "3,456"]),
        ("Total assets\t$\t1.5", ["total", "assets", "$", "1.5"]),
        ("营业收入1,234万元", ["营", "业", "收", "入", "1,234", "万", "元"]),
        ("Größe — naïve", ["größe", "naïve"]),
        (" \t ", []),
    ],
)
def test_text_splits_into_words_figures_and_chinese_characters(text, expected):
    assert words.split(text) == expected


def test_numbers_are_known_by_their_shape_and_years_apart():
    (row,) = words.ids([["5,363", "9,870", "5363", "2018", "53.6", "income"]])
    assert row[0] == row[1]
    assert len({row[0], row[2], row[3], row[4]}) == 4
    assert row[3] == words.YEAR
    assert all(number < words.NUMBERS for number in row[:5])


def test_a_word_has_the_same_id_on_every_machine():
    assert words.ids([["revenue", "收"]]) == [[12229, 18087]]


def test_long_units_are_cut_and_short_ones_padded():
    matrix = words.padded([[7] * 100, [8], []])
    assert matrix.shape == (3, words.LONGEST)
    assert matrix[1].tolist() == [8] + [0] * (words.LONGEST - 1)
    assert not matrix[2].any()


@pytest.mark.parametrize(
    ("title", "part"),
    [
        ("Item 1A. Risk Factor s", "risk"),
        ("Management's Discussion and Analysis of Financial Condition", "discussion"),
        ("Item 8. Financial Statements and Supplementary Data", "statements"),
        ("第四节 风险因素", "risk"),
        ("第十节 财务会计信息", "statements"),
        ("Risks and rewards", None),
        ("Our history", None),
    ],
)
def test_a_section_belongs_to_a_part_by_its_title(title, part):
    assert features.part_of(title) == part


@pytest.mark.parametrize(
    ("kind", "language", "family"),
    [("10-Q", "en", "10-Q"), ("earnings_release", "en", "8-K"), ("dd_report", "en", "other"), ("contract", "zh", "zh")],
)
def test_documents_share_quantiles_by_family(kind, language, family):
    assert features.family(document(kind=kind, language=language)) == family


def column(made, name):
    return features.see(made).layout[:, features.NAMES.index(name)].tolist()


def test_a_page_of_rows_under_a_statement_title_is_a_statement_page():
    assert column(document(STATEMENT, NOTES), "statement_page") == [1, 1, 1, 1, 0, 0, 0, 0]


def test_a_title_inside_a_sentence_makes_no_statement_page():
    page = [("sentence", "The consolidated balance sheets are shown in Item 8."), *STATEMENT[1:]]
    assert column(document(page), "statement_page") == [0, 0, 0, 0]


def test_figures_that_the_document_repeats_are_told_from_those_it_says_once():
    quoted = column(document(STATEMENT, NOTES), "quoted")
    assert quoted[3] == 0.5
    assert quoted[2] == 0
    assert quoted[5] == 1


def test_units_inherit_the_part_of_the_innermost_section_that_has_one():
    sections = [
        Section("s00", "item_7", "Item 7. Management's Discussion and Analysis", 1, None, 0, 4, 1, 1),
        Section("s01", "", "Overview", 2, "s00", 1, 2, 1, 1),
        Section("s02", "", "Market Risk", 2, "s00", 3, 4, 1, 1),
    ]
    made = document(STATEMENT, sections=sections)
    assert column(made, "discussion") == [1, 1, 1, 0]
    assert column(made, "market") == [0, 0, 0, 1]


def test_every_unit_has_one_score_between_nothing_and_one(scorer):
    made = scorer(document(STATEMENT, NOTES))
    assert len(made.scores) == 8
    assert all(0 <= value <= 1 for score in made.scores for value in score)


def test_statement_rows_score_above_policies_and_results_between(scorer):
    scores = [score.entropy for score in scorer(document(STATEMENT, NOTES)).scores]
    assert min(scores[2:4]) > scores[5] > max(scores[6:])


def test_template_prose_is_told_from_what_only_this_company_says(scorer):
    scores = scorer(document(STATEMENT, NOTES)).scores
    assert scores[7].template > 0.5 > scores[5].template


def test_chinese_results_score_above_chinese_assurances(scorer):
    page = [
        ("sentence", "报告期内公司营业收入为52,340.15万元，较上年同期增长18.6%，主要系新增客户订单增加所致。"),
        ("sentence", ASSURANCE),
    ]
    scores = scorer(document(page, kind="prospectus", language="zh")).scores
    assert scores[0].entropy > 0.5 > scores[1].entropy


def test_a_units_score_does_not_depend_on_the_batch_it_is_in():
    model = Model(shelf("models") / "entropy")
    seen = features.see(document(STATEMENT, NOTES * 40))
    whole = model.probabilities(seen)
    alone = np.stack([model.probabilities(features.Seen(seen.ids[at : at + 1], seen.layout[at : at + 1]))[0]
                      for at in range(len(seen.ids))])  # fmt: skip
    assert np.abs(whole - alone).max() < 1e-5


def test_scoring_twice_is_scoring_once_and_the_stage_pickles_without_its_session(scorer):
    made = document(STATEMENT, NOTES)
    carried = pickle.loads(pickle.dumps(scorer))  # noqa: S301 - our own bytes
    assert len(pickle.dumps(scorer)) < 1000
    assert carried(carried(made)) == scorer(made)


def test_a_document_without_units_passes(scorer):
    assert scorer(document([])).scores == ()


def test_units_without_a_letter_are_scored_too(scorer):
    assert len(scorer(document([("sentence", "—"), ("row", "\t"), ("sentence", "")])).scores) == 3


@pytest.fixture
def folder(tmp_path):
    """A copy of the shipped model's folder."""
    for name in ("model.onnx", "card.toml"):
        shutil.copy(shelf("models") / "entropy" / name, tmp_path / name)
    return tmp_path


def test_a_changed_model_file_is_refused(folder):
    path = folder / "model.onnx"
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with pytest.raises(ModelError, match=r"is not the file that card\.toml describes"):
        Model(folder)


def test_a_model_that_takes_other_inputs_is_refused(folder):
    path = folder / "card.toml"
    path.write_text(path.read_text("utf-8").replace('"log_words"', '"log_letters"'), "utf-8")
    with pytest.raises(ModelError, match="takes other inputs"):
        Model(folder)


@pytest.mark.parametrize("name", ["model.onnx", "card.toml"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(ModelError, match=name):
        Model(folder)


def test_a_card_that_is_no_toml_is_refused(folder):
    (folder / "card.toml").write_text("sha256 = ", "utf-8")
    with pytest.raises(ModelError, match=r"card\.toml"):
        Model(folder)


def test_a_card_without_its_quantiles_is_refused(folder):
    path = folder / "card.toml"
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("[quantiles")], "utf-8")
    with pytest.raises(ModelError, match="lacks quantiles"):
        Model(folder)


def test_quantiles_rise_from_nothing_to_one_in_every_family():
    model = Model(shelf("models") / "entropy")
    for probability, share in model.quantiles.values():
        assert (np.diff(probability) >= 0).all()
        assert share[0] == 0
        assert share[-1] == 1


VOTES = tomllib.loads((shelf("models") / "entropy" / "votes.toml").read_text("utf-8"))


@pytest.mark.parametrize("vote", [*VOTES["filing"], *VOTES["contract"]], ids=lambda vote: vote["id"])
def test_a_labelling_function_catches_its_examples_and_spares_its_near_misses(vote):
    pattern = re.compile(vote["pattern"])
    assert [text for text in vote["matches"] if not pattern.search(text)] == []
    assert [text for text in vote["spares"] if pattern.search(text)] == []
