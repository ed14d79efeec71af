"""A refusal is a refusal for the exit code, even where no rule of the profile reports it."""

import json
from pathlib import Path

import pytest
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program


@pytest.fixture
def layout(tmp_path: Path) -> Path:
    """An image that holds no package, which rules of the profile `build` do not look at."""
    return write_layout(tmp_path / "layout", image(layer(file("other.yaml"), base=True)))


def check(*args: str | Path) -> Result:
    words = ["check", "--no-cache", *map(str, args)]
    return CliRunner().invoke(program, words, obj=CommandContext(environment={}), prog_name="xpkgtui")


def test_a_refusal_without_findings_ends_with_1(layout: Path) -> None:
    result = check(layout, "--profile", "build", "--format", "json")
    (printed,) = json.loads(result.stdout)["results"]
    assert (printed["verdict"], printed["findings"], result.exit_code) == ("refused", [], 1)


def test_never_is_never(layout: Path) -> None:
    assert check(layout, "--profile", "build", "--fail-on", "never").exit_code == 0


def test_what_is_ignored_does_not_count(layout: Path) -> None:
    assert check(layout, "--ignore", "XPKG401").exit_code == 0
