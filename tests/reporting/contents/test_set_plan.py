"""The plan of a set in each of its forms."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from builders.cases import each_row
from builders.orchard import HOST, tree
from builders.planned import opened, planned
from builders.program.headless import run

from xpkgtui.formats.sets.plan import MemberOutcome, SetFinding
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.limits import NotRead
from xpkgtui.reporting.answer import CommandAnswer
from xpkgtui.reporting.as_text.plan import plan as as_text
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.reporting.documents.plan import plan as as_json
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.reporting.for_ci.annotations import github, gitlab
from xpkgtui.reporting.for_ci.junit import junit
from xpkgtui.reporting.for_ci.results import Checkout, of_plan
from xpkgtui.reporting.plan_markdown import MOST, markdown
from xpkgtui.rules.finding import Place, Severity

NEEDS = (("Provider", "provider-apple", ">=v1.0.0"),)
PACKAGES = {
    "provider-apple": {"v1.0.0": opened("Provider", tree("apple")), "v1.1.0": opened("Provider", tree("apple"))},
    "basket": {"v1.0.0": opened("Configuration", needs=NEEDS)},
}


def package(kind: str, name: str, image: str, more: str = "") -> str:
    """The manifest of a package object."""
    return (
        f"apiVersion: pkg.crossplane.io/v1\nkind: {kind}\nmetadata:\n  name: {name}\nspec:\n"
        f"  package: {HOST}/{image}\n{more}---\n"
    )


BASKET = package("Configuration", "basket", "basket:v1.0.0")
WRONG = package("Provider", "wrong", "basket:v1.0.0")
ABSENT = package("Provider", "absent", "provider-apple:v7.0.0")
MANUAL = package("Provider", "apple", "provider-apple:v1.0.0", "  revisionActivationPolicy: Manual\n")


def plan(text: str, **options: object) -> PlannedSet:
    """The plan of one file."""
    return PlannedSet(sources=("set.yaml",), plan=planned(text, PACKAGES, PlanOptions(**options)))  # type: ignore[arg-type]


@each_row(
    ("text", "sentence", "installs", "code"),
    [
        (BASKET, "all 2 packages install", True, False),
        (MANUAL, "the package installs, 1 when a person activates it: apple", True, False),
        (BASKET + WRONG, "1 of 3 does not install: wrong", False, True),
        ("kind: {{ a }}\n# pkg.crossplane.io\n", "no package was read", None, False),
    ],
    ids=["fine", "waits", "fails", "not all is known"],
)
def test_the_headline_says_how_many_install(text: str, sentence: str, installs: bool | None, code: bool) -> None:
    found = plan(text)
    assert (found.sentence, found.installs, found.answer.is_refused) == (sentence, installs, code)


def test_a_fault_beside_packages_that_are_not_known_hides_neither() -> None:
    found = plan(BASKET + "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: [\n")
    assert found.sentence.startswith("all 2 packages install, but ")
    first, *others = found.plan.members
    members = (replace(first, outcome=MemberOutcome.UNKNOWN), *others)
    said = replace(found, plan=replace(found.plan, members=members)).sentence
    assert said.startswith("1 of 2 install, 1 could not be looked up, and ")


@pytest.mark.parametrize("text", [BASKET, BASKET + WRONG + ABSENT, MANUAL, "kind: {{ a }}\n"])
def test_the_document_holds_to_its_schema(text: str) -> None:
    document = json.loads(as_json(plan(text)))
    jsonschema.validate(document, schema_of("plan"))
    assert document["summary"]["packages"] == len(document["packages"])


def test_the_text_has_a_row_a_package_and_each_fault_with_its_line() -> None:
    shown = as_text(plan(BASKET + WRONG), Paint())
    assert "✓ C basket                  v1.0.0  new" in shown
    assert "✓ P orchard-provider-apple  v1.1.0  added, for basket" in shown
    assert "✗ SET112  The object is of another kind than the package   set.yaml:13" in shown
    assert "  prints   validating package contents failed: package meta type is not Provider" in shown
    assert shown.endswith("  1 error\n")


def test_the_text_fits_the_terminal_and_leads_to_what_it_leaves_out() -> None:
    found = plan(BASKET + WRONG)
    said = (
        SetFinding(
            rule="SET001",
            severity=Severity.ERROR,
            message="a",
            place=Place(file="set.yaml", line=2),
            excerpt=("  package: " + "x" * 90,),
        ),
        SetFinding(rule="SET302", severity=Severity.INFO, message="not verified"),
    )
    found = replace(found, plan=replace(found.plan, findings=said))
    shown = as_text(found, Paint(width=60)).split("\n")
    assert max(map(len, shown)) <= 60
    assert "  1 error, 1 info   --verbose" in shown
    assert "  1 error, 1 info" in as_text(found, Paint(width=60), is_verbose=True).split("\n")


def test_another_kind_was_a_matter_of_the_linter_before_2_2() -> None:
    (found,) = [one for one in plan(WRONG, crossplane="2.1").plan.findings if one.rule == "SET112"]
    assert found.says == "linting package contents failed: package meta type is not Provider"


@each_row(("text", "mark"), [(BASKET, "✓"), (MANUAL, "!"), (BASKET + WRONG, "✗")], ids=["fine", "waits", "fails"])
def test_text_and_markdown_begin_with_one_sign(text: str, mark: str) -> None:
    found = plan(text)
    assert as_text(found, Paint()).startswith(mark)
    assert markdown(found).startswith(f"### {mark} ")


def test_markdown_has_room_in_a_comment() -> None:
    many = "".join(package("Provider", f"p{number}", f"provider-apple:v7.0.{number}") for number in range(150))
    found = markdown(plan(many))
    assert len(found) <= MOST + 10
    assert found.startswith("### ✗ Crossplane 2.4: 150 of 150 do not install:")


def test_annotations_stand_at_the_lines_of_files_in_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "set.yaml").write_text(WRONG)
    results = of_plan(plan(WRONG), Checkout(root=tmp_path))
    assert "::error file=set.yaml,line=6,title=SET112 " in github([results])
    assert json.loads(gitlab([results]))[0]["location"] == {"path": "set.yaml", "lines": {"begin": 6}}


def test_each_package_of_a_set_is_a_case_of_junit() -> None:
    found = of_plan(plan(BASKET + WRONG), Checkout())
    suite = ET.fromstring(junit([found], {Severity.ERROR}))[0]
    ends = {case.get("name", ""): [each.tag for each in case] for case in suite}
    assert ends["Configuration basket"] == ["system-out"]
    assert [ends[f"{one.object.kind} {one.name}"] for one in plan(WRONG).plan.members] == [["failure"]]


@each_row(
    ("arguments", "code"),
    [
        (["set.yaml"], 3),
        (["bare.yaml"], 1),
        (["bare.yaml", "--fail-on", "never", "--ignore", "SET108"], 1),
        (["other.yaml"], 2),
        (["nowhere"], 3),
        ([], 2),
        (["set.yaml", "--select", "SET9"], 2),
    ],
    ids=["not asked", "refused", "not reported", "nothing for Crossplane", "absent", "no PATH", "unknown rule"],
)
def test_the_exit_code_says_what_is_known(arguments: list[str], code: int, tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text(BASKET)
    (tmp_path / "bare.yaml").write_text(BASKET.replace(f"{HOST}/", "orchard/"))
    (tmp_path / "other.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
    placed = [str(tmp_path / one) if one.endswith((".yaml", "nowhere")) else one for one in arguments]
    assert run("plan", *placed, "--offline", XPKGTUI_NO_CACHE="1").exit_code == code


def test_the_way_out_stands_beside_what_it_is_about() -> None:
    away = NotRead(where="a/b:v1", what="the package", why="a cannot be reached.")
    cut = NotRead(where="set", what="some of its files", why="a set has at most 5,000 files", limit="files")
    for advice, title in (("Try again.", "a cannot be reached"), ("", cut.why)):
        (said,) = CommandAnswer(source="set", beyond=(cut, away), advice=advice).failures
        assert (said.title, said.hint) == (f"incomplete: {title}, and 1 other reason", advice)
