"""A running title keeps the copy that is the title itself; a running header keeps none."""

from pathlib import Path

import pymupdf

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings

Text = tuple[float, float, str]
SYLLABLES = "ra le mi to nu sa be di fo gu ka pe lo".split()


def drawn(folder: Path, pages: list[list[Text]], *, size: float = 10) -> Document:
    file = pymupdf.open()
    for texts in pages:
        page = file.new_page()
        for x, y, text in texts:
            page.insert_text((x, y), text, fontsize=size if y < 60 else 10)
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", ExtractSettings(ocr="never"))


def full(number: int) -> list[Text]:
    """Return a page of running text of its own words, whose last sentence goes on."""
    return [(72, 100 + 20.0 * i, " ".join(word(200 * number + 8 * i + j) for j in range(8))) for i in range(25)]


def word(index: int) -> str:
    return SYLLABLES[index % 13] + SYLLABLES[index // 13 % 13] + SYLLABLES[index // 169 % 13] + SYLLABLES[index % 11]


def ended(number: int) -> list[Text]:
    return [*full(number)[:12], (72, 340, "The accompanying lists are part of this deed.")]


def titled(number: int) -> list[Text]:
    return [(230, 86, "FORM OF LEASE AGREEMENT"), *full(number)]


def exhibit(title: str, *bodies: list[Text]) -> list[list[Text]]:
    return [[(480, 40, title), *body] for body in bodies]


def headers(document: Document, text: str) -> list[int]:
    return [entry.page for entry in document.set_apart if entry.text == text and entry.kind == "header"]


def pages_with(document: Document, text: str) -> list[int]:
    return [page.number for page in document.pages if text in page.text]


def test_the_label_of_an_exhibit_stays_on_the_first_of_its_pages(tmp_path: Path):
    before = [full(n) for n in range(9)]
    pages = [*before, ended(9), *exhibit("Exhibit 10.7", titled(10), *(full(n) for n in range(11, 21)))]
    document = drawn(tmp_path, pages)
    assert pages_with(document, "Exhibit 10.7") == [11]
    assert headers(document, "Exhibit 10.7") == list(range(12, 22))


def test_each_of_two_exhibits_keeps_its_label_and_a_mention_in_a_sentence_takes_none(tmp_path: Path):
    mention: Text = (72, 300, "The lease is filed as Exhibit 10.8 and is part of it.")
    pages = [*(full(n) for n in range(7)), [*ended(7)[:9], mention]]
    pages += exhibit("Exhibit 10.7", titled(8), *(full(n) for n in range(9, 17)), ended(17))
    pages += exhibit("Exhibit 10.8", titled(18), *(full(n) for n in range(19, 28)))
    document = drawn(tmp_path, pages)
    assert pages_with(document, "Exhibit 10.7") == [9]
    assert pages_with(document, "Exhibit 10.8") == [8, 19]


def test_a_title_of_several_lines_stays_whole_although_one_of_them_stands_before(tmp_path: Path):
    stack = [(240.0, 30.0, "ALDER CORPORATION"), (230.0, 42.0, "NOTES TO THE STATEMENTS")]
    pages = [[(72, 90, "ALDER CORPORATION"), *full(0)], *(full(n) for n in range(1, 10)), ended(10)]
    pages += [[*stack, *titled(11)], *([*stack, *full(n)] for n in range(12, 22))]
    document = drawn(tmp_path, pages)
    assert document.pages[11].text.startswith("ALDER CORPORATION\nNOTES TO THE STATEMENTS\nFORM OF LEASE")
    assert headers(document, "NOTES TO THE STATEMENTS") == list(range(13, 23))


def test_a_title_that_stands_in_the_text_before_stays_set_apart(tmp_path: Path):
    pages = [[(72, 90, "Description of the Woods\t12"), *full(0)], *(full(n) for n in range(1, 9)), ended(9)]
    pages += exhibit("Description of the Woods", titled(10), *(full(n) for n in range(11, 21)))
    document = drawn(tmp_path, pages)
    assert headers(document, "Description of the Woods") == list(range(11, 22))


def test_the_name_of_a_document_from_page_two_on_cuts_no_sentence(tmp_path: Path):
    pages = [full(0), *exhibit("Alder Annual Report", *(full(n) for n in range(1, 20)))]
    document = drawn(tmp_path, pages)
    assert pages_with(document, "Alder Annual Report") == []


def test_the_name_of_a_document_behind_its_cover_is_a_header(tmp_path: Path):
    pages = [[(200.0, 300.0, "Report of the year"), (200.0, 330.0, "Dublin")]]
    pages += exhibit("Alder Annual Report", titled(1), *(full(n) for n in range(2, 20)))
    assert pages_with(drawn(tmp_path, pages), "Alder Annual Report") == []


def test_a_header_that_begins_in_the_middle_of_a_sentence_keeps_no_copy(tmp_path: Path):
    pages = [*(full(n) for n in range(12)), *exhibit("Woods and Lots", *(full(n) for n in range(12, 22)))]
    assert pages_with(drawn(tmp_path, pages), "Woods and Lots") == []


def test_a_title_in_small_print_is_a_header_on_its_first_page_too(tmp_path: Path):
    pages = [
        *(full(n) for n in range(9)),
        ended(9),
        *exhibit("Woods and Lots", titled(10), *(full(n) for n in range(11, 20))),
    ]
    assert pages_with(drawn(tmp_path, pages, size=7), "Woods and Lots") == []


def test_the_link_to_the_contents_keeps_no_copy(tmp_path: Path):
    pages = [
        *(full(n) for n in range(9)),
        ended(9),
        *exhibit("Table of Contents", titled(10), *(full(n) for n in range(11, 20))),
    ]
    assert pages_with(drawn(tmp_path, pages), "Table of Contents") == []
