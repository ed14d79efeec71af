"""Helm charts in the form of a bundle: said to be none, by content and by the media type that is declared."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.images import image, write_layout
from builders.oci.layers import layer
from builders.packages.bundles import LABELS, SOUND, changed, members, write
from builders.program.headless import headless

CHART = {"manifests/Chart.yaml": "apiVersion: v2\nname: tides\nversion: 1.2.0\n"}
HELM = changed(annotations=("registry+v1", "helm"))
MEDIA_TYPE = "operators.operatorframework.io.bundle.mediatype.v1"


def told(source: Path) -> list[str]:
    """The messages about charts."""
    return [one["message"] for one in headless("check", source).result["findings"] if one["rule"] == "OLM019"]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({**HELM, **CHART}, "The media type is helm and manifests/ is a chart"),
        ({**SOUND, **CHART}, "manifests/ is a Helm chart, so that opm"),
    ],
    ids=["declared", "not declared"],
)
def test_a_chart_is_said_to_be_no_bundle(files: Mapping[str, str], said: str, tmp_path: Path) -> None:
    (found,) = told(write(tmp_path / "bundle", files))
    assert found.startswith(said)


def test_a_chart_that_is_declared_says_how_it_is_installed(tmp_path: Path) -> None:
    source = write(tmp_path / "bundle", {**HELM, **CHART})
    (found,) = [one for one in headless("check", source).result["findings"] if one["rule"] == "OLM019"]
    assert "no registry+v1 bundle" in found["message"]
    assert "helm template" in found["fix"]


def test_a_label_that_says_chart_of_what_is_none_is_told(tmp_path: Path) -> None:
    built = image(layer(*members(SOUND)), labels={**LABELS, MEDIA_TYPE: "helm"})
    (found,) = told(write_layout(tmp_path / "image", built, tags=("v1",)))
    assert "The label of the image" in found


@each_row("text", ["apiVersion: v2\n", "# nothing\n", "a: [\n"], ids=["no name", "nothing", "broken"])
def test_a_chart_without_a_name_is_none(text: str, tmp_path: Path) -> None:
    assert not told(write(tmp_path / "bundle", {**SOUND, "manifests/Chart.yaml": text}))


def test_a_bundle_without_a_chart_is_spared(tmp_path: Path) -> None:
    built = image(layer(*members(SOUND)), labels=LABELS)
    assert told(write_layout(tmp_path / "image", built, tags=("v1",))) == []
