"""Samples of a version: what is filled in, what is a comment, and that they are accepted."""

from pathlib import Path
from typing import Any

from builders.corpus import content, packages
from builders.gate import IS_WHOLE, few
from ruamel.yaml import YAML

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.definitions.custom_resources import versions_of
from xpkgtui.formats.definitions.fields.manifest import SampleMade, sample_of
from xpkgtui.formats.definitions.fields.versions import defined_kind
from xpkgtui.formats.xpkg.format import XPKG

_STEP = 37
"""One definition in so many is looked at; `python -m differential samples` asks the API server."""


def _made(**spec: Any) -> SampleMade:
    schema = {"type": "object", "required": ["spec"], "properties": {"spec": {"type": "object", **spec}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    names = {"kind": "Thing", "plural": "things"}
    definition = {"spec": {"group": "example.org", "scope": "Namespaced", "names": names, "versions": [version]}}
    return sample_of(defined_kind(definition), version)


def _spec(made: SampleMade) -> str:
    return made.text.partition("spec:")[2]


def test_lists_and_maps_are_written_as_people_write_them() -> None:
    item = {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}, "on": {"default": True}}}
    made = _made(required=["list"], properties={"list": {"type": "array", "minItems": 2, "items": item}})
    assert _spec(made) == '\n  list:\n  - key: a\n    # "on": true\n  - key: a\n    # "on": true\n'


def test_an_object_of_defaults_alone_stays_an_object() -> None:
    made = _made(properties={"size": {"type": "integer", "default": 3}})
    assert _spec(made) == " {}\n  # size: 3\n"
    assert YAML(typ="safe").load(made.text)["spec"] == {}


def test_comments_end_after_five_hundred_defaults() -> None:
    made = _made(properties={f"f{number}": {"type": "integer", "default": 3} for number in range(501)})
    assert _spec(made).count("#") == 500


def test_texts_that_yaml_takes_for_something_else_are_quoted() -> None:
    made = _made(required=["no"], properties={"no": {"type": "string", "enum": ["yes"]}})
    assert _spec(made) == '\n  "no": "yes"\n'


def test_a_rule_that_allows_nothing_is_named() -> None:
    rule = {"rule": "self.size > 5 && self.size < 3", "message": "never"}
    size = {"type": "integer"}
    made = _made(required=["size"], properties={"size": size}, **{"x-kubernetes-validations": [rule]})
    assert made.manifest is None
    assert "never" in made.refusal
    refusal, written, *rest = made.text.splitlines()
    assert refusal.startswith("# ")
    assert "never" in refusal
    assert written == "# rule: self.size > 5 && self.size < 3"
    assert YAML(typ="safe").load("\n".join(rest))["kind"] == "Thing"


def test_an_optional_spec_is_shown_and_so_are_parts_without_one() -> None:
    part = {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}}
    for name in ("spec", "data"):
        schema = {"type": "object", "properties": {name: part, "status": part}}
        version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
        names = {"kind": "Thing", "plural": "things"}
        made = sample_of(
            defined_kind({"spec": {"group": "example.org", "names": names, "versions": [version]}}), version
        )
        assert made.text.endswith(f"{name}:\n  size: 0\n")
        assert "status" not in made.text


def test_an_empty_spec_shows_the_optional_parts_that_require_something() -> None:
    part = {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}}
    parts = {"big": part, "small": part, "other": {"type": "object", "properties": part["properties"]}}
    assert _spec(_made(properties=parts)) == "\n  big:\n    size: 0\n  small:\n    size: 0\n"
    one = {"x-kubernetes-validations": [{"rule": "!(has(self.big) && has(self.small))"}]}
    assert _spec(_made(properties=parts, **one)) == "\n  big:\n    size: 0\n"


def test_a_spec_for_which_no_value_is_found_is_left_out_and_its_rule_named() -> None:
    rule = {"rule": "self.size > 5 && self.size < 3", "message": "never"}
    spec = {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}}
    schema = {"type": "object", "properties": {"spec": spec | {"x-kubernetes-validations": [rule]}}}
    version = {"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    made = sample_of(defined_kind({"spec": {"group": "example.org", "names": {"kind": "Thing"}}}), version)
    assert made.manifest is not None
    assert "\n# rule: self.size > 5 && self.size < 3\n" in made.text
    assert YAML(typ="safe").load(made.text) == made.manifest


def test_samples_of_the_corpus_are_made_and_read_back(corpus: Path) -> None:
    made = 0
    for name, path in few(packages(corpus).items(), 16):
        data, repeats = content(path) if path.suffix != ".xpkg" else b"", Repeats()
        for chunk in [one for one in split(data).chunks if (one.kind or "").endswith("Definition")][::_STEP]:
            document = parse(data, chunk, repeats=repeats)
            assert isinstance(document, PackageDocument)
            for definition in XPKG.custom_resources(document.value):
                for version in versions_of(definition):
                    found = sample_of(defined_kind(definition), version)
                    assert found.manifest is not None, (name, chunk.name, found.refusal)
                    assert YAML(typ="safe").load(found.text) == found.manifest, (name, chunk.name)
                    made += 1
    assert made > (100 if IS_WHOLE else 10)
