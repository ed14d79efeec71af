"""Rules about which objects a package may hold."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_stream
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import (
    COMPOSITION,
    CONFIGURATION,
    FUNCTION,
    PLATFORM,
    VECTORS,
    XRD,
    changed,
    stream,
)

from xpkgtui.rules.finding import Severity

MRD = CRD.replace("apiextensions.k8s.io/v1", "apiextensions.crossplane.io/v1alpha1").replace(
    "CustomResource", "ManagedResource"
)


def test_a_kind_that_a_format_does_not_know_is_not_recommended() -> None:
    said = judge_stream(stream(PROVIDER, CRD, MRD), "format-v2").said("XPKG701")
    assert said.endswith("it may hold CustomResourceDefinition, CompositeResourceDefinition and Composition")


def test_the_specification_knows_no_newer_kinds() -> None:
    assert _severities(judge_stream(stream(PROVIDER, CRD, MRD), "spec"), "XPKG701") == [Severity.ERROR]


def test_a_misspelled_kind_is_to_be_respelled() -> None:
    text = stream(PROVIDER, changed(CRD, "kind: CustomResourceDefinition", "kind: customresourcedefinition"))
    assert "`kind: CustomResourceDefinition`" in judge_stream(text).of("XPKG702")[0].fix


def test_a_list_is_to_be_split() -> None:
    (found,) = judge_stream(stream(PROVIDER, "apiVersion: v1\nkind: List\nitems: []\n")).of("XPKG702")
    assert "reads no lists" in found.message
    assert found.fix == "Write each of its items as a document of its own, with `---` between them."


@each_row(
    ("group", "kind", "said"),
    [
        (
            "pkg.crossplane.io/v1",
            "Provider",
            "installs a package, and belongs in none; its meta object is in meta.pkg",
        ),
        (
            "pkg.crossplane.io/v1beta1",
            "ImageConfig",
            "Crossplane takes no pkg.crossplane.io/v1beta1 ImageConfig from",
        ),
        ("protection.crossplane.io/v1beta1", "Usage", "Crossplane takes no protection.crossplane.io/v1beta1 Usage"),
        ("helm.crossplane.io/v1beta1", "ProviderConfig", "Crossplane does not know helm.crossplane.io/v1beta1"),
    ],
)
def test_what_crossplane_has_beside_packages_is_not_called_unknown(group: str, kind: str, said: str) -> None:
    one = f"apiVersion: {group}\nkind: {kind}\nmetadata: {{name: a}}\n"
    assert said in judge_stream(stream(PROVIDER, one)).said("XPKG702")


def test_build_refuses_objects_that_are_not_permitted() -> None:
    assert "XPKG701" in judge_stream(VECTORS["composition in a provider"], "build").errors


def test_function_held_anything_before_2_2() -> None:
    assert judge_stream(stream(FUNCTION, COMPOSITION), "crossplane-1").of("XPKG701") == []


def test_specification_refuses_objects_that_are_not_permitted() -> None:
    assert "XPKG701" in judge_stream(VECTORS["composition in a provider"], "spec").errors


def test_hint_says_which_package_may_hold_the_object() -> None:
    assert "a Configuration may hold it" in judge_stream(VECTORS["composition in a provider"]).said("XPKG701")


def test_an_object_without_a_name_is_named_by_its_place() -> None:
    nameless = changed(COMPOSITION, "{name: things}", "{generateName: things}")
    said = [judge_stream(stream(PROVIDER, one)).said("XPKG701") for one in (COMPOSITION, nameless)]
    assert [one.partition(" may not")[0] for one in said] == ["Composition things", "Composition in document 2"]


def _severities(judged: Judgement, rule: str) -> list[Severity]:
    return [one.severity for one in judged.of(rule)]


def test_a_provider_without_definitions_is_told() -> None:
    said = "Provider provider-nop holds no CustomResourceDefinition and no ManagedResourceDefinition"
    assert judge_stream(PROVIDER).said("XPKG724") == said


def test_a_configuration_of_dependencies_is_told_as_one() -> None:
    assert judge_stream(CONFIGURATION).said("XPKG724").endswith(", only dependencies")
    assert not judge_stream(PLATFORM).said("XPKG724").endswith("dependencies")


@each_row("objects", [(CONFIGURATION, XRD), (CONFIGURATION, COMPOSITION), (PROVIDER, CRD), (FUNCTION,)])
def test_a_package_that_holds_something_is_not_told(objects: tuple[str, ...]) -> None:
    assert judge_stream(stream(*objects)).of("XPKG724") == []


@pytest.mark.parametrize(("meta", "behind"), [(PROVIDER, CRD), (CONFIGURATION, XRD)])
def test_what_a_package_holds_is_not_told_where_reading_stops(meta: str, behind: str) -> None:
    told = judge_stream(f"{stream(meta, CRD)}---x\n{behind}")
    assert (len(told.of("XPKG502")), told.of("XPKG724")) == (1, [])


def test_a_provider_with_managed_resource_definitions_holds_something() -> None:
    assert judge_stream(stream(PROVIDER, MANAGED["definition"])).of("XPKG724") == []
