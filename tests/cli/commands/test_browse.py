"""What the screen is given, and where its keys come from."""

import json
import os
import pty
import sys
from pathlib import Path
from typing import Any

ROOM = Path(__file__).parents[3]
DRIVER = """
import contextlib, json, os, sys
sys.path.insert(0, "tests")
from xpkgtui.cli.calls import plain_call
from xpkgtui.cli.context import CommandContext

seen = {}

@contextlib.contextmanager
def take(source, theme, environment):
    with CommandContext().take_terminal(source, theme, environment):
        seen["loaded"] = sorted(sys.modules)
        yield

def start(piped):
    seen["started"] = sorted(sys.modules)
    seen["piped"] = piped and piped.read().decode()

    def connected(asked):
        from builders.inspection import ports
        seen["first"] = asked and asked.source
        return ports.FakePort(lambda request: ())

    return connected

def draw(port, source, options, *, offered, opened, theme, theme_chosen, at, beside):
    known = offered()
    opened("a.example/b:v1", "accepted", "sha256:0")
    theme_chosen("xpkg-light")
    seen.update(theme=theme, source=source, price=options.price, platform=options.platform, options=repr(options))
    seen.update(recents=[each.source for each in known.recents], found=[each.path for each in known.found])
    seen.update(keyboard=os.isatty(0))
    return 0

folder, how = sys.argv.pop(1), sys.argv.pop(1)
os.chdir(folder)
how == "piped" and os.dup2(os.open("package.yaml", os.O_RDONLY), 0)
environment = {"XDG_STATE_HOME": folder + "/.state"}
around = CommandContext(take_terminal=take, start_service=start, draw=lambda: draw, environment=environment)
try:
    if how != "parsed" and (call := plain_call(sys.argv[1:], around)):
        sys.exit(call())
    from xpkgtui.cli.program import program
    program.main(sys.argv[1:], "xpkgtui", obj=around)
except SystemExit as end:
    seen["code"] = end.code
with open(".screen", "w") as file:
    json.dump(seen, file)
"""


def screen(folder: Path, how: str, *args: str) -> dict[str, Any]:
    """The arguments of the fake screen, on a terminal of its own; `parsed`: whatever the call, by click."""
    (folder / "package.yaml").write_text("apiVersion: meta.pkg.crossplane.io/v1\n")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOM)
        os.environ["PYTHONPATH"] = f"{ROOM}:{ROOM / 'tests'}"
        os.execv(sys.executable, [sys.executable, "-c", DRIVER, str(folder), how, *args])
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # Linux's way to say that the other side is closed
        pass
    os.waitpid(pid, 0)
    os.close(terminal)
    seen: dict[str, Any] = json.loads((folder / ".screen").read_text())
    return seen


def test_service_and_first_frame_come_before_anything_slow_is_loaded(tmp_path: Path) -> None:
    seen = screen(tmp_path, "terminal", "a.example/b")
    assert set(seen["started"]).isdisjoint({"textual", "asyncio", "xpkgtui.settings.settings", "xpkgtui.app"})
    loaded = seen["loaded"]
    assert set(loaded).isdisjoint({"textual", "rich", "asyncio", "ssl", "click", "ruamel", "requests"})
    rooms = {name.split(".")[1] for name in loaded if name.startswith("xpkgtui.")}
    light = {
        *("app", "cells", "cli", "errors", "formats", "limits", "patterns", "private_files", "readers", "rules"),
        *("service", "settings", "untyped", "values", "visible"),
    }
    assert rooms == light
    assert [name for name in loaded if name.startswith("xpkgtui.readers.")] == ["xpkgtui.readers.known_reader"]
    assert [name for name in loaded if name.startswith("xpkgtui.service.")] == ["xpkgtui.service.spawning"]
    assert "xpkgtui.formats.known" not in loaded


def test_piped_package_goes_to_the_service_and_keys_come_from_the_terminal(tmp_path: Path) -> None:
    seen = screen(tmp_path, "piped", "-")
    assert (seen["piped"], seen["keyboard"]) == ("apiVersion: meta.pkg.crossplane.io/v1\n", True)


def test_keys_come_from_the_terminal_whatever_stdin_is(tmp_path: Path) -> None:
    seen = screen(tmp_path, "piped", "a.example/b")
    assert (seen["piped"], seen["keyboard"]) == (None, True)
