"""Which bare numbers name something and count nothing: years, dates, references, codes, note marks, enumerators."""

import re

YEAR = re.compile(r"(?:19|20)\d\d")
_NEVER_AFTER = frozenset((
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    "item", "items", "note", "notes", "section", "sections", "sec", "rule", "rules", "article", "articles",
    "part", "parts", "exhibit", "exhibits", "page", "pages", "no", "nos", "number", "form", "schedule",
    "appendix", "annex", "clause", "clauses", "paragraph", "paragraphs", "chapter", "figure", "topic", "asu", "asc",
    "sfas", "fas", "ifrs", "ias", "level", "class", "series", "regulation", "file", "suite", "floor", "room", "rooms",
    "unit", "release", "title", "act", "subsection", "commission", "zip", "box", "fiscal", "year", "years",
    "quarter", "step", "phase", "tier", "tranche", "version", "model", "windows", "cusip", "isin", "abn",
    "arbn", "iban", "wkn", "street", "sedol", "duns", "patent", "fy", "sab", "fin", "eitf", "fsp", "§", "§§", "abs",
    "absatz", "art", "artikel", "nr", "ziffer", "satz", "hrb", "hra", "seite", "anlage", "kapitel", "aktenzeichen",
    "footnote", "pillar",
))  # fmt: skip
"""A bare number right after one of these words counts nothing: Note 12, May 5, Rule 144."""
_STATUTES = frozenset(("AB", "SB", "GO", "HB"))
_NUMBERED = frozenset(("no", "nos", "patent", "patents"))
"""After these, 7,654,321 is a number of something too."""
_NOT_QUANTITIES = frozenset("年月日号條条章节節款项項届版页頁")
_NAMED_BEHIND = frozenset("号條条章节節页頁")
_MEASURES = frozenset("股家人名个個台套件吨倍次只辆户座间米天份种")
"""A number glued to Chinese words on both sides counts one of these, or it names something."""
_SUBSECTION = re.compile(r"\([a-z]{1,3}\)")
"""15(d) is a reference, 17,072(a) a figure with a note mark."""
_DEEP = re.compile(r"\([a-z]{1,4}\)[-(.]")
"""1.415(c)-2(d) and 6.01(a)(ii) are references whatever they are long."""
_SECTION = re.compile(r"\d{1,2}\.(?:\d{1,2}[ \t\u00a0]+|\d{3}\t)[\"“(]?[A-Z]")
_MARKED = re.compile(
    r"\d{1,3}(?:\.\d{1,3}[*†‡+#^]+(?=[ \t\n]|$)|[*†‡#^]+(?=[ \t\n]|$)|\+(?=[\t\n]|$)|\.\d{1,3}\t[*†‡+#]+(?=[\t\n]|$))"
)
"""31.2* is the number of an exhibit, 5,000* a figure with a note mark."""
_TABBED = re.compile(r"[.)]?\t[\"“(]?(?:[^\W\d_]{3}|[\u4e00-\u9fff])")
"""The number of a row is caught: "7 ↦ Drawing machine"; "13 ↦ N/A" is spared."""
_TITLED = re.compile(
    r" (?!Months|Days|Weeks|Years|Shares|Units|Employees|Percent)[A-Z][a-z]+"
    r"(?:,? (?:and|&|of|or|the|for|[A-Z][a-z]+)){0,7}\. "
)
"""19 Environment & Sustainability. Supplier will comply …"""
_ENUMERATOR_ENDS = frozenset(("、", ")", "）", "．"))
_LISTED = re.compile(r"(?:[,;:.]|\band|\bor) \(\d{1,2}\) [a-z]")
"""In "growth initiatives, (4) one-time expenses" the bracket counts a list."""
_NOTE_MARK = re.compile(r"\(\d{1,2}\)")
_REFERENCES = re.compile(
    r"\b(?:(?:sub)?sections|articles|notes|items|clauses|(?:sub)?paragraphs|schedules|exhibits|rules|parts|pages|annexes"
    r"|appendices|chapters|levels|phases|topics|figures|forms|regulations|nos\.?)\s"
    r"(?:\(?\d[\w.]*(?:\(\w{1,4}\))*[,;]?\s(?:(?:and|or|to|through|&)\s)?)+$",
    re.IGNORECASE,
)
"""In "Sections 2.1, 3.4(a) and 12.3" the last one is a reference too."""
_JOINS = (", ", "and ", "or ", "to ", "ough ", "& ", ",\n", "and\n", "or\n", "; ")
_CHINESE_LIST = re.compile(r"第\d+(?:[、,，和及至～-]\d+)*[、,，和及至～-]$")
_CHINESE_JOINS = frozenset("、,，和及至～-")
_CODED = re.compile(r"(?:编码|编号|代码|号码|邮编|电话|传真|证号|账号|帐号|字号)[:：]\s?$")
_RUN = re.compile(
    r"(?:\b[A-Z]{2}\d\d|\+\d{1,3}|(?<![\d.,])0\d+|\(\d{2,4}\)"
    r"|\b(?:no|nos|tel|telephone|phone|fax|iban|account)\b\.?:? \d+)"
    r"(?:[ -]\d+)*[ -]$",
    re.IGNORECASE,
)
"""DE89 3704 0044, 0800 123 4567, +1 (212) 555, account no. 123 456."""
_DIALLED = re.compile(r" ?\(?\d{2,4}\)?[ -]\d{3}")
_ZIP = re.compile(
    r"(?:\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]"
    r"|W[AIVY])|D\.C\.),? $"
)
_STREET = re.compile(
    r"\s(?:[NSEW]\.? )?(?:[A-Z][\w.’'-]*\s){1,4}(?:Road|Rd|Street|St|Avenue|Ave|Lane|Drive|Boulevard|Blvd|Way|Court"
    r"|Parkway|Pkwy|Plaza|Place|Square|Highway|Circle|Turnpike)\b"
)
_CODES_OF_LAW = (" U.S.C", " USC", " C.F.R", " CFR", "\nU.S.C", "\nC.F.R", " Del. C", " Fed. Reg")
_DAY = re.compile(
    r"\.?[ \u00a0](?:Jan(?:uary|uar)?|Feb(?:ruary|ruar)?|Mar(?:ch)?|März|Apr(?:il)?|May|Mai|June?|Juni|July?|Juli"
    r"|Aug(?:ust)?|Sept?(?:ember)?|O[ck]t(?:ober)?|Nov(?:ember)?|De[cz](?:ember)?)\b"
)
_MONTHS = frozenset("JFMASOND")
_LAWS = frozenset("UCDF")
_OPEN = frozenset((" ", "\n", "\t", "(", "\u00a0", ""))
_AFTER_WORDS = frozenset((" ", "\u00a0", "("))
_TELLING = frozenset("年月日号條条章节節款项項届版页頁-–/:× \n\u00a0.")
_GROUPED_HIGH = re.compile(r"[-–]\d{1,3}(?:,\d{3})+(?!\d)")
_GROUPED_LOW = re.compile(r"(?<![\d,])\d{1,3}(?:,\d{3})+[-–]$")


def names(text: str, start: int, end: int, written: str) -> bool:
    """Whether the bare number ``written`` under ``start`` to ``end`` counts nothing."""
    before, follower = text[start - 1 : start], text[end : end + 1]
    if (follower.isalpha() and follower.isascii()) or (follower == "#" and len(written) < 4):
        return True
    if before not in _OPEN and _glued(text, start, end, written):
        return True
    if written[0] == "0" and len(written) > 1 and written.isdigit():
        return True
    if follower in _TELLING and _behind(text, end, follower, written):
        return True
    if follower == "(" and "," not in written and _DEEP.match(text, end):
        return True
    if len(written) < 5 and (YEAR.fullmatch(written) or (follower == "(" and _SUBSECTION.match(text, end))):
        return True
    if text[start] == "(" and len(written) < 3 and _marks(text, start, end):
        return True
    if before == "\n" or not before:
        return _begins(text, start, end, written)
    return before in _AFTER_WORDS and _after(text, start, end, written)


def _glued(text: str, start: int, end: int, written: str) -> bool:
    """Whether what touches the number makes it part of a longer name: A320, 12/31, 10:30, 第3."""
    before = text[start - 1]
    if before.isalnum():
        chinese = "\u4e00" <= before <= "\u9fff" and before not in "第每"
        return not (chinese and ("," in written or text[end : end + 2].lstrip(" ")[:1] in _MEASURES))
    if before in "-–":
        return "," not in written or _GROUPED_LOW.search(text, max(0, start - 20), start) is None
    if before in ":：" and text[start - 2 : start - 1].isdigit():
        return True
    if before in _CHINESE_JOINS or before in ":：":
        return _CHINESE_LIST.search(text, max(0, start - 16), start) is not None or (
            _CODED.search(text, max(0, start - 8), start) is not None
        )
    if before == "+":
        return text[start - 2 : start - 1].isalpha() or _DIALLED.match(text, end) is not None
    if before in "[〔":
        return len(written) < 4 and text[end : end + 1] in {"]", "〕"}
    if before == "*":
        return "." in written and text[start - 2 : start - 1] in {"\n", ""}
    return before in "/_#.§" or (before in "'’" and len(written) == 2)


def _behind(text: str, end: int, follower: str, written: str) -> bool:
    """Whether what stands behind the number says that it is part of a date, a range, a law or a page of something."""
    if follower in _NOT_QUANTITIES:
        return True
    after = text[end + 1 : end + 2]
    if follower == "×":
        return after.isdigit()
    if follower in "-–/:":
        return after.isalnum() and ("," not in written or _GROUPED_HIGH.match(text, end) is None)
    if after in _NAMED_BEHIND:
        return follower == " "
    if after in _LAWS and text.startswith(_CODES_OF_LAW, end):
        return True
    if len(written) < 3 and (after in _MONTHS or (after == " " and text[end + 2 : end + 3] in _MONTHS)):
        return _DAY.match(text, end) is not None
    return False


def _marks(text: str, start: int, end: int) -> bool:
    """Whether a small number in brackets is a note mark beside another or a percentage, or counts a list."""
    before = text[start - 1 : start]
    if before in ")%" and before:
        return True
    if before != " ":
        return False
    if _NOTE_MARK.match(text, end):
        return True
    line = text.rfind("\n", 0, start) + 1
    return _LISTED.search(text, max(0, start - 4), end + 2) is not None and text.find("\t", line, start) < 0


def _begins(text: str, start: int, end: int, written: str) -> bool:
    """Whether the number at the head of a line numbers a section, a row, an exhibit or a house."""
    follower = text[end : end + 1]
    if follower == "." and "," not in written:
        return True
    if heads(text, start) or _MARKED.match(text, start) or _listed(text, start, written):
        return True
    if len(written) < 4 and (follower in _ENUMERATOR_ENDS or _TABBED.match(text, end)):
        return text[start] != "("
    if "," in written or not written.isdigit():
        return False
    if len(written) < 4 and _TITLED.match(text, end):
        return True
    return _STREET.match(text, end) is not None


def heads(text: str, start: int) -> bool:
    """Whether a line begins with the number of a section: "18.2 The Party", but not "a rate of↵18.2 Percent"."""
    above = text[max(0, start - 2) : start].strip()
    return _SECTION.match(text, start) is not None and not above.islower() and above not in {",", "$"}


def _listed(text: str, start: int, written: str) -> bool:
    """Whether the number goes on a list of references: Sections 2.1, 3.4(a) and 12.3."""
    if len(written) > 5 or not text.endswith(_JOINS, max(0, start - 6), start):
        return False
    return _REFERENCES.search(text, max(0, start - 80), start) is not None


def _after(text: str, start: int, end: int, written: str) -> bool:
    """Whether the words before a number say that it is one of something: Note 12, Sections 2.1 and 3.4, IBAN, ZIP."""
    words = text[max(0, start - 24) : start].rstrip(" \u00a0(").rstrip(".:").split()
    last = words[-1].lstrip("([“\"‘'").lower() if words else ""
    if "," in written:
        return last in _NUMBERED
    if last in _NEVER_AFTER or (words and words[-1] in _STATUTES):
        return True
    if _listed(text, start, written):
        return True
    if not written.isdigit():
        return False
    if text[start - 2 : start - 1].isdigit() or text[start - 2 : start - 1] == ")":
        return _RUN.search(text, max(0, start - 40), start) is not None
    if len(written) == 5 and _ZIP.search(text, max(0, start - 6), start):
        return True
    return text[end : end + 1] in {" ", "\n"} and _STREET.match(text, end) is not None
