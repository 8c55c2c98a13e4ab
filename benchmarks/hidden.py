"""How reliably text that no reader sees is set apart and reported, and how often that is said of text that shows.

* ``kinds_of_6``: kinds of planted hidden text (never painted, coloured as its ground, under 1 pt, covered by a later
  box, off the page, on a layer that is off) of which every drawn variation is set apart as ``hidden``, gone from the
  pages' text, and reported by a ``hidden_text`` notice on its page. ``set_apart`` and ``reported``: shares of all.
* ``orders_reported``: of the plants that give orders to a language model, the share with ``possible_injection``.
* ``lookalikes_kept``: share of sentences kept on drawn pages that only look hidden: white on a banner, OCR over a scan.
* ``false_alarms``: entries of ``filings/pdf/*.pdf`` set apart as ``hidden`` that a second renderer (PDFium) shows: its
  pixels change along the middle of the words, and no word of the body stands there. ``pages_reported``: pages with
  ``hidden_text``.

Run with ``DISTILL_HIDDEN_SAMPLE=N`` to take N filings only.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pypdfium2

from benchmarks._plants import Plant, lookalikes, plants
from pipeline import extract
from pipeline.document import Document, SetApart
from pipeline.settings import ExtractSettings

_SETTINGS = ExtractSettings(ocr="never")
_ZOOM = 4.0


def measure(data: Path) -> dict[str, float]:
    """Return shares of plants found and of look-alikes kept, and the false alarms."""
    with TemporaryDirectory() as scratch:
        found = [(plant, *_judged(plant, Path(scratch))) for plant in plants()]
        kept = [share for plant in lookalikes() for share in _kept(plant, _read(plant, Path(scratch)))]
    kinds = {plant.kind for plant, *_ in found}
    whole = [kind for kind in kinds if all(apart and told for plant, apart, told, _ in found if plant.kind == kind)]
    orders = [ordered for plant, _, _, ordered in found if "side letter" not in plant.hidden[0]]
    alarms, pages = _alarms(sorted((data / "filings" / "pdf").glob("*.pdf")))
    return {
        "kinds_of_6": len(whole),
        "plants": len(found),
        "set_apart": sum(apart for _, apart, _, _ in found) / len(found),
        "reported": sum(told for _, _, told, _ in found) / len(found),
        "orders_reported": sum(orders) / len(orders),
        "lookalikes": len(kept),
        "lookalikes_kept": sum(kept) / len(kept),
        "false_alarms": alarms,
        "pages_reported": pages,
    }


def _read(plant: Plant, folder: Path) -> Document:
    path = folder / f"{plant.name}.pdf"
    path.write_bytes(plant.content)
    return extract.read(path, _SETTINGS)


def _judged(plant: Plant, folder: Path) -> tuple[bool, bool, bool]:
    """Return whether the plant is set apart (and the rest is not), reported, and reported as orders."""
    document = _read(plant, folder)
    apart = _squashed(entry.text for entry in document.set_apart if entry.kind == "hidden")
    body = _squashed(page.text for page in document.pages)
    gone = all(_squash(text) in apart and _squash(text) not in body for text in plant.hidden)
    codes = {notice.code for notice in document.notices if notice.page == 1}
    return gone and all(_kept(plant, document)), "hidden_text" in codes, "possible_injection" in codes


def _kept(plant: Plant, document: Document) -> list[bool]:
    seen = _squashed(page.text for page in document.pages)
    seen += _squashed(entry.text for entry in document.set_apart if entry.kind == "watermark")
    return [_squash(text) in seen for text in plant.visible]


def _squash(text: str) -> str:
    return "".join(text.split())


def _squashed(texts: Iterable[str]) -> str:
    return "".join(map(_squash, texts))


def _alarms(paths: list[Path]) -> tuple[int, int]:
    wanted = int(os.environ.get("DISTILL_HIDDEN_SAMPLE", len(paths)))
    alarms = pages = 0
    for path in paths[:: max(1, len(paths) // max(1, wanted))]:
        document = extract.read(path, _SETTINGS)
        hidden = [entry for entry in document.set_apart if entry.kind == "hidden"]
        pages += sum(notice.code == "hidden_text" for notice in document.notices)
        if hidden:
            alarms += sum(_shows(path, document, entry) for entry in hidden)
    return alarms, pages


def _shows(path: Path, document: Document, entry: SetApart) -> bool:
    """Tell whether PDFium paints something along ``entry`` where no word of the body stands."""
    words = document.pages[entry.page - 1].words.boxes
    x0, y0, x1, y1 = entry.box
    for a, b, c, d in zip(words[::4], words[1::4], words[2::4], words[3::4], strict=True):
        if a < x1 and x0 < c and b < (y0 + y1) / 2 < d:
            return False
    with pypdfium2.PdfDocument(path) as file:
        sheet = file[entry.page - 1].render(scale=_ZOOM).to_numpy()[:, :, :3].astype(int)
    quarter = (y1 - y0) / 4
    rows = slice(int((y0 + quarter) * _ZOOM), int((y1 - quarter) * _ZOOM) + 1)
    under = sheet[rows, int(x0 * _ZOOM) : int(x1 * _ZOOM) + 1]
    if under.shape[0] < 2 or under.shape[1] < 2:
        return False
    steps = (np.abs(np.diff(under, axis=1)).max(axis=2) > 24).sum(axis=1).max()
    return bool(steps > max(2, len(entry.text)))
