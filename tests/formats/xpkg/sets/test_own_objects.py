"""The set's own definitions and Compositions, judged as objects of a package are."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.planned import opened, planned
from builders.program.headless import run

from xpkgtui.formats.xpkg.sets.own_objects import own_findings
from xpkgtui.rules.finding import Finding, Place, Severity

DEFINITION = """\
apiVersion: apiextensions.crossplane.io/v2
kind: CompositeResourceDefinition
metadata:
  name: bins.example.org
spec:
  group: example.org
  names: {kind: Bin, plural: bins}
  versions:
  - name: v1
    served: true
    referenceable: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              region: {type: string}
"""
COMPOSITION = """\
# what a Bin is made of
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata:
  name: bin
spec:
  compositeTypeRef:
    apiVersion: example.org/v1
    kind: Bin
  mode: Pipeline
  pipeline:
  - step: pick
    functionRef: {name: pick}
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      kind: Resources
      resources:
      - name: one
        base:
          apiVersion: apps/v1
          kind: Deployment
        patches:
        - type: FromCompositeFieldPath
          fromFieldPath: spec.region
          toFieldPath: spec.paused
"""


def plan_of(folder: Path, *documents: str) -> dict[str, Any]:
    """What the program says of a set without packages."""
    (folder / "set.yaml").write_text("---\n".join(documents))
    found: dict[str, Any] = json.loads(run("plan", str(folder), "--format", "json", "--no-cache").stdout)
    return found


@pytest.mark.parametrize(
    ("faulty", "rule", "severity", "line"),
    [
        (("fromFieldPath: spec.region", "fromFieldPath: spec.regio"), "XPKG727", "warning", 44),
        (("type: FromCompositeFieldPath", "type: FromComposite"), "XPKG733", "error", 43),
        (("region: {type: string}", "region: {type: text}"), "XPKG714", "error", 19),
        (
            ("apps/v1\n          kind: Deployment", "networking.k8s.io/v1\n          kind: IngressClass"),
            "XPKG739",
            "warning",
            41,
        ),
    ],
)
def test_rules_about_objects_speak_of_those_of_the_set_at_their_lines(
    faulty: tuple[str, str], rule: str, severity: str, line: int, tmp_path: Path
) -> None:
    found = plan_of(tmp_path, *(one.replace(*faulty) for one in (DEFINITION, COMPOSITION)))
    said = {one["rule"]: one for one in found["findings"]}
    assert (said[rule]["severity"], said[rule]["location"]["line"]) == (severity, line)
    healthy = plan_of(tmp_path, DEFINITION, COMPOSITION)
    assert {one["rule"] for one in healthy["findings"]} == {"SET601"}


BIN = "apiVersion: example.org/v1\nkind: Bin\nmetadata: {name: one, namespace: default}\nspec:\n  region: eu\n"
CLAIMED = DEFINITION.replace("extensions.crossplane.io/v2", "extensions.crossplane.io/v1").replace(
    "names: {kind: Bin, plural: bins}", "names: {kind: XBin, plural: xbins}\n  claimNames: {kind: Bin, plural: bins}"
)


@pytest.mark.parametrize("definition", [DEFINITION, CLAIMED], ids=["composite", "claim"])
def test_objects_of_the_set_are_judged_by_their_definitions(definition: str, tmp_path: Path) -> None:
    for written, line, says in (
        ("region: 5", 25, "spec.region: Invalid value: "),
        ("regio: eu", 25, 'strict decoding error: unknown field "spec.regio"'),
        ("region: eu", None, ""),
    ):
        found = plan_of(tmp_path, definition, BIN.replace("region: eu", written))
        said = [one for one in found["findings"] if one["rule"] == "SET005"]
        lines = [one["location"]["line"] - definition.count("\n") + DEFINITION.count("\n") for one in said]
        assert lines == ([line] if line else [])
        assert all(says in one["crossplane_says"] and one["severity"] == "error" for one in said)
        (waits,) = [one for one in found["findings"] if one["rule"] == "SET007"]
        assert waits["message"] == "Bin one is applied with the definition that makes its kind"


@pytest.mark.parametrize(
    ("more", "is_judged"), [(" # as well", True), ("\n              other: {type: string}", False)]
)
def test_objects_of_a_kind_whose_definitions_differ_are_not_judged(
    more: str, is_judged: bool, tmp_path: Path
) -> None:
    other = DEFINITION.replace("region: {type: string}", f"region: {{type: string}}{more}")
    found = plan_of(tmp_path, DEFINITION, other, BIN.replace("region: eu", "regio: eu"))
    rules = {one["rule"] for one in found["findings"]}
    assert ("SET004" in rules, "SET005" in rules) == (True, is_judged)


def test_an_object_that_is_refused_as_a_whole_is_told_without_a_field(tmp_path: Path) -> None:
    rule = "type: object\n        x-kubernetes-validations: [{rule: self.spec.region != 'eu', message: not there}]\n"
    served = "v1\n    storage: true\n    served: true\n    schema:\n      openAPIV3Schema:\n        "
    spec = "        properties: {spec: {type: object, properties: {region: {type: string}}}}\n"
    names = "{kind: Bin, plural: bins, singular: bin, listKind: BinList}"
    head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: bins.example.org}\n"
    definition = (
        f"{head}spec:\n  group: example.org\n  scope: Namespaced\n  names: {names}\n  versions:\n  - name: {served}"
    )
    found = plan_of(tmp_path, definition + rule + spec, BIN)
    (refused,) = (one for one in found["findings"] if one["rule"] == "SET005")
    assert refused["message"] == "The API server refuses Bin one"
    assert "<nil>: Invalid value" in refused["crossplane_says"]


def test_what_the_set_installs_is_what_its_objects_depend_on() -> None:
    packages = {"provider-apple": {"v1.0.0": opened("Provider")}}
    spec = "spec: {package: xpkg.example.org/orchard/provider-apple:v1.0.0}\n"
    apple = f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {{name: apple}}\n{spec}"
    manifests = f"{apple}---\n{DEFINITION}---\n{COMPOSITION}"
    own = planned(manifests, packages).own
    (meta, *rest) = own.text.split("\n---\n")
    assert json.loads(meta)["spec"]["dependsOn"] == [
        {
            "apiVersion": "pkg.crossplane.io/v1",
            "kind": "Provider",
            "package": "xpkg.example.org/orchard/provider-apple",
            "version": "v1.0.0",
        }
    ]
    lines = own.text.split("\n")
    assert [lines[one.line - 1] for one in own.documents] == [one.split("\n")[0] for one in (DEFINITION, COMPOSITION)]
    assert len(rest) == len(own.documents)


def test_a_finding_about_an_item_of_a_list_is_at_the_item() -> None:
    items = json.dumps({"apiVersion": "v1", "kind": "List", "items": [{"a": 1}]})
    definition = json.dumps(
        {"apiVersion": "apiextensions.crossplane.io/v1", "kind": "Composition", "metadata": {"name": "a"}}
    )
    own = planned(items.replace('{"a": 1}', f"\n{definition}"), {}).own
    said = [
        Finding(rule="XPKG733", severity=Severity.WARNING, message="a", place=Place(document=2, line=3)),
        Finding(rule="XPKG719", severity=Severity.WARNING, message="b", place=Place(document=2, line=3)),
        Finding(rule="XPKG733", severity=Severity.WARNING, message="c", place=Place(document=9, line=3)),
    ]
    assert [(one.message, one.place.line) for one in own_findings(own, said, ())] == [("a", 2)]
