"""Packages with `.registry` are accepted and refused as Crossplane 0.12 does, in its words."""

import base64
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest
from builders.cases import each_row, failing
from builders.oracle import answers
from builders.packages.judged_folders import Judged, judged
from builders.packages.stacks import BINDINGS, CASES, Files, write

from xpkgtui.documents.stream import split
from xpkgtui.formats.stack.binding import Definition
from xpkgtui.formats.stack.files import INSTALLED
from xpkgtui.formats.stack.format import STACK
from xpkgtui.formats.stack.subject import StackExamination, StackPackage
from xpkgtui.rules.finding import Acceptance

TOLD: dict[str, dict[str, Any]] = answers("stacks")


def package_of(found: Judged) -> StackPackage:
    """The package as rules look at it."""
    stream = split(found.data)
    examination = StackExamination(found.case, found.data, stream)
    for chunk in stream.chunks:
        if not chunk.empty:
            examination.remember(examination.document(chunk))
    return examination.package()


def errors(told: dict[str, Any]) -> set[str]:
    return {answer for answer in told.values() if isinstance(answer, str)}


def agrees(found: Judged, told: dict[str, Any]) -> None:
    is_taken = any(isinstance(answer, dict) for answer in told.values())
    assert found.verdict.acceptance is (Acceptance.ACCEPTED if is_taken else Acceptance.REFUSED)
    if not is_taken:
        culprit = found.verdict.culprit
        assert culprit is not None
        assert (culprit.says or "").replace(INSTALLED, "FOLDER") in errors(told)


def test_it_is_taken_or_refused_with_the_same_message(tmp_path: Path) -> None:
    assert failing(CASES, lambda name: is_told_alike(name, Path(mkdtemp(dir=tmp_path)))) == {}


def is_told_alike(name: str, tmp_path: Path) -> None:
    agrees(judged(STACK, write(tmp_path, CASES[name])), TOLD[name])


@each_row("name", BINDINGS)
def test_the_same_files_are_bound(name: str, tmp_path: Path) -> None:
    files = BINDINGS[name]
    found = judged(STACK, write(tmp_path, files))
    agrees(found, TOLD[name])
    package = package_of(found)
    told = TOLD[name]["Cluster"]["crds"]
    made = {one.name: annotations(package, one.path, one.kind, files) for one in package.recorded}
    assert made == {
        name: {key: text for key, text in notes.items() if key != "package-title"} for name, notes in told.items()
    }


def annotations(package: StackPackage, file: str, kind: str, files: Files) -> dict[str, str]:
    """The annotations that bound files give, by the names that the oracle has for them."""
    bound = package.bindable.of(Definition(path=file, kind=kind))
    found: dict[str, str] = {}
    keys = {"title": "title", "titlePlural": "title-plural", "category": "category", "overview": "overview"}
    for lead, path in (("group", bound.group), ("resource", bound.resource)):
        for line in files[path].splitlines() if path else ():
            key, _, text = line.partition(": ")
            if key in keys:
                found[f"{lead}-{keys[key]}"] = text
    if bound.icon:
        media = {"svg": "image/svg+xml", "png": "image/png"}.get(bound.icon[-3:], "image/vnd.microsoft.icon")
        found["icon-data-uri"] = f"data:{media};base64,{base64.b64encode(files[bound.icon].encode()).decode()}"
    if bound.ui_schemas:
        found["ui-schema"] = "\n---\n".join(files[path].strip("\n") for path in bound.ui_schemas)
    return found


@pytest.mark.corpus
@pytest.mark.parametrize("name", [name for name in TOLD if name.startswith("corpus: ")])
def test_real_packages_are_taken_or_refused_alike(name: str, corpus: Path) -> None:
    folder = corpus / "legacy-stacks" / name.removeprefix("corpus: ")
    agrees(judged(STACK, folder.parent if folder.name == ".registry" else folder), TOLD[name])
