"""Commands on local packages that are not as they should be."""

from pathlib import Path

import pytest
from builders.oci.images import docker_archive, index, labeled, package, write_layout
from builders.program import headless
from click.testing import Result

STREAM = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n---\n"


def run(*arguments: str) -> Result:
    return headless.run(*arguments, "--no-cache")


def test_cat_of_a_tampered_layer_ends_with_6_and_prints_nothing(tmp_path: Path) -> None:
    built = package(STREAM)
    folder = write_layout(tmp_path / "layout", built)
    blob = folder / "blobs" / "sha256" / built.layers[0].digest.removeprefix("sha256:")
    blob.write_bytes(blob.read_bytes()[:-1] + b"!")
    done = run("cat", str(folder))
    assert done.exit_code == 6
    assert done.stdout == ""


@pytest.mark.parametrize("command", ["cat", "ls"])
def test_another_platform_than_crossplanes_is_printed_with_a_note(tmp_path: Path, command: str) -> None:
    folder = write_layout(tmp_path / "layout", index((package(STREAM), "linux/arm64")))
    done = run(command, str(folder))
    assert done.exit_code == 0
    assert "this is of linux/arm64" in done.stderr


def test_the_images_of_a_project_are_listed_and_end_with_2(tmp_path: Path) -> None:
    meta = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: {}\nmetadata:\n  name: {}\n---\n"
    images = (
        (labeled(package(meta.format("Configuration", "net"), platform="")), ("example.org/net:configuration",)),
        (labeled(package(meta.format("Function", "fn"), platform="linux/arm64")), ("example.org/net_fn:arm64",)),
    )
    path = tmp_path / "net.xpkg"
    path.write_bytes(docker_archive(*images))
    done = run("check", str(path))
    assert done.exit_code == 2
    assert f"  choose {path}#example.org/net:configuration  Configuration net\n" in done.stderr
    assert f"         {path}#example.org/net_fn:arm64       Function fn, linux/arm64\n" in done.stderr
