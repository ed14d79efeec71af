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
try:
    {act}
except SystemExit as end:
    assert end.code != 70
print(*sorted({{name.partition(".")[0] for name in sys.modules}}), file=sys.stderr)
"""
PROVIDER = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n"
FAKE = """
    from builders.inspection import ports
    from xpkgtui.cli.program import program
    from xpkgtui.cli.context import CommandContext
    around = CommandContext(open_port=lambda: ports.FakePort(ports.opening(*ports.package())), environment={{}})
    program.main({args!r}, "xpkgtui", obj=around)
"""


def loaded(act: str) -> set[str]:
    command = [sys.executable, "-c", WITNESS.format(act=act.strip())]
    done = subprocess.run(command, cwd=ROOM, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["check", "--help"], ["--nope"]])
def test_help_loads_nothing_heavy(args: list[str]) -> None:
    act = f'from xpkgtui.cli.program import program; program.main({args!r}, "xpkgtui")'
    assert loaded(act).isdisjoint({"textual", "rich", "oras", "requests", "ruamel", "asyncio", "jsonschema"})


@pytest.mark.parametrize("args", [["check", "s"], ["show", "s", "--format", "json"], ["s"]])
def test_headless_commands_load_no_screen(args: list[str]) -> None:
    assert loaded(FAKE.format(args=args)).isdisjoint({"textual", "rich"})


@pytest.mark.parametrize(("format", "other"), [("xpkg", "built_in"), ("bundle", "image")])
def test_a_demo_does_not_make_that_of_another_format(format: str, other: str) -> None:
    act = f'from xpkgtui.cli.program import program; program.main(["demo", "--format", {format!r}], "xpkgtui")'
    code = WITNESS.format(act=act).replace('name.partition(".")[0]', "name")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOM, capture_output=True, text=True, check=True)
    found = done.stderr.splitlines()[-1].split()
    assert "xpkgtui.sources.demo.source" in found
    assert f"xpkgtui.sources.demo.{other}" not in found


@pytest.mark.parametrize("args", [["check", "tests"], ["show", "demo"], ["demo"], ["ls", "demo"]])
def test_local_sources_load_no_network(args: list[str]) -> None:
    act = f'from xpkgtui.cli.program import program; program.main({args!r}, "xpkgtui")'
    assert loaded(act).isdisjoint({"textual", "rich", "oras", "requests", "urllib3"})


@pytest.mark.parametrize("command", ["show", "check", "ls"])
def test_a_small_package_loads_nothing_that_it_does_not_need(command: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xpkg"
    path.write_bytes(xpkg(package(PROVIDER)))
    act = f'from xpkgtui.cli.program import program; program.main({[command, str(path)]!r}, "xpkgtui")'
    screen, network = {"textual", "rich", "pygments"}, {"oras", "requests", "urllib3", "jsonschema"}
    never = {"markdown_it", "backports", "license_expression", "tomllib", "zipfile", "email", "http"}
    assert loaded(act).isdisjoint(screen | network | never)


def test_libraries_that_verify_are_loaded_by_another_process_only(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(pem(b"a key", "PUBLIC KEY"))
    args = ["referrers", "demo", "--verify", "--key", str(tmp_path / "key"), "--identity", "a", "--issuer", "b"]
    act = f'from xpkgtui.cli.program import program; program.main({args!r}, "xpkgtui")'
    assert loaded(act).isdisjoint({"cryptography", "sigstore", "pydantic"})


def test_help_loads_little_more_than_click() -> None:
    act = 'from xpkgtui.cli.program import program; program.main(["--help"], "xpkgtui")'
    assert loaded(act).isdisjoint({"asyncio", "ssl", "socket", "subprocess", "tempfile", "hashlib", "platformdirs"})
