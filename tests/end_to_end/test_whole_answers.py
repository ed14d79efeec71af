"""No command ends with 0 when a part of its answer is unknown; the commands are those that the program has."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest
from builders.oci.images import image, package, write_layout
from builders.oci.layers import layer_of
from builders.packages import bundles
from builders.packages.folders import META, definition, write_folder
from builders.packages.pairs.catalogs import GOOD
from builders.program.headless import doubts, run

from xpkgtui.cli.calls import COMMANDS
from xpkgtui.cli.program import program

PROVIDER = META.replace("Configuration", "Provider")
LARGE = definition("boats").replace("metadata:", "metadata:\n  annotations: {blanks: '" + "x" * 60_000 + "'}", 1)
CHANNEL = f"schema: olm.channel\npackage: moon\nname: other\nentries: [{{name: moon.v1, blanks: {'x' * 60_000}}}]\n"
SOURCES = ("source", "sources", "old", "new")
LIMITED = "--limit=document=40KiB"
OF_FILES = ("ls", "cat", "save", "referrers")
"""What lists files or what belongs to an image: of documents it says nothing."""


def places(folder: Path) -> dict[str, str]:
    """Packages with a document of more than 40 KiB, by what they are."""
    files = {"crossplane.yaml": PROVIDER, "crd.yaml": LARGE, "examples/a.yaml": "apiVersion: v1\nkind: Secret\n"}
    crd = {bundles.CRD_FILE: LARGE}
    return {
        "folder": str(write_folder(folder / "folder", files)),
        "image": str(write_layout(folder / "layout", package(f"{PROVIDER}---\n{LARGE}"))),
        "bundle": str(bundles.write(folder / "bundle", {**bundles.SOUND, **crd})),
        "catalog": str(write_folder(folder / "catalog", {"c.yaml": f"{GOOD}---\n{CHANNEL}"})),
        "lacking": str(folder / "nothing"),
    }


def calls(name: str, command: click.Command, source: str, folder: Path) -> Iterator[Sequence[str]]:
    """The command about a source, as its parser asks for it, in each of its forms."""
    forms = [""]
    arguments: list[str] = []
    for one in command.params:
        if isinstance(one, click.Argument) and one.name in SOURCES:
            arguments.append(source)
        elif isinstance(one, click.Argument) and one.name == "folder":
            arguments.append(str(folder / "saved"))
        elif one.name == "format" and isinstance(one.type, click.Choice):
            forms = [form for form in ("text", "json") if form in one.type.choices]
        elif one.name == "output" and one.required:
            arguments += ["-o", str(folder / "page.html")]
    for form in forms:
        yield [
            name,
            "--no-cache",
            *arguments,
            *(["--format", form] if form else []),
            *(["--force"] * (name == "save")),
        ]


def about_a_source() -> list[str]:
    """The commands that answer about a source."""
    found = []
    with click.Context(program) as context:
        for name in COMMANDS:
            command = program.get_command(context, name)
            assert command is not None
            found += [name] if any(one.name in SOURCES for one in command.params) else []
    return found


@pytest.mark.parametrize("name", [name for name in about_a_source() if name != "browse"])
@pytest.mark.parametrize("place", ["folder", "image", "bundle", "catalog", "lacking"])
def test_no_command_ends_with_0_where_it_does_not_know(name: str, place: str, tmp_path: Path) -> None:
    source = places(tmp_path)[place]
    command = program.get_command(click.Context(program), name)
    assert command is not None
    for words in calls(name, command, source, tmp_path):
        ended = run(*words, LIMITED)
        is_json = ended.stdout.startswith(("{", "["))
        if ended.exit_code == 0 and is_json:
            assert not doubts(json.loads(ended.stdout)), words
        if name not in OF_FILES:
            assert ended.exit_code in (1, 3), (words, ended.stdout, ended.stderr)
        elif place != "lacking":
            assert ended.exit_code == 0, (words, ended.stdout, ended.stderr)


def test_a_layer_that_no_reader_decompresses_is_refused_and_not_damaged(tmp_path: Path) -> None:
    window = bytes.fromhex("28b52ffd") + b"\x00" + bytes([20 << 3]) + b"\x01\x00\x00"  # 1 GiB, an empty block
    source = str(write_layout(tmp_path / "layout", image(layer_of(window, base=True))))
    codes = {name: run(name, "--no-cache", source).exit_code for name in ("check", "why", "deps", "ls")}
    assert codes == {"check": 1, "why": 0, "deps": 3, "ls": 3}
    assert "cannot read package contents: window size exceeded" in run("check", "--no-cache", source).stdout
