"""The tables of Crossplane 0.12's own tests of unpacking: whole packages, and which file is bound to a definition."""

from pathlib import Path
from typing import Any

from builders.cases import each_row
from builders.packages.judged_folders import judged
from builders.packages.stacks import Files, crd, write
from builders.upstream.stacks import COMPLEX, ONE, PACKAGES
from builders.upstream.tables import differs, told

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.stack.binding import MEDIA_TYPES, BindableFiles, Definition
from xpkgtui.formats.stack.files import Sort, inside, sorts_of
from xpkgtui.formats.stack.format import STACK
from xpkgtui.formats.stack.record import Record, record_of
from xpkgtui.rules.finding import Acceptance


def unpacked(files: Files, folder: Path) -> Record:
    """The record of an accepted package."""
    found = judged(STACK, write(folder, files))
    assert found.verdict.acceptance is Acceptance.ACCEPTED
    origins = found.case.reading.origins if found.case.reading else None
    values: dict[str, Any] = {}
    for chunk in split(found.data).chunks:
        document = parse(found.data, chunk)
        if isinstance(document, PackageDocument) and origins and (origin := origins.at(chunk.line)):
            values.setdefault(inside(origin.file), document.value)
    return record_of(values, list(files))


@each_row("name", PACKAGES)
def test_a_package_is_unpacked(name: str) -> None:
    answer = told("stacks", name)
    wanted = None if name == "EmptyPackageDir" else "Cluster" if name == "ComplexInfraPackage" else "Namespaced"
    assert answer["scope"] == wanted
    assert answer.get("says") == (None if wanted else "Package does not contain an app.yaml file")
    assert differs("stacks", name) is None


@each_row("name", [name for name in PACKAGES if name != "EmptyPackageDir"])
def test_a_package_is_recorded(name: str, tmp_path: Path) -> None:
    record = unpacked(PACKAGES[name], tmp_path)
    assert record.icons == ["icon.jpg"]
    assert record.behavior == ("behavior.yaml" if "Behavior" in name else None)
    assert record.controller == ("behavior.yaml" if "Behavior" in name else "install.yaml")
    assert [one.kind for one in record.listed if one.kind == "Boat"] == ["Boat"]
    assert next(one.resources for one in record.permissions()) == ("configmaps", "events", "secrets")


FORMS = ("group.yaml", "ui-schema.yaml", "ui-schema.yaml", "boat.ui-schema.yaml")


def test_texts_icons_and_forms_are_inherited(tmp_path: Path) -> None:
    record = unpacked(COMPLEX, tmp_path)
    bound = {one.kind: [path.rpartition("/")[2] for path in record.bound(one).files] for one in record.kept}
    assert bound == {
        "Ship": ["group.yaml", "icon.svg", "ui-schema.yaml", "ui-schema.yaml"],
        "Second": ["icon.jpg"],
        "Cousin": ["group.yaml", "icon.jpg", "ui-schema.yaml"],
        "Boat": [*FORMS[:1], "resource.yaml", "icon.svg", *FORMS[1:]],
    }
    assert [one.permission.resources for one in record.kept if one.kind == "Second"] == [
        ("seconds", "seconds/status", "seconds/scale", "seconds/finalizers")
    ]
    lost = [path for _, path, _ in record.bindable.unbound(one.target for one in record.kept)]
    assert [path.rpartition("/")[2] for path in lost] == ["icon.png", "unmatched.ui-schema.yaml"]


def test_an_icon_of_the_kind_is_not_preferred_it_sorts_first(tmp_path: Path) -> None:
    """Upstream's `mytype.icon.svg` wins over `icon.svg` by the order of letters; `boat.icon.svg` loses to it."""
    record = unpacked(PACKAGES["ComplexInfraPackage"], tmp_path)
    (boat,) = (one for one in record.kept if one.kind == "Boat")
    assert record.bound(boat).icon == f"{ONE}/icon.svg"
    renamed = {
        name.replace("boat.icon", "yacht.icon"): text for name, text in PACKAGES["ComplexInfraPackage"].items()
    }
    renamed[f"{ONE}/boat.v1alpha1.crd.yaml"] = crd("Yacht")
    record = unpacked(renamed, tmp_path / "yacht")
    (yacht,) = (one for one in record.kept if one.kind == "Yacht")
    assert record.bound(yacht).icon == f"{ONE}/yacht.icon.svg"


APPLICABLE = {
    "GlobalFileRootMatch": ("a/b/c/crd.yaml", "icon.svg", "mytype", True),
    "GlobalFileParentMatch": ("a/b/c/crd.yaml", "a/b/ui-schema.yaml", "mytype", True),
    "GlobalFileParentSingleResourceFileMatch": ("a/b/c/mytype.crd.yaml", "a/b/ui-schema.yaml", "mytype", True),
    "GlobalFileSiblingMatch": ("a/b/c/crd.yaml", "a/b/c/icon.svg", "mytype", True),
    "GlobalFileCousinNoMatch": ("a/b/c/crd.yaml", "z/icon.svg", "mytype", False),
    "SingleResourceFileKindMatch": ("a/b/c/crd.yaml", "a/b/c/mytype.icon.svg", "mytype", True),
    "SingleResourceFileKindNoMatch": ("a/b/c/crd.yaml", "a/b/c/mytype.icon.svg", "yourtype", False),
}


@each_row("name", APPLICABLE)
def test_a_file_is_bound_to_a_definition(name: str) -> None:
    path, file, kind, is_bound = APPLICABLE[name]
    files = BindableFiles(icons=(file,)) if Sort.ICON in sorts_of(file) else BindableFiles(ui_schemas=(file,))
    assert list(files.of(Definition(path=path, kind=kind)).files) == ([file] if is_bound else [])


def test_of_folders_the_deepest_that_fits_is_taken() -> None:
    paths = ["foo/bar/group.yaml", "foo/group.yaml", "group.yaml"]
    for number, path in enumerate(paths):
        files = BindableFiles(groups=("bar/group.yaml", *paths[number:]))
        assert files.of(Definition(path="foo/bar/x.crd.yaml", kind="X")).group == path


def test_the_ending_says_the_media_type() -> None:
    assert [MEDIA_TYPES[ending] for ending in ("png", "svg", "jpg", "gif")] == [
        "image/png",
        "image/svg+xml",
        "image/jpeg",
        "image/gif",
    ]
