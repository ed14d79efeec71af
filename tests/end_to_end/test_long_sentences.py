"""Sentences of tools that quote a word of a package as long as it is: a screen of each, and all of it in JSON."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.gate import pairs
from builders.program.headless import headless, run

LONG = "L" * 60_000
_HERE = "operators.operatorframework.io.bundle."
BUNDLE: dict[str, dict[str, Any]] = {
    "manifests/csv.json": {
        "apiVersion": "operators.coreos.com/v1alpha1",
        "kind": "ClusterServiceVersion",
        "metadata": {"name": "tides.v1", "annotations": {"olm.skipRange": LONG}},
        "spec": {"version": f"1.0.{LONG}", "installModes": [{"type": LONG, "supported": True}]},
    },
    "metadata/annotations.yaml": {
        "annotations": {f"{_HERE}package.v1": LONG, f"{_HERE}mediatype.v1": "registry+v1"},
    },
    "metadata/dependencies.yaml": {"dependencies": [{"type": LONG, "value": {}}]},
}
BLOB = {"schema": "olm.bundle", "package": "p", "name": f"b{LONG}", "image": f"x.io/{LONG}"}
_PROPERTY = {"type": "olm.package", "value": {"version": LONG}}
CATALOG: dict[str, dict[str, Any]] = {"catalog.json": {**BLOB, "properties": [_PROPERTY]}}
XRD = {
    "apiVersion": "apiextensions.crossplane.io/v1",
    "kind": "CompositeResourceDefinition",
    "metadata": {"name": LONG},
    "spec": {"group": "g.io", "names": {"kind": "B", "plural": LONG}},
}
META = {
    "apiVersion": "meta.pkg.crossplane.io/v1",
    "kind": "Configuration",
    "metadata": {"name": LONG},
    "spec": {"crossplane": {"version": LONG}, "dependsOn": [{"provider": LONG, "version": LONG}]},
}
SET: dict[str, dict[str, Any]] = {
    "a.json": {
        "apiVersion": "pkg.crossplane.io/v1",
        "kind": "Provider",
        "metadata": {"name": "a"},
        "spec": {"package": f"127.0.0.1:9/a/b:{LONG}"},
    },
    "b.json": XRD,
    "c.json": {**XRD, "metadata": {"name": "bs.g.io", "labels": {"a": LONG}}},
}
SOURCES: dict[str, dict[str, dict[str, Any]]] = {
    "bundle": BUNDLE,
    "catalog": CATALOG,
    "package": {"crossplane.yaml": META, "definition.yaml": XRD},
    "set": SET,
}
CALLS = {
    **{
        f"check {one}": ("check", "--format", one)
        for one in ("text", "concise", "github", "markdown", "junit", "html")
    },
    **{f"why {one}": ("why", "--format", one) for one in ("text", "markdown")},
    **{one: (one,) for one in ("show", "deps", "rbac", "images", "explain", "ls", "upgrades")},
    "report": ("report", "-o", "{page}"),
}
PLANS = {f"plan {one}": ("plan", "--format", one) for one in ("text", "github", "markdown", "junit")}
LARGEST = 13_000
"""Characters of a line: a form may have a few sentences in one."""


def written(folder: Path, source: str) -> Path:
    for name, value in SOURCES[source].items():
        (folder / source / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / source / name).write_text(json.dumps(value) + "\n")
    return folder / source


def too_long(folder: Path, source: str, words: tuple[str, ...]) -> list[str]:
    """The beginnings of the lines that are longer than screens."""
    page = folder / "page.html"
    ended = run(words[0], *(one.format(page=page) for one in words[1:]), str(written(folder, source)))
    text = ended.stdout + ended.stderr + (page.read_text() if page.exists() else "")
    assert ended.exit_code != 70, text
    return [row[:100] for row in text.splitlines() if len(row) > LARGEST]


@pytest.mark.parametrize(("call", "source"), [*pairs(CALLS, list(SOURCES)[:3]), ("why text", "bundle")])
def test_a_sentence_is_cut_at_a_screen(call: str, source: str, tmp_path: Path) -> None:
    assert too_long(tmp_path, source, CALLS[call]) == []


@pytest.mark.parametrize("call", PLANS)
def test_a_sentence_about_a_set_is_cut_at_a_screen(call: str, tmp_path: Path) -> None:
    assert too_long(tmp_path, "set", PLANS[call]) == []


@pytest.mark.parametrize(("command", "source"), [("check", "bundle"), ("why", "bundle"), ("plan", "set")])
def test_in_json_it_is_whole(command: str, source: str, tmp_path: Path) -> None:
    assert LONG in headless(command, written(tmp_path, source)).printed
