"""Properties of bundles found in the text: what a parser reads, or nothing."""

from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden
from builders.packages.edited import edited_lines
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.formats.catalog.model.blobs import Bundle, CatalogModel, Property, blob_of
from xpkgtui.formats.catalog.model.upgrades import Release
from xpkgtui.formats.catalog.written.upgrades import package_upgrades, properties_of, small_properties_of
from xpkgtui.untyped import text as text_of

LINES = [
    "- type: olm.package",
    "- type: olm.gvk",
    "- type: olm.gvk.required",
    "-   type: 'olm.package'",
    "  - type: olm.package",
    "- value:",
    "  type: olm.package",
    "  'type' : olm.package",
    "  <<: {type: olm.package}",
    "- type: olm.csv.metadata",
    "  value:",
    "    value:",
    "    packageName: tide",
    "    version: 1.2.3",
    "    version: '1.2.4'",
    "    version: 1.2",
    "      version: 9.9.9",
    "    release: a1",
    "    description: |",
    "      - type: olm.package",
    "  value: {version: 3.2.1}",
    "  # text",
    "",
    "properties:",
    "relatedImages:",
]


def release(bundle: Bundle) -> Release:
    """What upgrades need of it."""
    return package_upgrades(CatalogModel.of([bundle]), "tide").releases["tide.v1"]


def quick(text: str) -> Release | None:
    found = properties_of(text.encode())
    if found is None:
        return None
    properties = tuple(Property(type=text_of(one.get("type")), value=one.get("value")) for one in found)
    return release(Bundle(document=1, name="tide.v1", package="tide", properties=properties))


def parsed(text: str) -> Release | None:
    data = text.encode()
    document = parse(data, Chunk(number=1, start=0, end=len(data), first_line=1, line=1))
    value: Any = document.value if isinstance(document, PackageDocument) else None
    found = blob_of(1, value) if isinstance(value, dict) else None
    return release(found) if isinstance(found, Bundle) else None


def bundle(lines: list[str]) -> str:
    return "\n".join(["schema: olm.bundle", "name: tide.v1", "package: tide", "properties:", *lines]) + "\n"


@given(st.lists(st.sampled_from(LINES), max_size=9))
def test_whatever_the_lines_say_no_release_differs_from_that_of_a_parser(lines: list[str]) -> None:
    text = bundle(lines)
    expected = parsed(text)
    assert expected is None or quick(text) in (None, expected)


@pytest.mark.parametrize("indent", ["", "  "])
def test_versions_releases_and_requirements_are_found(indent: str) -> None:
    lines = [
        "- type: olm.gvk.required",
        "  value: {group: a, kind: B, version: v1}",
        "- type: olm.package",
        "  value:",
        "    packageName: tide",
        "    release: '2'",
        "    version: 1.2.3",
    ]
    found = properties_of(bundle([indent + line for line in lines]).encode())
    value = {"packageName": "tide", "release": "2", "version": "1.2.3"}
    assert found == [{"type": "olm.gvk.required"}, {"type": "olm.package", "value": value}]


@each_row("text", ["", "properties:", "properties:\nproperties:\n", "properties: []\n", "x: 1\n"])
def test_what_has_no_list_of_properties_is_left_to_a_parser(text: str) -> None:
    assert properties_of(text.encode()) is None


WRITTEN = """\
image: a
properties:
- type: olm.package
  value:
    packageName: tide
    version: 1.0.0
- type: olm.gvk.required
  value:
    group: a
- type: olm.csv.metadata
  value: {a: [b]}
- type: olm.label
  value:
    label: x
relatedImages: []
"""


def test_what_is_read_of_bundles_with_one_edited_line(golden: Golden) -> None:
    small = WRITTEN.replace("a: [b]", "a: " + "b" * 8_200).replace("label: x", "label: " + "x" * 8_160)
    told = [
        f"{edit}: {properties_of(text.encode())} {small_properties_of(text.encode())}\n"
        for edit, text in (("as it is", WRITTEN), *edited_lines(WRITTEN))
    ]
    for more in range(20, 28):
        text = small.replace("label:", f"{'#' * more}\n    label:")
        told.append(f"{more} {small_properties_of(text.encode()) is None}\n")
    golden("written_bundles", "".join(told))
