"""Modules that a command does not load, because they are slow."""

import subprocess
import sys
from pathlib import Path

import pytest
from builders.oci.images import package, xpkg
from builders.oci.signatures import pem

ROOM = Path(__file__).parents[2]
WITNESS = """
import sys
sys.path.insert(0, "tests")
acts = [
    {acts},
]
for act in acts:
    try:
        act()
    except SystemExit as end:
        assert end.code != 70
print(*sorted(sys.modules), file=sys.stderr)
"""
PROVIDER = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n"
RUN = 'lambda: __import__("xpkgtui.cli.program").cli.program.program.main({args!r}, "xpkgtui")'
FAKE = """
def faked(args):
    from builders.inspection import ports
    from xpkgtui.cli.program import program
    from xpkgtui.cli.context import CommandContext
    around = CommandContext(open_port=lambda: ports.FakePort(ports.opening(*ports.package())), environment={})
    program.main(args, "xpkgtui", obj=around)
"""


def witnessed(*acts: str, before: str = "") -> set[str]:
    """Every module that is loaded once a process has done these things, one after the other."""
    command = [sys.executable, "-c", before + WITNESS.format(acts=", ".join(acts))]
    done = subprocess.run(command, cwd=ROOM, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def loaded(*calls: list[str]) -> set[str]:
    """The packages and top modules that are loaded by calls of the program."""
    return {name.partition(".")[0] for name in witnessed(*(RUN.format(args=args) for args in calls))}


def test_help_loads_nothing_heavy() -> None:
    found = loaded(["--help"], ["--version"], ["check", "--help"], ["--nope"])
    assert found.isdisjoint({"textual", "rich", "oras", "requests", "ruamel", "asyncio", "jsonschema"})


def test_headless_commands_load_no_screen() -> None:
    calls = (["check", "s"], ["show", "s", "--format", "json"], ["s"])
    found = witnessed(*(f"lambda: faked({args!r})" for args in calls), before=FAKE)
    assert {"builders", "xpkgtui.cli.commands.show", "xpkgtui.cli.commands.check"} <= found
    assert found.isdisjoint({"textual", "rich"})


@pytest.mark.parametrize(("format", "other"), [("xpkg", "built_in"), ("bundle", "image")])
def test_a_demo_does_not_make_that_of_another_format(format: str, other: str) -> None:
    found = witnessed(RUN.format(args=["demo", "--format", format]))
    assert "xpkgtui.sources.demo.source" in found
    assert f"xpkgtui.sources.demo.{other}" not in found


def test_local_sources_load_no_network() -> None:
    found = loaded(["check", "tcss"], ["show", "demo"], ["demo"], ["ls", "demo"])
    assert found.isdisjoint({"textual", "rich", "oras", "requests", "urllib3"})


def test_a_small_package_loads_nothing_that_it_does_not_need(tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    path.write_bytes(xpkg(package(PROVIDER)))
    screen, network = {"textual", "rich", "pygments"}, {"oras", "requests", "urllib3", "jsonschema"}
    never = {"markdown_it", "backports", "license_expression", "tomllib", "zipfile", "email", "http"}
    found = loaded(*([command, str(path)] for command in ("show", "check", "ls")))
    assert found.isdisjoint(screen | network | never)


def test_libraries_that_verify_are_loaded_by_another_process_only(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(pem(b"a key", "PUBLIC KEY"))
    args = ["referrers", "demo", "--verify", "--key", str(tmp_path / "key"), "--identity", "a", "--issuer", "b"]
    assert loaded(args).isdisjoint({"cryptography", "sigstore", "pydantic"})


def test_help_loads_little_more_than_click() -> None:
    assert loaded(["--help"]).isdisjoint(
        {"asyncio", "ssl", "socket", "subprocess", "tempfile", "hashlib", "platformdirs"}
    )
