"""Bundles are recognized by their content, and read with the ClusterServiceVersion first."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.goldens import Golden, once
from builders.inspection.inspections import opened
from builders.oci.images import docker_archive, image, write_layout
from builders.oci.layers import gzip, layer, tar
from builders.packages.bundles import ANNOTATIONS_FILE, CRD, CSV, CSV_FILE, LABELS, SERVICE, SOUND, members, write
from builders.packages.judged_folders import reading_of
from builders.program.headless import headless, run

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.reader import reasons_for
from xpkgtui.limits import Limits
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port
from xpkgtui.sources.folder.walk import OpenedFolder

ORDER = [
    ("ClusterServiceVersion", "tides.v1.2.0", "manifests/tides.clusterserviceversion.yaml", 1),
    ("CustomResourceDefinition", "berths.tides.example.com", "manifests/tides.example.com_berths.yaml", 1),
    ("ClusterRole", "tides-reader", "manifests/b-role.yaml", 1),
    ("Service", "tides-metrics", "manifests/a-service.yaml", 1),
    ("annotations.yaml", "metadata", "metadata/annotations.yaml", 1),
]


@pytest.mark.parametrize("form", ["folder", "image", "labeled image", "two layers", "tar", "tar.gz", "docker-save"])
async def test_objects_come_in_order_from_any_source(form: str, tmp_path: Path, port: LocalPort) -> None:
    path = tmp_path / "packed"
    match form:
        case "folder":
            write(path)
        case "image":
            write_layout(path, image(layer(*members())), tags=("v1",))
        case "labeled image":
            write_layout(path, image(layer(*members()), labels=LABELS), tags=("v1",))
        case "two layers":
            write_layout(path, image(layer(*members()[:2]), layer(*members()[2:])), tags=("v1",))
        case "docker-save":
            path.write_bytes(docker_archive((image(layer(*members())), ("a:b",)), style="docker"))
        case _:
            packed = tar(*members())
            path.write_bytes(gzip(packed) if form == "tar.gz" else packed)
    state = await opened(port, path)
    assert state.format.name == "registry+v1"
    assert [(row.kind, row.name, row.file, row.line) for row in state.rows] == ORDER
    assert [row.role.value for row in state.rows] == ["meta", "object", "object", "object", "object"]


async def test_metadata_comes_last_and_in_its_order(tmp_path: Path, port: LocalPort) -> None:
    files = {
        **SOUND,
        "metadata/properties.yaml": "properties: []\n",
        "metadata/dependencies.yaml": "dependencies: []\n",
    }
    state = await opened(port, write(tmp_path, {**files, "metadata/aa.yaml": "a: b\n"}))
    names = [row.file for row in state.rows][-4:]
    assert names == [f"metadata/{name}.yaml" for name in ("annotations", "dependencies", "properties", "aa")]


async def test_a_csv_that_is_not_first_in_its_file_comes_first(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, write(tmp_path, {**SOUND, CSV_FILE: f"{SERVICE}---\n{CSV}"}))
    assert [(row.kind, row.line) for row in state.rows][:2] == [("ClusterServiceVersion", 6), ("Service", 1)]


async def test_files_in_deeper_folders_are_left_out_and_told(tmp_path: Path, port: LocalPort) -> None:
    state = await opened(port, write(tmp_path, {**SOUND, "manifests/deep/more.yaml": SERVICE}))
    assert [row.file for row in state.rows] == [each[2] for each in ORDER]
    assert state.reading is not None
    assert any("manifests/deep/more.yaml" in step.evidence for step in state.reading.steps)


def test_the_evidence_is_shown(tmp_path: Path) -> None:
    shown = headless("show", write(tmp_path))
    assert shown.document["format"] == "registry+v1"


def test_its_dependencies_are_not_said_to_be_none(tmp_path: Path) -> None:
    folder = write(tmp_path)
    assert headless("show", folder).document["package"]["dependencies"] is None
    assert "no packages" not in run("show", str(folder)).stdout


@each_row(
    ("files", "is_bundle"),
    [
        ({"manifests/a.yaml": CSV}, True),
        ({"manifests/a.yaml": SERVICE}, False),
        ({"manifests/a.yaml": CRD, "metadata/x.yaml": "a: b\n"}, True),
        ({"deploy/a.yaml": CSV}, False),
        ({"a.yaml": CSV, ANNOTATIONS_FILE: SOUND[ANNOTATIONS_FILE]}, True),
        ({"a.yaml": CSV, "metadata/x.yaml": SOUND[ANNOTATIONS_FILE]}, False),
    ],
    ids=["a CSV", "plain manifests", "both folders", "another folder", "annotations", "another file of metadata/"],
)
def test_a_folder_is_a_bundle_by_its_content(files: dict[str, str], is_bundle: bool, tmp_path: Path) -> None:
    answer = headless("show", write(tmp_path, files))
    assert (answer.document.get("format") == "registry+v1") is is_bundle


async def test_bundles_of_the_corpus_open_with_all_their_objects(corpus: Path, reading_port: Port) -> None:
    for folder, objects in (("bpfman-operator-0.4.1", 20), ("argocd-operator-0.18.0", 15), ("etcd.0.9.2", 4)):
        state = await opened(reading_port, corpus / "olm-registry-v1" / folder)
        found = [row for row in state.rows if (row.file or "").startswith("manifests/")]
        assert (state.format.name, found[0].kind) == ("registry+v1", "ClusterServiceVersion")
        assert len(found) == objects


def test_how_a_folder_is_read(tmp_path: Path, golden: Golden) -> None:
    root = tmp_path / "x"
    more = {f"manifests/deep/{number}.yaml": "a: b\n" for number in range(6)}
    write(root, {**SOUND, **more, "metadata/deep/a.yaml": "", "manifests/z.json": '{"kind": "Job"} x', "other": ""})
    links = {"outside": "/etc/hostname", "nowhere": "gone", "folder": "deep"}
    told = [reading_of(REGISTRY_V1, root)]
    for name, target in links.items():
        (root / "manifests" / name).symlink_to(target)
    told.append(reading_of(REGISTRY_V1, root))
    told.append(reading_of(REGISTRY_V1, root, Limits(documents=3)).partition("files\n")[0])
    told.append(reading_of(REGISTRY_V1, root, Limits(folder=3)).partition("files\n")[0])
    bare = write(tmp_path / "y", {"manifests/a.yaml": SERVICE, "metadata/dependencies.yaml": "", "metadata/x": ""})
    (bare / "also").symlink_to("manifests")
    told.append(reading_of(REGISTRY_V1, bare))
    golden("reading_registry_v1", once("\n".join(told)))


def test_why_a_folder_is_a_bundle(tmp_path: Path) -> None:
    def reasons(name: str, files: Mapping[str, str]) -> tuple[str, ...]:
        return reasons_for(OpenedFolder(write(tmp_path / name, files), "a"))

    both = "it has the folders manifests/ and metadata/"
    has = "manifests/clusterserviceversion.yaml has a ClusterServiceVersion"
    named = {"manifests/a.yaml": CSV, "manifests/clusterserviceversion.yaml": CSV}
    assert reasons("whole", {**named, "metadata/a": ""}) == (both, has)
    assert reasons("deeper", {"manifests/a/b.yaml": CSV}) == ()
    assert reasons("bare", {"manifests/a.yaml": SERVICE}) == ()


@each_row(
    "kind", ['"\\x43lusterServiceVersion"', "!!str ClusterServiceVersion", "!!binary Q2x1c3RlclNlcnZpY2VWZXJzaW9u"]
)
def test_a_kind_that_is_spelled_otherwise_has_its_rank(kind: str, tmp_path: Path) -> None:
    service_version = CSV.replace("kind: ClusterServiceVersion", f"kind: {kind}", 1)
    folder = write(tmp_path, {"manifests/a.yaml": SERVICE, "manifests/z.yaml": service_version})
    assert reasons_for(OpenedFolder(folder, "a")) == ("manifests/z.yaml has a ClusterServiceVersion",)
