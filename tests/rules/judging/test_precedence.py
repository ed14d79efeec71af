"""Which findings silence which others."""

from collections.abc import Iterator
from dataclasses import replace

from builders.cases import each_row

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.finding import Finding, Place, Severity
from xpkgtui.rules.judging.locating import Reported, without_silenced
from xpkgtui.rules.rule import Problem, Silence, Where, Within

HERE = Place(layer=1, document=2, field="spec.a")
ELSEWHERE = {
    "layer": replace(HERE, layer=2),
    "document": replace(HERE, document=3),
    "field": replace(HERE, field="spec.b"),
}
HEARD = {
    Within.PACKAGE: {"layer", "document", "field"},
    Within.LAYER: {"document", "field"},
    Within.DOCUMENT: {"layer", "field"},
    Within.FIELD: {"layer"},
}


def said(rule: str, place: Place, silence: Silence | None = None, *, is_failure: bool = False) -> Reported:
    finding = Finding(
        rule=rule,
        severity=Severity.ERROR,
        message="",
        is_failure=is_failure,
        place=place,
        stage=RULESET.rules[0].stage,
    )
    problem = Problem(message="", where=Where(document=place.document))
    return Reported(rule=replace(RULESET.rules[0], id=rule, silenced_by=silence), problem=problem, finding=finding)


def kept(*reported: Reported, before: tuple[Finding, ...] = ()) -> list[str]:
    return [one.rule.id for one in without_silenced(iter(reported), before)]


def cases() -> Iterator[tuple[Within, Place, bool]]:
    for within, places in HEARD.items():
        yield within, HERE, True
        yield from ((within, place, name in places) for name, place in ELSEWHERE.items())


@each_row("is_earlier", [False, True])
@each_row(("within", "place", "is_silent"), cases())
def test_a_rule_is_silent_where_another_speaks(
    within: Within, place: Place, is_silent: bool, is_earlier: bool
) -> None:
    loud, quiet = said("loud", place), said("quiet", HERE, Silence(within, frozenset({"other", "loud"})))
    if is_earlier:
        assert kept(quiet, before=(loud.finding,)) == ([] if is_silent else ["quiet"])
    else:
        assert kept(quiet, loud) == (["loud"] if is_silent else ["quiet", "loud"])


@each_row(
    ("reported", "found"),
    [
        ([said("loud", HERE)], ["loud"]),
        ([said("loud", HERE), said("quiet", HERE, Silence(Within.PACKAGE, frozenset({"loud"})))], ["loud"]),
        ([said("a", HERE), said("quiet", HERE, Silence(Within.PACKAGE, frozenset({"loud"})))], ["a", "quiet"]),
        (
            [said("loud", HERE, is_failure=True), said("quiet", HERE, Silence(Within.PACKAGE, frozenset({"loud"})))],
            ["loud", "quiet"],
        ),
        (
            [said("loud", HERE), said("quiet", HERE, Silence(Within.PACKAGE, frozenset({"loud"})), is_failure=True)],
            ["loud", "quiet"],
        ),
        (
            [
                said("loud", HERE),
                said("quiet", HERE, Silence(Within.PACKAGE, frozenset({"loud"}), spares_documents=True)),
                said("whole", Place(), Silence(Within.PACKAGE, frozenset({"loud"}), spares_documents=True)),
            ],
            ["loud", "quiet"],
        ),
    ],
    ids=["no other", "heard", "not heard", "of a failure", "a failure", "of a document"],
)
def test_failures_and_what_is_spared_are_reported_all_the_same(reported: list[Reported], found: list[str]) -> None:
    assert kept(*reported) == found
