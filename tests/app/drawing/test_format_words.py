"""The short names of kinds and documents."""

from dataclasses import replace

import pytest

from xpkgtui.app.drawing.format_words import SHORT_KINDS, is_named_by_file, kind_and_name, short_kind
from xpkgtui.inspection.rows.objects import ObjectRow

CRD = ObjectRow(
    document=1, line=1, start=0, end=1, first_line=1, api_version="v1", kind="CustomResourceDefinition", name="a"
)
FILE = replace(CRD, api_version=None, kind="notes.txt", file="docs/notes.txt", name=None)


@pytest.mark.parametrize(
    ("row", "kind", "name"),
    [
        (CRD, "CRD", "a"),
        (replace(CRD, kind="Widget"), "Widget", "a"),
        (replace(CRD, kind=None, name=None), "?", ""),
        (replace(CRD, api_version=None, kind="olm.bundle"), "bundle", "a"),
        (replace(CRD, kind="olm.bundle"), "olm.bundle", "a"),
        (FILE, "file", "docs/notes.txt"),
        (replace(FILE, api_version="v1"), "notes.txt", ""),
        (replace(FILE, kind="other.txt"), "other.txt", ""),
        (replace(FILE, file=None), "notes.txt", ""),
    ],
)
def test_a_document_has_a_short_kind_and_a_name(row: ObjectRow, kind: str, name: str) -> None:
    assert kind_and_name(row) == (kind, name)
    assert is_named_by_file(row) is (kind == "file")
    assert kind == "file" or short_kind(row) == kind


def test_the_short_form_of_a_kind_is_made_of_its_capitals() -> None:
    capitals = {kind: "".join(filter(str.isupper, kind)) for kind in SHORT_KINDS}
    assert capitals | {"CompositeResourceDefinition": "XRD"} == SHORT_KINDS
    assert {row.kind: short_kind(row) for row in (replace(CRD, kind=kind) for kind in SHORT_KINDS)} == SHORT_KINDS
    assert {"ClusterServiceVersion", "CustomResourceDefinition"} <= SHORT_KINDS.keys()
