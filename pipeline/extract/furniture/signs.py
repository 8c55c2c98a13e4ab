"""What a line at the edge of a page says of itself, for pages that have no neighbours to compare."""

import regex

from pipeline.extract.fragments import is_figure
from pipeline.extract.furniture.candidates import number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

_PUBLISHED = regex.compile(
    r"(?i)\bdownload(?:ed from|ed on| date)|^(?:published|provided|digiti[sz]ed|distributed|printed|hosted) (?:by|on)\b"
    r"|©|^\(c\) \d{4}|\bcopyright\b|\ball rights reserved\b|版权所有|\bvol(?:\.|ume)?\s?\d|\b(?:issue|jahrgang) \d"
    r"|\bissn\b|\bisbn\b|\bdoi\b|\barxiv:|https?://|\bwww\.|^\S+@\S+\.\w+$|\bservice provided by\b"
    r"|\brev(?:ision)?[.:\s]+\d|^version\s?\d|\bp/n\b|^preprint\b|^page \d|^seite \d"
    r"|^case (?:no\.? ?)?\d.*\bfiled\b|^(?:证券|股票|债券)代码|公告编号|^\d{1,4}\s?\|\s|\s\|\s?\d{1,4}$|^第\s?\d+\s?页"
)
"""Catches ``March 2014 | Volume 8 | Issue 3``, ``www.plosntds.org``, ``Revision: 2.4``; spares ``Revised terms``."""
_LETTER = regex.compile(
    r"(?i)(?:date|dated|re|ref|reference|subject|to|from|attn|attention|via|cc|betreff|betr|datum|an|von"
    r"|日期|致|主题|编号|合同编号)\.?\s?[:：]|.*(?:__|/s/)|.*\b(?:iban|bic|swift)\b|(?:bank|account|konto|开户行)\b.*[:：]|(?:by|name|title|signature|its)\s?:"
)
"""Catches ``Date: 3 May 2024`` and ``By: ____``: part of a letter or of a signature wherever it stands."""
_NOTE = regex.compile(r"(?:[*†‡§]{1,3}|\(?\d{1,2}\)?) ?\p{L}.*")
_SOURCE_NOTE = regex.compile(r"(?:[*†‡§]{1,3}|\(?\d{1,2}\)?) ?(?:https?:|www\.)")
_SENTENCE = regex.compile(r".*(?:\S+[ \t]){4}\S*[.;:。；：]|.*\p{Han}.*[。；：]")
_TITLE = regex.compile(
    r"(?i)(?:exhibit|annex|schedule|appendix|anlage|part|item|article|section|附件|附录)\s*[\dIVXA-Z一二三四五六七八九十]"
)
_SECTION = regex.compile(r"[.(]")
_CONTENTS = regex.compile(r"(?i)tableofcontents?|backto(?:top|contents)|返回目录")
LONG = 90
"""Characters from which a line is one of running text."""

_NUMBERED = regex.compile(r".*\d")


def is_published(row: PrintedRow) -> bool:
    """Tell whether the line names where the page was published, downloaded or printed, or which version it is."""
    number = number_of(row.text)
    return (number is not None and not _SECTION.search(row.text)) or _PUBLISHED.search(row.text) is not None


def is_way_back(text: str) -> bool:
    """Tell whether the line is the link to the contents list that stands over every page of a filing."""
    return _CONTENTS.fullmatch("".join(text.split())) is not None


def is_text(row: PrintedRow) -> bool:
    """Tell whether the line is part of what the page says: a date of a letter, a signature, a note, a title."""
    text = row.text
    if not any(map(str.isalnum, text)):
        return True
    if _LETTER.match(text) or (_TITLE.match(text) and not has_page_cell(row)):
        return True
    if _SOURCE_NOTE.match(text) or sum(map(is_figure, text.split("\t")[1:])) > 1:
        return True
    if is_published(row):
        return False
    return len(text) > LONG or (_NOTE.fullmatch(text) or _SENTENCE.fullmatch(text)) is not None


def ends_sentence(text: str) -> bool:
    """Tell whether the line is the last of a sentence that began on a line before."""
    return text[0].islower() and text[-1] in ".;" and _PUBLISHED.search(text) is None


def goes_on_with_table(layout: Layout, at: int) -> bool:
    """Tell whether a label and a figure stand in the columns of three of the five rows above, as a total does."""
    row = layout.rows[at]
    if len(row.cells) < 2 or not is_figure(row.text.split("\t")[-1]):
        return False
    above = sorted((r for r in layout.rows if r.turn == row.turn and r.base < row.base), key=lambda r: r.base)[-5:]
    (left, _), (_, right) = row.edges[0], row.edges[-1]
    alike = [r for r in above if len(r.cells) > 1 and abs(r.edges[0][0] - left) < 4]
    first = row.edges[-1][0]
    return sum(abs(r.edges[-1][1] - right) < 14 or abs(r.edges[-1][0] - first) < 14 for r in alike) > 2


def has_page_cell(row: PrintedRow) -> bool:
    """Tell whether the line is a title and, far from it, a page number."""
    cells = row.text.split("\t")
    numbers = [at for at, cell in enumerate(cells) if number_of(cell) and not _SECTION.search(cell)]
    if len(cells) not in (2, 3) or numbers not in ([0], [len(cells) - 1]):
        return False
    return not any(is_figure(cell) for at, cell in enumerate(cells) if at != numbers[0])


def is_spread(row: PrintedRow, width: float) -> bool:
    """Tell whether three short cells stand at the left, in the middle and at the right: a version, a part, a date."""
    cells = row.text.split("\t")
    if len(cells) != 3 or max(map(len, cells)) > 40:
        return False
    if any(is_figure(cell) and not number_of(cell) for cell in cells) or sum(map(_is_numbered, cells)) < 2:
        return False
    (left, _), middle, (_, right) = row.edges
    return left < 0.2 * width and right > 0.8 * width and abs(sum(middle) - width) < 0.16 * width


def _is_numbered(cell: str) -> bool:
    return _NUMBERED.match(cell) is not None
