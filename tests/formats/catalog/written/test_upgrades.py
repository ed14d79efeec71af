"""What is read of bundles: the same whether they are written as tools write them, or in any other way."""

import json
from pathlib import Path
from typing import Any

from builders.cases import each_row
from builders.packages.exampled import objects_of
from builders.packages.upgrades import catalog_text
from builders.program.headless import headless

from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.catalog.written.upgrades import each_of, upgrades_of

BUNDLE = {
    "tools": """\
image: example.com/a:v1
name: tide.v1
package: tide
properties:
- type: olm.gvk
  value: {group: a, kind: B, version: v1}
- type: olm.package
  value:
    packageName: tide
    version: 1.0.0
- type: olm.csv.metadata
  value:
    description: |-
      properties:
      - type: olm.package
        value: {packageName: tide, version: 9.9.9}
relatedImages: []
schema: olm.bundle
""",
    "indented": """\
schema: olm.bundle
name: tide.v1
package: tide
image: example.com/a:v1
properties:   # of the bundle
  - type: olm.package
    value: {packageName: tide, version: 1.0.0}
""",
    "value first": """\
schema: olm.bundle
name: tide.v1
package: tide
properties:
- value: {packageName: tide, version: 1.0.0}
  type: olm.package
""",
    "flow": "{schema: olm.bundle, name: tide.v1, package: tide, "
    "properties: [{type: olm.package, value: &v {version: 1.0.0}}]}\n",
    "aliases": """\
schema: olm.bundle
name: &name tide.v1
package: tide
properties:
- type: olm.package
  value: &value {packageName: tide, version: 1.0.0}
- type: other
  value: *value
""",
    "json": '{"schema": "olm.bundle", "name": "tide.v1", "package": "tide", "properties": '
    '[{"type": "olm.package", "value": {"packageName": "tide", "version": "1.0.0"}}]}\n',
}
CHANNEL = "schema: olm.channel\npackage: tide\nname: stable\nentries: [{name: tide.v1}]\n"


@each_row("written", BUNDLE)
def test_a_version_is_read_however_it_is_written(written: str, tmp_path: Path) -> None:
    (tmp_path / "catalog.yaml").write_text(f"{CHANNEL}---\n{BUNDLE[written]}")
    (channel,) = headless("upgrades", tmp_path).document["upgrades"]
    assert [entry["version"] for entry in channel["entries"]] == ["1.0.0"]


def test_documents_without_a_package_or_with_odd_values_are_no_trouble(tmp_path: Path) -> None:
    odd: list[dict[str, Any]] = [
        {
            "schema": "olm.channel",
            "name": "stable",
            "package": "tide",
            "entries": [1, None, {"name": 2, "skips": "x"}],
        },
        {"schema": "olm.bundle", "name": "x", "package": "tide", "properties": {"type": "olm.package"}},
        {"schema": "olm.bundle", "properties": [{"type": "olm.package", "value": {"version": []}}]},
        {"schema": "olm.deprecations", "package": "tide", "entries": [{"reference": []}]},
    ]
    text = catalog_text("harbour") + "".join(f"{json.dumps(one)}\n" for one in odd)
    (tmp_path / "catalog.json").write_text(text)
    found = headless("upgrades", tmp_path).document["upgrades"]
    assert {one["package"] for one in found} == {"harbour", "tide"}


def test_channels_that_cannot_be_read_are_counted() -> None:
    broken = CHANNEL.replace("name: tide.v1", "name: *nowhere")
    one, two, three = (f"package: {name}" for name in ("a", "b", "c"))
    texts = [(CHANNEL, one), (broken, two), (CHANNEL, three), (broken, three)]
    text = "---\n".join(written.replace("package: tide", package) for written, package in texts)
    assert [(found.name, found.unread) for found in upgrades_of(objects_of(CATALOG, text.encode()))] == [
        *(("a", 0), ("b", 1), ("c", 1))
    ]
    assert [one.name for one in each_of(objects_of(CATALOG, text.encode()), "c", "d", "a")] == ["c", "a"]
