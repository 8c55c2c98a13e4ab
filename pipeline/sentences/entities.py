"""Named things by their form: parties, laws, courts, dates, money, percentages and references to sections."""

import regex

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Jan\.|Feb\.|Mar\.|Apr\.|Jun\.|Jul\.|Aug\.|Sept?\.|Oct\.|Nov\.|Dec\.)"
)
_MONAT = r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
_NAME = r"(?:\p{Lu}[\p{L}\d&'’.-]*|&)"
_ORGANISED = (
    r"(?:Inc\b\.?|Incorporated\b|Corp\b\.?|Corporation\b|Company\b|Co\.(?:,?\s(?:Ltd\.|Inc\.|KG\b))?|LLC\b|L\.L\.C\.|LLP\b|L\.P\.|LP\b"
    r"|Ltd\b\.?|Limited\b|PLC\b|plc\b|N\.V\.|B\.V\.|S\.A\.|N\.A\.|GmbH(?:\s&\sCo\.\sKG(?:aA)?)?|AG\b|KGaA\b|SE\b|mbH\b|e\.V\.|OHG\b|KG\b)"
)
PATTERNS: tuple[tuple[str, "regex.Pattern[str]"], ...] = (
    (
        "MONEY",
        regex.compile(
            r"(?:(?:US|U\.S\.\s|HK|C|A)?\$|[€£¥￥]|\b(?:USD|EUR|GBP|CHF|RMB|CNY|HKD)\b|人民币|美元|港币)\s?\d[\d,.']*\d?"
            r"(?:\s?(?:thousand|million|billion|trillion|bn|Mio\.|Mrd\.|Tsd\.|Millionen|Milliarden)\b\.?|[万亿千百]*元?)?"
            r"|\d[\d,.]*\s?(?:[万亿千百]{0,2}(?:元|美元|欧元|港元)|(?:(?:Mio|Mrd|Tsd)\.\s)?(?:Euro\b|EUR\b|€)|dollars\b)"
        ),
    ),
    (
        "PERCENT",
        regex.compile(
            r"\d[\d,.]*\s?(?:%|％|‰|percent\b|per\scent\b|Prozent\b|basis\spoints\b|个百分点)|百分之[一二三四五六七八九十百零点]+"
        ),
    ),
    (
        "DATE",
        regex.compile(
            rf"\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s\d{{4}})?\b|\b\d{{1,2}}(?:st|nd|rd|th)?\s(?:day\sof\s)?{_MONTH},?\s\d{{4}}\b"
            rf"|\b{_MONTH},?\s\d{{4}}\b|\b\d{{1,2}}\.\s?(?:{_MONAT}|\d{{1,2}}\.)\s?\d{{4}}\b"
            r"|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b|\d{4}\s?年\s?(?:\d{1,2}\s?月\s?(?:\d{1,2}\s?日)?)?"
        ),
    ),
    (
        "SECTION",
        regex.compile(
            r"\b(?:Sections?|Articles?|Clauses?|Items?|Notes?|Exhibits?|Schedules?|Annex|Appendix|Paragraphs?)\s"
            r"(?:\d{1,3}[A-Z]?(?:\.\d{1,3})*|[IVXLC]{1,6}\b|[A-Z]\b)(?:\([a-zA-Z0-9]{1,4}\))*"
            r"|§§?\s?\d+[a-z]?(?:\s(?:Abs\.|Absatz)\s\d+)?(?:\s(?:S\.|Satz)\s\d+)?|\b(?:Ziffer|Ziff\.|Artikel|Art\.|Anlage)\s\d+(?:\.\d+)*"
            r"|第[一二三四五六七八九十百零〇\d]{1,6}[条章节款项](?:第[一二三四五六七八九十\d]{1,4}[款项])?"
        ),
    ),
    (
        "LAW",
        regex.compile(
            rf"(?:{_NAME}\s(?:(?:and|of|the|for)\s)*){{1,7}}(?:Act|Code|Regulations?)(?:\sof\s\d{{4}})?\b|\b(?:Rule|Regulation)\s(?:\d+[a-zA-Z]?(?:-\d+)?|[A-Z](?:-[A-Z])?)\b"
            r"|\b\d+\s(?:U\.S\.C\.|C\.F\.R\.)\s(?:§+\s?)?[\d.]+[a-z]?(?:\([a-z0-9]+\))*|《[^》\n]{2,40}(?:法|条例|办法|规定|准则|解释|规则)》"
            r"|\b(?:BGB|HGB|AktG|GmbHG|InsO|ZPO|StGB|EStG|KStG|UStG|GWB|WpHG|DSGVO|GDPR|SGB\s[IVX]+)\b"
        ),
    ),
    (
        "COURT",
        regex.compile(
            r"\b(?:(?:U\.S\.|United\sStates|Delaware|New\sYork|Federal|State)\s)?(?:Supreme\sCourt|Court\sof\s\p{Lu}\w+|District\sCourt|Bankruptcy\sCourt|Chancery\sCourt)"
            r"(?:\s(?:of|for)\s(?:the\s)?(?:State\sof\s|\p{Lu}\w+\s(?:District\sof\s))?\p{Lu}\w+)?"
            r"|\b(?:Amtsgericht|Landgericht|Oberlandesgericht|Bundesgerichtshof|Bundesverfassungsgericht)(?:\s(?:am\sMain|\p{Lu}\w+))?"
            r"|\p{Han}{0,8}(?:人民法院|仲裁委员会)"
        ),
    ),
    (
        "PARTY",
        regex.compile(
            rf"(?:{_NAME},?\s){{1,6}}{_ORGANISED}|[\p{{Han}}（）()]{{2,24}}(?:股份有限公司|有限责任公司|有限公司|合伙企业（有限合伙）|合伙企业|事务所)"
        ),
    ),
)
"""Where two overlap the earlier start wins, then the longer; ``PARTY`` catches "Acme Corp." and spares "the Company"."""


def find(text: str) -> list[tuple[int, int, str]]:
    """Return start, end and label of what the patterns find in ``text``, without overlaps, in order."""
    hits = [(match.start(), match.end(), label) for label, pattern in PATTERNS for match in pattern.finditer(text)]
    hits.sort(key=lambda hit: (hit[0], -hit[1]))
    found: list[tuple[int, int, str]] = []
    for hit in hits:
        if not found or hit[0] >= found[-1][1]:
            found.append(hit)
    return found
