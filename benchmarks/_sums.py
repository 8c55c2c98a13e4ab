"""Sums found the long way, by code that shares nothing with the stage: what a proof may rest on."""

import random
import re
from decimal import Decimal
from itertools import accumulate, islice
from typing import Any, NamedTuple

_FIGURE = re.compile(r"\$?\(?-?\$?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)\)?")

_TRIES = 50


class Figure(NamedTuple):
    """A number of a recorded page: its row, the right edge of its last digit and its signed value."""

    row: int
    word: int
    right: float
    value: Decimal


def figures(rows: list[dict[str, Any]]) -> list[Figure]:
    """Return the plain numbers among the true words of a page, from top to bottom."""
    found = []
    for index, row in enumerate(rows):
        for word, (x0, _, x1, _, text, *_) in enumerate(row["true_words"]):
            match = _FIGURE.fullmatch(text)
            if match is None or re.fullmatch(r"(19|20)\d\d", text):
                continue
            right = x1 - (x1 - x0) * (len(text) - match.end(1)) / len(text)
            value = Decimal(match[1].replace(",", ""))
            found.append(Figure(index, word, right, -value if "(" in text or "-" in text else value))
    return found


def stacks(found: list[Figure], *, reach: float = 2.0) -> list[list[Figure]]:
    """Return the figures that stand under one another, at least three of them."""
    columns: list[list[Figure]] = []
    for figure in sorted(found, key=lambda f: f.right):
        if columns and figure.right - columns[-1][-1].right <= reach:
            columns[-1].append(figure)
        else:
            columns.append([figure])
    return [sorted(column) for column in columns if len({figure.row for figure in column}) > 2]


def significant(value: Decimal) -> int:
    """Return how many digits of a value stand before its trailing zeros."""
    return len(str(abs(value)).replace(".", "").strip("0"))


def in_sums(found: list[Figure], *, least: int = 1000) -> set[Figure]:
    """Return the figures that stand in a sum of a run of figures right above its total (of at least ``least``)."""
    summed: set[Figure] = set()
    for column in stacks(found):
        for at, total in enumerate(column):
            if abs(total.value) < least or significant(total.value) < 4:
                continue
            running = Decimal(0)
            for start in range(at - 1, max(-1, at - 40), -1):
                running += column[start].value
                if running == total.value and at - start > 1:
                    summed.update(column[start : at + 1])
    return summed


def totals(column: list[Figure]) -> set[int]:
    """Return the places of a column whose figures are sums of a run right above them."""
    summed: set[int] = set()
    for at, total in enumerate(column):
        runs = accumulate(figure.value for figure in reversed(column[max(0, at - 40) : at]))
        if total.value and any(run == total.value for run in islice(runs, 1, None)):
            summed.add(at)
    return summed


def shuffled_inside(rows: list[dict[str, Any]], seed: int, *, moved: bool = False) -> list[dict[str, Any]]:
    """Return the page with the figures of each column, totals too, in one another's places.

    With ``moved`` no total stands where one stood: drawn until that is so, or 50 times.
    """
    drawn = random.Random(seed)
    texts: dict[tuple[int, int], str] = {}
    for column in stacks(figures(rows)):
        places = totals(column) if moved else set()
        known = {column[at].value for at in places}
        dealt = list(column)
        for _ in range(_TRIES):
            drawn.shuffle(dealt)
            if known.isdisjoint(dealt[at].value for at in places):
                break
        written = [rows[figure.row]["true_words"][figure.word][4] for figure in dealt]
        texts.update(zip(((figure.row, figure.word) for figure in column), written, strict=True))
    return [
        row | {"true_words": [[*w[:4], texts.get((index, i), w[4])] for i, w in enumerate(row["true_words"])]}
        for index, row in enumerate(rows)
    ]


def shuffled(pages: list[list[dict[str, Any]]], seed: int) -> list[list[dict[str, Any]]]:
    """Return the pages with their figures dealt out anew, each in the place of one with the same form (digits, marks).

    Shuffling inside a column would leave short sums true: the same figures above the same total.
    """
    drawn = random.Random(seed)
    places: dict[str, list[tuple[int, int, int]]] = {}
    for number, rows in enumerate(pages):
        for column in stacks(figures(rows)):
            for figure in column:
                written = rows[figure.row]["true_words"][figure.word][4]
                places.setdefault(re.sub(r"\d", "0", written), []).append((number, figure.row, figure.word))
    texts: dict[tuple[int, int, int], str] = {}
    for form in sorted(places):
        written = [pages[page][row]["true_words"][word][4] for page, row, word in places[form]]
        drawn.shuffle(written)
        texts.update(zip(places[form], written, strict=True))
    return [
        [
            row
            | {"true_words": [[*w[:4], texts.get((number, index, i), w[4])] for i, w in enumerate(row["true_words"])]}
            for index, row in enumerate(rows)
        ]
        for number, rows in enumerate(pages)
    ]
