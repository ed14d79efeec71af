"""A ClusterServiceVersion whose keys are in other letters is read by operator-sdk as it is meant."""

from typing import Any

from xpkgtui.documents.document import parse
from xpkgtui.documents.stream import split
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


def test_a_key_in_its_own_letters_goes_first() -> None:
    assert read("{displayname: a, displayName: b}") == {"displayname": "a", "displayName": "b"}


def test_what_names_no_field_stays() -> None:
    assert read("{OTHER: {DISPLAYNAME: a}, 1: 2}") == {"OTHER": {"DISPLAYNAME": "a"}, "1": 2}


def test_keys_of_a_map_are_no_fields() -> None:
    assert read("{selector: {matchlabels: {NAME: a}}}") == {"selector": {"matchLabels": {"NAME": "a"}}}


def test_what_is_spelled_well_is_the_same_object() -> None:
    whole = item(f"{CSV}spec: {{displayName: Tides, installModes: [{{type: OwnNamespace}}]}}\n")
    assert in_any_letters(whole) is whole


def test_other_kinds_and_broken_documents_are_left_alone() -> None:
    for text in ("apiVersion: v1\nkind: ConfigMap\nDATA: {}\n", "a: [\n"):
        other = item(text)
        assert in_any_letters(other) is other
