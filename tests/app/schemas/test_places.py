"""Where a field stands in the text of its definition."""

from pathlib import Path

import pytest
from builders.demo.yaml_text import encode
from builders.inspection import ports
from builders.screens.buckets import TEXT, definition, object_of, version

from xpkgtui.app.schemas.places import line_of, search_word, text_of
from xpkgtui.app.state.schemas.versions import defined_schemas
from xpkgtui.inspection.inspection import Inspection

FIELDS = object_of({"spec": object_of({"size": TEXT, "tags": {"type": "array", "items": object_of({"id": TEXT})}})})
DEFINITION = definition("a", "A", version("v1", FIELDS), version("v2", FIELDS, stored=True))
VERSIONS = {one.version.name: one for one in defined_schemas([DEFINITION]).versions}


@pytest.mark.parametrize(("name", "number"), [("v1", 1), ("v2", 2)])
def test_a_field_is_found_in_its_version_counted_from_the_line_that_its_document_begins_with(
    name: str, number: int, tmp_path: Path
) -> None:
    text = encode(DEFINITION)
    path = tmp_path / "package.yaml"
    path.write_text(f"before\n---\n{text}")
    start = len("before\n---\n")
    inspection = ports.inspection(ports.stream(str(path)))
    row = ports.row(3, kind="CustomResourceDefinition", name="a", start=start, end=start + len(text))
    found = {}
    for field in ("spec", "spec.size", "spec.tags[].id"):
        one = VERSIONS[name].tree.field(field)
        assert one is not None
        line = line_of(inspection, row, VERSIONS[name], one)
        assert line is not None
        *above, last = text.splitlines()[: line - 2]
        found[field] = (last.strip(), sum("- name: v" in each for each in above))
        assert line_of(Inspection(source=""), row, VERSIONS[name], one) is None
    assert found == {"spec": ("spec:", number), "spec.size": ("size:", number), "spec.tags[].id": ("id:", number)}
    assert text_of(Inspection(source=""), row) is None


def test_where_its_line_is_not_known_a_field_is_sought_by_the_keys_above_it() -> None:
    tree = VERSIONS["v1"].tree
    assert {
        path: search_word(one) for path in ("spec", "spec.size", "spec.tags[].id") if (one := tree.field(path))
    } == {
        "spec": "spec",
        "spec.size": "spec.size",
        "spec.tags[].id": "spec.tags.items.id",
    }
