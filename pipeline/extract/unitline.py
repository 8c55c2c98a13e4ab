"""The lines over a table that say what its figures count in."""

import regex

CURRENCY = r"(?:(?:US|HK|[CA])?\$|[€£¥￥₹]|[Ee]uros?|EUR|USD|GBP|CHF|JPY|CNY|RMB|CAD|AUD|SEK|NOK|DKK|HKD|INR)"
UNIT_LINE = regex.compile(
    r"\(?[^()]{0,40}\b(?:in|In|IN)\s+(?:[A-Z$€£]{1,4}\s?)?"
    r"(?:millions|thousands|billions|Millions|Thousands|MILLIONS|THOUSANDS)\b[^)]{0,80}\)?|"
    r"\((?:Dollars|Amounts|dollars|amounts|Millions|Thousands|Unaudited; in)\b[^)]{0,80}\)|"
    r"[（(]?单位[:：]\s*\S{1,12}[）)]?|[（(]?(?:in|Angaben in)\s+(?:Mio|Tsd|TEUR|T€)\.?[^)]{0,20}[）)]?|"
    r"[（(]?(?:(?:[Aa]ll )?(?:[Aa]mounts |[Ff]igures )|(?:Alle )?(?:Angaben|Beträge) )?(?:are |sind )?"
    rf"(?:(?:stated|expressed|shown) )?[Ii]n\s{CURRENCY}[）)]?[.:]?\s*$"
)
"""Catches ``(in millions, except per share data)``, ``in EUR`` and ``单位：元``; spares ``in millions of homes``."""
