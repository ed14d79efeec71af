"""Bundles and BundleDeployments are accepted and refused as RukPak 0.12 does, in its words."""

import pytest
from builders.cases import each_row
from builders.oracle import answers
from builders.packages.judged_folders import judged_text
from builders.packages.rukpak_objects import CASES, CLASS, bundle, of_template

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.format import Traces
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.rules.finding import Acceptance, Severity

TOLD: dict[str, dict[str, list[str]]] = answers("rukpak")
OF_A_TEXT = (
    '<nil>: Invalid value: "": "spec.source" must validate one and only one schema (oneOf).'
    " Found 5 valid alternatives"
)
"""A remark about a source that is a text, beside that about its type."""
UNKNOWN = "no CRD has this version and kind"
"""The oracle's own words."""


@each_row("name", CASES)
def test_it_is_taken_or_refused_with_the_same_messages(name: str) -> None:
    found, refused = judged_text(RUKPAK_OBJECTS, CASES[name]), TOLD[name]["refused"]
    assert found.verdict.acceptance is (Acceptance.REFUSED if refused else Acceptance.ACCEPTED)
    errors = {one.says for one in found.findings if one.severity is Severity.ERROR}
    assert errors == ({None} if UNKNOWN in refused else set(refused) - {OF_A_TEXT})


@each_row(
    ("text", "message", "says"),
    [
        ("kind: [", "Document 1 cannot be read", "error converting YAML to JSON: yaml: line 1: "),
        ("[]", "Document 1 is not an object", "json: cannot unmarshal array into Go value of type map[string]"),
        ("a: b\n--- c\n", "A separator has text after it; documents from here on are not read", "separator: c"),
        ("apiVersion: core.rukpak.io/v1alpha2", "RukPak 0.12 does not know objects of core.rukpak.io/v1alpha2", ""),
    ],
)
def test_what_is_not_an_object_of_rukpak_is_refused(text: str, message: str, says: str) -> None:
    (found,) = judged_text(RUKPAK_OBJECTS, text).findings
    assert found.message == message
    assert says in (found.says or "")


@pytest.mark.parametrize("name", [name for name in CASES if not TOLD[name]["refused"] and TOLD[name]["later"]])
def test_what_is_refused_later_is_a_warning(name: str) -> None:
    found = judged_text(RUKPAK_OBJECTS, CASES[name])
    said = {one.says for one in found.findings if one.severity is Severity.WARNING}
    assert said & set(TOLD[name]["later"])


def test_a_class_of_another_provisioner_is_named_where_it_stands() -> None:
    mine = "provisionerClassName: mine"
    for text, path in (
        (bundle("type: upload, upload: {}").replace(CLASS, mine), "spec.provisionerClassName"),
        (of_template("type: upload, upload: {}").replace(CLASS, mine), "spec.template.spec.provisionerClassName"),
    ):
        found = judged_text(RUKPAK_OBJECTS, text).findings
        assert [one.place.field for one in found if "mine is not a class" in one.message] == [path]


@pytest.mark.parametrize(("kind", "field"), [("image", "ref"), ("http", "url")])
def test_a_source_without_an_address_is_accepted_and_cannot_be_unpacked(kind: str, field: str) -> None:
    found = judged_text(RUKPAK_OBJECTS, bundle(f"type: {kind}, {kind}: {{{field}: ''}}"))
    said = f"{kind}.{field} is empty; it is accepted, and cannot be unpacked"
    assert [one.place.field for one in found.findings if one.message == said] == [f"spec.source.{kind}.{field}"]


@each_row("name", ["plain", "registry", "helm"])
def test_classes_of_its_own_provisioners_are_known(name: str) -> None:
    text = bundle("type: upload, upload: {}").replace(CLASS, f"provisionerClassName: core-rukpak-io-{name}")
    assert not [one for one in judged_text(RUKPAK_OBJECTS, text).findings if "is not a class" in one.message]


def test_a_source_of_unknown_kind_has_both_errors() -> None:
    found = judged_text(RUKPAK_OBJECTS, bundle("type: foo, foo: {}"))
    union = '<nil>: Invalid value: "": "spec.source" must validate one and only one schema (oneOf). Found none valid'
    assert [one.says for one in found.of("RPK003")] == [union, "spec.source.git: Required value"]


@each_row(
    ("source", "field"),
    [
        ("type: image, image: {pullSecret: s,\n    ref: a/b}", "image.ref"),
        ("type: git, git: {repository: x,\n    ref: {branch: main}}", "git.ref"),
        ("type: http, http: {auth: {},\n    url: u}", "http.url"),
    ],
)
def test_what_can_change_is_marked_where_it_is_named(source: str, field: str) -> None:
    for text, path in ((bundle(source), "spec"), (of_template(source), "spec.template.spec")):
        (one,) = judged_text(RUKPAK_OBJECTS, text).of("RPK008")
        assert (one.place.field, one.place.line) == (f"{path}.source.{field}", 5)


def test_a_bundle_of_one_name_cannot_change() -> None:
    pinned, other = CASES["an image"], CASES["an upload"]
    (found,) = judged_text(RUKPAK_OBJECTS, f"{pinned}---\n{other}").of("RPK009")
    assert (found.says, found.place.document) == ("bundle.spec is immutable", 2)
    assert not judged_text(RUKPAK_OBJECTS, f"{pinned}---\n{pinned}").of("RPK009")


def test_a_stream_is_recognized_by_its_objects() -> None:
    evidence = RUKPAK_OBJECTS.recognize(Traces(heads=split(CASES["a deployment"].encode()).chunks))
    assert evidence is not None
    assert evidence.reasons == ("document 1 is a BundleDeployment of core.rukpak.io/v1alpha1",)
    many = RUKPAK_OBJECTS.recognize(Traces(heads=split("---\n".join([CASES["an image"]] * 4).encode()).chunks))
    assert many is not None
    assert [one.partition(" is")[0] for one in many.reasons] == ["document 1", "document 2", "document 3"]
    assert RUKPAK_OBJECTS.recognize(Traces(heads=split(b"kind: Bundle\napiVersion: v1\n").chunks)) is None


@each_row(
    ("source", "said", "pinned"),
    [
        ({"type": "image", "image": {"ref": "a/b:v1"}}, "image a/b:v1", "no: the image a/b:v1 has no digest"),
        (
            {"type": "git", "git": {"repository": "x", "ref": {"branch": "main"}}},
            "./manifests of git repository x at branch main",
            "no: the branch main can move",
        ),
        (
            {"type": "upload", "upload": {}},
            "uploaded to RukPak after the Bundle is made",
            "yes, as far as the source says",
        ),
        ({"type": "http", "http": {"url": "u"}}, "archive u", "no: u can serve other bytes"),
    ],
)
def test_a_source_is_told_in_words(source: object, said: str, pinned: str) -> None:
    value = {"apiVersion": "core.rukpak.io/v1alpha1", "kind": "Bundle", "spec": {"source": source}}
    facts = dict(RUKPAK_OBJECTS.facts(value, PackageObjects()))
    assert (facts["source"], facts["pinned"]) == (said, pinned)


def test_a_bundle_and_a_deployment_tell_what_can_change() -> None:
    bundle = dict(RUKPAK_OBJECTS.facts(_parsed("an image"), PackageObjects()))
    assert (bundle["immutable"], bundle["pinned"]) == (
        "all of spec, once it is created",
        "yes, as far as the source says",
    )
    assert bundle["unpacked by"] == "core-rukpak-io-plain: applies objects as they are (plain+v0)"
    deployment = dict(RUKPAK_OBJECTS.facts(_parsed("a deployment"), PackageObjects()))
    assert deployment["makes"] == "Bundles named boat- and a hash, a new one where the template changes"
    assert "immutable" not in deployment


def _parsed(case: str) -> object:
    data = CASES[case].encode()
    document = parse(data, split(data).chunks[0])
    assert isinstance(document, PackageDocument)
    return document.value
