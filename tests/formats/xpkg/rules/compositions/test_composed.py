"""The kinds that compositions compose, and the functions that pipelines call."""

import pytest
from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS, NETWORK, composed, selecting
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS
from formats.xpkg.rules.vectors.objects import CLAIMS, OLDER_XRD
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, PLATFORM, XRD, changed, stream

_TWO_VERSIONS = changed(
    NETWORK,
    "versions: [",
    "versions: [{name: v2, served: true, referenceable: false, schema: {openAPIV3Schema: {}}}, ",
)
_CLAIMED = changed(OLDER_XRD, "  group: example.org\n", f"  group: example.org\n{CLAIMS}")


def depending(kind: str, package: str) -> str:
    """A Configuration that depends on one package."""
    entry = f"{{apiVersion: pkg.crossplane.io/v1, kind: {kind}, package: {package}, version: v1.0.0}}"
    return f"{PLATFORM}  dependsOn: [{entry}]\n"


def test_another_kind_is_named_with_a_similar_one() -> None:
    judged = judge_stream(composed("kind: XThing", "kind: XThin"))
    assert judged.said("XPKG718") == (
        "Composition things composes XThin (example.org/v1), which neither this package nor a dependency can define; "
        "did you mean XThing of example.org?"
    )


def test_the_field_is_that_of_the_kind() -> None:
    (found,) = judge_stream(COMPOSITIONS["kind that is not defined"]).of("XPKG718")
    assert (found.place.document, found.place.field) == (3, "spec.compositeTypeRef.kind")


def test_a_version_that_is_not_defined_is_named() -> None:
    (found,) = judge_stream(COMPOSITIONS["version that is not defined"]).of("XPKG718")
    assert "composes XThing of v2, which is not defined; composite resources have v1" in found.message
    assert found.fix == "Write `apiVersion: example.org/v1`."


def test_a_version_that_is_not_referenceable_is_named() -> None:
    text = stream(CONFIGURATION, _TWO_VERSIONS, changed(COMPOSITION, "example.org/v1,", "example.org/v2,"))
    assert "XThing of v2, which is not its referenceable version" in judge_stream(text).said("XPKG718")


def test_the_kind_of_a_claim_is_not_composed() -> None:
    text = stream(CONFIGURATION, _CLAIMED, changed(COMPOSITION, "kind: XThing", "kind: Thing"))
    (found,) = judge_stream(text).of("XPKG718")
    assert found.message == "Composition things composes Thing, which is the kind of claims for XThing"
    assert found.fix == "Write `kind: XThing`."


def test_a_configuration_that_is_depended_on_may_define_the_kind() -> None:
    text = stream(depending("Configuration", "xpkg.crossplane.io/org/network"), COMPOSITION)
    assert judge_stream(text).rules & {"XPKG718", "XPKG719"} == set()


def test_a_provider_that_is_depended_on_does_not() -> None:
    text = stream(depending("Provider", "xpkg.crossplane.io/org/provider-nop"), COMPOSITION)
    assert judge_stream(text).rules & {"XPKG718", "XPKG719"} == {"XPKG718", "XPKG719"}


def test_a_kind_may_be_defined_where_reading_has_stopped() -> None:
    told = judge_stream(f"{stream(CONFIGURATION, COMPOSITION)}---x\n{XRD}")
    assert (len(told.of("XPKG502")), told.of("XPKG718")) == (1, [])


def test_nothing_is_missing_in_a_package_without_a_meta_object() -> None:
    assert judge_stream(COMPOSITION).rules & {"XPKG718", "XPKG719"} == set()


@pytest.mark.parametrize("name", ["function-nop", "org-function-nop"])
def test_a_function_has_two_names(name: str) -> None:
    assert judge_stream(composed("name: function-nop", f"name: {name}")).of("XPKG719") == []


def test_a_function_that_is_not_a_dependency_is_named_once() -> None:
    twice = "{step: one, functionRef: {name: funktion-nop}}, {step: two, functionRef: {name: funktion-nop}}"
    text = composed("{step: one, functionRef: {name: function-nop}}", twice)
    (found,) = judge_stream(text).of("XPKG719")
    assert found.message == (
        "Composition things calls funktion-nop, which no dependency of the package installs; "
        "did you mean function-nop?"
    )
    assert found.place.field == "spec.pipeline[0].functionRef.name"


def test_another_function_of_an_organization_is_not_what_was_meant() -> None:
    name = "name: crossplane-contrib-function-auto-ready"
    told = composed("name: function-nop", name).replace(
        "org/function-nop", "crossplane-contrib/function-go-templating"
    )
    (found,) = judge_stream(told).of("XPKG719")
    assert "did you mean" not in found.message


def test_the_function_of_an_operation_is_a_dependency_too() -> None:
    judged = judge_stream(stream(CONFIGURATION, OPERATIONS["operation by the clock"]))
    (found,) = judged.of("XPKG719")
    assert found.place.field == "spec.operationTemplate.spec.pipeline[0].functionRef.name"


def test_a_step_that_names_no_function_never_runs() -> None:
    (found,) = judge_stream(composed("functionRef: {name: function-nop}", "functionRef: {}")).of("XPKG717")
    assert (found.severity.name, found.place.field) == ("WARNING", "spec.pipeline[0].functionRef")


def test_a_composition_that_is_refused_is_not_looked_at() -> None:
    text = composed("kind: XThing}", "kind: XOther, name: [a]}\n  mode2: [")
    assert judge_stream(text).of("XPKG718") == []


def test_a_provider_may_have_no_composition_to_look_at() -> None:
    assert judge_stream(PROVIDER).rules & {"XPKG718", "XPKG719"} == set()


@pytest.mark.parametrize("by", ["default", "enforced"])
def test_a_composition_that_a_definition_selects_is_there(by: str) -> None:
    (found,) = judge_stream(selecting("thing", by=by)).of("XPKG740")
    assert found.message == (
        "CompositeResourceDefinition xthings.example.org selects the Composition thing, which is not in the package; "
        "did you mean things?"
    )
    assert found.place.field == f"spec.{by}CompositionRef.name"
    assert judge_stream(selecting("things", by=by)).of("XPKG740") == []


def test_a_composition_that_a_definition_selects_composes_its_kind() -> None:
    (found,) = judge_stream(selecting("things", kind="XInner")).of("XPKG740")
    assert found.message.endswith("selects the Composition things, which composes XInner")


def test_a_configuration_that_is_depended_on_may_bring_the_composition() -> None:
    brought = selecting("thing").replace("kind: Function", "kind: Configuration")
    assert judge_stream(brought).of("XPKG740") == []


@pytest.mark.parametrize(("kinds", "is_whole"), [(1_000, True), (1_001, False)])
def test_kinds_behind_those_that_are_looked_at_leave_the_verdict_open(kinds: int, is_whole: bool) -> None:
    each = "".join(f"      - base: {{apiVersion: a.org/v1, kind: A{number}}}\n" for number in range(kinds))
    text = f"""\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {{name: long}}
spec:
  compositeTypeRef: {{apiVersion: example.org/v1, kind: XThing}}
  mode: Pipeline
  pipeline:
  - step: one
    functionRef: {{name: a}}
    input:
      apiVersion: pt.fn.crossplane.io/v1beta1
      kind: Resources
      resources:
{each}"""
    judged = judge_stream(stream(CONFIGURATION, XRD, text))
    assert [one.undecided for one in judged.of("XPKG718")] == ([] if is_whole else [True])
    assert (judged.verdict.acceptance is not None) is is_whole
