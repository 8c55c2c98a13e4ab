"""The figures of a text with what they are worth, as tests state them."""

from pipeline.amounts.finding import figures
from pipeline.amounts.telling import valued


def values(text, locale="us"):
    return [
        (
            text[f.start : f.end],
            valued(f.digits, f.decimals - (-2 if f.percent else f.exponent), negative=f.negative),
            f.currency,
        )
        for f in figures(text, locale=locale)
    ]
