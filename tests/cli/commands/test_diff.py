"""`diff`: the sentence, the changes in each form, and the exit code."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.oci.images import index, package, write_layout
from builders.packages.judgements import CRD, PROVIDER
from builders.registry.registries import DebianRegistry
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Open, Request
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.service.local import LocalPort


def write(folder: Path, name: str, *documents: str) -> Path:
    path = folder / name
    path.write_text("---\n".join(documents), "utf-8")
    return path


def diff(*args: str | Path) -> Result:
    words = ["diff", "--no-cache", *map(str, args)]
    return CliRunner().invoke(program, words, obj=CommandContext(environment={}), prog_name="xpkgtui")


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Path, Path]:
    """A provider, and the same without its definition."""
    return write(tmp_path, "old.yaml", PROVIDER, CRD), write(tmp_path, "new.yaml", PROVIDER)


def document(*args: str | Path) -> Any:
    found = json.loads(diff(*args, "--format", "json").stdout)
    schema = schema_of("diff")
    jsonschema.validate(found, schema)
    return found


def test_the_sentence_comes_first(sides: tuple[Path, Path]) -> None:
    result = diff(*sides)
    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == "✗ old.yaml to new.yaml needs work first: 1 change breaks its users"
    assert second.strip() == "1 of 2 objects differ: 1 breaks"
    assert "kubectl get" in result.stdout


def test_packages_are_called_by_their_own_names_where_one_lies_deeper(sides: tuple[Path, Path]) -> None:
    (sides[0].parent / "deep").mkdir()
    moved = sides[0].rename(sides[0].parent / "deep" / "old.yaml")
    assert diff(moved, sides[1]).stdout.startswith("✗ old.yaml to new.yaml needs work first")


def test_the_document_fits_its_schema(sides: tuple[Path, Path]) -> None:
    found = document(*sides)
    assert (found["verdict"], found["level"], found["equal"]) == ("breaks", "clients", 1)
    assert found["summary"] == {"breaks": 1, "check": 0, "additions": 0, "words": 0, "left_out": 0}
    (one,) = found["changes"]
    assert (one["id"], one["severity"], one["new"]) == ("CHG115", "breaks", None)
    assert one["old"]["line"] is not None


def test_what_is_left_out_is_counted_in_every_form(sides: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    found = document(*sides, "--ignore", "CHG115")
    assert (found["summary"]["left_out"], found["verdict"]) == (1, "fine")
    for form in ("text", "json", "markdown", "junit", "sarif", "github", "gitlab"):
        result = diff(*sides, "--ignore", "CHG115", "--format", form)
        said = result.stderr if form == "gitlab" else result.stdout
        assert "1 change left out by" in said.replace("\n  ", " "), form
    monkeypatch.chdir(sides[1].parent)
    (issue,) = json.loads(diff(*sides, "--ignore", "CHG115", "--format", "gitlab").stdout)
    assert (issue["severity"], issue["location"]["path"]) == ("info", sides[1].name)
    assert "left out" not in diff(*sides, "--select", "CHG115").stdout


def test_what_does_not_differ_is_fine(sides: tuple[Path, Path]) -> None:
    found = document(sides[0], sides[0])
    assert (found["verdict"], found["changes"]) == ("fine", [])
    assert found["sentence"].endswith("changes nothing that anyone relies on")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ([], 0),
        (["--exit-code"], 1),
        (["--exit-code", "--level", "stored"], 0),
        (["--exit-code", "--level", "olmv1"], 0),
        (["--exit-code", "--level", "strict"], 1),
        (["--exit-code", "--ignore", "CHG115"], 0),
        (["--exit-code", "--select", "CHG115"], 1),
        (["--exit-code", "--select", "chg9"], 2),
        (["--ignore", "CHG999"], 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_exit_codes(sides: tuple[Path, Path], options: list[str], code: int) -> None:
    assert diff(*sides, *options).exit_code == code


def test_a_side_that_is_not_there_is_an_error(sides: tuple[Path, Path], tmp_path: Path) -> None:
    result = diff(sides[0], tmp_path / "absent.yaml", "--format", "json")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["verdict"], found["error"]["kind"]) == (3, None, "not-found")


def test_a_package_without_a_stream_is_not_compared() -> None:
    found = document("demo", "demo:refused")
    assert (found["verdict"], found["error"]["kind"]) == (None, "not-a-package")
    assert diff("demo", "demo:refused").exit_code == 3


def test_two_formats_are_not_compared(sides: tuple[Path, Path]) -> None:
    result = diff(sides[0], "demo:catalog")
    assert result.exit_code == 3
    assert "of two formats: xpkg and catalog" in result.stdout + result.stderr


def test_a_document_that_cannot_be_read_leaves_it_undecided(sides: tuple[Path, Path], tmp_path: Path) -> None:
    broken = write(tmp_path, "broken.yaml", PROVIDER, CRD.replace("spec:", "spec: [", 1))
    result = diff(broken, sides[0], "--format", "json")
    assert (result.exit_code, json.loads(result.stdout)["verdict"]) == (3, None)


def test_nothing_of_a_package_reaches_a_terminal_or_markdown_raw(tmp_path: Path) -> None:
    hostile = CRD.replace("kind: Thing,", 'kind: "Ex<b>\\e[31m",', 1)
    assert hostile != CRD
    old, new = write(tmp_path, "old.yaml", PROVIDER, hostile), write(tmp_path, "new.yaml", PROVIDER)
    for form in ("text", "markdown", "json"):
        printed = diff(old, new, "--format", form).stdout
        assert "\x1b" not in printed
        assert form != "markdown" or "Ex<b>" not in printed.replace("\\<", "")


def test_markdown_closes_what_is_no_risk(sides: tuple[Path, Path]) -> None:
    printed = diff(sides[1], sides[0], "--format", "markdown").stdout
    assert printed.startswith("### ✓ new.yaml to old.yaml changes nothing that anyone relies on")
    assert "<details><summary><b>Additions: 1</b></summary>" in printed


class StallingPort:
    """A real port whose registry answers nothing from the second opening on."""

    def __init__(self, registry: DebianRegistry) -> None:
        self._port, self._registry, self._opened = LocalPort(), registry, 0

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        if isinstance(request, Open):
            self._opened += 1
            if self._opened == 2:
                self._registry.pause()
            access = replace(request.options.access, read_timeout=0.2, connect_timeout=0.2)
            request = replace(request, options=replace(request.options, access=access))
        async with aclosing(self._port.ask(request)) as events:
            async for event in events:
                yield event

    async def close(self) -> None:
        await self._port.close()


def test_a_registry_that_stalls_between_the_two_openings_is_named(own_registry: DebianRegistry) -> None:
    for tag, text in (("v1", PROVIDER + "---\n" + CRD), ("v2", PROVIDER)):
        built = package(text)
        own_registry.push_image("tidewater/harbour", tag, *(one.blob for one in built.layers), config=built.config)
    old, new = (f"{own_registry.host}/tidewater/harbour:{tag}" for tag in ("v1", "v2"))
    context = CommandContext(environment={}, open_port=lambda: StallingPort(own_registry))
    result = CliRunner().invoke(program, ["diff", "--no-cache", old, new], obj=context, prog_name="xpkgtui")
    assert result.exit_code == 5
    assert new in result.stderr
    assert old not in result.stderr
    assert "Traceback" not in result.output


@pytest.fixture
def platforms(tmp_path: Path) -> Path:
    """An index whose two platforms differ in a definition."""
    one, other = package(PROVIDER + "---\n" + CRD), package(PROVIDER, platform="linux/arm64")
    return write_layout(tmp_path / "index", index((one, "linux/amd64"), (other, "linux/arm64")))


def test_two_platforms_of_one_index_are_compared(platforms: Path) -> None:
    words = ("--platform", "linux/amd64", "--platform", "linux/arm64")
    assert document(platforms, platforms, *words)["sentence"].startswith(
        "linux/amd64 to linux/arm64 needs work first"
    )
    assert document(platforms, platforms, *words[2:], *words[:2])["summary"]["additions"] == 1


def test_one_platform_is_that_of_both(platforms: Path) -> None:
    found = document(platforms, platforms, "--platform", "linux/arm64")
    assert (found["verdict"], found["equal"]) == ("fine", 1)
    assert "linux" not in found["sentence"]


def test_three_platforms_are_too_many(platforms: Path) -> None:
    result = diff(platforms, platforms, *["--platform", "linux/amd64"] * 3)
    assert result.exit_code == 2
    assert "more than twice" in result.output + result.stderr
