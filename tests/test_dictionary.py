"""Dictionaries are data: found in one pass, checked by their own examples, overlaid by the user's folder."""

import pickle
import time
from pathlib import Path

import pytest

from pipeline import dictionary
from pipeline.dictionary import Dictionary, Entry
from pipeline.errors import DictionaryError
from pipeline.settings import DictionarySettings, Settings
from pipeline.shelf import shelf


def entry(name: str = "e", language: str = "en", kind: str = "sentinels", **given) -> Entry:
    return Entry(id=name, language=language, kind=kind, **given)


def terms_found(searcher: Dictionary, text: str, language: str = "en") -> list[str]:
    return [hit.term for hit in searcher.find(text, language)]


def write(folder: Path, text: str, *, language: str = "en", kind: str = "negation") -> Path:
    path = folder / language / f"{kind}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    head = f'language = "{language}"\nkind = "{kind}"\nversion = 1\n'
    path.write_text(head + text, "utf-8")
    return path


def own(folder: Path) -> Settings:
    return Settings(dictionaries=DictionarySettings(folder=folder))


def test_a_term_is_found_in_any_case_and_with_a_typographic_apostrophe():
    searcher = Dictionary((entry(terms=("arm's length", "no")),))
    assert terms_found(searcher, "NO sale was at Arm’s Length.") == ["no", "arm's length"]


def test_a_term_is_not_found_inside_another_word():
    searcher = Dictionary((entry(terms=("no", "cap")),))
    assert terms_found(searcher, "November notes on capital; north of CAPS2 and kno.") == []


def test_the_longest_of_overlapping_terms_of_one_kind_counts():
    searcher = Dictionary((entry(terms=("not", "shall not", "shall not exceed")),))
    assert terms_found(searcher, "It shall not exceed ten; it is not due.") == ["shall not exceed", "not"]


def test_terms_of_two_kinds_may_overlap():
    searcher = Dictionary((entry("a", terms=("purchase price",)), entry("b", kind="anchors", terms=("price",))))
    assert terms_found(searcher, "the purchase price") == ["purchase price", "price"]


def test_a_mask_keeps_shorter_terms_from_matching_and_is_not_reported():
    searcher = Dictionary((entry(terms=("not",)), entry("m", type="mask", terms=("not only",))))
    assert terms_found(searcher, "Not only here, but not there.") == ["not"]


def test_a_mask_defeats_a_term_that_begins_before_it():
    searcher = Dictionary((entry(terms=("may not",)), entry("m", type="mask", terms=("not only",))))
    assert terms_found(searcher, "It may not only fall, it may not rise.") == ["may not"]


def test_a_chinese_term_needs_no_boundary_and_its_gap_spans_at_most_twenty_characters():
    searcher = Dictionary((entry(language="zh", terms=("不得", "存在…风险")),))
    assert terms_found(searcher, "乙方不得转让。", "zh") == ["不得"]
    assert terms_found(searcher, "公司存在汇率波动的风险。", "zh") == ["存在汇率波动的风险"]
    assert terms_found(searcher, "公司存在" + "很" * 21 + "风险。", "zh") == []
    assert terms_found(searcher, "公司存在问题。风险已消除。", "zh") == []


def test_the_span_says_where_the_term_stands_in_the_text_as_given():
    text = "İstanbul: the fee SHALL NOT exceed"
    (hit,) = Dictionary((entry(terms=("shall not",)),)).find(text, "en")
    assert text[hit.span.start : hit.span.end] == "SHALL NOT"


def test_a_pattern_runs_only_where_one_of_its_needs_stands():
    searcher = Dictionary((entry(pattern=r"\d+ days", needs=("within",)),))
    assert terms_found(searcher, "within 10 days") == ["10 days"]
    assert terms_found(searcher, "10 days") == []


def test_a_pattern_without_needs_runs_everywhere():
    assert terms_found(Dictionary((entry(pattern=r"\d+ days"),)), "10 days") == ["10 days"]


def test_a_text_that_meets_unless_is_spared():
    searcher = Dictionary((entry(pattern="weakness", unless="no weakness"),))
    assert terms_found(searcher, "a weakness was found") == ["weakness"]
    assert terms_found(searcher, "no weakness was found") == []


def test_anchors_of_a_pattern_stand_for_the_ends_of_one_text():
    searcher = Dictionary((entry(pattern="^Total$"),))
    found = searcher.find_all(["Total", "Total assets", "Total"], ["en"] * 3)
    assert [len(hits) for hits in found] == [1, 0, 1]


def test_each_text_is_searched_with_the_entries_of_its_language():
    searcher = Dictionary((entry("a", terms=("die",)), entry("b", language="de", terms=("die",))))
    english, german = searcher.find_all(["die", "die"], ["en", "de"])
    assert [hit.entry.id for hit in english] == ["a"]
    assert [hit.entry.id for hit in german] == ["b"]


def test_an_unknown_language_is_searched_with_all_entries():
    searcher = Dictionary((entry("a", terms=("die",)), entry("b", language="de", terms=("kein",))))
    assert terms_found(searcher, "die kein", "fr") == ["die", "kein"]


def test_scope_and_document_type_narrow_what_is_tried():
    rule = entry(pattern="Total", scope="row", documents=("10-K",))
    searcher = Dictionary((rule,))
    found = searcher.find_all(["Total", "Total"], ["en", "en"], scopes=["row", "sentence"], document_type="10-K")
    assert [len(hits) for hits in found] == [1, 0]
    assert searcher.find_all(["Total"], ["en"], scopes=["row"], document_type="contract") == [()]


def test_a_dictionary_survives_a_pickle_after_it_was_used():
    searcher = Dictionary((entry(terms=("no",)),))
    searcher.find("no", "en")
    again = pickle.loads(pickle.dumps(searcher))  # noqa: S301
    assert again == searcher
    assert terms_found(again, "no") == ["no"]


def test_texts_and_languages_of_different_length_are_refused():
    with pytest.raises(ValueError, match="2 texts"):
        Dictionary((entry(terms=("no",)),)).find_all(["a", "b"], ["en"])


@pytest.mark.parametrize(
    "given", [{}, {"pattern": "a", "terms": ("b",)}, {"terms": ("…",)}, {"terms": ("a",), "needs": ("a",)}]
)
def test_an_entry_has_exactly_one_of_pattern_and_terms(given):
    with pytest.raises(ValueError, match=r"pattern|empty"):
        Entry(id="e", **given)


def test_an_entry_of_ones_own_replaces_the_shipped_one_of_its_id(tmp_path):
    write(tmp_path, '[[entry]]\nid = "negation"\nterms = ["nix"]\n[[entry]]\nid = "mine"\nterms = ["nope"]\n')
    searcher = dictionary.load("negation", own(tmp_path))
    assert terms_found(searcher, "nix nope not") == ["nix", "nope"]


def test_remove_drops_a_shipped_entry(tmp_path):
    write(tmp_path, '[[entry]]\nid = "negation"\nremove = true\n')
    searcher = dictionary.load("negation", own(tmp_path), languages=("en",))
    assert "negation" not in {entry.id for entry in searcher.entries}


def test_entries_that_ask_for_a_heading_are_parted_from_the_rest():
    plain, headed = Dictionary((entry("a", terms=("x",)), entry("b", terms=("x",), heading="Risks"))).parted()
    assert [each.id for each in plain.entries] == ["a"]
    assert [each.id for each in headed.entries] == ["b"]


def test_an_unknown_kind_is_an_error_that_names_it():
    with pytest.raises(DictionaryError, match="weather: no entries of this kind"):
        dictionary.load("weather", Settings())


def test_a_missing_folder_is_an_error_that_names_it(tmp_path):
    with pytest.raises(DictionaryError, match=r"nowhere: no such folder"):
        dictionary.load("negation", own(tmp_path / "nowhere"))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[entry]]\nid = "x"\nterm = ["no"]\n', r"en/negation\.toml: x: term is wrong: Extra inputs"),
        ('[[entry]]\nid = "x"\n', r"en/negation\.toml: x: is incomplete: give exactly one of pattern and terms"),
        ('[[entry]]\nterms = ["no"]\n', r"en/negation\.toml: entry 1: id is wrong: Field required"),
        ('[[entry]]\nid = "x"\nterms = ["a"]\n[[entry]]\nid = "x"\nterms = ["b"]\n', r"x: the id comes twice"),
        ("[[entry]\n", r"en/negation\.toml: -: not readable TOML"),
    ],
)
def test_a_mistake_in_a_file_names_file_entry_and_mend(tmp_path, text, says):
    path = write(tmp_path, text)
    with pytest.raises(DictionaryError, match=says):
        dictionary.read(path)


def test_a_broken_pattern_of_ones_own_is_told_before_any_text_is_searched(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "guards.toml").write_text(
        'language = "en"\nkind = "guards"\nversion = 1\n'
        '[[entry]]\nid = "mine"\ntype = "money"\nlevel = "hard"\npattern = "(unclosed"\n',
        "utf-8",
    )
    with pytest.raises(DictionaryError, match=r"en/guards\.toml: mine: not a valid pattern"):
        dictionary.load("guards", Settings(dictionaries=DictionarySettings(folder=tmp_path)))


def test_a_file_has_to_say_the_language_and_kind_of_its_place(tmp_path):
    path = write(tmp_path, '[[entry]]\nid = "x"\nterms = ["a"]\n')
    moved = path.rename(path.with_name("guards.toml"))
    with pytest.raises(DictionaryError, match="says en/negation inside"):
        dictionary.read(moved)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('terms = ["no"]\nmatches = ["yes"]\nspares = ["x"]', "does not catch 'yes'"),
        ('terms = ["no"]\nmatches = ["no"]\nspares = ["oh no"]', "catches 'no' in 'oh no'"),
        ('terms = ["no"]', "has no examples"),
        ('pattern = "("\nmatches = ["a"]\nspares = ["b"]', "not a valid pattern"),
        ('pattern = "a"\nunless = "["\nmatches = ["a"]\nspares = ["b"]', "not a valid pattern"),
    ],
)
def test_check_names_file_entry_and_what_is_wrong(tmp_path, text, what):
    write(tmp_path, f'[[entry]]\nid = "x"\n{text}\n')
    (problem,) = dictionary.check(tmp_path)
    assert (problem.file, problem.entry) == ("en/negation.toml", "x")
    assert problem.what == what
    assert problem.mend


def test_check_of_a_good_folder_finds_nothing(tmp_path):
    write(tmp_path, '[[entry]]\nid = "x"\nterms = ["no"]\nmatches = ["no"]\nspares = ["know"]\n')
    assert dictionary.check(tmp_path) == []


def test_check_of_a_folder_without_dictionaries_says_so(tmp_path):
    (problem,) = dictionary.check(tmp_path)
    assert problem.what == "holds no dictionary"


def test_every_shipped_entry_holds_its_own_examples():
    assert [str(problem) for problem in dictionary.check(shelf("dictionaries"))] == []


def test_literal_dictionaries_load_in_under_fifty_milliseconds():
    dictionary.load("negation", Settings())
    spent = []
    for _ in range(3):
        started = time.process_time()
        dictionary.load(("anchors", "sentinels", "negation"), Settings())
        spent.append(time.process_time() - started)
    assert min(spent) < 0.05
