"""Judgements as lines of text: everything that rules said under each profile, each finding once."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from builders.packages.judgements import Judgement

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.finding import Finding, Place
from xpkgtui.rules.rule import AnyRule, Problem

_RULES: Mapping[str, AnyRule] = {rule.id: rule for rule in RULESET.rules}
_USUAL = Problem(message="")
Judge = Callable[[str], Judgement]
"""Judges one package under the profile of that name."""


def in_words(cases: Mapping[str, Judge], profiles: Iterable[str] = RULESET.profiles) -> str:
    """The rules that spoke of each package, by profile; then their findings, as far as no package had them before."""
    return "\n".join(_all_lines(cases, tuple(profiles))) + "\n"


def as_judged(judged: Judgement, _profile: str) -> Judgement:
    """What was judged under a profile that its case chose."""
    return judged


def _all_lines(cases: Mapping[str, Judge], profiles: tuple[str, ...]) -> Iterator[str]:
    written: set[str] = set()
    for name, judge in cases.items():
        yield f"# {name}"
        found: list[str] = []
        short: dict[str, list[str]] = {}
        for profile in profiles:
            judged = judge(profile)
            verdict = judged.verdict.acceptance or "open"
            short.setdefault(" ".join([verdict, *(one.rule for one in judged.findings)]), []).append(profile)
            found += [f"  {judged.verdict.reason}", *(_finding(one, profile) for one in judged.findings)]
        yield from (f"{', '.join(names)}: {line}" for line, names in short.items())
        yield from (one for one in dict.fromkeys(found) if one not in written)
        written.update(found)


def _finding(one: Finding, profile: str) -> str:
    """A finding, with what is otherwise than its rule says."""
    rule = _RULES[one.rule]
    marks = {
        "says": one.says,
        "fix": one.fix if one.fix != rule.fix else "",
        "stage": one.stage.name if one.stage is not rule.stage else "",
        "readers": ", ".join(one.readers) if one.readers != rule.affected(profile, _USUAL) else "",
        "met": one.met if one.met != rule.met_by(profile, _USUAL) else (),
        "turn": one.turn,
        "walked": one.walked,
        "undecided": one.undecided,
    }
    first = " ".join([one.severity.name[0], one.rule, *_place(one.place), *([str(one.object)] if one.object else [])])
    lines = [f"  {first}", f"    {one.message}", *(f"    {name}: {value}" for name, value in marks.items() if value)]
    return "\n".join(lines)


def _place(place: Place) -> Iterator[str]:
    if place.layer is not None:
        yield f"layer {place.layer}"
    if place.document is not None or place.line is not None:
        yield f"{place.document}:{place.line}:{place.column or ''}"
    yield from (text for text in (place.platform, place.path, place.file, place.field) if text)
