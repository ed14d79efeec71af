"""What a package holds, and what Crossplane makes of its definitions."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.newer_kinds import MANAGED
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, FUNCTION, PLATFORM, XRD, changed, stream

_FREE = "{type: object, x-kubernetes-preserve-unknown-fields: true}"


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


@pytest.mark.parametrize(("meta", "behind"), [(PROVIDER, CRD), (CONFIGURATION, XRD)])
def test_what_a_package_holds_is_not_told_where_reading_stops(meta: str, behind: str) -> None:
    told = judge_stream(f"{stream(meta, CRD)}---x\n{behind}")
    assert (len(told.of("XPKG502")), told.of("XPKG724")) == (1, [])


def test_a_provider_with_managed_resource_definitions_holds_something() -> None:
    assert judge_stream(stream(PROVIDER, MANAGED["definition"])).of("XPKG724") == []


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
