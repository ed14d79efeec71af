"""Catalogs are opened from folders, images, tars and single files, with the same objects."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.inspections import opened
from builders.oci.images import docker_archive, image, write_layout
from builders.oci.layers import file, layer
from builders.packages.folders import packed
from builders.program.headless import headless, run

from xpkgtui.formats.catalog.summary import DATABASE_LABEL, LABEL
from xpkgtui.service.local import LocalPort

FILES = {
    ".indexignore": "*.md\n",
    "README.md": "# not YAML: [\n",
    "harbour/channels.yaml": (
        "schema: olm.channel\npackage: harbour\nname: stable\nentries:\n- name: harbour.v1\n"
        "---\nschema: acme.note\npackage: harbour\nname: remark\n"
    ),
    "harbour/package.json": (
        '{"schema": "olm.package", "name": "harbour"}\n{"schema": "x.y", "name": "\\ud83d\\ude00"}\n'
    ),
    "tide.yaml": "---\n# first\nschema: olm.package\nname: 'tide'\n",
}
OBJECTS = [
    ("olm.channel", "stable", "harbour", "harbour/channels.yaml", 1),
    ("acme.note", "remark", "harbour", "harbour/channels.yaml", 7),
    ("olm.package", "harbour", None, "harbour/package.json", 1),
    ("x.y", "😀", None, "harbour/package.json", 2),
    ("olm.package", "tide", None, "tide.yaml", 3),
]


def catalog(form: str, folder: Path) -> Path:
    """The catalog in one of the forms."""
    path = folder / "packed"
    below = [file(f"srv/cat/{name}", text.encode()) for name, text in FILES.items()]
    made = image(layer(*below), labels={LABEL: "/srv/cat"})
    if form == "image":
        write_layout(path, made, tags=("v1",))
    elif form == "docker-save":
        path.write_bytes(docker_archive((made, ("a:b",)), style="docker"))
    else:
        return packed(form, folder, FILES)
    return path


@pytest.mark.parametrize("form", ["folder", "image", "docker-save", "tar", "tar.gz"])
async def test_every_document_is_an_object_in_walk_order(form: str, tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, catalog(form, tmp_path))
    assert state.format.name == "catalog"
    names = [
        (row.kind, row.name, row.package, (row.file or "").removeprefix("srv/cat/"), row.line) for row in state.rows
    ]
    assert names == OBJECTS
    assert [row.group for row in state.rows] == ["harbour", "harbour", "harbour", None, "tide"]
    assert all(row.api_version is None for row in state.rows)


async def test_ignored_files_are_told(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, catalog("folder", tmp_path))
    assert state.reading is not None
    assert "1 file: README.md" in [step.evidence for step in state.reading.steps]
    left_out = {one.name: one.left_out for one in state.reading.files if one.left_out}
    assert left_out == {"README.md": "*.md in .indexignore"}


@each_row("name", ["catalog.yaml", "catalog.json", "lines.json"])
def test_a_single_file_is_a_catalog(name: str, tmp_path: Path) -> None:
    blobs = [{"schema": "olm.package", "name": "tide"}, {"schema": "olm.channel", "name": "fast", "package": "tide"}]
    texts = {
        "catalog.yaml": "schema: olm.package\nname: tide\n---\nname: fast\npackage: tide\nschema: olm.channel\n",
        "catalog.json": "\n".join(json.dumps(blob, indent=4) for blob in blobs),
        "lines.json": "".join(map(json.dumps, blobs)),
    }
    (tmp_path / name).write_text(texts[name])
    shown = headless("show", tmp_path / name).document
    assert shown["format"] == "catalog"
    found = [(one["apiVersion"], one["kind"], one["name"], one["package"]) for one in shown["objects"]]
    assert found == [(None, "olm.package", "tide", None), (None, "olm.channel", "fast", "tide")]


async def test_an_image_whose_label_names_no_folder_is_refused(tmp_path: Path, port: LocalPort) -> None:
    made = image(layer(file("configs/a.yaml", b"schema: olm.package\n")), labels={LABEL: "/nowhere"})
    write_layout(tmp_path / "image", made, tags=("v1",))
    state = await opened(port, tmp_path / "image")
    assert state.format.name == "catalog"
    assert state.reading is not None
    assert state.reading.message == (
        "the folder that the label operators.operatorframework.io.index.configs.v1 names is not in the image, "
        "or holds no catalog"
    )


def test_a_sqlite_index_is_told_in_one_sentence(tmp_path: Path) -> None:
    made = image(
        layer(file("database/index.db", b"SQLite format 3\0")), labels={DATABASE_LABEL: "/database/index.db"}
    )
    write_layout(tmp_path / "image", made, tags=("v1",))
    told = run("check", str(tmp_path / "image"))
    assert told.exit_code == 1
    assert "opm 1.73 refuses it: a SQLite index; `opm migrate` makes it a catalog" in told.stdout


def test_a_folder_of_a_bundle_is_no_catalog(tmp_path: Path) -> None:
    for name in ("manifests", "metadata"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.yaml").write_text("schema: olm.package\n")
    assert run("show", str(tmp_path)).exit_code != 0 or headless("show", tmp_path).document["format"] != "catalog"
