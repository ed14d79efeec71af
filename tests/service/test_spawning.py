"""A child runs the program that started it, as that was started, whatever else is installed."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import xpkgtui
from xpkgtui.service.spawning import private_folder

OPENS = """
import asyncio, json, sys
from pathlib import Path
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.service.client import connect
from xpkgtui.service.spawning import ChildRole, spawn

async def main():
    child = spawn(ChildRole.SERVICE_AND_JUDGE)
    port = connect(child)
    names = [type(event).__name__ async for event in port.ask(Open(source="nowhere", options=Options(price=-1)))]
    command = Path(f"/proc/{child.process.pid}/cmdline").read_text("utf-8", "surrogateescape").split("\\0")
    await port.close()
    return child.process, [command, names]

process, found = asyncio.run(main())
process.wait()
print(json.dumps(found))
"""
IS_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux shows the command of a process")


def opened(*options: str, folder: Path) -> tuple[list[str], list[str]]:
    """The command of a child of a program in this folder, and the events that it sent of a missing source."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, *options, "-c", OPENS]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    found: tuple[list[str], list[str]] = tuple(json.loads(ended.stdout))
    return found


@IS_LINUX
def test_the_program_beside_the_installed_one_starts_children_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / 'it\'s {a}\n"folder"'
    folder.mkdir()
    (folder / "xpkgtui").symlink_to(Path(xpkgtui.__file__).parent)
    command, events = opened(folder=folder)
    # Its first frame names its folder, without which it would have sent nothing.
    assert events[-1] == "PartFailed"
    assert str(folder) in command
    assert str(folder) not in command[command.index("-c") + 1]


@IS_LINUX
def test_what_python_was_told_of_bytecode_reaches_a_child(tmp_path: Path) -> None:
    prefix = tmp_path / "bytecode"
    command, events = opened("-B", "-O", "-X", f"pycache_prefix={prefix}", folder=Path(xpkgtui.__file__).parents[1])
    assert command[1:6] == ["-I", "-B", "-O", "-X", f"pycache_prefix={prefix}"]
    assert events[-1] == "PartFailed"
    assert not prefix.exists()


MAKES = """
from xpkgtui.service import spawning

child = spawning.spawn(spawning.ChildRole.SERVICE, server="stalling")
child.socket.recv(1)
spawning.clear()
child.process.wait()
"""
STALLS = """
import socket, tempfile, time
from xpkgtui.private_files import new_folder

def main(fd, role, stdin, private):
    tempfile.mkdtemp(prefix="xpkgtui-")
    new_folder("xpkgtui-")
    socket.socket(fileno=fd).send(b"x")
    time.sleep(60)
"""


def test_what_a_child_that_stalls_made_is_cleared(tmp_path: Path) -> None:
    temporary, modules = tmp_path / "temporary", tmp_path / "modules"
    temporary.mkdir()
    modules.mkdir()
    (modules / "stalling.py").write_text(STALLS)
    paths = os.pathsep.join((str(modules), str(Path(xpkgtui.__file__).parents[1])))
    environment = os.environ | {"PYTHONPATH": paths, "TMPDIR": str(temporary)}
    subprocess.run([sys.executable, "-c", MAKES], env=environment, timeout=60, check=True)
    for _ in range(100):
        if not list(temporary.iterdir()):
            break
        time.sleep(0.05)
    assert list(temporary.iterdir()) == []


def test_each_child_has_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    first, second = private_folder(), private_folder()
    assert {first, second} == set(tmp_path.iterdir())
