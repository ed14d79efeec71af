"""Definitions that are not of managed resources."""

import pytest
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import CONFIGURATION, FUNCTION, changed, stream

_FREE = "{type: object, x-kubernetes-preserve-unknown-fields: true}"


def _crd(kind: str, spec: str = _FREE) -> str:
    other = changed(changed(CRD, "kind: Thing", f"kind: {kind}"), "things", f"{kind.lower()}s")
    return changed(other, _FREE, spec)


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
