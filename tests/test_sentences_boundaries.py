"""Where sentences end, case by case; ``|`` parts the sentences that are expected."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.sentences.boundaries import ends, sentences

ENGLISH = (
    "The loan was repaid.|The Buyer took over the pumps.",
    "See www.sec.gov for more.| It lists approx.The total.",
    "Our products are state of the art.| Customers value them.",
    "See Note 5. Leases.",
    "Acme Inc. agreed to sell Acme Inc.| Revenue was $5 million.",
    "It trades in the U.S. Treasury market.| iPhone sales rose.",
    "It operates in the U.S.| Of these sites, half are leased.",
    "Sales grew 5%.(1)| Costs fell.",
    "The answer is no.| I agree.",
    "See No. 4 of Schedule B.| Nos. 5 and 6 are reserved.",
    "1. First item.| 2. Second item.",
    "He lives on St. James St.| The house is big.",
    "Really?!| Yes.",
    "Yahoo! Inc. filed a report.| It was late.",
    "We met at 5 p.m.| The meeting ended at 6 p.m. Eastern.",
    "Refer to Part I, Item 1A. Risk Factors of this report.",
    'He said "Stop."| Then he left.',
    "The court in Wu v. Chen held so.| See id. at 177.",
    "Pursuant to Sec. 5 of the Act, it is void.| See Art. III for details.",
    "Messrs. Smith and Jones attended.| Ms. A. B. Cole did not.",
    "The rate is approx. 5.5 percent.| It rises to 6.| Then it falls.",
    "Series A. The holders of Series B vote as a class.",
    "They hold shares of Series A.| The holders vote.",
    "Governing Law. This Agreement is governed by New York law.",
    "2.1 Grant. The Licensor grants a license.| 2.2 Term. The term is one year.",
    "(a) Definitions. In this Agreement, words have meanings.",
    "None.| Not applicable.",
    "Sales in 2021 fell.| 2022 sales rose.",
    "It serves the Consumer business.| 3M’s segments share resources.",
    "The offices are in Cupertino, Calif. 95014.",
    "It costs $5.| That is cheap.",
    "The total was nil ...| The rest was nil too.",
    "Please visit www.sec.gov.| Copies are free.",
    "Payment is due Jan. 5.| Interest accrues.",
    "We asked Halden Singapore Pte. Ltd. for the minutes.| They are lost.",
    "Acme Co. Ltd. is a party.| So is Petron Sdn. Bhd.| The rest are not.",
    "The buyer is Boral Pty. Limited.| Revenue of Infosys Pvt. Ltd. was flat.",
    "He is a Ph.D.| She is an M.D.| They work.",
    "NO WARRANTIES ARE GIVEN.| THE SERVICE IS PROVIDED AS IS.",
    "The Buyer shall (a) pay; (b) collect; and (c) report.",
)
CHINESE = (
    "我们明天一起去看《摔跤吧！爸爸》好吗？|好！",
    "“这是对的。”他说。|董事会同意。",
    "“我们接受该条件。”董事长表示，随后签字。",
    "《公司法》何时修订？|《证券法》未修订。",
    "本协议自双方签字之日起生效。|双方各执一份。",
    "他问：“是否需要批准？”董事会没有回答。",
    "双方确认：“本协议构成完整协议。”|特此说明。",
    "金额为1,500.00万元（大写：壹仟伍佰万元整）。|逾期按日加收0.05%。",
    "是否存在退市风险？|否。",
    "公司拟采取下列措施：（一）回购；（二）增持；（三）分红。",
    "ABC Co., Ltd.为本公司股东。|其持股比例为5.5%。",
    "他说……然后离开了。|会议结束。",
)
GERMAN = (
    "Der Vertrag tritt am 1. Januar 2024 in Kraft.| Er endet am 31. Dezember 2028.",
    "Die Gesellschaft hat ihren Sitz in Frankfurt a. M.| Sie wurde 1998 gegründet.",
    "Gemäß § 433 Abs. 1 S. 1 BGB ist der Verkäufer zur Übergabe verpflichtet.| Der Käufer zahlt den Kaufpreis.",
    "Die Muster GmbH & Co. KG haftet beschränkt.| Ihre Komplementärin ist die Muster Verwaltungs GmbH.",
    "Der Umsatz stieg um ca. 5 Mio. EUR auf 1,2 Mrd. EUR.| Das Ergebnis blieb stabil.",
    "Dr. Müller und Prof. Dr. Schmidt wurden bestellt.| Hr. Weber schied aus.",
    "Z. B. können Mieten, Zinsen u. Ä. anfallen.| Diese sind gesondert auszuweisen.",
    "Der Aufsichtsrat tagte am 3. März und am 12. Oktober.| Beschlüsse wurden einstimmig gefasst.",
    "Die 20. ordentliche Hauptversammlung fand in München statt.| Es waren 78,3 % des Kapitals vertreten.",
    "Das Darlehen beträgt 1.500.000,00 Euro.| Der Zinssatz liegt bei 3,5 % p.a.",
    "Die Frist beträgt 14 Tage, d.h. sie endet am 15. des Folgemonats.| Danach ist der Anspruch verfallen.",
    "Art. 5 Abs. 2 lit. b DSGVO bleibt unberührt.| Weitere Rechte bestehen nicht.",
    "Vgl. hierzu Ziff. 4.2 des Vertrages.| Im Übrigen gilt das Gesetz.",
    "Der Kaufpreis ist gem. Nr. 3 der Anlage 2 fällig.| Verzugszinsen betragen neun Prozentpunkte.",
    "Die Lieferung erfolgt frei Haus, bzw. ab Werk.| Kosten trägt der Käufer.",
    "Im 4. Quartal 2022 sank der Absatz.| 2023 erholte er sich.",
    "Er sagte: „Der Vertrag ist nichtig.“| Danach verließ er den Saal.",
    "Ist der Mieter in Verzug?| Dann kann der Vermieter kündigen.",
    "Kündigungen bedürfen der Schriftform (§ 126 BGB).| E-Mail genügt nicht.",
    "Die Parteien, nämlich a) die Verkäuferin, b) die Käuferin und c) die Bürgin, vereinbaren Folgendes.",
    "Der Geschäftsführer vertritt allein.| § 181 BGB ist abbedungen.",
    "Die Haftung ist ausgeschlossen, es sei denn, es liegt Vorsatz vor.| Satz 1 gilt nicht für Personenschäden.",
    "Nach § 15 Abs. 3 Nr. 2 EStG i.V.m. § 7 GewStG ist die Tätigkeit gewerblich.| Eine Befreiung besteht nicht.",
    "Die Zahlung erfolgt bis zum 30.06.2024.| Teilzahlungen sind zulässig.",
    "Der Bestand umfasst Maschinen, Fahrzeuge usw.| Die Liste liegt als Anlage 3 bei.",
    "Die Bilanzsumme betrug 12,4 Mrd. Euro (Vj. 11,9 Mrd. Euro).| Das Eigenkapital stieg.",
    "Der Vertrag wurde in Berlin, Stuttgarter Str. 12, unterzeichnet.| Zeugen waren nicht anwesend.",
    "Abb. 3 zeigt den Verlauf.| Tab. 2 nennt die Werte.",
    "Herr Dr. jur. K. Maier LL.M. ist Prokurist.| Die Prokura ist Gesamtprokura.",
    "Der Beschluss bedarf einer Mehrheit von 75 v. H. der Stimmen.| Enthaltungen zählen nicht.",
    "I. d. R. erfolgt die Abrechnung monatlich.| Abweichungen sind schriftlich zu vereinbaren.",
    "Das Amtsgericht Köln (HRB 12345) führt das Register.| Änderungen sind anzumelden.",
    "Die Gebühr beträgt mind. 50 EUR, max. 500 EUR.| Auslagen werden erstattet.",
    "§ 3 Vergütung. Die Vergütung beträgt 10 % des Umsatzes.",
    "Diese Vereinbarung gilt inkl. aller Nachträge, insb. des 2. Nachtrags vom 5. Mai 2021.| Abreden bestehen nicht.",
    "Sollte eine Bestimmung unwirksam sein, bleibt der Rest wirksam!| Das ist gewollt.",
    "Die Firma lautet „Nordlicht AG“.| Gegenstand ist der Handel mit Waren aller Art.",
    "Der Mietzins beträgt 2.500 €.| Nebenkosten kommen hinzu.",
    "Am 8. 5. 2023 wurde geliefert.| Die Ware war mangelfrei.",
    "Das Gutachten (S. 12 ff.) bestätigt den Mangel.| Die Kosten trägt der Verkäufer.",
    "Die Bürgschaft erlischt am 31.12.2025.| Bis dahin haftet die Bank.",
    "Der Lieferant gewährt 3 % Skonto bei Zahlung binnen 10 Tagen.| 30 Tage netto gelten im Übrigen.",
)


def split(case, join, *, german=False):
    text = case.replace("|", join)
    return [text[start:end] for start, end in sentences(text, german=german)]


@pytest.mark.parametrize("case", ENGLISH)
def test_english_sentences_end_where_a_reader_ends_them(case):
    assert split(case, "") == [part.strip() for part in case.split("|")]


@pytest.mark.parametrize("case", CHINESE)
def test_chinese_sentences_end_at_their_marks(case):
    assert split(case, "") == case.split("|")


@pytest.mark.parametrize("case", GERMAN)
def test_german_sentences_end_where_a_reader_ends_them(case):
    assert split(case, "", german=True) == [part.strip() for part in case.split("|")]


def test_a_blank_line_ends_a_sentence_without_a_mark_and_a_line_end_does_not():
    text = "Risk\nfactors\n\nWe depend on\none supplier."
    assert [text[start:end] for start, end in sentences(text)] == ["Risk\nfactors", "We depend on\none supplier."]


def test_english_rules_hold_on_an_english_page_where_german_ones_would_not():
    text = "It grew by 5. Prices rose."
    assert len(list(sentences(text))) == 2
    assert len(list(sentences(text, german=True))) == 1


@given(st.text(alphabet='aB1.!?。 \n\t"”()（）、；第条§•,', max_size=80), st.booleans())
def test_sentences_cover_all_visible_characters_once_and_in_order(text, german):
    found = list(sentences(text, german=german))
    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())
    assert all(one[1] <= other[0] for one, other in pairwise(found))


@given(st.text(max_size=60))
def test_any_text_splits_the_same_way_twice(text):
    assert ends(text) == ends(text)
