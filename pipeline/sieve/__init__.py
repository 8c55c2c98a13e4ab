"""Decides which units go into the prompt; the only room that leaves units out.

Modes: ``gentle`` leaves out exact duplicates and recognised boilerplate; ``standard`` also what scores below 0.35
and no guard holds; ``aggressive`` the same at 0.55. ``auto`` is standard for filings, and gentle for contracts, where
a third less text would cost 4–5 % of the clauses that lawyers label, for due diligence reports, whose short findings
score low ("The period for the imposition of a fine has not ended."), for documents of no known type, which may be
contracts, and for the agreements and plans that a filing holds as exhibits. A budget (``keep``, ``max_tokens``) takes
the place of mode and threshold.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Self

import regex

from pipeline import dictionary
from pipeline.document import Document, Notice, Section, Verdict
from pipeline.settings import Settings, SieveSettings
from pipeline.sieve import agreements, antecedents, budget, contents, duplicates, guards

__all__ = ["Sieve"]

THRESHOLDS = {"gentle": 0.0, "standard": 0.35, "aggressive": 0.55}
GENTLE = frozenset({"contract", "dd_report", "other", ""})
"""Types of documents that ``auto`` treats gently."""
TEMPLATE = 0.9
"""Where no boilerplate rule speaks, prose that the model holds for template text with this probability goes."""
ASKED = 0.5
"""… unless its entropy reaches this."""

SURE = 0.75
"""Under a budget the guard ``score`` holds what scores higher than three quarters of an average document: short lines
and single figures must not push it out."""

CONTENTS = "boilerplate:table_of_contents"
"""Repeats the titles of the sections: no guard holds it but a change, and it makes nothing else readable."""

_COVER = "front_matter"

DRAWN = "drawn rule"
"""What has no words makes nothing readable either."""

_RULE = regex.compile(r"[\s_=*~·-]{3,}|[\s–—]{5,}")
"""Catches "________", a line drawn with characters; spares "—" and "–\t–", a figure that is nil."""

Measure = Callable[[Document], int]


@dataclass(frozen=True, slots=True)
class Sieve:
    """Adds ``Document.verdicts``, one a unit."""

    settings: SieveSettings
    measure: Measure | None = None
    """Counts the tokens of the whole prompt; None: those of the units."""
    soft: frozenset[str] = guards.SOFT
    """Types of guards that are shown with the verdict but hold nothing."""

    @classmethod
    def open(cls, settings: Settings, *, measure: Measure | None = None) -> Self:
        """Read in the dictionaries which guards are soft."""
        levels: dict[str, set[str]] = {}
        for entry in dictionary.load("guards", settings).entries:
            levels.setdefault(entry.type, set()).add(entry.level or "hard")
        soft = {guard for guard, found in levels.items() if found == {"soft"}}
        return cls(settings.sieve, measure, frozenset(soft - guards.JUDGED))

    def __call__(self, document: Document) -> Document:
        """Return the document with its verdicts, and a notice where guards had to yield to a budget.

        Raises:
            SettingsError: ``max_tokens`` is too small for the frame.
        """
        clean = replace(document, notices=tuple(n for n in document.notices if n.room != "sieve"))
        decision = _Decision(clean, self.settings, self.soft)
        if self.settings.keep == 1:
            return replace(clean, verdicts=decision.all_kept("keep 1"))
        if self.settings.keep is None and self.settings.max_tokens is None:
            return replace(clean, verdicts=decision.by_threshold())
        kept = decision.within(self.measure)
        if len(kept) == len(document.units):
            return replace(clean, verdicts=decision.all_kept("within the budget"))
        return replace(clean, verdicts=decision.by_budget(kept), notices=clean.notices + decision.yielded(kept))


class _Decision:
    """What speaks for and against each unit of one document."""

    def __init__(self, document: Document, settings: SieveSettings, soft: frozenset[str]) -> None:
        self.document = document
        self.soft = soft
        self.settings = settings
        self.mode = settings.mode
        if settings.mode == "auto":
            self.mode = "gentle" if document.type in GENTLE else "standard"
        self.threshold = THRESHOLDS[self.mode] if settings.threshold is None else settings.threshold
        chosen = (settings.threshold, settings.keep, settings.max_tokens) != (None, None, None)
        split = settings.mode == "auto" and not chosen and document.type not in GENTLE
        self.agreements = agreements.inside(document) if split else frozenset[int]()
        self.guards = guards.of(document)
        self.supports = guards.supports(document)
        self.scores = list(document.scores)
        self.copies = duplicates.copies(document)
        self._stand_for_copies()
        self.against = self._against()

    def _stand_for_copies(self) -> None:
        """Give a first copy what speaks for the later ones, which go because it stands."""
        for later, first in self.copies.items():
            self.guards[first] |= self.guards[later] - {"changed"}
            if self.scores and self.scores[later].entropy > self.scores[first].entropy:
                self.scores[first] = self.scores[later]

    def _against(self) -> dict[int, str]:
        """Return the reasons that need no score: duplicates, and boilerplate that nothing but its shortness guards."""
        found: dict[int, str] = {}
        for section in self.document.sections:
            if section.boilerplate:
                reason = f"boilerplate:{section.boilerplate}"
                members = range(section.first, section.end)
                along = contents.entries(self.document, section) if reason == CONTENTS else members
                found |= dict.fromkeys(filter(self._goes_along(section, reason), along), reason)
        found |= {unit: f"boilerplate:{subtype}" for unit, subtype, *_ in self.document.boilerplate}
        found = {at: reason for at, reason in found.items() if not self._speaks_for(at, reason)}
        for at, unit in enumerate(self.document.units):
            if unit.table is None and _RULE.fullmatch(unit.text):
                found[at] = DRAWN
        for later, first in self.copies.items():
            alone = first in found and later not in found
            if "changed" not in self.guards[later] and not alone:
                found[later] = f"duplicate of {self.document.units[first].id}"
        return found

    def _goes_along(self, section: Section, reason: str) -> Callable[[int], bool]:
        """Tell which units of a template section go with it though no rule knows them.

        In a contract and on a cover its headings alone: the rest may be an address, a name that signs, a sentence of
        its own. Elsewhere all but sentences that score well.
        """
        if reason == CONTENTS:
            return lambda _: True
        if self.document.type in GENTLE or section.first in self.agreements:
            return lambda at: self.document.units[at].kind == "heading"
        if section.type == _COVER:
            return lambda _: False
        return lambda at: not self.scores or self.scores[at].entropy < ASKED or not self._is_sentence(at)

    def _is_sentence(self, at: int) -> bool:
        text = self.document.units[at].text
        return guards.words(text) >= guards.SHORTEST and text.endswith((".", "。"))

    def _speaks_for(self, at: int, reason: str) -> bool:
        """Whether a guard holds the unit although a rule calls it template text; an agreement's day of signing does."""
        if reason == CONTENTS:
            return "changed" in self.guards[at]
        signed = self.guards[at] >= {"short", "date"} and self.document.type in guards.BINDING
        return signed or bool(self._holds(at) - {"short", "heading"})

    def _holds(self, at: int) -> set[str]:
        return self.guards[at] - self.soft

    def _shown(self, at: int) -> tuple[str, ...]:
        return tuple(sorted(self.guards[at]))

    def all_kept(self, reason: str) -> tuple[Verdict, ...]:
        """Return the verdicts of a document of which nothing is left out."""
        return tuple(Verdict(True, reason, self._shown(at)) for at in range(len(self.document.units)))

    def by_threshold(self) -> tuple[Verdict, ...]:
        """Return the verdicts of a mode."""
        verdicts = [self._verdict(at) for at in range(len(self.document.units))]
        companions = [each for each in guards.companions(self.document) if each[0] not in self.against]
        self._keep_meant(verdicts)
        for at, served in (*companions, *reversed(self.supports)):
            if not self._repeats(at) and verdicts[at].reason not in (CONTENTS, DRAWN):
                self._serve(verdicts, at, served)
        self._keep_meant(verdicts)
        return tuple(verdicts)

    def _keep_meant(self, verdicts: list[Verdict]) -> None:
        """Keep what the first words of kept sentences mean, from the last to the first, as that may point back too."""
        units = self.document.units
        for at in range(len(units) - 1, 0, -1):
            parted = verdicts[at].kept and not verdicts[at - 1].kept
            if parted and antecedents.meant(units, at) and (at - 1 not in self.against or self._repeats(at - 1)):
                self._serve(verdicts, at - 1, (at,))

    def _serve(self, verdicts: list[Verdict], at: int, served: Sequence[int]) -> None:
        """Keep a unit for the first kept one of those that it makes readable."""
        first = None if verdicts[at].kept else next((other for other in served if verdicts[other].kept), None)
        if first is not None:
            shown = tuple(sorted({*self.guards[at], "support"}))
            verdicts[at] = Verdict(True, f"serves {self.document.units[first].id}", shown)

    def _repeats(self, at: int) -> bool:
        return self.against.get(at, "").startswith("duplicate")

    def _verdict(self, at: int) -> Verdict:
        shown = self._shown(at)
        if at in self.against:
            return Verdict(False, self.against[at], shown)
        holding = sorted(self._holds(at), key=lambda guard: (guard not in guards.LAST, guard))
        if holding:
            return Verdict(True, f"guard {holding[0]}", shown)
        if self.threshold == 0 or not self.scores or at in self.agreements:
            return Verdict(True, "gentle" if at in self.agreements else self.mode, shown)
        entropy, _, template = self.scores[at]
        if entropy < self.threshold:
            return Verdict(False, f"entropy {_shown(entropy)} < {self.threshold:g}", shown)
        if template >= TEMPLATE and entropy < ASKED and self.document.units[at].kind == "sentence":
            return Verdict(False, f"template {_shown(template)}, entropy {_shown(entropy)} < {ASKED:g}", shown)
        return Verdict(True, f"entropy {_shown(entropy)} >= {self.threshold:g}", shown)

    def within(self, measure: Measure | None) -> set[int]:
        """Return the units that the budget takes in, those that score high guarded like others."""
        for at, score in enumerate(self.scores):
            if score.entropy >= SURE:
                self.guards[at].add("score")
        tokens = [unit.tokens for unit in self.document.units]
        entropies = [score.entropy for score in self.scores] or [0.0] * len(tokens)
        strengths = list(self._strengths())
        for rows in guards.tables(self.document):
            _even_out(strengths, entropies, tokens, rows=[at for at in rows if at not in self.against])
        supports = [*self.supports, *antecedents.persons(self.document)]
        order = budget.ranked(strengths, entropies, supports)
        if self.settings.max_tokens is None:
            return budget.by_tokens(order, tokens, limit=(self.settings.keep or 1) * sum(tokens))
        if measure is None:
            return budget.by_tokens(order, tokens, limit=self.settings.max_tokens)

        def size(kept: set[int]) -> int:
            verdicts = tuple(Verdict(at in kept, "budget") for at in range(len(tokens)))
            return measure(replace(self.document, verdicts=verdicts))

        sections = [range(section.first, section.end) for section in self.document.sections]
        return budget.by_measure(order, tokens, size, limit=self.settings.max_tokens, sections=sections)

    def _strengths(self) -> Iterator[int]:
        for at in range(len(self.document.units)):
            if at in self.against:
                yield -2 if self._repeats(at) else -1
            else:
                yield guards.strength(self._holds(at))

    def by_budget(self, kept: set[int]) -> tuple[Verdict, ...]:
        """Return the verdicts of a budget; what goes in any mode says so."""
        return tuple(
            Verdict(at in kept, "within the budget" if at in kept else self.against.get(at, "budget"), self._shown(at))
            for at in range(len(self.document.units))
        )

    def yielded(self, kept: set[int]) -> tuple[Notice, ...]:
        """Return a notice that counts the guards that the budget broke."""
        left = [at for at in range(len(self.document.units)) if at not in kept and at not in self.against]
        counts = Counter(guard for at in left for guard in self._holds(at))
        if not counts:
            return ()
        told = ", ".join(f"{guard} {count}" for guard, count in sorted(counts.items()))
        units = sum(bool(self._holds(at)) for at in left)
        return (Notice("sieve", "guard_yielded", None, f"{units} guarded units are left out for the budget: {told}"),)


def _even_out(strengths: list[int], entropies: list[float], tokens: list[int], *, rows: list[int]) -> None:
    """Give the rows of one table one rank: single rows that are missing from a table mislead."""
    weight = sum(tokens[at] for at in rows)
    if weight:
        mean = sum(entropies[at] * tokens[at] for at in rows) / weight
        strongest = max(strengths[at] for at in rows)
        for at in rows:
            strengths[at], entropies[at] = strongest, mean


def _shown(value: float) -> str:
    """Write two decimals, cut and not rounded: 0.349 must not read 0.35 < 0.35."""
    return f"{floor(round(value * 100, 6)) / 100:.2f}"
