"""The images of a package with `.registry`."""

from pathlib import Path

from builders.packages.stacks import APP, BEHAVIOR, INSTALL, write
from builders.program.headless import headless


def images(folder: Path, **files: str) -> list[tuple[str, str]]:
    named = {name.replace("_", "."): text for name, text in files.items()}
    found = headless("images", write(folder, {"app.yaml": APP, **named})).document["images"]
    return [(one["reference"], one["asked_by"][0]["place"]) for one in found]


def test_a_controller_without_an_image_is_the_package(tmp_path: Path) -> None:
    assert images(tmp_path, install_yaml=INSTALL) == []


def test_a_controller_names_its_image(tmp_path: Path) -> None:
    text = INSTALL.replace("name: harbour}]", "name: harbour, image: crossplane/harbour:v1}]")
    assert images(tmp_path, install_yaml=text) == [
        ("docker.io/crossplane/harbour:v1", "install.yaml, container harbour")
    ]


def test_a_behavior_names_what_interprets_it(tmp_path: Path) -> None:
    text = BEHAVIOR.replace("type: helm3", "type: helm3, controllerImage: crossplane/templating:v1")
    assert images(tmp_path, behavior_yaml=text) == [
        ("docker.io/crossplane/templating:v1", "behavior.yaml, engine.controllerImage")
    ]
