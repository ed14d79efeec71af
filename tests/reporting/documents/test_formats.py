"""The documents of every format hold to the schemas, and what they leave empty is what the manual says."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
from builders.cases import each_row
from builders.packages import bundles, stacks
from builders.packages.folders import write_folder
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.rukpak_objects import PINNED, bundle
from builders.program.headless import headless, run
from formats.xpkg.rules.test_format_v2 import PROVIDER as OLDER

from xpkgtui.reporting.chapters import source_of
from xpkgtui.reporting.documents.schemas import schema_of

CATALOG = (
    "schema: olm.package\nname: a\ndefaultChannel: s\n---\n"
    "schema: olm.channel\nname: s\npackage: a\nentries: [{name: a.v1}]\n---\n"
    "schema: olm.bundle\nname: a.v1\npackage: a\nimage: quay.io/acme/a:v1\n"
    "properties: [{type: olm.package, value: {packageName: a, version: 1.0.0}}]\n"
)
FORMATS = {
    "xpkg": "crossplane",
    "format-v2": "format-v2",
    "registry+v1": "opm",
    "catalog": "opm",
    "plain+v0": "rukpak",
    "stack": "xp",
    "rukpak": "rukpak",
}
"""The default profile of each; Package Format v2 is `xpkg` as well."""
DESCRIBED = {"xpkg", "format-v2", "registry+v1", "stack"}
"""Formats with an object that describes the package."""
DEPENDING = {"xpkg", "format-v2", "stack"}
"""Formats in which that object has the dependencies."""
BESIDE = {"format-v2": {"crossplane"}, "registry+v1": {"olmv0", "sdk", "olmv1", "rukpak"}, "catalog": {"olmv1"}}
"""Profiles whose verdict is shown, too."""


def made(folder: Path, format: str) -> Path:
    """A package of a format."""
    match format:
        case "registry+v1":
            return bundles.write(folder / "bundle")
        case "stack":
            return stacks.write(folder / "stack", stacks.fine())
        case "plain+v0":
            return write_folder(folder / "plain", {"manifests/a.yaml": CRD})
        case _:
            text = {
                "xpkg": PROVIDER,
                "format-v2": OLDER,
                "catalog": CATALOG,
                "rukpak": bundle(f"type: image, image: {{ref: {PINNED}}}"),
            }[format]
            return write_folder(folder, {"a.yaml": text}) / "a.yaml"


@cache
def schema(name: str) -> Any:
    return schema_of(name)


@each_row("format", FORMATS)
def test_show_and_check_say_the_same_of_it(format: str, tmp_path: Path) -> None:
    source = made(tmp_path, format)
    shown, checked = headless("show", source).document, headless("check", source).result
    for field in ("format", "profile", "verdict", "others", "summary"):
        assert shown[field] == checked[field], field
    assert shown["format"] == ("xpkg" if format == "format-v2" else format)
    assert shown["profile"] == FORMATS[format]
    assert {one["profile"] for one in shown["others"]} == BESIDE.get(format, set())
    assert shown["evidence"]
    assert shown["also"] == []


@each_row("format", FORMATS)
def test_what_is_empty_is_documented(format: str, tmp_path: Path) -> None:
    shown = headless("show", made(tmp_path, format)).document
    package = shown["package"]
    assert (package["kind"] is not None, package["name"] is not None) == (format in DESCRIBED, format in DESCRIBED)
    assert (package["dependencies"] is not None) is (format in DEPENDING)
    assert (package["crossplane"] is not None) is (format in {"xpkg", "format-v2"})
    assert any(row["package"] is not None for row in shown["objects"]) is (format == "catalog")
    if format in {"catalog", "xpkg", "plain+v0", "rukpak"}:
        assert all((row["apiVersion"] is None) is (format == "catalog") for row in shown["objects"])
    in_files = {"registry+v1", "plain+v0", "stack", "catalog"}
    assert all((row["file"] is not None) is (format in in_files) for row in shown["objects"])


@each_row("format", FORMATS)
def test_why_has_readings_of_its_own(format: str, tmp_path: Path) -> None:
    why = headless("why", made(tmp_path, format)).result
    assert why["readings"]
    assert all(one["steps"] for one in why["readings"])
    assert why["base"] is None
    assert "bug" not in run("why", str(made(tmp_path, format))).stderr


@each_row("format", FORMATS)
def test_findings_name_only_profiles_that_are_told_beside(format: str, tmp_path: Path) -> None:
    checked = headless("check", made(tmp_path, format)).result
    named = {one for found in checked["findings"] for one in found["refused_by"]}
    assert named <= {checked["profile"], *BESIDE.get(format, set())}


def test_rules_of_every_format_hold_to_the_schema() -> None:
    document = json.loads(run("rules", "--format", "json").stdout)
    jsonschema.validate(document, schema("rules"))
    begins = {one["id"].rstrip("0123456789") for one in document["rules"]}
    assert begins == {"CHG", "XPKG", "OLM", "FBC", "PLN", "STK", "RPK", "SET"}


def test_the_manual_names_every_field_that_differs_by_format() -> None:
    page = source_of("headless")
    fields = ("evidence", "also", "others", "refused_by", "crossplane_says", "objects[].package", "objects[].file")
    assert [one for one in fields if f"`{one}`" not in page] == []
