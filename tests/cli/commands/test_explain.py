"""`explain`: what kubectl says of a field and what it does not, what is asked back, and exit codes."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.cases import each_row
from builders.program.headless import run
from click.testing import Result
from ruamel.yaml import YAML

from xpkgtui.documents.yaml.writing import as_yaml
from xpkgtui.reporting.documents.schemas import schema_of

_TEXT = {"type": "string"}
_SPEC: dict[str, Any] = {
    "type": "object",
    "required": ["region"],
    "properties": {
        "policy": {"type": "string", "enum": ["Orphan", "Delete"], "default": "Delete"},
        "region": {"type": "string", "description": "Where it lives.\nFor ever.", "minLength": 1, "maxLength": 9},
        "tags": {"type": "array", "items": {"type": "object", "properties": {"key": _TEXT}}},
    },
    "x-kubernetes-validations": [{"rule": "self.region == oldSelf.region", "message": "region is immutable"}],
}


def definition_of(group: str = "s3.example.org", **names: Any) -> dict[str, Any]:
    schema = {"type": "object", "description": "A bucket.", "required": ["spec"], "properties": {"spec": _SPEC}}
    older = {"type": "object", "properties": {"spec": {"type": "object", "properties": {"region": _TEXT}}}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"buckets.{group}"},
        "spec": {
            "group": group,
            "scope": "Cluster",
            "names": {"kind": "Bucket", "plural": "buckets", **names},
            "versions": [
                {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}},
                {"name": "v1alpha1", "served": False, "deprecated": True, "schema": {"openAPIV3Schema": older}},
            ],
        },
    }


_COMPOSITE = {
    "apiVersion": "apiextensions.crossplane.io/v1",
    "kind": "CompositeResourceDefinition",
    "metadata": {"name": "xstores.example.org"},
    "spec": {
        "group": "example.org",
        "names": {"kind": "XStore", "plural": "xstores"},
        "claimNames": {"kind": "Store", "plural": "stores"},
        "versions": [
            {
                "name": "v1",
                "served": True,
                "referenceable": True,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": _SPEC}}},
            }
        ],
    },
}
_META = {"apiVersion": "meta.pkg.crossplane.io/v1", "kind": "Configuration", "metadata": {"name": "stores"}}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return written(tmp_path, definition_of(shortNames=["bkt"]), _COMPOSITE)


def written(folder: Path, *objects: dict[str, Any]) -> Path:
    path = folder / "package.yaml"
    path.write_text("---\n".join(map(as_yaml, (_META, *objects))))
    return path


def explain(source: Path, *words: str) -> Result:
    return run("explain", str(source), *words, "--no-cache")


def document(source: Path, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(explain(source, *words, "--format", "json").stdout)
    return found


def test_a_field_is_explained_as_kubectl_does(source: Path) -> None:
    assert (
        explain(source, "bucket.spec.region").stdout
        == """\
GROUP:      s3.example.org
KIND:       Bucket
VERSION:    v1 (stored)
OTHERS:     v1alpha1 (not served, deprecated)

FIELD: region <string> -required-

DESCRIPTION:
    Where it lives.
    For ever.

CHANGES:
    immutable: the API server refuses another value

LIMITS:
    length: 1 to 9

RULES:
    region is immutable (of spec)
      self.region == oldSelf.region

"""
    )


def test_the_fields_of_a_field_are_listed(source: Path) -> None:
    assert (
        explain(source, "bucket.spec").stdout.partition("FIELDS:\n")[2]
        == """\
  region\t<string> -required-
  immutable
    Where it lives.
    For ever.

  policy\t<string>
  enum: Orphan, Delete
  default: "Delete"

  tags\t<[]Object>

"""
    )


def test_all_fields_below_are_listed(source: Path) -> None:
    below = explain(source, "bucket.spec.tags", "--recursive").stdout.partition("FIELDS:\n")[2]
    assert below == "  key\t<string>\n"


def test_composites_have_what_crossplane_adds(source: Path) -> None:
    assert "compositeDeletePolicy" in explain(source, "store.spec").stdout
    assert "resourceRefs" in explain(source, "xstore.spec").stdout


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("bukcet",), 3, "Bucket"),
        (("bucket.spec.regoin",), 3, "spec.region"),
        (("bucket.key",), 3, "spec.tags[].key"),
        (("bucket.spec.region.x",), 3, "string"),
        (("bucket", "--version", "v2"), 3, "v1alpha1"),
        (("--search", "nothing-like-it"), 1, ""),
        (("--recursive",), 2, "KIND"),
        (("--format", "sample"), 2, "KIND"),
        (("bucket", "--search", "region"), 2, "--search"),
        (("bucket.spec", "--format", "sample"), 2, "whole kind"),
    ],
)
def test_what_is_not_there(source: Path, words: tuple[str, ...], code: int, says: str) -> None:
    found = explain(source, *words)
    assert (found.exit_code, says in found.stderr) == (code, True), found.stderr


def test_without_a_kind_all_are_listed(source: Path) -> None:
    kinds = document(source)["kinds"]
    assert [(one["kind"], one["scope"], len(one["versions"])) for one in kinds] == [
        ("Bucket", "Cluster", 2),
        ("XStore", "Cluster", 1),
        ("Store", "Namespaced", 1),
    ]
    assert "bkt" in kinds[0]["short_names"]
    assert "v1alpha1 (not served, deprecated)" in explain(source).stdout


def test_fields_of_all_kinds_are_searched(source: Path) -> None:
    found = document(source, "--search", "region")
    assert [(one["kind"], one["path"]) for one in found["found"][:3]] == [
        ("Bucket", "spec.region"),
        ("XStore", "spec.region"),
        ("Store", "spec.region"),
    ]
    # The letters are in order in `observedGeneration` too.
    assert [one["path"] for one in found["found"][3:]] == ["status.conditions[].observedGeneration"] * 2
    assert found["count"] == 5


def test_a_search_finds_nothing_for_sure_only_where_all_was_read(source: Path) -> None:
    assert run("explain", "--no-cache", str(source), "--search", "zzz").exit_code == 1
    for limit in ("documents=1", "document=100"):
        assert run("explain", "--no-cache", str(source), "--search", "zzz", "--limit", limit).exit_code == 3


def test_the_fields_of_all_versions_are_in_the_document(source: Path) -> None:
    versions = document(source, "bucket.spec.policy")["versions"]
    assert [(one["name"], [each["path"] for each in one["fields"]]) for one in versions] == [
        ("v1", ["spec.policy"]),
        ("v1alpha1", []),
    ]


def test_a_version_can_be_asked_for(source: Path) -> None:
    (version,) = document(source, "bucket.spec", "--version", "v1alpha1")["versions"]
    assert [one["path"] for one in version["fields"]] == ["spec", "spec.region"]


def test_a_sample_has_what_is_required_and_comments_on_defaults(source: Path) -> None:
    assert (
        explain(source, "bucket", "--format", "sample").stdout
        == """\
apiVersion: s3.example.org/v1
kind: Bucket
metadata:
  name: example
spec:
  region: a
  # policy: Delete
"""
    )


def test_a_sample_that_no_rule_allows_names_it(tmp_path: Path) -> None:
    definition = definition_of()
    schema = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]
    schema["x-kubernetes-validations"] = [{"rule": "1 == 2", "message": "never"}]
    found = explain(written(tmp_path, definition), "bucket", "--format", "sample")
    assert (found.exit_code, "never" in found.stderr) == (1, True)
    assert "never\n# rule: 1 == 2\napiVersion: s3.example.org/v1\nkind: Bucket\n" in found.stdout


def test_a_definition_that_no_api_server_takes_is_explained_and_that_is_said(tmp_path: Path) -> None:
    definition = definition_of()
    del definition["spec"]["versions"][0]["schema"]
    source = written(tmp_path, definition)
    says = "the API server refuses its definition: spec.versions[0].schema.openAPIV3Schema: required value"
    assert f"REFUSED:    {says}\n" in explain(source, "bucket").stdout
    assert document(source, "bucket")["doubt"] == says
    sample = explain(source, "bucket", "--format", "sample")
    assert (sample.exit_code, sample.stdout.split()[0], says in sample.stderr) == (1, "apiVersion:", True)


def test_a_definition_of_v1beta1_is_no_longer_served(tmp_path: Path) -> None:
    definition = {**definition_of(), "apiVersion": "apiextensions.k8s.io/v1beta1"}
    assert "does not serve since 1.22" in explain(written(tmp_path, definition), "bucket").stdout


def test_the_json_schema_accepts_the_sample_and_no_unknown_field(source: Path) -> None:
    schema = json.loads(explain(source, "bucket", "--format", "json-schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    value = YAML(typ="safe").load(explain(source, "bucket", "--format", "sample").stdout)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(value)
    assert not validator.is_valid({**value, "spec": {**value["spec"], "regoin": "x"}})


def test_fractions_are_numbers_of_json(tmp_path: Path) -> None:
    definition = definition_of()
    spec = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    spec["properties"] = {**spec["properties"], "part": {"type": "number", "default": 0.5}}
    (version, _) = document(written(tmp_path, definition), "bucket.spec.part")["versions"]
    assert version["fields"][0]["default"] == 0.5


@each_row("wrong", [{"type": ["string"]}, {"required": "a"}, {"properties": {"a": None}}, {"items": [1]}])
@each_row("format", ["sample", "json-schema", "text", "json", "openapi"])
def test_a_schema_that_is_none_is_no_bug(tmp_path: Path, wrong: dict[str, Any], format: str) -> None:
    definition = definition_of()
    definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"] = wrong
    assert explain(written(tmp_path, definition), "bucket", "--format", format).exit_code in (0, 1, 3)


def test_the_schema_is_printed_as_it_is(source: Path) -> None:
    assert json.loads(explain(source, "bucket.spec", "--format", "openapi").stdout) == _SPEC


@pytest.mark.parametrize("words", [(), ("bucket",), ("--search", "tags"), ("nothing",)])
def test_documents_fit_their_schema(source: Path, words: tuple[str, ...]) -> None:
    jsonschema.Draft202012Validator(schema_of("explain")).validate(document(source, *words))


def test_no_version_of_a_definition_is_left_out(tmp_path: Path) -> None:
    made = definition_of()
    made["spec"]["versions"] = [{**made["spec"]["versions"][0], "name": f"v{number}"} for number in range(1, 102)]
    (tmp_path / "package.yaml").write_text(as_yaml(made))
    ended = run("explain", "--no-cache", str(tmp_path / "package.yaml"), "--format", "json")
    found = json.loads(ended.stdout)
    assert (ended.exit_code, found["unread"], len(found["kinds"][0]["versions"])) == (0, [], 101)
