"""The values that examples give the fields of a kind."""

import json
from pathlib import Path
from typing import Any

from builders.definitions_text import definition_text
from builders.packages.folders import META, write_folder
from builders.program.headless import run


def example(group: str, region: str) -> str:
    return f"apiVersion: {group}/v1\nkind: Bucket\nmetadata: {{name: a}}\nspec: {{region: {region}}}\n"


def test_values_of_examples_stand_beside_a_field(tmp_path: Path) -> None:
    texts = f"{example('example.org', 'eu')}---\n{example('other.org', 'us')}---\n{example('example.org', 'ap')}"
    crd = definition_text("Bucket", region={"type": "string"})
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "crd.yaml": crd, "examples/bucket.yaml": texts})
    ended = run("explain", str(folder), "bucket.spec.region", "--no-cache", "--format", "json")
    found: Any = json.loads(ended.stdout)["versions"]
    assert [one["fields"][0]["examples"] for one in found] == [["eu", "ap"]]
    said = run("explain", str(folder), "bucket.spec.region", "--no-cache").stdout
    assert "IN EXAMPLES:\n    eu (examples/bucket.yaml:1)\n    ap (examples/bucket.yaml:11)\n" in said
