"""What readers take out of an index; the answers of the library are compared in `differential`."""

import json

import pytest
from differential.images.indexes import INDEXES

from xpkgtui.formats.xpkg.reader.selection import choose, take_served
from xpkgtui.oci import media_types
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.matrix import Choice
from xpkgtui.readers.reader import ReadStage, Sign


def index(name: str) -> Index:
    return Index.parse(INDEXES[name])


def test_the_specification_takes_a_single_entry_whatever_its_platform() -> None:
    assert choose("spec", index("only arm64")).entry == 0


def test_programs_do_not_and_name_the_index() -> None:
    found = choose("manager-2.4", index("only arm64"), "example.org/a/b:v1")
    assert (found.stage, found.message) == (
        ReadStage.FETCH,
        "no child with platform linux/amd64 in index example.org/a/b:v1",
    )


def test_an_entry_without_a_platform_is_warned_of() -> None:
    assert choose("extract", index("no platform")).steps[0].sign is Sign.WARNING


def test_the_specification_has_no_message() -> None:
    found = choose("spec", index("nothing"))
    assert (found.entry, found.stage, found.message) == (None, ReadStage.FETCH, None)


@pytest.mark.parametrize("reader", ["manager-2.4", "validate", "spec"])
def test_bytes_are_what_they_are_served_as(reader: str) -> None:
    data = json.dumps({"manifests": [], "layers": []}).encode()
    served = [type(take_served(reader, data, kind)) for kind in (media_types.OCI_INDEX, media_types.OCI_MANIFEST)]
    assert [one.__name__ for one in served] == ["Index", "Manifest"]


def test_another_hash_is_refused_by_programs_only() -> None:
    data = INDEXES["digest of other algorithm"]
    assert isinstance(take_served("spec", data, media_types.OCI_INDEX), Index)
    refused = take_served("extract", data, media_types.OCI_INDEX)
    assert isinstance(refused, Choice)
    assert refused.message == 'unsupported hash: "md5"'
