"""A line that is full and has no stop only wraps: what stands below it goes on with its sentence."""

import pytest

from pipeline.document import Block, Document, Line, Page, Source
from pipeline.sentences import Splitter
from pipeline.sentences.boundaries import sentences
from pipeline.settings import Settings
from pipeline.spans import Span

SPLIT = Splitter.open(Settings())
FULL = "本公司是面向工业控制领域客户的目录销售商，为中小企业提供产品选型与技术支持。"
"""Other lines of a page show where its margin is."""


def page_of(*blocks):
    """Build a page from blocks of lines: (left, right, text); "*" before a text makes it bold."""
    text, built, y = "", [], 72.0
    for rows in blocks:
        made = []
        for left, right, raw in rows:
            bold, line = raw.startswith("*"), raw.lstrip("*")
            start = len(text)
            text += line + "\n"
            made.append(Line(Span(start, start + len(line)), (left, y, right, y + 12), 12.0, bold=bold))
            y += 23
        box = (min(r[0] for r in rows), made[0].box[1], max(r[1] for r in rows), y)
        built.append(Block("text", Span(made[0].span.start, made[-1].span.end), box, tuple(made)))
    return Page(1, 595, 842, text.rstrip("\n"), tuple(built))


def split(*blocks):
    document = SPLIT(Document(Source("a.pdf", "a.pdf", "0" * 64, 1), pages=(page_of(*blocks),)))
    return [(unit.kind, unit.text) for unit in document.units]


def margin():
    return [(90, 505, FULL), (90, 505, FULL), (90, 505, FULL)]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("受IC 生产厂商的产能等诸多因素影响，IC 产品的市场供求关系", "经常发生变化，价格也会出现波动。"),
        ("自2003 年度起，本公司连续多年入选“读者最满意IC 分", "销商”，拥有较高的市场知名度。"),
        ("本项目主要依靠ERP 系统，具体包括SAP 公司的ERP 系统", "一套及其他配套软、硬件。"),
        ("A、本公司采用了自主开发的复合添加剂技术，使得生产反应时", "间减少一半。"),
        ("（2）送货人员收取客户开具的银行支票，并携带移动POS", "机现场刷卡后交货。"),
        ("2004～2007 年，中国LED 市场高速发展，每年增长率都在两位", "数以上。"),
        ("本公司按照GMP 标准组织生产，并同时满足该", "标准的全部要求。"),
        ("在VSBOM 标准下，各方应当按照本协议的约定履行付款", "义务，逾期承担违约责任。"),
    ],
)
def test_the_first_line_of_a_chinese_paragraph_is_no_heading_because_it_names_something_in_capitals(first, then):
    lines = [(114, 505, first), (90, 300, then)]
    assert [text for _, text in split(lines)] == [first + then]
    assert [text for _, text in split(margin(), lines)][-1] == first + then
    assert split(lines)[0][0] != "heading"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("该所评估人员按照必要的评估程序对委托评估", "的资产实施了实地查勘与市场调查。"),
        ("4、公司的发展经营模式：集约经营型、质量效", "益型。"),
        ("股东持有的股份，在离职后半年内，不转", "让所持有的发行人股份。"),
        ("为避免今后可能与公司发生同业竞争，特别是中小投资者的", "权利，控股股东出具了承诺函。"),
        ("本公司管理层有效降低了期", "间费用，实现了资源的有效匹配。"),
        ("该项目已由评估师事务所出具资评字", "2004 年第037 号报告书，结论如下。"),
        ("公司主营业务收入大幅增加，从2003 年的一亿元增至2005 年", "的三亿元。"),
    ],
)
def test_a_full_chinese_line_at_the_end_of_a_block_goes_on_at_the_margin_below(first, then):
    texts = [text for _, text in split(margin(), [(114, 505, first)], [(90, 300, then)])]
    joined = first + (" " if then[0].isdigit() else "") + then
    assert texts[-1].replace(" ", "") == joined.replace(" ", "")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ((114, 300, "（一）公司的主要产品"), (114, 505, "公司的主要产品是工业控制元件，用途很广。")),
        (
            (114, 505, "六、董事、监事、高级管理人员及核心人员之间的亲属关系"),
            (114, 400, "上述人员之间不存在亲属关系。"),
        ),
        ((114, 505, "④ 应收账款周转率等于营业收入除以平均余额"), (114, 400, "⑤ 存货周转率等于营业成本除以平均余额")),
        ((114, 420, "地 址：深圳市福田区华强北路圣廷苑酒店B 座28 楼"), (114, 250, "电 话：0755-2532 7722")),
        ((200, 395, "合并资产负债表"), (220, 375, "2019 年12 月31 日")),
    ],
)
def test_chinese_titles_list_points_and_labels_stay_by_themselves(first, then):
    assert [text for _, text in split(margin(), [first], [then])][-2:] == [first[2], then[2]]


def test_a_numbered_chinese_title_is_parted_from_the_paragraph_below_it():
    title, text = "（5）某电力公司所取得的土地使用权", "某电力公司拥有三宗出让土地，面积总计约为四万平方米。"
    found = split(margin(), [(119, 330, title), (119, 505, text[:20])], [(95, 300, text[20:])])
    assert [words for _, words in found][-2:] == [title, text]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("The chairperson shall circulate the minutes within thirty", "(30) days after the meeting."),
        ("Seller agrees to provide to Buyer five (5) to eight", "(8) samples of the product."),
        ("such breach remains uncured for one hundred eighty", "(180) days after written notice."),
        ("Der Verkäufer liefert innerhalb von dreißig", "(30) Tagen nach Zugang."),
        ("Die Kündigungsfrist beträgt zwölf", "(12) Monate zum Jahresende."),
        ("Die Anteile werden in vier", "(4) Raten zu gleichen Teilen übertragen."),
        ("Der Käufer zahlt binnen fünfzehn", "(15) Werktagen auf das Konto."),
        ("it accounts in accordance with Paragraphs 7.2 and", "11.2. and keeps the records."),
        ("extend the restrictions in sections", "(b) and (e)(ii) of this Article."),
        ("except as stated in Section 7, or", "(c) of Section 9 of the plan."),
        ("subject to Paragraphs 12.03 (Failure to Perform),", "12.04 (Bankruptcy) and the rest."),
        ("Es gelten die Ziffern 3.1 und", "4.2 dieses Vertrags."),
        ("Dies regeln die Artikel 5 bis", "9 der Satzung."),
    ],
)
def test_a_figure_that_belongs_to_the_words_before_it_opens_no_item(first, then):
    assert next(text for _, text in split([(72, 300, first)], [(72, 200, then)])).startswith(f"{first} {then[:8]}")


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("The records shall be maintained in the usual place and", "(b) at all times."),
        ("The tenant pays three rents:", "(1) the base rent."),
        ("The following rules apply:", "(30) is the maximum."),
        ("Es gibt drei Gründe:", "(1) Verzug."),
    ],
)
def test_a_bracket_after_a_colon_or_a_conjunction_opens_an_item(first, then):
    assert [text for _, text in split([(72, 500, first)], [(72, 200, then)])] == [first, then]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("The Service Records shall at all times be maintained", "(a) in a usual format and (b) for six years."),
        ("with the report the Licensee shall show with reasonable detail", "(i) the gross revenue and (ii) the tax."),
        ("We identify the system by the use of certain", "trademarks and other commercial symbols."),
        ("Der Verkäufer steht dafür ein, dass die Gesellschaft", "keine weiteren Verbindlichkeiten hat."),
        ("Der Käufer ist berechtigt, den Kaufpreis zu mindern,", "soweit die Garantie verletzt ist."),
        (
            "Die Abtretung bedarf der Zustimmung der Gesellschaft, wenn",
            "(a) ein Dritter erwirbt und (b) er wettbewirbt.",
        ),
        ("Die Haftung der Verkäuferin ist der Höhe nach auf den", "vereinbarten Kaufpreis begrenzt."),
        ("Jede Partei kann diesen Vertrag schriftlich mit einer Frist von", "sechs Monaten kündigen."),
    ],
)
def test_a_full_line_without_a_stop_goes_on_in_the_block_below(first, then):
    assert [text for _, text in split([(72, 500, first)], [(72, 300, then)])] == [f"{first} {then}"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ((72, 250, "special form property insurance,"), (72, 500, "umbrella liability insurance for the whole term.")),
        ((72, 500, "The Company shall at its own cost"), (108, 400, "(a) keep books; and")),
        ((72, 500, "Der Verkäufer garantiert dem Käufer"), (108, 400, "(a) den Bestand der Anteile; und")),
        ((72, 220, "Telefon 040 123456"), (72, 500, "mit Kopie an den Notar in Hamburg")),
        ((72, 500, "*Übergang von Nutzen und Lasten der Anteile"), (72, 400, "erfolgt am Stichtag.")),
        ((240, 350, "PROMOTION AGREEMENT"), (260, 330, "(the “Agreement”)")),
    ],
)
def test_short_lines_indented_points_and_other_fonts_do_not_go_on(first, then):
    assert [text for _, text in split([first], [then])] == [first[2].lstrip("*"), then[2]]


def test_a_wider_gap_parts_paragraphs_even_when_the_line_above_is_full():
    blocks = page_of([(72, 500, "a list without any stop at its end")], [(72, 400, "another list of the same kind")])
    far = blocks.blocks[1]
    lines = tuple(
        Line(line.span, (line.box[0], line.box[1] + 60, line.box[2], line.box[3] + 60), line.size) for line in far.lines
    )
    moved = Block("text", far.span, (far.box[0], far.box[1] + 60, far.box[2], far.box[3] + 60), lines)
    page = Page(1, 595, 842, blocks.text, (blocks.blocks[0], moved))
    document = SPLIT(Document(Source("a.pdf", "a.pdf", "0" * 64, 1), pages=(page,)))
    assert [unit.text for unit in document.units] == [
        "a list without any stop at its end",
        "another list of the same kind",
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("The cost shall be born by ABC.Alder shall provide the logo.", 2),
        ("The fee is due on receipt by Acme.Tom shall pay it.", 2),
        ("The loan was repaid (in full).Buyer shall release the pledge.", 2),
        ("The services of Acme.Com shall be used.", 1),
        ("The site sina.com shall be used by X.Y. Smith.", 1),
        ("The U.S.A. shall not be deemed a territory.", 1),
    ],
)
def test_a_stop_without_a_blank_ends_a_sentence_before_a_party_and_its_duty(text, count):
    assert len(list(sentences(text))) == count


def test_a_typed_underline_does_not_cut_the_sentence_that_goes_on_below_it():
    first = 'pursuant to the transfer of even date (the "Transfer Agreement") and an asset'
    blocks = [(13, 345, first)], [(185, 280, "----------------------"), (13, 300, "transfer agreement of even date.")]
    assert [text for _, text in split(*blocks)] == [f"{first} ---------------------- transfer agreement of even date."]


def test_a_typed_o_is_a_bullet_and_a_word_that_begins_with_it_is_none():
    lead, first, then = "The following survive:", "o Article 1 (Definitions);", "o Article 4 (Confidentiality)."
    assert split([(72, 200, lead)], [(90, 300, first)], [(90, 300, then)])[1:] == [("item", first), ("item", then)]
    assert split([(72, 200, "of age"), (72, 200, "o brother")])[0][0] == "sentence"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (
            (119, 330, "b、快速检测四氧化三锰制备中的反应终点技术"),
            (119, 505, "由于锰有多种价态且性质活泼，如何判定就成为关键。"),
        ),
        ((119, 420, "短期应付债券的增减变动：□适用 √不适用"), (119, 300, "其他流动负债情况如下。")),
        ((119, 400, "研发费用占比=研发费用/主营业务收入"), (119, 505, "注：上述指标以合并财务报告数据为基础计算。")),
    ],
)
def test_short_chinese_titles_ticks_and_notes_are_parted_inside_a_block(first, then):
    assert [words for _, words in split([first, then])] == [first[2], then[2]]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It is imposed by the Patient Protection Act (Pub. L. No. 111-148) as amended. It is paid yearly.", 2),
        ("The seat is at Av. Marcos Penteado, 939 - Edif. Castello Branco, Barueri.", 1),
        ("They met in the pub. The contract was signed there.", 2),
    ],
)
def test_public_laws_and_addresses_keep_their_abbreviations(text, count):
    assert len(list(sentences(text))) == count
