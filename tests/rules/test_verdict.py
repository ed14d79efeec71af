"""Which finding a consumer meets first, and the clause that says so."""

from itertools import permutations

import pytest
from builders.packages.case_facts import case_about

from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.rules.finding import Acceptance, Finding, Place, Severity, Stage
from xpkgtui.rules.verdict import conclude

CASE = case_about("package.yaml")


def error(stage: Stage, rule: str = "XPKG500", message: str = "it is odd", **facts: object) -> Finding:
    names = {"met", "turn", "walked"}
    own = {name: value for name, value in facts.items() if name in names}
    place = Place(**{name: value for name, value in facts.items() if name not in names})  # type: ignore[arg-type]
    return Finding(rule=rule, severity=Severity.ERROR, message=message, stage=stage, place=place, **own)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "met",
    [
        (
            error(Stage.FILE, met=(0, 0)),
            error(Stage.FILE, met=(0, 1)),
            error(Stage.FILE, met=(0, 1), rule="XPKG501"),
            error(Stage.FILE, met=(1, 0), document=1),
        ),
        (
            error(Stage.PARSE, document=1, line=9),
            error(Stage.PARSE, document=2),
            error(Stage.PARSE, document=2, line=1, rule="XPKG501"),
            error(Stage.PARSE, document=2, line=1, rule="XPKG502"),
            error(Stage.PARSE, document=2, line=2),
        ),
        (
            error(Stage.PARSE, document=2, met=(0, 1)),
            error(Stage.PARSE),
            error(Stage.PARSE, document=1, walked=("b",)),
            error(Stage.PARSE, document=1, met=(1, 0)),
            error(Stage.LINT, document=1),
        ),
        (
            error(Stage.PARSE, document=1, turn=((1, "a"),), line=2),
            error(Stage.PARSE, document=1, turn=((1, "b"),), line=1),
        ),
        (
            error(Stage.LINT, document=9, turn=((0, ""),)),
            error(Stage.LINT, document=1, line=2),
            error(Stage.LINT, document=1, line=3),
            error(Stage.LINT, document=1, met=(0, 1)),
            error(Stage.LINT, document=2),
        ),
    ],
    ids=["image", "documents", "where reading stops", "decoder", "linter"],
)
def test_the_first_one_that_is_met_refuses(met: tuple[Finding, ...]) -> None:
    for number, one in enumerate(met):
        assert all(conclude(CASE, order, CATALOGUE).culprit == one for order in permutations(met[number:]))


@pytest.mark.parametrize(
    ("one", "clause"),
    [
        (error(Stage.PARSE, message="The value is odd; it goes on.", document=3), "document 3: the value is odd"),
        (error(Stage.PARSE, message="Document 3 is odd.", document=3), "document 3 is odd"),
        (error(Stage.PARSE, message="Provider x is odd", line=4), "line 4: Provider x is odd"),
        (error(Stage.PARSE, message="It is odd", file="a.yaml", line=4, document=3), "a.yaml:4: it is odd"),
        (error(Stage.FILE, message="x" * 161), "x" * 159 + "…"),
        (error(Stage.FILE, message="x" * 160), "x" * 160),
    ],
)
def test_the_reason_is_the_first_clause_with_its_place(one: Finding, clause: str) -> None:
    verdict = conclude(CASE, [one], CATALOGUE)
    assert (verdict.acceptance, verdict.reason) == (Acceptance.REFUSED, clause)


def test_what_runs_or_warns_refuses_nothing() -> None:
    warning = Finding(rule="XPKG500", severity=Severity.WARNING, message="", stage=Stage.LINT)
    verdict = conclude(CASE, [error(Stage.RUN), warning], CATALOGUE)
    assert (verdict.acceptance, verdict.reason) == (None, "package.yaml was not read")
