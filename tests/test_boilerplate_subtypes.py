"""Which template a text is, and which texts only sound like one."""

import pytest

from pipeline.document import Unit
from pipeline.sections import boilerplate
from pipeline.settings import Settings

RULES = boilerplate.Rules.open(Settings())


def subtype(text, *, kind="contract", of="sentence"):
    unit = Unit("u0001", of, text, (), len(text) // 4 + 1, "en")
    tags, _ = boilerplate.tag([unit], (), rules=RULES, document_type=kind)
    return tags[0].subtype if tags else None


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Words in the singular include the plural and vice versa.", "contract", "interpretation"),
        ("A reference to one gender includes any gender.", "contract", "interpretation"),
        ("Gender and Number. The masculine includes the feminine gender.", "contract", "interpretation"),
        ("Captions are for convenience of reference only.", "contract", "headings"),
        ("Because of its inherent limitations, internal control over it may not prevent errors.", "10-K",
         "internal_control"),
        ("Our responsibility is to express an opinion on these statements.", "10-K", "auditor_report"),
        ("Table of Contents", "10-K", "table_of_contents"),
        ("[This page intentionally left blank]", "10-K", "reporting_form"),
        ("Any party may change its address for notices by written notice to the other.", "contract", "notices"),
        ("This Agreement may be amended only by a written instrument signed by both.", "contract", "amendment_waiver"),
        ("These (as they may be amended by agreement) are the whole agreement.", "contract", "entire_agreement"),
        ("If we do not enforce a right, we will not be deemed to have waived it.", "contract", "amendment_waiver"),
    ],
)  # fmt: skip
def test_a_template_has_the_subtype_of_what_it_says(text, kind, expected):
    assert subtype(text, kind=kind) == expected


@pytest.mark.parametrize(
    "text",
    [
        "b. Exhibit A contains the entire agreement of the seller and the buyer and has not been amended in any way;",
        "Except where superseded by this Agreement, all other terms of the Licence are incorporated by reference.",
        "This Agreement supersedes all prior agreements except the Secrecy Agreement between the parties of that year.",
        "This Agreement may be amended by a writing signed by both, with the prior written consent of the Agent.",
        "This Agreement may be changed in writing so long as the loan of the Lenders remains outstanding.",
        "Such consent may be signed by the directors in counterparts and has the force of a unanimous vote.",
        "All notices and samples shall be delivered in writing to the Licensor free of all charges.",
        "The Agent shall be entitled to act and rely on any notice that must be given in writing by an officer.",
        "All notices must be sent by overnight delivery service to the address above.",
        "It shall be binding upon the Investor and inure to the benefit of, and be enforceable by, the Agent.",
        "It agrees to execute, and require the Artist to execute, such other documents as carry out this Agreement.",
        "The terms below, whether used in the singular or plural, have the following meaning:",
    ],
)
def test_a_term_that_only_sounds_like_a_template_is_none(text):
    assert subtype(text) is None
