"""No command ends with 0 when a part of its answer is unknown; the commands are those that the program has."""

import json
import lzma
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path

import click
import pytest
from builders.cases import each_row
from builders.gate import few, pairs
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
LIMITS = {"document": "--limit=document=40KiB", "documents": "--limit=documents=1"}
OF_FILES = ("ls", "cat", "save", "referrers")
"""What lists files or what belongs to an image: of documents it says nothing."""


def places(folder: Path) -> dict[str, str]:
    """Packages with a document of more than 40 KiB, by what they are."""
    files = {"crossplane.yaml": PROVIDER, "crd.yaml": LARGE, "examples/a.yaml": "apiVersion: v1\nkind: Secret\n"}
    crd = {bundles.CRD_FILE: LARGE}
    return {
        "folder": str(write_folder(folder / "folder", files)),
        "image": str(write_layout(folder / "layout", package(f"{PROVIDER}---\n{LARGE}---\n{definition('as')}"))),
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


@each_row(
    ("name", "place", "limit"),
    few(
        product(
            [name for name in about_a_source() if name != "browse"],
            ["folder", "image", "bundle", "catalog", "lacking"],
            LIMITS,
        ),
        40,
    ),
)
def test_no_command_ends_with_0_where_it_does_not_know(name: str, place: str, limit: str, tmp_path: Path) -> None:
    source = places(tmp_path)[place]
    command = program.get_command(click.Context(program), name)
    assert command is not None
    for words in calls(name, command, source, tmp_path):
        ended = run(*words, LIMITS[limit])
        is_json = ended.stdout.startswith(("{", "["))
        if ended.exit_code == 0 and is_json:
            assert not doubts(json.loads(ended.stdout)), words
        if name not in OF_FILES:
            assert ended.exit_code in (1, 3), (words, ended.stdout, ended.stderr)
            is_told = place != "lacking" and (name != "upgrades" or place == "catalog")
            assert not (is_json and is_told) or f'"limit": "{limit}"' in ended.stdout, (words, ended.stdout)
        elif place != "lacking":  # which files a tool reads is not known behind the last document
            assert ended.exit_code in ((0, 3) if limit == "documents" else (0,)), (words, ended.stdout, ended.stderr)


def test_a_layer_that_no_reader_decompresses_is_refused_and_not_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = bytes.fromhex("28b52ffd") + b"\x00" + bytes([20 << 3]) + b"\x01\x00\x00"  # 1 GiB, an empty block
    source = str(write_layout(tmp_path / "layout", image(layer_of(window, base=True))))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").write_bytes(window)
    codes = {name: run(name, "--no-cache", source).exit_code for name in ("check", "why", "deps", "examples", "ls")}
    assert codes == {"check": 1, "why": 0, "deps": 3, "examples": 3, "ls": 3}
    ended = run("check", "--no-cache", "a")
    assert (ended.exit_code, "was not read: a zstd frame has a window of" in ended.stderr) == (3, True)
    xz = str(write_layout(tmp_path / "xz", image(layer_of(lzma.compress(b"a"), base=True))))
    assert run("check", "--no-cache", xz).exit_code == 1
    assert "cannot read package contents: window size exceeded" in run("check", "--no-cache", source).stdout


@each_row(
    ("name", "limited"),
    pairs(["check", "show", "why", "deps", "images", "rbac", "examples"], [("document", "40KiB"), ("yaml", "20000")]),
)
def test_the_limit_that_keeps_the_meta_object_unread_is_named(
    name: str, limited: tuple[str, str], tmp_path: Path
) -> None:
    limit, amount = limited
    asked = "".join(f"  - {{provider: xpkg.crossplane.io/a/p{number}, version: v1}}\n" for number in range(1_000))
    source = str(write_layout(tmp_path / "layout", package(f"{PROVIDER}spec:\n  dependsOn:\n{asked}")))
    ended = run(name, "--no-cache", source, f"--limit={limit}={amount}", "--format", "json")
    assert ended.exit_code == 3, ended.stdout
    assert f'"limit": "{limit}"' in ended.stdout
    assert "xpkgtui reads at most" in ended.stderr


def test_a_channel_that_cannot_be_read_makes_the_upgrades_incomplete(tmp_path: Path) -> None:
    broken = "---\nschema: olm.channel\npackage: moon\nname: other\nentries: [{name: a}, {{]\n"
    source = str(write_folder(tmp_path / "catalog", {"c.yaml": f"{GOOD}{broken}"}))
    ended = run("upgrades", "--no-cache", source, "--format", "json")
    assert ended.exit_code == 3
    found = json.loads(ended.stdout)
    assert [one["why"] for one in found["unread"]] == ["1 channel cannot be read"]
    assert len(found["upgrades"]) == 1
    assert run("upgrades", "--no-cache", source, "--format", "dot").exit_code == 3
    drawn = run("upgrades", "--no-cache", source).stdout
    assert drawn.startswith("? not all channels are here: 1 channel cannot be read\n\n")


def test_a_catalog_that_is_looked_for_in_too_many_files_is_not_known(tmp_path: Path) -> None:
    files = {f"a{number:02}.yaml": "a: 1\n" for number in range(60)}
    source = str(write_folder(tmp_path / "many", {**files, "z.yaml": GOOD}))
    ended = run("show", "--no-cache", source, "--format", "json")
    assert ended.exit_code == 3
    assert '"limit": "recognition"' in ended.stdout
    assert "is a catalog is not known" in ended.stderr


@pytest.mark.parametrize("name", ["plan", "outdated"])
def test_what_was_not_read_of_a_set_is_said(name: str, tmp_path: Path) -> None:
    provider = (
        "apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata: {name: moon}\nspec: {package: a.test/b:v1}\n"
    )
    policy = "apiVersion: apiextensions.crossplane.io/v1alpha1\nkind: ManagedResourceActivationPolicy\n"
    folder = write_folder(tmp_path / "set", {"a.yaml": f"{policy}metadata: {{name: a}}\nspec: {{activate: ['*']}}\n"})
    write_folder(folder / "..data", {"b.yaml": provider})
    (folder / "b.yaml").symlink_to("..data/b.yaml")
    (folder / "again.yaml").symlink_to("a.yaml")
    words = (name, "--no-cache", "--offline", str(folder), "--format", "json")
    assert [one["object"]["name"] for one in json.loads(run(*words).stdout)["packages"]] == ["moon"]
    large = provider.replace("spec:", f"{{}}\nspec: # {'x' * 60_000}\n ").replace("{}\n", "", 1)
    cases: dict[str, Callable[[Path], object]] = {
        "left": lambda one: one.symlink_to(write_folder(tmp_path / "out", {"x.yaml": provider}) / "x.yaml"),
        "nothing": lambda one: one.symlink_to("lacking"),
        "pipe": os.mkfifo,
        "large": lambda one: one.write_text(f"---\n{large}"),
        "block": lambda one: one.write_text(f"{{{', '.join(provider.splitlines())}, # {'x' * 60_000}\n }}"),
    }
    for case, make in cases.items():
        make(folder / f"{case}.yaml")
        ended = run(*words, LIMITS["document"])
        assert ended.exit_code in (1, 3), (case, ended.stderr)
        unread = json.loads(ended.stdout)["unread"]
        assert [Path(one["where"]).stem for one in unread if "a.test" not in one["where"]] == [case], unread
        (folder / f"{case}.yaml").unlink()
    ended = run(*words, "--limit", "folder=2")
    assert ended.exit_code in (1, 3)
    assert "--limit folder=8" in ended.stderr
