"""What is taken for a package and is none: operator bundles, projects, charts, ordinary images."""

from dataclasses import replace

from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.sources.siblings import (
    BUNDLE,
    CHART,
    DATABASE,
    DATABASE_FILE,
    MANIFESTS,
    ORDINARY,
    PROJECT,
    Sibling,
    of_folder,
    of_image,
    of_labels,
    of_tar,
    of_text,
)
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

CSV = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: etcd.v1}\n"


@each_row(
    ("text", "sibling"),
    [
        (CSV, BUNDLE),
        (f"---\n{CSV}", BUNDLE),
        ('{"kind": "ClusterServiceVersion"}', BUNDLE),
        ("apiVersion: meta.dev.upbound.io/v2alpha1\nkind: Project\n", PROJECT),
        ("---\nkind: Project\napiVersion: dev.crossplane.io/v1alpha1\n", PROJECT),
        ("packageName: etcd\nchannels:\n- name: alpha\n  currentCSV: etcd.v1\n", MANIFESTS),
        ("SQLite format 3\0 CREATE TABLE operatorbundle", DATABASE_FILE),
    ],
)
def test_text_of_a_sibling_is_told(text: str, sibling: Sibling) -> None:
    assert of_text(text.encode()) == sibling


@each_row(
    "text",
    [
        CRD,
        "spec:\n  schema: olm.package\n",
        "spec:\n  kind: ClusterServiceVersion\n",
        "apiVersion: a.example/v1\nkind: Project\n",
        "packageName: etcd\n",
        "SQLite format 3\0",
        "",
    ],
)
def test_other_text_may_be_a_package(text: str) -> None:
    assert of_text(text.encode()) is None


def test_a_package_that_holds_a_csv_is_a_package() -> None:
    assert XPKG.sources is not None
    assert XPKG.sources.lookalikes().of_text(f"{CSV}---\n{PROVIDER}".encode()) is None


def test_labels_of_an_image_tell_a_bundle() -> None:
    prefix = "operators.operatorframework.io"
    assert of_labels({f"{prefix}.bundle.package.v1": "etcd"}) == BUNDLE
    assert of_labels({"maintainer": "me"}) is None


@each_row(
    ("names", "sibling"),
    [
        ({"upbound.yaml"}, PROJECT),
        ({"Chart.yaml", "values.yaml"}, CHART),
        ({"metadata/annotations.yaml"}, BUNDLE),
        (
            {"database/index.db"},
            Sibling(DATABASE_FILE.words, DATABASE_FILE.hint.replace("FILE", "database/index.db")),
        ),
        ({"crossplane.yaml"}, None),
    ],
)
def test_a_folder_of_a_sibling_is_known_by_its_files(names: set[str], sibling: Sibling | None) -> None:
    assert of_folder(names) == sibling


@each_row(
    ("names", "is_chart"),
    [
        (["a/Chart.yaml", "a/values.yaml"], True),
        (["./", "a/Chart.yaml"], True),
        (["a/Chart.yaml", "b/x"], False),
        (["a/b"], False),
        ([], False),
    ],
)
def test_a_packed_chart_has_all_its_files_in_one_folder(names: list[str], is_chart: bool) -> None:
    assert of_tar(names) == ((f"of {CHART.words}", f"unpack it, then {CHART.hint}") if is_chart else None)


CHART_FILE = "apiVersion: v2\nname: etcd\nversion: 1.0.0\n"
OPERATOR = {
    "helm-charts/tides/Chart.yaml": CHART_FILE,
    "helm-charts/tides/charts/part/Chart.yaml": CHART_FILE,
    "opt/old/Chart.yaml": "name: no chart\n",
}
MANIFESTS_FILE = "packageName: etcd\nchannels:\n- name: alpha\n  currentCSV: etcd.v1\n"


def of_files_in(files: dict[str, str], **more: object) -> Sibling | None:
    built = image(layer(*(file(name, text) for name, text in files.items())), **more)  # type: ignore[arg-type]
    changes = read_change_sets(1, built.open_layer)
    return of_image(Manifest.parse(built.manifest), ImageFolder("x", changes, built.open_layer, labels={}))


@each_row(
    ("files", "words"),
    [
        ({"bin/app": "x", "package.yaml": CRD}, ORDINARY.words),
        ({"database/index.db": "SQLite format 3\0"}, DATABASE.words),
        ({"database/index.db": "x"}, ORDINARY.words),
        ({"Chart.yaml": CHART_FILE}, CHART.words),
        ({"package.yaml": MANIFESTS_FILE}, MANIFESTS.words),
        (OPERATOR, "an ordinary image with a Helm chart in helm-charts/tides, not a package"),
        (OPERATOR | {"opt/b/Chart.yaml": CHART_FILE}, "a Helm chart in helm-charts/tides and 1 more, not"),
        ({f"c{number}/Chart.yaml": CHART_FILE for number in range(10)}, "a Helm chart in c0 and 9 more, not"),
        ({f"c{number}/Chart.yaml": CHART_FILE for number in range(12)}, "a Helm chart in c0 and more than 9, not"),
        ({"\x1b[31m/Chart.yaml": CHART_FILE}, "a Helm chart in ␛[31m, not"),
    ],
)
def test_an_image_that_is_no_package_is_called_by_what_it_holds(files: dict[str, str], words: str) -> None:
    found = of_files_in(files)
    assert found is not None
    assert words in found.words
    assert found.hint.startswith("unpack it") is ("art" in words or "manifests" in words)


def test_an_image_whose_files_are_not_known_is_nothing_or_a_chart() -> None:
    built = image(layer(file("a")))
    manifest = Manifest.parse(built.manifest)
    assert of_image(manifest, None) is None
    assert manifest.config is not None
    config = replace(manifest.config, media_type="application/vnd.cncf.helm.config.v1+json")
    chart = of_image(replace(manifest, config=config), None)
    assert chart is not None
    assert (chart.words, chart.hint.startswith("pull it")) == (CHART.words, True)


def test_an_image_with_a_meta_object_at_its_root_is_nothing_else() -> None:
    assert of_files_in({"package.yaml": PROVIDER}) is None


def test_an_artifact_without_a_layer_is_called_by_its_type() -> None:
    manifest = Manifest.parse(image(layer(file("a"))).manifest)
    assert manifest.config is not None
    config = replace(manifest.config, media_type="application/vnd.oci.empty.v1+json")
    plain = replace(manifest.layers[0], media_type="application/yaml")
    pushed = replace(manifest, config=config, layers=(plain,), artifact_type="application/yaml")
    found = of_image(pushed, None)
    assert found is not None
    assert found.words == "an OCI artifact of type application/yaml, not an image"
    assert of_image(replace(pushed, layers=manifest.layers), None) is None
