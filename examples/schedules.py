"""The tables and registers of the due diligence report: one seed, sums that foot."""

import random
from collections.abc import Callable

Row = tuple[str, list[int]]


def schedule(name: str) -> str:
    """Return the markup of one schedule."""
    return _SCHEDULES[name]()


def figure(value: int) -> str:
    """Write thousands with commas and negatives in parentheses, as accounts do."""
    return f"({-value:,})" if value < 0 else "–" if value == 0 else f"{value:,}"


def statement(caption: str, unit: str, columns: list[str], parts: list[tuple[str, list[Row]]]) -> str:
    """Write a statement: each part is summed into the total that names it; earlier totals are carried on."""
    lines = [f"^ {caption}", f"|! {unit}", "| " + " | ".join(["", *columns])]
    carried = [0] * len(columns)
    for total, rows in parts:
        lines += ["| " + " | ".join([label, *map(figure, values)]) for label, values in rows]
        carried = [carried[i] + sum(values[i] for _, values in rows) for i in range(len(columns))]
        lines.append("|= " + " | ".join([total, *map(figure, carried)]))
    return "\n".join(lines)


def register(caption: str, columns: list[str], rows: list[list[str]]) -> str:
    """Write a register."""
    lines = [f"^ {caption}"] if caption else []
    return "\n".join([*lines, "| " + " | ".join(columns), *("| " + " | ".join(row) for row in rows)])


def entities() -> str:
    """Return the companies of the group."""
    rows = [
        ["Halden Marine Systems GmbH", "Kiel, Germany", "Development, production, sales", "–"],
        ["Halden Propulsion GmbH", "Rendsburg, Germany", "Thrusters, gearboxes", "100.0%"],
        ["Halden Norge AS", "Bergen, Norway", "Sales and service", "100.0%"],
        ["Halden Singapore Pte. Ltd.", "Singapore", "Engineering services", "100.0%"],
        ["HS Navigation ApS", "Esbjerg, Denmark", "Dormant since 2020", "51.0%"],
    ]
    return register("Table 2: Companies of the Group", ["Company", "Seat", "Business", "Interest"], rows)


def shareholders() -> str:
    """Return who holds the shares."""
    rows = [
        ["Ingrid Halden", "937,500", "37.5%"],
        ["Jonas Halden", "750,000", "30.0%"],
        ["Maren Petersen", "500,000", "20.0%"],
    ]
    rows.append(["Halden Beteiligungs GmbH & Co. KG", "312,500", "12.5%"])
    table = register("Table 3: Shareholders according to the notarial deeds", ["Shareholder", "Shares", "Share"], rows)
    return table + "\n|= Total | 2,500,000 | 100.0%"


def income() -> str:
    """Return the income statement."""
    parts: list[tuple[str, list[Row]]] = [
        ("Total output", [("Revenue from systems", [58_410, 63_120, 61_984]), ("Revenue from services", [21_733, 24_715, 28_572]), ("Change in work in progress", [812, -1_204, 655])]),
        ("Gross profit", [("Cost of materials", [-38_904, -42_310, -43_877]), ("Purchased services", [-6_120, -6_944, -7_215])]),
        ("EBITDA", [("Personnel expenses", [-21_480, -23_056, -24_910]), ("Other operating income", [1_340, 1_115, 2_486]), ("Other operating expenses", [-7_905, -8_220, -9_034])]),
        ("Operating profit", [("Depreciation and amortisation", [-3_210, -3_388, -3_561])]),
        ("Profit before tax", [("Interest income", [42, 38, 51]), ("Interest expense", [-1_020, -1_145, -1_338])]),
        ("Profit for the year", [("Income taxes", [-1_098, -821, -1_140])]),
    ]  # fmt: skip
    return statement("Table 4: Consolidated income statement", "in EUR thousands", ["2021", "2022", "2023"], parts)


def adjustments() -> str:
    """Return the bridge from reported to adjusted EBITDA."""
    parts: list[tuple[str, list[Row]]] = [
        ("Adjusted EBITDA", [("Reported EBITDA", [7_886, 7_216, 8_661]), ("Release of warranty provision", [0, 0, -1_150]), ("Interim chief financial officer", [0, -95, -310]), ("Cost of cyber incident", [0, 240, 118]), ("Advisers to the sale", [0, 0, 402])])
    ]  # fmt: skip
    return statement("Table 5: Adjusted EBITDA", "in EUR thousands", ["2021", "2022", "2023"], parts)


def customers() -> str:
    """Return revenue by customer."""
    parts: list[tuple[str, list[Row]]] = [
        ("Five largest customers", [("Nordhav Offshore AS", [26_340, 29_115, 31_402]), ("Skagerrak Wind ApS", [8_205, 9_960, 10_318]), ("Tidewell Ferries Ltd", [6_114, 9_872, 4_407]), ("Straits Marine Holdings Pte. Ltd.", [4_020, 4_315, 4_386]), ("Hansa Pilot Service eG", [2_180, 2_044, 2_261])]),
        ("Total revenue", [("Other customers", [33_284, 32_529, 37_782])]),
    ]  # fmt: skip
    return statement("Table 6: Revenue by customer", "in EUR thousands", ["2021", "2022", "2023"], parts)


def balance() -> str:
    """Return the balance sheet, assets first."""
    assets: list[tuple[str, list[Row]]] = [
        ("Total non-current assets", [("Intangible assets", [4_120, 4_655, 4_980]), ("Land and buildings", [11_340, 10_912, 10_490]), ("Plant and equipment", [8_774, 8_205, 7_630]), ("Financial assets", [310, 310, 285])]),
        ("Total assets", [("Inventories", [14_902, 16_118, 17_345]), ("Trade receivables", [15_660, 17_204, 18_911]), ("Other receivables", [2_118, 2_240, 2_672]), ("Cash at banks", [5_405, 3_918, 2_207])]),
    ]  # fmt: skip
    claims: list[tuple[str, list[Row]]] = [
        ("Total equity", [("Share capital", [2_500, 2_500, 2_500]), ("Retained earnings", [14_213, 16_113, 18_786])]),
        ("Total equity and liabilities", [("Pension provisions", [4_402, 4_515, 4_610]), ("Other provisions", [5_118, 5_330, 4_416]), ("Bank loans", [24_100, 22_640, 21_060]), ("Shareholder loans", [3_500, 3_500, 3_500]), ("Trade payables", [6_204, 6_518, 7_055]), ("Other liabilities", [2_592, 2_446, 2_593])]),
    ]  # fmt: skip
    columns = ["31 Dec 2021", "31 Dec 2022", "31 Dec 2023"]
    return (
        statement("Table 7: Consolidated assets", "in EUR thousands", columns, assets)
        + "\n\n"
        + statement("Table 8: Consolidated equity and liabilities", "in EUR thousands", columns, claims)
    )


def cashflow() -> str:
    """Return the cash flow statement."""
    parts: list[tuple[str, list[Row]]] = [
        ("Cash flow from operating activities", [("Profit for the year", [2_600, 1_900, 2_673]), ("Depreciation and amortisation", [3_210, 3_388, 3_561]), ("Change in provisions", [410, 325, -819]), ("Change in working capital", [-1_204, -2_568, -2_704])]),
        ("Free cash flow", [("Capital expenditure", [-3_980, -3_110, -2_820]), ("Proceeds from disposals", [55, 38, 20])]),
        ("Change in cash", [("Repayment of bank loans", [-1_460, -1_460, -1_580]), ("Dividends paid", [0, 0, -42])]),
    ]  # fmt: skip
    return statement("Table 9: Consolidated cash flow statement", "in EUR thousands", ["2021", "2022", "2023"], parts)


def netdebt() -> str:
    """Return net debt with debt-like items."""
    parts: list[tuple[str, list[Row]]] = [
        ("Reported net debt", [("Bank loans", [21_060]), ("Shareholder loans", [3_500]), ("Cash at banks", [-2_207])]),
        ("Adjusted net debt", [("Pension provisions", [4_610]), ("Postponed capital expenditure", [2_140]), ("Advance payments for 2025 and later", [1_365]), ("Loss of Halden Propulsion GmbH to be settled", [655]), ("Income tax payable", [318])]),
    ]  # fmt: skip
    return statement("Table 10: Net debt and debt-like items", "in EUR thousands", ["31 Dec 2023"], parts)


def facilities() -> str:
    """Return the credit facilities."""
    rows = [
        ["Term loan", "12,000", "9,060", "28 June 2026", "6M EURIBOR + 2.40%"],
        ["Revolving facility", "24,000", "12,000", "28 June 2025", "3M EURIBOR + 2.10%"],
        ["Shareholder loans", "3,500", "3,500", "31 December 2027", "5.00%"],
    ]
    return register(
        "Table 11: Facilities (in EUR thousands)", ["Facility", "Amount", "Drawn", "Maturity", "Interest"], rows
    )


def workforce() -> str:
    """Return head counts."""
    parts: list[tuple[str, list[Row]]] = [
        ("Total employees", [("Rendsburg yard", [148, 152, 150]), ("Kiel headquarters", [96, 101, 104]), ("Hamburg service centre", [31, 33, 36]), ("Bergen", [22, 24, 25]), ("Singapore", [17, 18, 19])])
    ]  # fmt: skip
    return statement("Table 12: Employees at the end of the year", "head count", ["2021", "2022", "2023"], parts)


def litigation() -> str:
    """Return smaller proceedings."""
    rows = [
        ["Former head of sales", "Labour court of Kiel", "Dismissal, bonus 2022", "145", "60"],
        ["Brandvik Gear AS", "Bergen district court", "Invoices for gearboxes", "288", "288"],
        ["Fjordline Charter AS", "Out of court", "Warranty, HT-3 bearing", "410", "150"],
        ["Waterways administration", "Administrative court", "Fee for slipway", "74", "–"],
    ]
    return register(
        "Table 13: Other proceedings (in EUR thousands)", ["Opponent", "Forum", "Subject", "Claimed", "Provided"], rows
    )


def insurance() -> str:
    """Return the insurance programme."""
    rows = [
        ["Property and business interruption", "60,000", "100", "31 December 2024"],
        ["General and products liability", "15,000", "50", "31 December 2024"],
        ["Directors and officers", "10,000", "–", "30 June 2024"],
        ["Cyber", "2,500", "25", "30 September 2024"],
        ["Transport", "5,000", "10", "31 December 2024"],
    ]
    return register("Table 14: Policies (in EUR thousands)", ["Policy", "Limit", "Deductible", "Renewal"], rows)


_PARTIES = (
    "Aker Kyst AS|Baltic Towage UAB|Beluga Dredging NV|Bornholm Pilot ApS|Caspar Winches GmbH|Cuxport Service GmbH|Delfzijl Yards BV|"
    "Eider Werft GmbH|Fjordline Charter AS|Gannet Survey Ltd|Hansa Pilot Service eG|Hebrides Wind Ltd|Isefjord Steel A/S|Jade Tugs GmbH|"
    "Kattegat Cables AB|Lofoten Fisheries AS|Marstal Boats ApS|Nordhav Offshore AS|Oresund Ferries AB|Pellworm Transport KG|Quayside Hydraulics Ltd|"
    "Rungholt Engineering GmbH|Skagerrak Wind ApS|Straits Marine Holdings Pte. Ltd.|Tidewell Ferries Ltd|Trave Electronics GmbH|Utsira Subsea AS|"
    "Vlieland Rescue BV|Weser Coatings GmbH|Ystad Marine AB|Zeebrugge Logistics NV|Brandvik Gear AS"
).split("|")
_SUBJECTS = ("delivery of HT-5 thrusters", "maintenance of positioning systems", "supply of bearings", "retrofit of control cabins", "supply of marine steel", "spare parts and call-off service", "licence of HelmSense", "calibration and sea trials")  # fmt: skip
_LAWS = ("German law, courts of Kiel", "Norwegian law, courts of Oslo", "English law, LMAA arbitration", "Danish law, courts of Copenhagen", "German law, DIS arbitration in Hamburg")  # fmt: skip


def agreements() -> str:
    """Return one summary for each reviewed agreement."""
    draw = random.Random(48)
    lines: list[str] = []
    for number in range(1, 49):
        party = _PARTIES[(number * 7) % len(_PARTIES)]
        role = "Supplier" if "supply" in (subject := draw.choice(_SUBJECTS)) else "Customer"
        start, years = draw.randint(2017, 2023), draw.choice((2, 3, 5))
        volume = draw.randint(26, 940) * 10
        lines.append(f"### A.{number} {party}: {subject} [5.{draw.randint(1, 9)}.{number}]")
        lines.append(
            f"{role} agreement of {draw.randint(1, 28)} {draw.choice(('January', 'March', 'June', 'September', 'November'))} {start}, "
            f"running for {years} years. Volume in 2023: EUR {volume:,} thousand. {draw.choice(_LAWS)}."
        )
        lines.append(_term(draw) + " " + _liability(draw, volume))
        lines.append(_special(draw))
    return "\n\n".join(lines)


def _term(draw: random.Random) -> str:
    months = draw.choice((3, 6, 9, 12))
    return draw.choice(
        (
            f"The agreement is extended by one year at a time unless it is terminated with {months} months' notice.",
            f"Either party may terminate the agreement for convenience with {months} months' notice to the end of a quarter.",
            "The agreement ends without notice. An extension has to be agreed in writing.",
        )
    )


def _liability(draw: random.Random, volume: int) -> str:
    return draw.choice(
        (
            f"Liability is limited to EUR {volume * 1000:,} a year, except for intent and gross negligence.",
            "Liability for indirect and consequential damages is excluded; there is no cap on direct damages.",
            "The Group's standard terms apply: liability for ordinary negligence is limited to the contract price.",
            f"Liquidated damages for delay are 0.{draw.randint(2, 9)}% a week, up to {draw.choice((5, 8, 10))}% of the price.",
        )
    )


def _special(draw: random.Random) -> str:
    return draw.choice(
        (
            "Change of control: no provision. Assignment requires consent, which may not be unreasonably withheld.",
            "Change of control: the other party may terminate within 90 days of becoming aware of it. Amber.",
            "The agreement contains no restriction of competition and no most favoured customer clause. Green.",
            "Prices are fixed for the term; there is no price adjustment clause. Amber.",
            "The party's general terms of purchase conflict with the Group's standard terms; statutory law applies instead.",
            'The signed original could not be found; the review is based on a draft marked "final". Amber.',
        )
    )


def leases() -> str:
    """Return the leases."""
    rows = [
        ["Kiel headquarters, Wik 11", "Hafenholz KG", "1 July 2015", "30 June 2025", "612,000"],
        ["Hamburg, Veddel 3", "Elbe Immobilien AG", "1 January 2020", "31 December 2029", "288,000"],
        ["Bergen, Laksevåg 20", "Vestland Eiendom AS", "1 April 2018", "31 March 2028", "174,500"],
        ["Singapore, Tuas South 9", "JTC Corporation", "15 August 2021", "14 August 2026", "236,400"],
        ["Rendsburg, storage yard", "City of Rendsburg", "1 May 1999", "indefinite", "18,900"],
    ]
    return register("", ["Premises", "Landlord", "Begin", "End", "Annual rent (EUR)"], rows)


def rights() -> str:
    """Return patents and trademarks."""
    draw = random.Random(9)
    names = (
        "Thruster bearing",
        "Azimuth seal",
        "Thrust allocation",
        "Position reference",
        "Sea state filter",
        "HELMSENSE",
        "HALDEN",
        "HT-5",
    )
    rows = []
    for number in range(1, 33):
        kind, name = ("Trademark" if number % 4 == 0 else "Patent"), names[number % len(names)]
        rows.append([f"C.{number}", kind, name, draw.choice(("DE", "EP", "NO", "SG", "US")), str(draw.randint(1_000_000, 3_999_999)), f"{draw.randint(1, 28)} May {draw.randint(2025, 2039)}"])  # fmt: skip
    return register("", ["No.", "Right", "Subject", "Territory", "Register number", "Expiry"], rows)


def index() -> str:
    """Return the index of the data room."""
    draw = random.Random(15)
    folders = ("Corporate", "Shareholders", "Finance", "Tax", "Commercial agreements", "Real estate", "Employment", "Intellectual property", "Litigation", "Compliance", "Environment", "Insurance")  # fmt: skip
    kinds = ("Minutes of the shareholders' meeting", "Amendment agreement", "Side letter", "Confirmation of the bank", "Notice of assessment", "Annual accounts", "Opinion of counsel", "Correspondence with the authority", "Policy and endorsements", "Extract from the register")  # fmt: skip
    rows = []
    for folder, name in enumerate(folders, 1):
        for number in range(1, draw.randint(18, 27)):
            date = f"{draw.randint(1, 28):02d}.{draw.randint(1, 12):02d}.{draw.randint(2015, 2024)}"
            rows.append(
                [
                    f"[{folder}.{number}]",
                    name,
                    f"{draw.choice(kinds)} no. {draw.randint(1, 90)}",
                    date,
                    str(draw.randint(1, 84)),
                ]
            )
    return register("", ["Index", "Folder", "Document", "Date", "Pages"], rows)


_SCHEDULES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (
        entities, shareholders, income, adjustments, customers, balance, cashflow, netdebt, facilities, workforce,
        litigation, insurance, agreements, leases, rights, index,
    )
}  # fmt: skip
