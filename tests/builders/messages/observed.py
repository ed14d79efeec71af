"""What programs say of the packages that trip rules; what belongs to these packages becomes a hole."""

import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

from builders.inspection.inspections import answers, opened
from builders.packages.judgements import judge_stream
from builders.planned import planned
from formats.test_rule_pairs import BY_NAME, PAIRS
from formats.xpkg.rules.rule_cases import TRIPPED
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.objects import OBJECTS
from formats.xpkg.rules.vectors.streams import VECTORS
from formats.xpkg.sets.test_rules import PACKAGES
from formats.xpkg.sets.test_rules import PAIRS as SETS

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.messages.requests import Judge
from xpkgtui.reporting.messages.matching import HOLE
from xpkgtui.rules.finding import Finding
from xpkgtui.service.local import LocalPort

_QUOTED = re.compile(r'"[^"]*"|\'[^\']*\'')
_OWN = re.compile(
    r"\S*\b(?:tides|berths?|moorings?|x?things|provider-nop|platform|crew|harbou?rs?|trees?|apple|plum|orchard)\b\S*",
    re.IGNORECASE,
)
"""Names of the packages that trip rules."""
_INDEX = re.compile(r"\[\d+\]")
_VALUE = re.compile(r"\{[^{}]*\}|\[[^\[\]\0]*\]|\S*[/@]\S*|(?!openAPIV3Schema)\S*\d\S*|\S*…\S*")
_MOST_QUOTES = 2


@cache
def of_crossplane() -> tuple[tuple[str, str], ...]:
    """What Crossplane says of the packages that trip its rules, and the rule of each message."""
    made = ((rule, one) for rule, make in TRIPPED.items() for one in make().findings)
    return tuple((rule, one.says) for rule, one in made if one.says and one.rule == rule)


def of_streams() -> Iterator[tuple[str, str]]:
    """What it says of all streams that are judged, however many rules one trips: how often says who is meant."""
    for text in (*VECTORS.values(), *META.values(), *OBJECTS.values(), *COMPOSITIONS.values()):
        yield from ((one.rule, one.says) for one in judge_stream(text).findings if one.says)


@cache
def of_sets() -> tuple[tuple[str, str], ...]:
    """What is said of sets that trip rules, but for what any resolution says, which `deps` explains."""
    made = ((rule, one) for rule, (faulty, _) in SETS.items() for one in planned(faulty, PACKAGES).findings)
    said = ((rule, one.says) for rule, one in made if one.says and one.rule == rule)
    return tuple(one for one in said if "missing dependencies: " not in one[1])


async def of_others(port: LocalPort) -> AsyncIterator[tuple[str, str]]:
    """What other programs say."""
    for format, pairs in PAIRS.items():
        for rule, pair in pairs.items():
            with tempfile.TemporaryDirectory() as folder:
                async for finding in _findings(port, format, pair.trips.write(Path(folder) / "package")):
                    if finding.says and finding.rule == rule:
                        yield rule, finding.says


async def _findings(port: LocalPort, format: str, source: Path) -> AsyncIterator[Finding]:
    state = await opened(port, source)
    for profile in BY_NAME[format].summary.profiles:
        if state.case is not None:
            judged = fold_all(state, await answers(port, Judge(case=replace(state.case, profile=profile))))
            for finding in judged.findings:
                yield finding


def general(message: str) -> Iterator[str]:
    """A message with holes for what differs: with one of what it quotes, and without."""
    quotes = _QUOTED.findall(message)
    rest = _QUOTED.split(message)
    kept = [(quote, f"{quote[0]}{HOLE}{quote[0]}") for quote in quotes[:_MOST_QUOTES]]
    others = [f"{quote[0]}{HOLE}{quote[0]}" for quote in quotes[_MOST_QUOTES:]]
    for chosen in product(*kept):
        parts = [_VALUE.sub(HOLE, _INDEX.sub(f"[{HOLE}]", one)) for one in rest]
        inserted = [HOLE if HOLE in one else one for one in (*chosen, *others)]
        made = "".join(one + other for one, other in zip(parts, [*inserted, ""], strict=True))
        yield _OWN.sub(HOLE, made)
