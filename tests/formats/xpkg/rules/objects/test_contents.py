"""What a package holds, and what Crossplane makes of its definitions."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, FUNCTION, PLATFORM, XRD, changed, stream

_FREE = "{type: object, x-kubernetes-preserve-unknown-fields: true}"
_SAFE = f"{PROVIDER}  capabilities: [Safe_Start]\n"


def _crd(kind: str, spec: str = _FREE) -> str:
    other = changed(changed(CRD, "kind: Thing", f"kind: {kind}"), "things", f"{kind.lower()}s")
    return changed(other, _FREE, spec)


def test_a_provider_without_definitions_is_told() -> None:
    said = "Provider provider-nop holds no CustomResourceDefinition and no ManagedResourceDefinition"
    assert judge_stream(PROVIDER).said("XPKG724") == said


def test_a_configuration_of_dependencies_is_told_as_one() -> None:
    assert judge_stream(CONFIGURATION).said("XPKG724").endswith(", only dependencies")
    assert not judge_stream(PLATFORM).said("XPKG724").endswith("dependencies")


@pytest.mark.parametrize(
    "objects", [(CONFIGURATION, XRD), (CONFIGURATION, COMPOSITION), (PROVIDER, CRD), (FUNCTION,)]
)
def test_a_package_that_holds_something_is_not_told(objects: tuple[str, ...]) -> None:
    assert judge_stream(stream(*objects)).of("XPKG724") == []


@pytest.mark.parametrize("rule", ["XPKG724", "XPKG725"])
@pytest.mark.parametrize(("meta", "behind"), [(PROVIDER, CRD), (CONFIGURATION, XRD)])
def test_what_a_package_holds_is_not_told_where_reading_stops(rule: str, meta: str, behind: str) -> None:
    told = judge_stream(f"{stream(meta, CRD)}---x\n{behind}")
    assert (len(told.of("XPKG502")), told.of(rule)) == (1, [])


def test_a_provider_with_managed_resource_definitions_holds_something() -> None:
    assert judge_stream(stream(PROVIDER, MANAGED["definition"])).of("XPKG724") == []


@pytest.mark.parametrize(
    ("meta", "definitions", "said"),
    [
        (PROVIDER, (CRD,), "turns 1 CRD into 1 MRD, active"),
        (_SAFE, (CRD,), "turns 1 CRD into 1 MRD, inactive until an activation policy names them (safe-start)"),
        (
            PROVIDER,
            (CRD, _crd("Other"), _crd("ProviderConfig"), _crd("ProviderConfigUsage")),
            "turns 2 CRDs into 2 MRDs, active, and installs 2 CRDs as is (ProviderConfig, ProviderConfigUsage)",
        ),
        (PROVIDER, (MANAGED["definition"],), "installs 1 MRD of the package (1 Inactive)"),
    ],
)
def test_what_becomes_of_definitions_is_told(meta: str, definitions: tuple[str, ...], said: str) -> None:
    assert judge_stream(stream(meta, *definitions)).said("XPKG725") == f"Provider provider-nop: Crossplane {said}"


def test_the_capability_is_named_by_its_place() -> None:
    (found,) = judge_stream(stream(_SAFE, CRD)).of("XPKG725")
    assert (found.place.document, found.place.field) == (1, "spec.capabilities[0]")


def test_crossplane_1_installs_definitions_as_they_are() -> None:
    said = judge_stream(stream(PROVIDER, CRD), "crossplane-1").said("XPKG725")
    assert "Crossplane (2.0 and later) turns" in said


@pytest.mark.parametrize("meta", [CONFIGURATION, FUNCTION])
def test_only_definitions_of_providers_are_turned(meta: str) -> None:
    assert judge_stream(stream(meta, CRD)).of("XPKG725") == []


@pytest.mark.parametrize(
    ("kind", "spec", "count"),
    [
        ("Thing", "{type: object, properties: {size: {type: string}}}", 1),
        ("Thing", "{type: object, properties: {forProvider: {type: object}}}", 0),
        ("Thing", "{type: object, properties: {providerConfigRef: {type: object}}}", 0),
        ("Thing", _FREE, 0),
        ("ProviderConfig", "{type: object}", 0),
        ("ClusterProviderConfigUsage", "{type: object}", 0),
        ("StoreConfig", "{type: object}", 1),
    ],
)
@pytest.mark.parametrize("profile", ["crossplane", "format-v2"])
def test_a_definition_of_something_else_is_told(kind: str, spec: str, count: int, profile: str) -> None:
    assert len(judge_stream(stream(PROVIDER, _crd(kind, spec)), profile).of("XPKG726")) == count


def test_a_definition_of_a_function_is_not_meant() -> None:
    assert judge_stream(stream(FUNCTION, _crd("Thing", "{type: object}"))).of("XPKG726") == []


def test_package_format_v2_means_the_definitions_of_a_configuration_too() -> None:
    text = stream(CONFIGURATION, _crd("Thing", "{type: object}"))
    assert [len(judge_stream(text, profile).of("XPKG726")) for profile in ("crossplane", "format-v2")] == [0, 1]
