"""Named things by their form: parties, laws, courts, dates, money, percentages and references to sections.

A pattern runs only over texts that hold one of the words it needs; names are read backwards from the word that
gives them away ("Inc.", "Act"), because nearly every sentence has capitals.
"""

from collections.abc import Iterator
from typing import NamedTuple

import regex

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan\.|Feb\.|Mar\.|Apr\.|Jun\.|Jul\.|Aug\.|Sept?\.|Oct\.|Nov\.|Dec\.)"
)
_MONAT = r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
_REACH = 90
"""Characters before the give-away word that its name may take."""


class Pattern(NamedTuple):
    """One form of one label."""

    label: str
    needs: tuple[str, ...]
    """The text holds at least one of these, or the pattern is not tried; empty for always."""
    form: "regex.Pattern[str]"
    before: "regex.Pattern[str] | None" = None
    """Matches the words that belong to the name and stand right before ``form``."""


_NAME = r"[\p{Lu}][\p{L}\d&'’.-]*"
_FIRM = regex.compile(rf"(?r)(?:(?:{_NAME}|&|and|of|und)\s){{0,7}}{_NAME}(?:\s\([A-Z][\w.]*\))?,?\s$")
_ACT = regex.compile(rf"(?r){_NAME}\s(?:(?:{_NAME}|and|of|the|for|in)\s){{0,8}}$")
PATTERNS = (
    Pattern(
        "MONEY",
        (),
        regex.compile(
            r"(?:(?:US|U\.S\.\s|HK|C|A)?\$|[€£¥￥]|\b(?:USD|EUR|GBP|CHF|RMB|CNY|HKD)\b|人民币|美元|港币)\s?"
            r"(?:\d[\d,.']*\d|\.?\d+)"
            r"(?:\s?(?:thousand|million|billion|trillion|bn|Millionen|Milliarden|Euro)\b|\s?(?:Mio|Mrd|Tsd)\.|\s?[万亿千百]*元?)"
        ),
    ),
    Pattern(
        "MONEY",
        ("元", "Euro", "EUR", "€", "dollars"),
        regex.compile(
            r"(?<![\d,.])\d[\d,.]*\s?(?:[万亿千百]{0,3}(?:元|美元|欧元|港元)"
            r"|(?:(?:Mio|Mrd|Tsd)\.\s|(?:Millionen|Milliarden)\s)?(?:Euro\b|EUR\b|€)|(?:(?:thousand|million|billion)\s)?dollars\b)"
        ),
    ),
    Pattern(
        "PERCENT",
        ("%", "％", "‰", "percent", "per cent", "Prozent", "basis points", "百分"),
        regex.compile(
            r"(?<![\d,.])(?:\d[\d,.]*|\.\d+)\s?(?:%|％|‰|percent\b|per\scent\b|Prozent\b|basis\spoints\b|个百分点)"
            r"|百分之[一二三四五六七八九十百零点]+"
        ),
    ),
    Pattern(
        "DATE",
        (),
        regex.compile(rf"\b{_MONTH}\s(?:\d{{1,2}}(?:st|nd|rd|th)?(?:\s?,\s?\d{{4}})?|\d{{4}})\b"),
    ),
    Pattern(
        "DATE",
        ("day of", "/", "-0", "-1"),
        regex.compile(
            rf"\b\d{{1,2}}(?:st|nd|rd|th)?\sday\sof\s{_MONTH},?\s\d{{4}}\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b"
        ),
    ),
    Pattern("DATE", ("年",), regex.compile(r"\d{4}\s?年(?:\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?日)?)?(?!度)")),
    Pattern(
        "DATE",
        tuple(f". {month}" for month in _MONAT[3:-1].split("|")) + tuple(f".{month}." for month in ("01", "06", "12")),
        regex.compile(rf"\b\d{{1,2}}\.\s?(?:{_MONAT}|\d{{1,2}}\.)\s?\d{{4}}\b"),
    ),
    Pattern(
        "SECTION",
        (),
        regex.compile(
            r"\b(?:Sections?|Articles?|Clauses?|Items?|Notes?|Exhibits?|Schedules?|Annex|Appendix|Paragraphs?)\s"
            r"(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}\b|[A-Z]\b)(?:\([a-zA-Z0-9]{1,4}\))*"
            r"|§§?\s?\d+[a-z]?(?:\s(?:Abs\.|Absatz)\s\d+)?(?:\s(?:S\.|Satz)\s\d+)?"
            r"|\b(?:Ziffer|Ziff\.|Artikel|Art\.|Anlage)\s\d+(?:\.\d+)*"
        ),
    ),
    Pattern(
        "SECTION",
        ("第",),
        regex.compile(r"第[一二三四五六七八九十百零〇\d]{1,6}[条章节款项](?:第[一二三四五六七八九十\d]{1,4}[款项])?"),
    ),
    Pattern("LAW", ("Act", "Code"), regex.compile(r"\b(?:Act|Code)(?:\sof\s\d{4})?\b"), _ACT),
    Pattern(
        "LAW",
        ("Rule ", "Regulation ", "U.S.C.", "C.F.R."),
        regex.compile(
            r"\b(?:Rule|Regulation)\s(?:\d+[a-zA-Z]?(?:-\d+)?|[A-Z](?:-[A-Z])?)\b"
            r"|\b\d+\s(?:U\.S\.C\.|C\.F\.R\.)\s(?:§+\s?)?[\d.]+[a-z]?(?:\([a-z0-9]+\))*"
        ),
    ),
    Pattern("LAW", ("《",), regex.compile(r"《[^》\n]{2,40}(?:法|条例|办法|规定|准则|解释|规则)》")),
    Pattern(
        "LAW",
        ("BGB", "HGB", "AktG", "GmbHG", "InsO", "ZPO", "StGB", "EStG", "KStG", "UStG", "GWB", "WpHG", "DSGVO", "SGB"),
        regex.compile(r"\b(?:BGB|HGB|AktG|GmbHG|InsO|ZPO|StGB|EStG|KStG|UStG|GWB|WpHG|DSGVO|SGB(?:\s[IVX]+)?)\b"),
    ),
    Pattern(
        "COURT",
        ("Court",),
        regex.compile(
            r"\b(?:(?:U\.S\.|United\sStates|Delaware|New\sYork|Federal|State)\s)?"
            r"(?:Supreme\sCourt|Court\sof\s\p{Lu}\w+|District\sCourt|Bankruptcy\sCourt|Chancery\sCourt)"
            r"(?:\s(?:of|for)\s(?:the\s)?(?:State\sof\s|\p{Lu}\w+\s(?:District\sof\s))?\p{Lu}\w+)?"
        ),
    ),
    Pattern(
        "COURT",
        ("gericht",),
        regex.compile(r"\b(?:Amtsgericht|(?:Ober)?[Ll]andes?gericht|Bundes\w*gericht\w*)(?:\s(?:am\sMain|\p{Lu}\w+))?"),
    ),
    Pattern("COURT", ("法院", "仲裁委员会"), regex.compile(r"\p{Han}{0,8}(?:人民法院|仲裁委员会)")),
    Pattern(
        "PARTY",
        (),
        regex.compile(
            r"(?<=[\w,.)&]\s)(?:Inc\b\.?|Incorporated\b|Corp\b\.?|Corporation\b|Company\b|Co\.(?:,?\s(?:Ltd\.|Inc\.|KG\b))?"
            r"|LLC\b|L\.L\.C\.|LLP\b|L\.P\.|LP\b|Ltd\b\.?|Limited\b|PLC\b|plc\b|N\.V\.|B\.V\.|S\.A\.|N\.A\."
            r"|GmbH\b(?:\s&\sCo\.\sKG(?:aA)?)?|AG\b|KGaA\b|SE\b|mbH\b|e\.V\.|OHG\b|KG\b)"
        ),
        _FIRM,
    ),
    Pattern(
        "PARTY",
        ("公司", "合伙企业", "事务所"),
        regex.compile(
            r"[\p{Han}（）()]{2,24}?(?:股份有限公司|有限责任公司|有限公司|合伙企业（有限合伙）|合伙企业|会计师事务所|律师事务所)"
        ),
    ),
)
_LEADING = regex.compile(
    r"\G(?:(?:The|This|That|Each|Any|And|and|of|By|To|If|In|For|With|Between|As|Our|Its|und|Die|Der|Das)\s)+|\bThe\s"
)
_GENERIC = frozenset(
    ("company", "the company", "corporation", "limited", "act", "the act", "code", "the code", "said act")
)


def find(text: str) -> list[tuple[int, int, str]]:
    """Return start, end and label of what the patterns find in ``text``, without overlaps, in order.

    Where two overlap the earlier start wins, then the longer. "Acme Corp." is a party, "the Company" is not.
    """
    hits = [hit for pattern in PATTERNS if _may_hold(text, pattern) for hit in _matches(text, pattern)]
    hits.sort(key=lambda hit: (hit[0], -hit[1]))
    found: list[tuple[int, int, str]] = []
    for hit in hits:
        if not found or hit[0] >= found[-1][1]:
            found.append(hit)
    return found


def _may_hold(text: str, pattern: Pattern) -> bool:
    return not pattern.needs or any(word in text for word in pattern.needs)


def _matches(text: str, pattern: Pattern) -> Iterator[tuple[int, int, str]]:
    for match in pattern.form.finditer(text):
        start = match.start()
        if pattern.before is not None:
            name = pattern.before.search(text, max(0, start - _REACH), start)
            start = name.start() if name else start
            leading = _LEADING.search(text, start, match.start())
            start = leading.end() if leading else start
            if text[start : match.end()].casefold() in _GENERIC or start == match.start():
                continue
        yield start, match.end(), pattern.label
