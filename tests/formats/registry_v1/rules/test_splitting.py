"""Objects whose keys are in other letters are read as they are meant by the tools that find fields in any letters."""

from typing import Any

from builders.cases import each_row

from xpkgtui.documents.document import parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.go_decoding.letters import as_meant
from xpkgtui.formats.registry_v1.decoding.types import type_of
from xpkgtui.formats.registry_v1.rules.splitting import in_any_letters
from xpkgtui.formats.registry_v1.subject import Item

CSV = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n"


def item(text: str) -> Item:
    data = text.encode()
    chunk = split(data).chunks[0]
    return Item(chunk=chunk, document=parse(data, chunk), file="manifests/a.yaml", is_first=True)


def read(text: str) -> Any:
    """The spec of a ClusterServiceVersion, with the keys that are meant."""
    return in_any_letters(item(f"{CSV}spec: {text}\n")).value["spec"]


def test_keys_become_those_that_are_meant() -> None:
    assert read("{DISPLAYNAME: Tides, installmodes: [{TYPE: OwnNamespace}]}") == {
        "displayName": "Tides",
        "installModes": [{"type": "OwnNamespace"}],
    }


@each_row(
    ("text", "found"),
    (
        ("{displayName: b, displayname: a}", {"displayName": "a"}),
        ("{displayName: b, DISPLAYNAME: a}", {"displayName": "b"}),
        ("{displayName: b, displayname: null}", {"displayName": "b"}),
        ("{keywords: [a], KEYWORDS: [b, c]}", {"keywords": ["a"]}),
        ("{keywords: null, KEYWORDS: [b, c]}", {"keywords": None}),
        ("{install: {strategy: a}, INSTALL: {SPEC: {}}}", {"install": {"strategy": "a", "spec": {}}}),
        ("{icon: [{mediatype: a}], ICON: [{base64data: b}, {}]}", {"icon": [{"mediatype": "a", "base64data": "b"}]}),
        (
            "{SELECTOR: {matchLabels: {a: b}}, selector: {matchLabels: {c: d}}}",
            {"selector": {"matchLabels": {"a": "b", "c": "d"}}},
        ),
    ),
)
def test_of_two_spellings_the_last_counts_and_objects_are_decoded_over_each_other(text: str, found: Any) -> None:
    assert read(text) == found


def test_what_names_no_field_stays() -> None:
    assert read("{OTHER: {DISPLAYNAME: a}, 1: 2}") == {"OTHER": {"DISPLAYNAME": "a"}, "1": 2}


def test_however_deep_a_key_lies_it_is_found() -> None:
    deep: Any = {"TYPE": "object"}
    for _ in range(5_000):
        deep = {"properties": {"a": deep}}
    struct = type_of("apiextensions.k8s.io/v1 CustomResourceDefinition")
    assert struct is not None
    crd = {"spec": {"versions": [{"schema": {"openAPIV3Schema": deep}}]}}
    found = as_meant(crd, struct, converts=True)["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    while "properties" in found:
        found = found["properties"]["a"]
    assert found == {"type": "object"}


def test_keys_of_a_map_are_no_fields() -> None:
    assert read("{selector: {matchlabels: {NAME: a}}}") == {"selector": {"matchLabels": {"NAME": "a"}}}


def test_what_is_spelled_well_is_the_same_object() -> None:
    whole = item(f"{CSV}spec: {{displayName: Tides, installModes: [{{type: OwnNamespace}}]}}\n")
    assert in_any_letters(whole) is whole


def test_other_kinds_and_broken_documents_are_left_alone() -> None:
    for text in ("apiVersion: v1\nkind: Pod\nSPEC: {}\n", "a: [\n"):
        other = item(text)
        assert in_any_letters(other) is other
