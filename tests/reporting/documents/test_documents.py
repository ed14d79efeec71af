"""Documents of every shape fit their schemas and hold what is known."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.overview import MetaFacts
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.inspection.messages.events import Event, ObjectsListed, Resolved
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow, Whiteout
from xpkgtui.inspection.rows.objects import ListStop
from xpkgtui.reporting.contents.file_list import Listing
from xpkgtui.reporting.documents.check import check
from xpkgtui.reporting.documents.ls import ls
from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of
from xpkgtui.reporting.documents.show import show
from xpkgtui.reporting.summary import Summary
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.sources.installed import ClusterCondition, ClusterObject, ClusterState
from xpkgtui.sources.source import SourceForm

ERROR = ports.finding(message="bad\x1b", layer=1, layer_digest=ports.BASE, path="a\udcff", line=3, column=1)
WARNING = ports.finding("XPKG205", Severity.WARNING)

STOPPED = ObjectsListed(
    first=0, rows=(), total=0, stop=ListStop(line=16, file="a\udcff", says="invalid Yaml document separator: x")
)

SCRIPTS: dict[str, tuple[Event, ...]] = {
    "nothing yet": (),
    "not found": (ports.failed(),),
    "no manifest": (ports.resolved(), ports.failed("corrupt", "it is damaged", "layers")),
    "unreachable layer": (
        ports.resolved(),
        ports.platforms(),
        ports.manifest(),
        ports.failed("network", "down", "objects"),
    ),
    "accepted": ports.package(),
    "refused": ports.package(ERROR, WARNING, acceptance=Acceptance.REFUSED),
    "undecided": ports.package(acceptance=None),
    "stops": (*ports.package(ERROR, acceptance=Acceptance.REFUSED), STOPPED),
    "stream": (ports.resolved("-", "stream", None), ports.stream(), ports.objects(), *ports.judged()),
}


def closed(schema: Any) -> Any:
    """The schema without room for fields that it does not know: ours are all in it."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    inside = {key: closed(value) for key, value in schema.items()}
    return {"additionalProperties": False, **inside} if isinstance(schema.get("properties"), dict) else inside


def validated(name: str, text: str) -> dict[str, Any]:
    schema = schema_of(name)
    document: dict[str, Any] = json.loads(text)
    jsonschema.Draft202012Validator(closed(schema)).validate(document)
    return document


def checked(*names: str) -> dict[str, Any]:
    found = [ports.inspection(*SCRIPTS[name]) for name in names]
    return validated("check", check(found, profile="crossplane", crossplane="2.4"))


def shown(name: str, meta: MetaFacts | None = None) -> dict[str, Any]:
    state = ports.inspection(*SCRIPTS[name])
    return validated("show", show(Summary(inspection=state, profile="crossplane", crossplane="2.4", meta=meta)))


@each_row("name", SCRIPTS)
def test_check_fits_its_schema(name: str) -> None:
    checked(name)


@each_row("name", SCRIPTS)
def test_show_fits_its_schema(name: str) -> None:
    shown(name)


@each_row("name", DOCUMENTS)
def test_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema_of(name))


def test_the_worst_finding_comes_first() -> None:
    (result,) = checked("refused")["results"]
    assert [found["rule"] for found in result["findings"]] == ["XPKG401", "XPKG205"]


def test_place_has_layer_and_undecodable_path() -> None:
    place = checked("refused")["results"][0]["findings"][0]["location"]
    assert (place["layer"], place["pathBytes"]) == ({"index": 1, "digest": ports.BASE}, "Yf8=")


def test_source_that_cannot_be_opened_stands_beside_the_others() -> None:
    first, second = checked("not found", "accepted")["results"]
    assert (first["error"]["kind"], first["findings"], second["verdict"]) == ("not-found", None, "accepted")


def test_nothing_found_is_an_empty_list() -> None:
    assert checked("accepted")["results"][0]["findings"] == []


def test_reason_is_the_sentence_of_the_verdict() -> None:
    assert shown("accepted")["reason"] == "Crossplane 2.4 accepts it: package.yaml from layer 1 (annotated base)"


def test_stream_has_no_layers_and_unread_image_unknown_ones() -> None:
    assert (shown("stream")["layers"], shown("not found")["layers"]) == ([], None)


def test_the_place_where_reading_stops_is_given() -> None:
    stop = shown("stops")["package"]["stop"]
    assert (stop["line"], stop["fileBytes"], stop["says"]) == (16, "Yf8=", "invalid Yaml document separator: x")
    assert shown("accepted")["package"]["stop"] is None


def test_dependencies_come_from_the_meta_object() -> None:
    meta = XPKG.meta_facts({"spec": {"crossplane": {"version": ">=v1.14"}, "dependsOn": [{"provider": "x/y"}, 7]}})
    package = shown("accepted", meta)["package"]
    assert package["dependencies"] == [
        {"kind": "Provider", "package": "x/y", "version": None},
        {"kind": None, "package": None, "version": None},
    ]
    assert package["crossplane"] == ">=v1.14"


@each_row("document", [None, [], {"spec": 3}, {"spec": {"crossplane": [], "dependsOn": {}}}])
def test_meta_of_any_shape_is_read(document: object) -> None:
    assert XPKG.meta_facts(document) == MetaFacts(dependencies=(), crossplane=None)


def fields(schema: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every field of a schema, with its path."""
    if isinstance(schema, list):
        for one in schema:
            yield from fields(one, at)
    elif isinstance(schema, dict):
        for name, one in schema.get("properties", {}).items():
            yield f"{at}.{name}", one
        for key, one in schema.items():
            inner = one.items() if key in ("properties", "$defs") else [("", one)]
            for name, each in inner:
                yield from fields(each, f"{at}.{name}" if name else at)


@each_row("name", DOCUMENTS)
def test_every_field_of_a_schema_is_described(name: str) -> None:
    found = dict(fields(schema_of(name)))
    assert len(found) > 8
    assert [path for path, field in found.items() if not field.get("description", "").endswith(".")] == []


def test_ls_fits_its_schema() -> None:
    rows = (
        FileRow(path="a", type=EntryType.FILE, size=1, mode=0o100644, layer=0),
        FileRow(path="b\udcff", type=EntryType.SYMLINK, size=0, mode=0o777, layer=1, linkname="../\udcfe"),
        FileRow(path="c", type=EntryType.FILE, size=0, mode=0, layer=2, whiteout=Whiteout.OPAQUE),
    )
    entries = validated("ls", ls("s", Listing(view=View.FLATTENED, rows=rows)))["entries"]
    assert [entry["mode"] for entry in entries] == ["0644", "0777", "0000"]


def test_ls_of_nothing_fits_its_schema() -> None:
    failure = Failure(kind=FailureKind.NOT_FOUND, title="there is none")
    document = validated("ls", ls("s", Listing(view=View.BASE, failure=failure)))
    assert document["entries"] is None


def test_an_error_lists_what_may_be_meant_instead() -> None:
    failure = Failure(kind=FailureKind.USAGE, title="it holds 2 images", suggestions=("x.tar#a:v1", "x.tar#b:v1"))
    document = json.loads(ls("x.tar", Listing(view=View.BASE, failure=failure)))
    assert document["error"]["suggestions"] == ["x.tar#a:v1", "x.tar#b:v1"]


def test_the_schema_knows_every_form_of_a_source() -> None:
    assert set(schema_of("show")["properties"]["form"]["enum"]) == {*SourceForm, None}


@each_row("name", DOCUMENTS)
def test_a_schema_allows_fields_of_later_versions(name: str) -> None:
    assert '"additionalProperties": false' not in json.dumps(schema_of(name))


def test_annotations_and_capabilities_come_from_the_meta_object() -> None:
    meta = XPKG.meta_facts(
        {"metadata": {"annotations": {"a/b": "c", "d": 7}}, "spec": {"capabilities": ["safe-start", 7]}}
    )
    package = shown("accepted", meta)["package"]
    assert (package["annotations"], package["capabilities"]) == ({"a/b": "c"}, ["safe-start"])


@pytest.mark.parametrize(
    ("reference", "pinned"),
    [
        ("a.example:5000/b/c:v1", f"a.example:5000/b/c@{ports.DIGEST}"),
        (f"a.example/b:v1@{ports.DIGEST}", f"a.example/b@{ports.DIGEST}"),
    ],
)
def test_a_reference_is_pinned_by_its_digest(reference: str, pinned: str) -> None:
    state = ports.inspection(ports.resolved(reference, "registry"))
    document = validated("show", show(Summary(inspection=state, profile="crossplane", crossplane="2.4")))
    assert (document["reference"], document["pinned"]) == (reference, pinned)


def test_nothing_is_counted_of_what_was_not_read() -> None:
    assert (shown("not found")["badges"], shown("not found")["pinned"]) == (None, None)


def test_a_definition_says_what_it_defines() -> None:
    plain = ports.row(1, kind="CustomResourceDefinition", name="things.example.org")
    defining = replace(plain, defines="Thing", group="example.org", versions=("v1",), scope="Cluster")
    state = ports.inspection(ports.resolved(), ports.objects(plain, defining))
    document = validated("show", show(Summary(inspection=state, profile="crossplane", crossplane="2.4")))
    assert [(one["group"], one["versions"], one["scope"]) for one in document["objects"]] == [
        (None, None, None),
        ("example.org", ["v1"], "Cluster"),
    ]


def test_what_a_cluster_says_is_told_object_by_object() -> None:
    healthy = ClusterCondition(type="Healthy", status="True")
    objects = (
        ClusterObject(kind="Provider", name="a", facts=(("revision", "3"),), conditions=(healthy,)),
        ClusterObject(kind="ClusterServiceVersion", name="b", namespace="olm"),
    )
    resolved = ports.resolved()
    assert isinstance(resolved, Resolved)
    state = ports.inspection(replace(resolved, installed=ClusterState(context="kind", objects=objects, notes=("n",))))
    document = validated("show", show(Summary(inspection=state, profile="crossplane", crossplane="2.4")))
    conditions = [{"type": "Healthy", "status": "True", "reason": "", "message": ""}]
    first = {"kind": "Provider", "name": "a", "namespace": None, "conditions": conditions}
    assert document["cluster"] == {
        "context": "kind",
        "notes": ["n"],
        "objects": [
            {**first, "facts": [{"label": "revision", "text": "3"}]},
            {"kind": "ClusterServiceVersion", "name": "b", "namespace": "olm", "facts": [], "conditions": []},
        ],
    }
