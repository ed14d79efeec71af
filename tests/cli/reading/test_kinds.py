"""The kinds that a package defines, as commands look for them."""

from pathlib import Path

import pytest
from builders.packages.folders import META
from cli.commands.test_explain import definition_of, document, explain, source, written

__all__ = ["source"]


@pytest.mark.parametrize(
    "asked",
    ["Bucket", "BUCKETS", "bucket", "bkt", "buckets.s3.example.org", "bkt.s3.example.org", "Store", "xstores"],
)
def test_a_kind_is_found_by_each_of_its_names(source: Path, asked: str) -> None:
    assert document(source, f"{asked}.spec.tags[].key")["path"] == "spec.tags[].key"


def test_a_kind_of_several_groups_is_asked_back(tmp_path: Path) -> None:
    found = explain(written(tmp_path, definition_of(), definition_of("s4.example.org")), "bucket")
    assert found.exit_code == 2
    assert "buckets.s3.example.org" in found.stderr
    assert "buckets.s4.example.org" in found.stderr


def test_a_kind_is_doubted_for_its_own_document_alone(tmp_path: Path) -> None:
    old = {**definition_of("old.example.org"), "apiVersion": "apiextensions.k8s.io/v1beta1"}
    path = written(tmp_path, old, definition_of())
    said = [
        "since 1.22" in explain(path, f"bucket.{group}").stdout for group in ("old.example.org", "s3.example.org")
    ]
    assert said == [True, False]


def test_a_definition_that_cannot_be_read_may_be_the_one_that_is_asked_for(tmp_path: Path) -> None:
    broken = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\na: [\n"
    path = tmp_path / "package.yaml"
    path.write_text(f"{META}---\n{broken}")
    said = "1 document cannot be read, and may define more: 2"
    assert said in explain(path, "bucket").stderr
    assert said in explain(path, "--search", "region").stdout
    assert said in explain(path).stdout


def test_a_package_without_definitions_defines_nothing(tmp_path: Path) -> None:
    assert explain(written(tmp_path)).stdout == "It defines no kind\n"
