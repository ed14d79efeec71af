"""Rules about kinds that are not what they seem."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors import streams
from formats.xpkg.rules.vectors.newer_kinds import MANAGED, OPERATIONS, POLICIES
from formats.xpkg.rules.vectors.objects import OBJECTS, OLDER_XRD
from formats.xpkg.rules.vectors.streams import FUNCTION, XRD, changed, stream


def test_definition_of_a_function_is_installed_by_older_managers() -> None:
    assert judge_stream(OBJECTS["definition of a function"], "crossplane-1").of("XPKG703") == []


@each_row(
    ("old", "new", "count"),
    [
        ("x-kubernetes-preserve-unknown-fields: true}", "properties: {a: {type: string}}}", 0),
        ("spec: {type", "status: {type", 1),
        ("  scope:", "  conversion: {strategy: Webhook}\n  scope:", 1),
        ("  scope:", "  conversion: {strategy: None}\n  scope:", 0),
    ],
)
def test_an_input_of_a_function_is_what_it_may_define(old: str, new: str, count: int) -> None:
    assert len(judge_stream(stream(FUNCTION, changed(CRD, old, new))).of("XPKG703")) == count


@pytest.mark.parametrize(("crossplane", "count"), [("2.1", 0), ("2.2", 1)])
def test_definition_of_a_function_is_skipped_since_2_2(crossplane: str, count: int) -> None:
    assert len(judge_stream(OBJECTS["definition of a function"], crossplane=crossplane).of("XPKG703")) == count


def test_the_version_that_takes_an_object_is_named_before_another_package() -> None:
    policy = "apiVersion: apiextensions.crossplane.io/v1alpha1\nkind: ManagedResourceActivationPolicy\n"
    found = stream(streams.CONFIGURATION, f"{policy}metadata: {{name: own}}\nspec: {{activate: ['*']}}\n")
    assert judge_stream(found, crossplane="2.0").said("XPKG701").endswith("; Crossplane 2.1 and later take it there")
    assert judge_stream(found, crossplane="2.1").of("XPKG701") == []
    assert (
        judge_stream(stream(streams.CONFIGURATION, CRD), crossplane="2.0")
        .said("XPKG701")
        .endswith("; a Provider or Function may hold it")
    )


def test_kind_that_does_not_exist_is_reported_once() -> None:
    judged = judge_stream(OBJECTS["webhook configuration of no kind"])
    assert (judged.errors, judged.of("XPKG702")) == ({"XPKG704"}, [])


def test_specification_has_a_kind_that_does_not_exist() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "spec").errors == set()


def test_build_does_not_know_the_kind_either() -> None:
    assert judge_stream(OBJECTS["webhook configuration of no kind"], "build").errors == {"XPKG702"}


_GIVEN = '">=v1.14.0"'
CONFIGURATION = changed(streams.CONFIGURATION, '">=v2.1.0"', _GIVEN)
_FUNCTION = changed(streams.FUNCTION, '">=v1.17.2"', _GIVEN)


def _bound(document: str, constraint: str) -> str:
    return changed(document, _GIVEN, f'"{constraint}"')


def _unbound(document: str) -> str:
    return changed(document, f"  crossplane:\n    version: {_GIVEN}\n", "  capabilities: []\n")


def test_the_constraint_and_the_oldest_version_it_admits_are_named() -> None:
    (found,) = judge_stream(stream(CONFIGURATION, XRD)).of("XPKG721")
    assert found.message == (
        "CompositeResourceDefinition xthings.example.org (apiextensions.crossplane.io/v2) needs Crossplane 2.0 or "
        "later; the constraint >=v1.14.0 admits 1.14 too"
    )
    assert found.fix == 'Write `crossplane: {version: ">=v2.0.0"}`, or a higher lower bound.'
    assert (found.place.document, found.place.field) == (2, "apiVersion")


@each_row(
    ("meta", "definition", "needed"),
    [
        (CONFIGURATION, XRD, "2.0"),
        (CONFIGURATION, OPERATIONS["operation"], "2.0"),
        (CONFIGURATION, OPERATIONS["operation by the clock"], "2.0"),
        (CONFIGURATION, POLICIES["policy"], "2.0.3"),
        (PROVIDER, MANAGED["definition"], "2.0.3"),
    ],
)
def test_each_kind_has_its_first_version(meta: str, definition: str, needed: str) -> None:
    assert f"needs Crossplane {needed} or later" in judge_stream(stream(meta, definition)).said("XPKG721")
    newest = _bound(meta, f">=v{needed}")
    assert judge_stream(stream(newest, definition)).of("XPKG721") == []


@each_row("constraint", [">=v2.0.0", ">=v2.0.0-0, <v3.0.0", "^2", "~2.3", "v2.4.1", "not a constraint"])
def test_a_constraint_that_admits_no_older_version_is_good(constraint: str) -> None:
    assert judge_stream(stream(_bound(CONFIGURATION, constraint), XRD)).of("XPKG721") == []


@each_row("constraint", [">=v1.20.5", "<v3", "!=v2.0.0", "v1.20.0 || v2.1.0"])
def test_one_older_version_suffices(constraint: str) -> None:
    assert judge_stream(stream(_bound(CONFIGURATION, constraint), XRD)).of("XPKG721") != []


def test_without_a_constraint_every_version_is_admitted() -> None:
    assert "no constraint excludes older versions" in judge_stream(stream(_unbound(CONFIGURATION), XRD)).said(
        "XPKG721"
    )


def test_operations_need_a_flag_too() -> None:
    said = judge_stream(stream(CONFIGURATION, OPERATIONS["operation"])).said("XPKG721")
    assert said.endswith("; Crossplane runs operations only with --enable-operations")


def test_older_versions_do_not_know_the_kind() -> None:
    (found,) = judge_stream(stream(CONFIGURATION, XRD)).of("XPKG721")
    kind, version = "CompositeResourceDefinition", "apiextensions.crossplane.io/v2"
    scheme = "pkg/runtime/scheme.go:100"
    assert found.says == f'no kind "{kind}" is registered for version "{version}" in scheme "{scheme}"'


def test_crossplane_2_0_knows_kinds_that_it_does_not_install() -> None:
    (found,) = judge_stream(stream(_bound(PROVIDER, ">=v2.0.0"), MANAGED["definition"])).of("XPKG721")
    assert (found.says, "admits 2.0.0 too" in found.message) == (None, True)


def test_a_kind_is_told_once() -> None:
    second = changed(XRD, "things", "others")
    assert len(judge_stream(stream(CONFIGURATION, XRD, second)).of("XPKG721")) == 1


def test_a_kind_that_the_package_may_not_hold_is_another_rules() -> None:
    assert judge_stream(stream(PROVIDER, XRD)).of("XPKG721") == []


def test_kinds_of_crossplane_1_are_good() -> None:
    assert judge_stream(stream(CONFIGURATION, OLDER_XRD)).of("XPKG721") == []


def test_the_meta_object_of_a_function_has_a_first_version() -> None:
    assert "admits 1.14 too" in judge_stream(_FUNCTION).said("XPKG721")
    assert judge_stream(_bound(_FUNCTION, ">=v1.17.2")).of("XPKG721") == []
    assert "the constraint >=v1.17.1 admits 1.17.1 too" in judge_stream(_bound(_FUNCTION, ">=v1.17.1")).said(
        "XPKG721"
    )


def test_a_function_without_a_constraint_is_for_crossplane_1_only() -> None:
    bare = _unbound(_FUNCTION)
    assert judge_stream(bare).of("XPKG721") == []
    assert judge_stream(bare, "crossplane-1").of("XPKG721") != []
