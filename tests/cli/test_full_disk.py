"""A disk that is full, or a file that is at its limit, ends in a sentence and exit code 2."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from builders.oci.images import package, write_layout, xpkg
from builders.oci.layers import file, layer
from builders.registry.registries import DebianRegistry

pytestmark = pytest.mark.usefixtures("forked")

META = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata:\n  name: acme\n"
PACKAGE = package(META + "# a line of a long stream\n" * 4_000, layer(file("large", "x" * 100_000)))
ROOM = 20_000
"""Bytes that a file may have: less than any of the above, as on a disk that fills up."""


def ended(tmp_path: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))

    command = [sys.executable, "-m", "xpkgtui", *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environment,
        stdin=subprocess.DEVNULL,
        preexec_fn=fill,
    )


@pytest.fixture(params=["archive", "folder", "stream"])
def local(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A package on this machine."""
    path = tmp_path / "acme"
    if request.param == "archive":
        path.write_bytes(xpkg(PACKAGE))
    elif request.param == "stream":
        path.write_text(META + "# a line of a long stream\n" * 4_000)
    else:
        path.mkdir()
        (path / "crossplane.yaml").write_text(META)
        (path / "other.yaml").write_text("apiVersion: v1\nkind: X\nmetadata: {name: x}\n" + "# long\n" * 9_000)
    return path


def test_a_local_package_without_room(tmp_path: Path, local: Path) -> None:
    result = ended(tmp_path, "check", local)
    assert result.returncode == 2, result.stderr
    assert "temporary folder cannot be written" in result.stderr


def test_a_file_of_a_layer_without_room(tmp_path: Path) -> None:
    small = package(META, layer(file("large", "x" * 100_000)))
    (tmp_path / "acme.xpkg").write_bytes(xpkg(small))
    result = ended(tmp_path, "cat", tmp_path / "acme.xpkg", "large", "--layer", "0")
    assert result.returncode == 2, result.stderr
    assert "temporary folder cannot be written" in result.stderr


@pytest.mark.registry
@pytest.mark.parametrize("command", ["ls", "cat"])
def test_a_layer_of_a_registry_without_room(registry: DebianRegistry, tmp_path: Path, command: str) -> None:
    small = package(META, layer(file("large", os.urandom(100_000))))
    registry.push_layout("full/layer", "v1", write_layout(tmp_path / "layout", small, tags=["v1"]))
    words = ("large",) if command == "cat" else ()
    result = ended(tmp_path, command, f"{registry.host}/full/layer:v1", *words, "--layer", "0")
    assert result.returncode == 2, result.stderr
    assert "no room" in result.stderr


@pytest.mark.registry
@pytest.mark.parametrize("cache", [("--no-cache",), ()])
def test_a_package_of_a_registry_without_room(
    registry: DebianRegistry, tmp_path: Path, cache: tuple[str, ...]
) -> None:
    registry.push_image("full/disk", "v1", os.urandom(100_000), base=0)
    result = ended(tmp_path, "check", *cache, f"{registry.host}/full/disk:v1")
    assert result.returncode == 2, result.stderr
    assert "no room" in result.stderr


@pytest.mark.parametrize("command", [("report", "-o"), ("check", "--format", "html", "-o")])
def test_a_result_without_room_is_not_left_cut_off(tmp_path: Path, command: tuple[str, ...]) -> None:
    stream, page = tmp_path / "package.yaml", tmp_path / "page.html"
    stream.write_text(META + "---\napiVersion: a.org/v1\nkind: Unknown\n" * 100)
    result = ended(tmp_path, *command, page, stream)
    assert (result.returncode, page.exists()) == (74, False), result.stderr
    assert "cannot write" in result.stderr
