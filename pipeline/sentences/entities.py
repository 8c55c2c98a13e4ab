"""Named things by their form: parties, laws, courts, dates, money, percentages and references to sections.

One Aho-Corasick pass finds the words that give such things away ("Inc.", "Act", "$", "March"); only there a pattern
looks forward and, for names and figures that stand before the word, backwards.
"""

from functools import cache
from typing import NamedTuple

import regex
from ahocorasick_rs import AhoCorasick

_REACH = 90
"""Characters before the give-away word that its name may take."""


class Pattern(NamedTuple):
    """One form of one label."""

    label: str
    words: tuple[str, ...]
    """What gives it away; ``form`` begins there."""
    form: "regex.Pattern[str]"
    before: "regex.Pattern[str] | None" = None
    """What stands right before and belongs to it; matched backwards."""
    bare: bool = False
    """Whether it also counts without ``before``."""


_NAME = r"\p{Lu}[\p{L}\d&'’.-]*"
_FIRM = regex.compile(rf"(?r)(?:(?:{_NAME}|&|and|of|und)\s){{0,7}}{_NAME}(?:\s\([A-Z][\w.]*\))?,?\s$")
_ACT = regex.compile(rf"(?r){_NAME}\s(?:(?:{_NAME}|and|of|the|for|in)\s){{0,8}}$")
_BENCH = regex.compile(
    rf"(?r)(?:{_NAME}\s){{0,2}}(?:Supreme|District|Bankruptcy|Chancery|Circuit|Superior|High|Federal|State)\s$"
)
_FIGURE = regex.compile(r"(?r)(?<![\d,.])(?:\d[\d,.]*|\.\d+)\s?$")
_SUM = regex.compile(
    r"(?r)(?<![\d,.])\d[\d,.]*\s?(?:(?:thousand|million|billion|Mio\.|Mrd\.|Tsd\.|Millionen|Milliarden)\s)?$"
)
_DAY = regex.compile(r"(?r)\b\d{1,2}(?:st|nd|rd|th)?\s(?:day\sof\s)$")
_TAG = regex.compile(r"(?r)\b\d{1,2}\.\s?$")
_TIMES = (
    r"(?:\s?(?:thousand|million|billion|trillion|bn|Millionen|Milliarden|Euro)\b|\s?(?:Mio|Mrd|Tsd)\."
    r"|\s?(?:[万亿千百]+元?|元))?"
)
_MONTHS = tuple("January February March April May June July August September October November December".split())
_SHORT_MONTHS = tuple("Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sept. Sep. Oct. Nov. Dec.".split())
_MONATE = tuple("Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember".split())
_HAN = r"[\p{Han}--[与和及或向由对将为在是于]]"
"""Characters of a Chinese name; the words that part two parties are not."""
PATTERNS = (
    Pattern(
        "MONEY",
        ("$", "€", "£", "¥", "￥"),
        regex.compile(rf"[$€£¥￥]\s?(?:\d[\d,.']*\d|\.?\d+){_TIMES}"),
        regex.compile(r"(?r)\b(?:US|HK|C|A)$|U\.S\.\s$"),
        bare=True,
    ),
    Pattern(
        "MONEY",
        ("USD", "EUR", "GBP", "CHF", "RMB", "CNY", "HKD", "人民币", "美元", "港币"),
        regex.compile(rf"(?:\p{{Lu}}{{3}}|\p{{Han}}+?)\s?(?:\d[\d,.']*\d|\d){_TIMES}"),
    ),
    Pattern("MONEY", ("dollars", "Euro", "EUR", "€"), regex.compile(r"(?:dollars|Euro|EUR)\b|€"), _SUM),
    Pattern(
        "MONEY", ("元", "万元", "亿元", "美元", "欧元", "港元"), regex.compile(r"[万亿]?(?:美|欧|港)?元"),
        regex.compile(r"(?r)(?<![\d,.])\d[\d,.]*\s?[万亿千百]{0,3}$"),
    ),
    Pattern(
        "PERCENT",
        ("%", "％", "‰", "percent", "per cent", "Prozent", "basis points", "个百分点"),
        regex.compile(r"[%％‰]|(?:percent|per\scent|Prozent|basis\spoints)\b|个百分点"),
        _FIGURE,
    ),
    Pattern("PERCENT", ("百分之",), regex.compile(r"百分之[一二三四五六七八九十百零点]+")),
    Pattern(
        "DATE",
        _MONTHS + _SHORT_MONTHS,
        regex.compile(r"\p{Lu}\p{Ll}+\.?\s(?:\d{1,2}(?:st|nd|rd|th)?(?:\s?,\s?\d{4})?|\d{4})\b"),
    ),
    Pattern("DATE", _MONTHS, regex.compile(r"\p{Lu}\p{Ll}+,?\s\d{4}\b"), _DAY),
    Pattern("DATE", _MONATE, regex.compile(r"\p{Lu}\p{Ll}+\s\d{4}\b"), _TAG),
    Pattern("DATE", (".19", ".20"), regex.compile(r"\.(?:19|20)\d\d\b"), regex.compile(r"(?r)\b\d{1,2}\.\s?\d{1,2}$")),
    Pattern("DATE", ("/19", "/20"), regex.compile(r"/(?:19|20)\d\d\b"), regex.compile(r"(?r)\b\d{1,2}/\d{1,2}$")),
    Pattern("DATE", ("-0", "-1"), regex.compile(r"-[01]\d-\d\d\b"), regex.compile(r"(?r)\b(?:19|20)\d{2}$")),
    Pattern(
        "DATE",
        ("年",),
        regex.compile(r"年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)?(?!度)"),
        regex.compile(r"(?r)\d{4}\s?$"),
    ),
    Pattern(
        "SECTION",
        ("Section", "Article", "Clause", "Item", "Note", "Exhibit", "Schedule", "Annex", "Appendix", "Paragraph"),
        regex.compile(
            r"\p{Lu}\p{Ll}+\s(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}\b|[A-Z]\b)(?:\([a-zA-Z0-9]{1,4}\))*"
        ),
    ),
    Pattern(
        "SECTION",
        ("§",),
        regex.compile(r"§+\s?\d+[a-z]?(?:\.\d+)*(?:\s(?:Abs\.|Absatz)\s\d+)?(?:\s(?:S\.|Satz)\s\d+)?(?:\(\w{1,3}\))*"),
    ),
    Pattern("SECTION", ("Ziffer", "Ziff.", "Artikel", "Art.", "Anlage"), regex.compile(r"\p{L}+\.?\s\d+(?:\.\d+)*")),
    Pattern(
        "SECTION",
        ("第",),
        regex.compile(r"第[一二三四五六七八九十百零〇\d]{1,6}[条章节款项](?:第[一二三四五六七八九十\d]{1,4}[款项])*"),
    ),
    Pattern("LAW", ("Act", "Code"), regex.compile(r"(?:Act|Code)(?:\sof\s\d{4})?\b"), _ACT),
    Pattern(
        "LAW",
        ("Rule ", "Regulation "),
        regex.compile(r"\p{L}+\s(?:\d+[a-zA-Z]?(?:-\d+)?(?:\(\w+\))*|[A-Z](?:-[A-Z])?\b)"),
    ),
    Pattern(
        "LAW",
        ("U.S.C.", "C.F.R."),
        regex.compile(r"[\p{Lu}.]+\s(?:§+\s?)?[\d.]*\d[a-z]?(?:-\d+)?(?:\([a-z0-9]+\))*"),
        regex.compile(r"(?r)\b\d+\s$"),
    ),
    Pattern("LAW", ("《",), regex.compile(r"《[^》\n]{2,40}(?:法|条例|办法|规定|准则|解释|规则)》")),
    Pattern(
        "LAW",
        ("BGB", "HGB", "AktG", "GmbHG", "InsO", "ZPO", "StGB", "EStG", "KStG", "UStG", "GWB", "WpHG", "DSGVO", "SGB "),
        regex.compile(r"(?:\p{L}+G|BGB|HGB|InsO|ZPO|StGB|GWB|DSGVO|SGB\s[IVX]+)\b"),
    ),
    Pattern(
        "COURT",
        ("Court",),
        regex.compile(r"Court(?:\s(?:of|for)\s(?:the\s)?(?:\p{Lu}\w+\s(?:of\s)?)*\p{Lu}\w+)?"),
        _BENCH,
    ),
    Pattern("COURT", ("Court of ",), regex.compile(r"Court\sof\s(?:Chancery|Appeals?|Justice|Claims)\b")),
    Pattern(
        "COURT",
        ("Amtsgericht", "Landgericht", "Oberlandesgericht", "Bundesgerichtshof", "Bundesverfassungsgericht"),
        regex.compile(r"\p{L}+(?:\sam\sMain|\s\p{Lu}\w+)?"),
    ),
    Pattern(
        "COURT",
        ("人民法院", "仲裁委员会"),
        regex.compile(r"人民法院|仲裁委员会"),
        regex.compile(rf"(?r){_HAN}{{1,9}}$", regex.V1),
    ),
    Pattern(
        "PARTY",
        ("Inc", "Corp", "Company", "Co.", "LLC", "L.L.C.", "LLP", "L.P.", "LP", "Ltd", "Limited", "PLC", "plc", "N.V.",
         "B.V.", "S.A.", "N.A.", "GmbH", "AG", "KGaA", "SE", "mbH", "e.V.", "OHG", "KG"),
        regex.compile(
            r"(?:Inc(?:orporated)?\b\.?|Corp(?:oration)?\b\.?|Company\b|Co\.(?:,?\s(?:Ltd\.|Inc\.|KG\b))?|(?:Ltd|Limited)\b\.?"
            r"|(?:LLC|LLP|LP|PLC|plc|AG|KGaA|SE|mbH|OHG|KG)\b|(?:\p{L}\.){2,3}|GmbH\b(?:\s&\sCo\.\sKG(?:aA)?)?)"
        ),
        _FIRM,
    ),
    Pattern(
        "PARTY",
        ("公司", "合伙企业", "事务所"),
        regex.compile(r"公司|合伙企业(?:（有限合伙）)?|事务所"),
        regex.compile(rf"(?r)(?:{_HAN}|[（()）])*{_HAN}(?:有限|责任|会计师|律师|投资|管理|中心)$", regex.V1),
    ),
)  # fmt: skip
_LEADING = regex.compile(
    r"\G(?:(?:The|This|That|Each|Any|And|and|of|By|To|If|In|For|With|Between|As|Our|Its|und|Die|Der|Das)\s)+|\bThe\s"
    r"|\b(?:Inc|Corp|Co|LLC|Ltd|L\.P|LP|LLP|plc|PLC|N\.A|GmbH|AG|SE)\b\.?,?\s(?:and|und|&)\s(?!Co\b)"
)


@cache
def _finder() -> tuple[AhoCorasick, tuple[tuple[Pattern, ...], ...]]:
    """Return the automaton of all give-away words, and the patterns of each word."""
    words = sorted({word for pattern in PATTERNS for word in pattern.words})
    return AhoCorasick(words), tuple(tuple(p for p in PATTERNS if word in p.words) for word in words)


def find(text: str) -> list[tuple[int, int, str]]:
    """Return start, end and label of what the patterns find in ``text``, without overlaps, in order.

    Where two overlap the earlier start wins, then the longer. "Acme Corp." is a party, "the Company" is not.
    """
    automaton, patterns = _finder()
    hits = [
        hit
        for word, start, _ in automaton.find_matches_as_indexes(text, overlapping=True)
        for pattern in patterns[word]
        if (hit := _match(text, pattern, start))
    ]
    hits.sort(key=lambda hit: (hit[0], -hit[1]))
    found: list[tuple[int, int, str]] = []
    for hit in hits:
        if not found or hit[0] >= found[-1][1]:
            found.append(hit)
    return found


def _match(text: str, pattern: Pattern, start: int) -> tuple[int, int, str] | None:
    match = pattern.form.match(text, start)
    if match is None:
        return None
    if pattern.before is None:
        inside = text[start].isalpha() and start > 0 and text[start - 1].isalpha() and text[start] < "\u2e80"
        return None if inside else (start, match.end(), pattern.label)
    name = pattern.before.search(text, max(0, start - _REACH), start)
    if name is None:
        return (start, match.end(), pattern.label) if pattern.bare else None
    begin = name.start()
    if pattern.label in ("PARTY", "LAW"):
        for leading in _LEADING.finditer(text, begin, start):
            begin = leading.end()
    return (begin, match.end(), pattern.label) if begin < start else None
