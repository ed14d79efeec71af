"""Archives of `crossplane project build`."""

from pathlib import Path

from builders.cases import each_row
from builders.inspection.opened import image_of, opened, refusal
from builders.oci.archives import saved
from builders.oci.images import docker_archive, labeled, package
from builders.oci.layers import file, layer


def project(folder: Path) -> Path:
    """What `crossplane project build` writes: a configuration and a function for two architectures."""
    meta = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: {}\nmetadata:\n  name: {}\n---\n"
    images = [(package(meta.format("Configuration", "net"), platform=""), ("example.org/net:configuration",))]
    for architecture in ("amd64", "arm64"):
        built = package(meta.format("Function", "net-fn"), layer(file("bin/fn")), platform=f"linux/{architecture}")
        images.append((built, (f"example.org/net_fn:{architecture}",)))
    return saved(folder, docker_archive(*((labeled(built), tags) for built, tags in images)), "net.xpkg")


def test_the_images_of_a_project_are_told_apart(tmp_path: Path) -> None:
    error = refusal(project(tmp_path), tmp_path)
    assert "3 images, as `crossplane project build` writes them" in error.title
    assert error.details == ("Configuration net", "Function net-fn, linux/amd64", "Function net-fn, linux/arm64")


@each_row("choice", ["configuration", "example.org/net:configuration", "1"])
def test_an_image_of_a_project_is_opened_as_if_pushed(choice: str, tmp_path: Path) -> None:
    found = image_of(opened(f"{project(tmp_path)}#{choice}", tmp_path))
    assert [each.mark.annotation for each in found.layers] == ["base"]
