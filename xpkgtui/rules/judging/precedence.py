"""Precedence of rules: a specific rule silences a general one, which declares it; this module applies it."""

from collections.abc import Iterable

from xpkgtui.rules.finding import Finding
from xpkgtui.rules.rule import AnyRule, Problem, Within
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Reported:
    """A finding, with the rule and the problem that it was made from."""

    rule: AnyRule
    problem: Problem
    finding: Finding


def without_silenced(reported: Iterable[Reported], before: Iterable[Finding] = ()) -> list[Reported]:
    """The findings in `reported` that are not silenced; those in `before`, yielded earlier, silence them too."""
    found = list(reported)
    if all(one.rule.silenced_by is None for one in found):
        return found
    everything = [one for one in (*(one.finding for one in found), *before) if not one.is_failure]
    heard = {within: {_key(one, within, one.rule) for one in everything} for within in Within}
    return [one for one in found if not _is_silenced(one, heard)]


def _is_silenced(one: Reported, heard: dict[Within, set[tuple[object, ...]]]) -> bool:
    silence = one.rule.silenced_by
    if silence is None or one.finding.is_failure or (silence.spares_documents and one.problem.where.document):
        return False
    return any(_key(one.finding, silence.within, speaker) in heard[silence.within] for speaker in silence.rules)


def _key(finding: Finding, within: Within, rule: str) -> tuple[object, ...]:
    match within:
        case Within.PACKAGE:
            return (rule,)
        case Within.LAYER:
            return rule, finding.place.layer
        case Within.DOCUMENT:
            return rule, finding.place.document
    return rule, finding.place.document, finding.place.field
