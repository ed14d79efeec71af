"""The program over its own port: every document fits its schema, and nothing hostile makes it stumble."""

import json
import os
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from builders.cases import each_row
from builders.gate import pairs
from builders.oci.images import index, package, write_layout
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.reporting.documents.schemas import schema_of
from xpkgtui.sources.demos import DEMO_FORMATS, demo_source

META = b"apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n"
STREAMS = {
    "good": META,
    "two metas": META + b"---\n" + META,
    "broken": META + b"---\na: [\n",
    "control": b"apiVersion: v1\nkind: \x1b[31m\nmetadata:\n  name: a\n",
    "bidi": META + '---\napiVersion: v1\nkind: "\u202e"\nmetadata:\n  name: "\\udc80"\n'.encode(),
    "latin-1": META + b"# \xff\n",
    "odd spec": META + b"spec:\n  crossplane: [1]\n  dependsOn: {a: 1}\n",
    "deep": META + b"spec: " + b"[" * 5000 + b"\n",
    "empty documents": b"---\n---\n# nothing\n---\n" + META,
}


def run(tmp_path: Path, *args: str) -> Result:
    return CliRunner().invoke(
        program, args, obj=CommandContext(environment={"XPKGTUI_CACHE_DIR": str(tmp_path / "c")})
    )


def document(result: Result) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(result.stdout)
    name = found["schema"].removeprefix("xpkgtui.").removesuffix("/v1")
    schema = schema_of(name)
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


@each_row(("source", "command"), pairs(["demo", *map(demo_source, DEMO_FORMATS)], ["check", "show", "ls", "why"]))
def test_demos_fit_the_schemas(command: str, source: str, tmp_path: Path) -> None:
    if (command, source) != ("ls", "demo:rukpak"):  # there is no image, and so there are no files
        document(run(tmp_path, command, source, "--format", "json"))


def test_ruleset_fits_its_schema(tmp_path: Path) -> None:
    document(run(tmp_path, "rules", "--format", "json"))


@pytest.mark.parametrize("command", ["check", "show", "ls"])
def test_cache_changes_no_byte(command: str, tmp_path: Path) -> None:
    first, second = (run(tmp_path, command, "demo", "--format", "json").stdout_bytes for _ in range(2))
    assert first == second


@each_row(("name", "command"), pairs(STREAMS, ["check", "show", "ls"]))
def test_streams_of_any_content_fit_the_schemas(command: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(STREAMS[name])
    result = run(tmp_path, command, str(tmp_path / "p.yaml"), "--format", "json")
    document(result)
    assert result.exit_code in (0, 1)


@each_row(("name", "command"), pairs(STREAMS, ["check", "show", "ls", "cat"]))
def test_streams_of_any_content_are_printed_for_people(command: str, name: str, tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(STREAMS[name])
    result = run(tmp_path, command, str(tmp_path / "p.yaml"))
    assert result.exit_code in (0, 1)
    assert command == "cat" or not set(result.stdout) & set("\x1b\x07\x9b\u202e")


def test_place_leads_an_editor_to_the_line(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(STREAMS["broken"])
    shown = run(tmp_path, "check", str(tmp_path / "p.yaml"), "--select", "XPKG501").stdout
    assert re.search(rf"^  {re.escape(str(tmp_path))}/p\.yaml:[67]\b", shown, re.MULTILINE)


def test_cat_gives_the_stream_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_bytes(STREAMS["latin-1"])
    assert run(tmp_path, "cat", str(tmp_path / "p.yaml")).stdout_bytes == STREAMS["latin-1"]


def test_standard_input_is_a_source(tmp_path: Path) -> None:
    around = CommandContext(environment={"XPKGTUI_NO_CACHE": "1"})
    result = CliRunner().invoke(program, ["check", "-", "--format", "json"], obj=around, input=META)
    assert document(result)["results"][0]["verdict"] == "accepted"


def test_bare_demo_is_its_summary(tmp_path: Path) -> None:
    assert run(tmp_path, "demo").stdout == run(tmp_path, "show", "demo").stdout


@pytest.mark.parametrize("format", ["xpkg", *DEMO_FORMATS])
def test_a_format_chooses_the_demo(format: str, tmp_path: Path) -> None:
    found = run(tmp_path, "demo", "--format", format)
    assert found.stdout == run(tmp_path, "show", demo_source(format)).stdout
    assert found.stdout
    assert run(tmp_path, "demo", "--format", "helm").exit_code == 2


def test_path_named_like_a_command_is_reached_with_a_dot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("check").write_bytes(META)
    assert run(tmp_path, "./check").exit_code == 0


def test_name_that_is_no_text_gets_a_sister(tmp_path: Path) -> None:
    name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.yaml")
    Path(name).write_bytes(META)
    (result,) = document(run(tmp_path, "check", name, "--format", "json"))["results"]
    assert result["sourceBytes"]


@each_row("text", ["/nowhere", "a/b", "http://x", "\x1b", "a" * 5000, "docker://", "oci:", ".", "a b"])
def test_names_that_mean_nothing_end_with_their_code(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(tmp_path, "check", text, "--format", "json", "--offline")
    assert result.exit_code in (2, 3, 5)
    assert document(result)["results"][0]["error"]["title"]


def test_next_step_after_a_lost_manifest_is_no_key_of_the_screen(tmp_path: Path) -> None:
    lost, kept = package(META), package(META.replace(b"name: a", b"name: b"))
    both = index((lost, "linux/amd64"), (kept, "linux/arm64"))
    layout = write_layout(tmp_path / "layout", both)
    (layout / "blobs" / lost.digest.replace(":", "/")).unlink()
    result = run(tmp_path, "show", str(layout))
    assert result.exit_code == 6
    assert "  hint   Another entry of the index may still open.\n" in result.stderr
