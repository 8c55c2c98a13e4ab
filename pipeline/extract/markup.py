"""Takes out what a converter left of a web page: entities that stand as text."""

import html
import re
from collections.abc import Iterator

from pipeline.document import Edit, Page, Place
from pipeline.spans import Span

# catches "&nbsp;", its misspelling "&bbsp;", "&amp;", "&#8217;"; spares "AT&T", "R&D;"
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,30}|#\d{2,7}|#[xX][0-9a-fA-F]{2,6});")
_BLANK = re.compile(r"&[nb]?b?bsp;")


def plain(page: Page) -> Iterator[Edit]:
    """Yield the edits that write the entities of ``page`` as the characters they stand for."""
    if "&" not in page.text:
        return
    for match in _ENTITY.finditer(page.text):
        entity = match.group()
        after = " " if _BLANK.fullmatch(entity) else html.unescape(entity)
        if len(after) == 1 and (after.isprintable() or after.isspace()):
            after = " " if after.isspace() else after
            yield Edit(Place(page.number, Span(*match.span())), after, "character.entity")
