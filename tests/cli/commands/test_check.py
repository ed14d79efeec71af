"""Exit codes of refusals, and what is no output."""

import json
from pathlib import Path

import pytest
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD, PROVIDER
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


def test_a_source_that_is_named_twice_is_checked_once(layout: Path) -> None:
    assert check(layout, layout, "--format", "gitlab").stdout == check(layout, "--format", "gitlab").stdout


def test_the_kind_of_the_object_that_installs_a_package_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "package.yaml"
    path.write_text(f"---\n{PROVIDER}---\n{CRD}---\n")
    codes = {kind: check(path, "--kind", kind).exit_code for kind in ("provider", "Function", "CONFIGURATION")}
    assert codes == {"provider": 0, "Function": 1, "CONFIGURATION": 1}
    why = ["why", "--no-cache", str(path), "--kind", "Function"]
    assert "package meta type is not Function" in CliRunner().invoke(program, why, obj=CommandContext()).stdout


def bundles(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"{number}.yaml" for number in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


@pytest.mark.parametrize(
    ("fail_on", "codes"), [("error", (0, 0, 1, 2)), ("warning", (0, 1, 1, 2)), ("never", (0, 0, 0, 2))]
)
def test_the_code_is_that_of_the_worst_finding_that_shall_fail(
    fail_on: str, codes: tuple[int, ...], tmp_path: Path
) -> None:
    lone = PROVIDER.replace("  annotations:\n", "  colour: red\n  annotations:\n")
    paths = bundles(tmp_path, PROVIDER, lone, CRD)
    found = [check(path, "--fail-on", fail_on).exit_code for path in (*paths, tmp_path / "missing")]
    assert [*found[:3], 2 if found[3] > 1 else found[3]] == list(codes)


def test_an_output_that_is_a_format_or_a_source_is_a_mistake(tmp_path: Path) -> None:
    (path,) = bundles(tmp_path, PROVIDER)
    for output, words in (
        ("json", "Did you mean --format json?"),
        (path, "would replace the package that is read"),
    ):
        result = check(path, "-o", output)
        assert result.exit_code == 2
        assert words in result.output
    assert path.read_text() == PROVIDER


def test_standard_output_replaces_no_file_that_is_called_a_dash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text(PROVIDER)
    result = check("./-", "-o", "-", "--format", "json", "--fail-on", "never")
    assert (result.exit_code, "results" in json.loads(result.stdout)) == (0, True)


def test_all_layers_and_no_layers_are_not_both_asked_for(layout: Path) -> None:
    result = check(layout, "--all-layers", "--no-layers")
    assert (result.exit_code, "cannot be combined" in result.output) == (2, True)


def test_what_was_opened_and_is_damaged_passes_where_nothing_shall_fail(layout: Path) -> None:
    largest = max((layout / "blobs" / "sha256").iterdir(), key=lambda path: path.read_bytes()[:2] == b"\x1f\x8b")
    largest.write_bytes(b"x" * largest.stat().st_size)
    assert check(layout).exit_code > 1
    assert check(layout, "--fail-on", "never").exit_code == 0


def test_what_cannot_be_opened_fails_all_the_same(tmp_path: Path) -> None:
    assert check(tmp_path / "missing", "--fail-on", "never").exit_code > 1
