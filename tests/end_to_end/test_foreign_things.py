"""Sources that are not packages or look like two things: a sentence each, with the evidence, in every form."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image, write_layout
from builders.oci.layers import BuiltLayer, digest, file, layer
from builders.packages.judgements import CRD, PROVIDER
from builders.program.headless import headless, run
from builders.screens.opened import open_screen
from formats.xpkg.sources.test_siblings import CSV

MANIFESTS = "packageName: etcd\nchannels:\n- name: alpha\n  currentCSV: etcd.v1\n"
CHART = "apiVersion: v2\nname: etcd\nversion: 1.0.0\n"
APP = "title: x\npackageType: Provider\npermissionScope: Cluster\n"
BLOB = "schema: olm.package\nname: a\ndefaultChannel: stable\n"
ANNOTATIONS = "annotations: {}\n"
BUNDLE = {"manifests/a.clusterserviceversion.yaml": CSV, "metadata/annotations.yaml": ANNOTATIONS}
LABEL = "operators.operatorframework.io."
THINGS: dict[str, tuple[dict[str, str], str, str]] = {
    "packagemanifests": ({"package.yaml": MANIFESTS, "1/a.yaml": CSV}, "packagemanifests of OLM", "pkgman-to-bundle"),
    "chart": ({"Chart.yaml": CHART, "templates/a.yaml": CRD}, "a Helm chart", "helm lint"),
}
FORMS = ("folder", "tar", "tgz", "image")


def layer_of(files: dict[str, str], *, base: bool = False) -> BuiltLayer:
    """A layer with these files."""
    return layer(*(file(name, text) for name, text in files.items()), base=base)


def put(folder: Path, built: BuiltImage) -> Path:
    """The image in a layout."""
    return write_layout(folder / "image", built, tags=("v1",))


def made(folder: Path, files: dict[str, str], form: str) -> Path:
    """The files in a form."""
    if form == "image":
        return put(folder, image(layer_of(files)))
    for name, text in files.items():
        (folder / "files" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "files" / name).write_text(text)
    if form == "folder":
        return folder / "files"
    packed = folder / f"packed.{form}"
    subprocess.run(["tar", "-czf" if form == "tgz" else "-cf", packed, "-C", folder / "files", "."], check=True)
    return packed


def told(result: dict[str, Any]) -> str:
    """What is said of a thing, wherever it is said."""
    error = result["error"]
    return f"{error['title']} {error['hint']}" if error else " ".join(result["also"])


@each_row("form", FORMS)
@each_row("thing", THINGS)
def test_what_is_no_package_is_named_with_what_to_do(thing: str, form: str, tmp_path: Path) -> None:
    files, what, how = THINGS[thing]
    said = told(headless("show", made(tmp_path, files, form)).document)
    assert what in said
    assert how in said
    assert ("unpack it" in said) is (form != "folder")


@pytest.mark.parametrize("thing", THINGS)
def test_in_an_image_it_is_a_finding_too(thing: str, tmp_path: Path) -> None:
    files, what, how = THINGS[thing]
    (found,) = [one for one in findings(made(tmp_path, files, "image")) if one["rule"] == "XPKG414"]
    assert found["message"].startswith(f"This looks like {what}")
    assert how in found["fix"]


def findings(source: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = headless("check", source).result["findings"]
    return found


def test_an_ordinary_image_is_called_so(tmp_path: Path) -> None:
    source = made(tmp_path, {"bin/app": "x", "etc/passwd": "root"}, "image")
    shown = headless("show", source).document
    assert (shown["format"], shown["evidence"]) == (None, [])
    assert "an ordinary image" in told(shown)
    assert "looks like  an ordinary image" in run("show", str(source)).stdout


OPERATOR = {
    "helm-charts/tides/Chart.yaml": CHART,
    "helm-charts/tides/charts/part/Chart.yaml": CHART,
    "opt/old/Chart.yaml": "name: no chart\n",
    "usr/bin/helm-operator": "x",
}


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ({}, "a Helm chart in helm-charts/tides, not"),
        ({"\x1b[31m/Chart.yaml": CHART}, "a Helm chart in ␛[31m and 1 more, not"),
    ],
)
def test_a_chart_below_the_root_of_an_image_is_told_with_its_place(
    more: dict[str, str], where: str, tmp_path: Path
) -> None:
    source = made(tmp_path, OPERATOR | more, "image")
    said = told(headless("show", source).document)
    assert f"an ordinary image with {where}" in said
    assert "helm lint" in said
    (found,) = [one for one in findings(source) if one["rule"] == "XPKG414"]
    assert where in found["message"]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_where_the_chart_is_stands_on_the_screen(size: tuple[int, int], tmp_path: Path) -> None:
    async with open_screen(made(tmp_path, OPERATOR, "image"), size=size) as shown:
        await shown.press("x")
        await shown.settle()
        assert "Helm chart in helm-charts/tides" in " ".join(shown.text.split())


def test_a_packed_chart_is_told(tmp_path: Path) -> None:
    files = {"etcd/Chart.yaml": CHART, "etcd/templates/a.yaml": CRD}
    assert "of a Helm chart" in told(headless("show", made(tmp_path / "one", files, "tgz")).document)
    two = files | {"other/a.yaml": CRD}
    assert "Helm" not in told(headless("show", made(tmp_path / "two", two, "tgz")).document)


def test_a_chart_in_a_registry_is_known_by_its_config(tmp_path: Path) -> None:
    source = put(tmp_path, image(layer_of({"etcd/Chart.yaml": CHART})))
    index = json.loads((source / "index.json").read_text())
    entry = index["manifests"][0]
    manifest = json.loads((source / "blobs" / entry["digest"].replace(":", "/")).read_text())
    manifest["config"]["mediaType"] = "application/vnd.cncf.helm.config.v1+json"
    data = json.dumps(manifest).encode()
    entry.update(digest=digest(data), size=len(data))
    (source / "blobs" / entry["digest"].replace(":", "/")).write_bytes(data)
    (source / "index.json").write_text(json.dumps(index))
    assert "helm pull" in told(headless("show", source).document)


def test_an_index_image_with_a_database_says_what_to_do(tmp_path: Path) -> None:
    built = image(
        layer_of({"database/index.db": "SQLite"}), labels={f"{LABEL}index.database.v1": "/database/index.db"}
    )
    shown = headless("show", put(tmp_path, built)).document
    assert shown["format"] == "catalog"
    assert "opm migrate" in shown["reason"]
    assert shown["evidence"] == [f"the image has the label {LABEL}index.database.v1"]


DATABASE = "SQLite format 3\0 and pages"


def test_an_index_image_without_the_label_is_known_by_its_database(tmp_path: Path) -> None:
    source = made(tmp_path, {"database/index.db": DATABASE, "bin/opm": "x"}, "image")
    said = told(headless("show", source).document)
    assert "a SQLite index image of OLM" in said
    assert "`opm migrate IMAGE FOLDER`" in said
    (found,) = [one for one in findings(source) if one["rule"] == "XPKG414"]
    assert "opm migrate" in found["fix"]


@each_row("form", ["folder", "tar", "tgz"])
def test_a_database_in_a_folder_or_a_tar_says_what_to_do(form: str, tmp_path: Path) -> None:
    said = told(headless("show", made(tmp_path, {"database/index.db": DATABASE}, form)).document)
    assert "a SQLite index of OLM, a catalog of a kind that is no longer read" in said
    assert "`opm migrate database/index.db FOLDER`" in said


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_verdict_on_an_index_image_stands_whole(size: tuple[int, int], tmp_path: Path) -> None:
    labels = {f"{LABEL}index.database.v1": "/database/index.db"}
    source = put(tmp_path, image(layer_of({"database/index.db": DATABASE}), labels=labels))
    async with open_screen(source, size=size) as shown:
        assert "opm 1.73 refuses it: a SQLite index; `opm migrate` makes it a catalog" in shown.text
        await shown.press("x")
        assert "`opm migrate IMAGE" in shown.text


def test_a_database_is_told_by_its_tables(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"SQLite format 3\0 CREATE TABLE operatorbundle (name TEXT)")
    assert "`opm migrate FILE FOLDER`" in told(headless("show", tmp_path / "a.db").document)
    (tmp_path / "b.db").write_bytes(b"SQLite format 3\0 CREATE TABLE people (name TEXT)")
    assert "an SQLite database, not a package" in told(headless("show", tmp_path / "b.db").document)


def test_a_file_that_is_only_called_so_is_no_database(tmp_path: Path) -> None:
    shown = headless("show", made(tmp_path, {"database/index.db": "text"}, "image")).document
    assert "an ordinary image" in told(shown)


ORDER: dict[str, tuple[BuiltImage, str, tuple[str, ...]]] = {
    "annotated package with labels of a bundle": (
        image(
            layer_of({".registry/app.yaml": APP, **BUNDLE}),
            layer_of({"package.yaml": PROVIDER}, base=True),
            labels={f"{LABEL}bundle.package.v1": "a"},
        ),
        "xpkg",
        ("OLM bundle",),
    ),
    "annotated package with manifests": (
        image(layer_of({"package.yaml": PROVIDER, "manifests/a.yaml": CRD}, base=True)),
        "xpkg",
        ("plain bundle",),
    ),
    "annotated package with another folder": (
        image(layer_of({"package.yaml": PROVIDER, "other/manifests/a.yaml": CRD}, base=True)),
        "xpkg",
        (),
    ),
    "bundle by its label with a package": (
        image(layer_of({"package.yaml": PROVIDER, **BUNDLE}), labels={f"{LABEL}bundle.package.v1": "a"}),
        "registry+v1",
        ("Crossplane package",),
    ),
    "package in the root with all else": (
        image(layer_of({"package.yaml": PROVIDER, ".registry/app.yaml": APP, **BUNDLE})),
        "xpkg",
        ("OLM bundle", "Crossplane 0.12 package"),
    ),
    "package in the root with manifests": (
        image(layer_of({"package.yaml": PROVIDER, "manifests/a.yaml": CRD})),
        "xpkg",
        ("plain bundle",),
    ),
    "catalog by its label": (
        image(layer_of({"configs/a.yaml": BLOB, **BUNDLE}), labels={f"{LABEL}index.configs.v1": "/configs"}),
        "catalog",
        ("OLM bundle",),
    ),
    "bundle with a package.yaml of old": (image(layer_of({"package.yaml": MANIFESTS, **BUNDLE})), "registry+v1", ()),
    "bundle with a stack": (
        image(layer_of({".registry/app.yaml": APP, **BUNDLE})),
        "registry+v1",
        ("Crossplane 0.12 package",),
    ),
    "stack with manifests": (
        image(layer_of({".registry/app.yaml": APP, "manifests/a.yaml": CRD})),
        "stack",
        ("plain bundle",),
    ),
    "catalog by its content": (image(layer_of({"configs/a.yaml": BLOB})), "catalog", ()),
    "manifests alone": (image(layer_of({"manifests/a.yaml": CRD})), "plain+v0", ()),
}


@each_row(("built", "format", "also"), ORDER.values(), ids=ORDER)
def test_formats_are_asked_in_order_and_the_others_are_told(
    built: BuiltImage, format: str, also: tuple[str, ...], tmp_path: Path
) -> None:
    shown = headless("show", put(tmp_path, built)).document
    assert shown["format"] == format
    assert shown["evidence"]
    assert tuple(one.partition(": ")[0] for one in shown["also"]) == also


def test_a_package_that_carries_a_stack_and_a_bundle_has_findings(tmp_path: Path) -> None:
    built, _, _ = ORDER["annotated package with labels of a bundle"]
    found = {
        one["rule"]: one["message"] for one in findings(put(tmp_path, built)) if one["rule"] in ("XPKG412", "XPKG414")
    }
    assert ".registry/app.yaml" in found["XPKG412"]
    assert "metadata/annotations.yaml" in found["XPKG414"]


@each_row("form", ["folder", "tar", "tgz"])
def test_a_bundle_with_a_package_beside_it_is_a_bundle_in_a_folder(form: str, tmp_path: Path) -> None:
    assert (
        headless("show", made(tmp_path, {"package.yaml": PROVIDER, **BUNDLE}, form)).document["format"]
        == "registry+v1"
    )


def test_sources_of_a_package_that_hold_a_bundle_say_so(tmp_path: Path) -> None:
    shown = headless("show", made(tmp_path, {"crossplane.yaml": PROVIDER, **BUNDLE}, "folder")).document
    assert shown["format"] == "xpkg"
    assert shown["also"] == ["OLM bundle: it has the folders manifests/ and metadata/"]


def test_a_project_of_many_versions_offers_those_that_open(tmp_path: Path) -> None:
    files = {f"etcd/{version}/{name}": text for version in ("0.9.0", "0.9.2") for name, text in BUNDLE.items()}
    source = made(tmp_path, {"README.md": "# operators", "stack/.registry/app.yaml": APP, **files}, "folder")
    error = headless("show", source).document["error"]
    offered = [str(Path(one).relative_to(source)) for one in error["suggestions"]]
    assert offered == ["etcd/0.9.0", "etcd/0.9.2", "stack"]
    for one in error["suggestions"]:
        assert headless("show", one).document["error"] is None


def test_a_tar_of_such_a_project_names_a_folder_to_open(tmp_path: Path) -> None:
    files = {f"etcd/0.9.2/{name}": text for name, text in BUNDLE.items()}
    assert "unpack it and open etcd/0.9.2" in told(headless("show", made(tmp_path, files, "tar")).document)


@pytest.mark.parametrize("name", ["empty", "readme"])
def test_a_folder_with_nothing_says_what_could_be_in_it(name: str, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    if name == "readme":
        (tmp_path / "a" / "README.md").write_text("# a")
    hint = headless("show", tmp_path / "a").document["error"]["hint"]
    for mark in ("crossplane.yaml", "manifests/ and metadata/", ".registry/", "index.json"):
        assert mark in hint


@pytest.mark.pilot
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_screen_says_what_it_looks_like(size: tuple[int, int], tmp_path: Path) -> None:
    files, what, _ = THINGS["chart"]
    async with open_screen(made(tmp_path, files, "image"), size=size) as shown:
        await shown.press("F")
        assert f"looks like {what}" in " ".join(shown.text.replace("│", " ").split())


@pytest.mark.pilot
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_why_says_first_what_it_is_and_what_to_do(size: tuple[int, int], tmp_path: Path) -> None:
    files, what, how = THINGS["chart"]
    async with open_screen(made(tmp_path, files, "image"), size=size) as shown:
        await shown.press("x")
        listed, page = shown.text.split("What it is")
        assert f"looks like {what}" in listed.partition("reader ")[0]
        said = " ".join(page.replace("│", " ").split())
        assert how in said.partition("Crossplane 2.4 refuses it")[0]
        await shown.press("j")
        assert "Steps of xpkg specification" in shown.text


@pytest.mark.pilot
async def test_why_of_what_is_recognized_ends_with_the_evidence(tmp_path: Path) -> None:
    built, _, _ = ORDER["package in the root with manifests"]
    async with open_screen(put(tmp_path, built), size=(120, 60)) as shown:
        await shown.choose_reader("Crossplane 2.4")
        await shown.press("enter", "G")
        assert "Recognized" in shown.text
        assert "plain bundle" in shown.text


def test_manifests_in_another_layer_than_the_annotated_one_are_a_finding(tmp_path: Path) -> None:
    built = image(layer_of({"manifests/a.yaml": CRD}), layer_of({"package.yaml": PROVIDER}, base=True))
    (found,) = [one for one in findings(put(tmp_path, built)) if one["rule"] == "XPKG414"]
    assert found["message"].startswith("The source also looks like a plain bundle")
