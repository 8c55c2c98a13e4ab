"""Looks at the page as painted: does anything show where a word claims to stand?"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pymupdf

from pipeline.document import Box

FAINT = 16
"""Steps of 255 in one channel below which a difference of colour is not seen on paper (6 %)."""
ZOOM = 2.0
"""Pixels a point: 144 dpi, at which 5-point type still has clear stems."""
STEM_PIXELS = 12.0
"""Pixels that the type must be high for its stems to be counted."""
SHEET_PIXELS = 6_000_000
"""Larger pages are rendered word by word."""
STEPS_A_CHARACTER = 0.8
"""Changes of colour along the best row; printed text has two to four a character, a table rule two in all."""

_Picture = npt.NDArray[np.int16]


@dataclass(slots=True)
class Ink:
    """The picture of one page, rendered when the first question comes."""

    shown: pymupdf.DisplayList
    width: float
    height: float
    _sheet: _Picture | None = field(default=None)

    def shows(self, box: Box, *, characters: int, upright: bool, size: float) -> bool:
        """Tell whether the pixels under ``box`` change as often as ``characters`` printed there would make them.

        ``upright`` is false for lines that run up or down the page.
        """
        try:
            picture = self._under(box, size)
        except (RuntimeError, ValueError):
            return True
        if picture.size == 0:
            return False
        axis = 1 if upright else 0
        steps = np.abs(np.diff(picture, axis=axis)).max(axis=2) > FAINT
        best = int(steps.sum(axis=axis).max(initial=0))
        return best >= max(2.0, STEPS_A_CHARACTER * characters)

    def _under(self, box: Box, size: float) -> _Picture:
        x0, y0, x1, y1 = box
        rect = pymupdf.Rect(0, 0, self.width, self.height)
        zoom = max(ZOOM, STEM_PIXELS / max(size, 0.5))
        if zoom > 1.2 * ZOOM or rect.width * rect.height * ZOOM * ZOOM > SHEET_PIXELS:
            return self._render(pymupdf.Rect(x0 - 0.5, y0, x1 + 0.5, y1) & rect, zoom)
        if self._sheet is None:
            self._sheet = self._render(rect, ZOOM)
        top, bottom = max(0, int(y0 * ZOOM)), max(0, int(y1 * ZOOM) + 1)
        left, right = max(0, int((x0 - 0.5) * ZOOM)), max(0, int((x1 + 0.5) * ZOOM) + 1)
        return self._sheet[top:bottom, left:right]

    def _render(self, clip: pymupdf.Rect, zoom: float) -> _Picture:
        if clip.is_empty:
            return np.zeros((0, 0, 3), np.int16)
        picture = self.shown.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csRGB, alpha=0, clip=clip)
        pixels = np.frombuffer(picture.samples, np.uint8).reshape(picture.height, picture.width, 3)
        return pixels.astype(np.int16)
