"""Rules about dependencies (9xx): forms, names and versions, as Crossplane's resolver takes them."""

import json
from pathlib import Path

import pytest
from builders.packages.judgements import DOCKER_ARCHIVE, judge_stream
from builders.vectors.metas import DIGEST, META, NOP, REFERENCES, depending

from xpkgtui.formats.xpkg.dependencies import dependencies_of, fault_of_reference
from xpkgtui.rules.finding import Acceptance, Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741
_STORE = json.loads((Path(__file__).parents[1] / "oracle" / "streams.json").read_text(encoding="utf-8"))
_CONSTRAINTS = json.loads((Path(__file__).parents[1] / "oracle" / "constraints.json").read_text(encoding="utf-8"))
REFUSED = {
    "dependency on nothing": ("XPKG901", "spec.dependsOn[0]"),
    "dependency without a kind": ("XPKG901", "spec.dependsOn[0]"),
    "null for a dependency": ("XPKG901", "spec.dependsOn[0]"),
    "dependency without a version": ("XPKG903", "spec.dependsOn[0]"),
    "latest": ("XPKG904", "spec.dependsOn[0].version"),
    "digest of sha512": ("XPKG904", "spec.dependsOn[0].version"),
    "no registry": ("XPKG905", "spec.dependsOn[0].provider"),
    "registry without a dot": ("XPKG905", "spec.dependsOn[0].provider"),
    "capitals in a dependency": ("XPKG905", "spec.dependsOn[0].provider"),
    "tag in a dependency": ("XPKG906", "spec.dependsOn[0].provider"),
    "digest in a dependency": ("XPKG906", "spec.dependsOn[0].provider"),
}
"""The rule that refuses it, and the field."""


@pytest.mark.parametrize("name", REFUSED)
def test_dependency_that_cannot_be_resolved_refuses_the_package(name: str) -> None:
    judged = judge_stream(META[name])
    (finding,) = (one for one in judged.findings if one.severity is E)
    assert (finding.rule, finding.place.field) == REFUSED[name]
    assert judged.verdict.acceptance is Acceptance.REFUSED


@pytest.mark.parametrize("name", REFUSED)
def test_refusal_is_said_in_the_words_of_crossplane(name: str) -> None:
    assert all(one.says for one in judge_stream(META[name]).findings if one.severity is E)


@pytest.mark.parametrize("name", ["two forms", "version of two dialects", "tag beside a digest", "meta kind"])
def test_odd_dependency_is_accepted(name: str) -> None:
    judged = judge_stream(META[name])
    assert (judged.verdict.acceptance, W in {one.severity for one in judged.findings}) == (Acceptance.ACCEPTED, True)


@pytest.mark.parametrize("text", REFERENCES)
def test_library_takes_the_references_that_we_take(text: str) -> None:
    assert (fault_of_reference(text) is None) is _STORE["references"][text]


def test_library_refuses_the_constraints_that_we_refuse() -> None:
    asked = [text for text in _CONSTRAINTS["answers"] if text]
    # Digests are no constraints, and taken all the same.
    wrong = {one for one in asked if isinstance(_CONSTRAINTS["answers"][one]["v3"], str) and "sha256:" not in one}
    judged = {one: judge_stream(depending(f"provider: {NOP}, version: {json.dumps(one)}")) for one in asked}
    assert {one for one in asked if "XPKG904" in judged[one].errors} == wrong


def test_explicit_form_counts_first() -> None:
    entry = {"apiVersion": "a/v1", "kind": "B", "package": "a.io/p", "function": "a.io/f", "provider": "a.io/q"}
    (one,) = dependencies_of({"dependsOn": [entry]})
    assert (one.forms, one.package, one.kind) == (("package", "provider", "function"), "a.io/p", "B")


def test_ignored_form_is_named() -> None:
    assert judge_stream(META["two forms"]).said("XPKG902").endswith("configuration counts, and provider is ignored")


def test_half_of_the_explicit_form_is_named() -> None:
    said = judge_stream(META["dependency without a kind"]).said("XPKG901")
    assert said.endswith("apiVersion and package alone are not enough")


def test_entries_that_are_no_mappings_are_left_to_their_type() -> None:
    judged = judge_stream(META["dependency on nothing"].replace("{version: v1.0.0}", "text"))
    assert judged.errors == {"XPKG616"}


def test_older_managers_fill_in_a_registry() -> None:
    judged = judge_stream(META["no registry"], "crossplane-1")
    assert [one.severity for one in judged.of("XPKG905")] == [W]


def test_older_managers_know_no_digests_and_no_explicit_form() -> None:
    judged = judge_stream(META["good dependencies"], "crossplane-1")
    assert [one.severity for one in (*judged.of("XPKG904"), *judged.of("XPKG901"))] == [W] * 4


def test_version_of_one_dialect_names_who_refuses_it() -> None:
    assert "Crossplane 2.2 and earlier refuse" in judge_stream(META["version of two dialects"]).said("XPKG904")


def test_older_format_takes_a_tag_for_a_version() -> None:
    assert judge_stream(META["latest"], "format-v2").of("XPKG904") == []


def test_function_silences_the_form_that_older_formats_lack() -> None:
    text = depending(f"apiVersion: pkg.crossplane.io/v1, kind: Function, package: {NOP}, version: v1.0.0")
    judged = judge_stream(text, "format-v2")
    assert ("XPKG915" in judged.errors, judged.of("XPKG901")) == (True, [])


def test_meta_group_is_told_apart_from_the_group_of_packages() -> None:
    assert judge_stream(META["meta kind"]).said("XPKG908").endswith("the group of packages is pkg.crossplane.io")


def test_digest_and_range_cannot_be_met_at_once() -> None:
    assert judge_stream(META["twice the same"]).said("XPKG909").endswith("which cannot be met at once")


def test_package_that_depends_on_itself_is_refused() -> None:
    judged = judge_stream(META["latest"].replace("latest", "v1.0.0"), source=f"{NOP}:v2", is_remote=True)
    assert judged.errors == {"XPKG910"}


def test_package_of_unknown_name_is_not_its_own_dependency() -> None:
    assert judge_stream(META["function dependency"], source=f"{NOP}.xpkg", **DOCKER_ARCHIVE).of("XPKG910") == []


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        (">=v1.0.0-0", "has no upper bound"),
        (">=v1.0.0", "has no upper bound and admits no prereleases of its bounds"),
        ("^v1.2.0", "admits no prereleases of its bounds"),
        ("*", "has no upper bound and admits no prereleases of its bounds"),
    ],
)
def test_constraint_without_bounds_is_a_fact(constraint: str, said: str) -> None:
    (finding,) = judge_stream(depending(f"provider: {NOP}, version: '{constraint}'")).of("XPKG911")
    assert (finding.severity, finding.message.endswith(f"{constraint} {said}")) == (I, True)


@pytest.mark.parametrize("constraint", ["v1.0.0", "=1.0.0", DIGEST, ">=v1.0.0-0, <v2.0.0-0", "1.0.0 || 2.0.0"])
def test_constraint_with_bounds_is_left_alone(constraint: str) -> None:
    assert judge_stream(depending(f"provider: {NOP}, version: '{constraint}'")).of("XPKG911") == []


def test_flood_of_dependencies_is_judged() -> None:
    judged = judge_stream(depending(*["provider: 'A:@', version: '>='"] * 3_000))
    assert len(judged.of("XPKG906")) == 1001
