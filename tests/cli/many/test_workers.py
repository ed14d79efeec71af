"""Children that check sources: one that dies makes its source undecided, and the rest goes on."""

import json
from pathlib import Path

import pytest
from builders.program.dying_checker import SERVER

from xpkgtui.cli.many.messages import CHECK, ORDERED, CheckedSource, CheckOrder, CheckTask
from xpkgtui.cli.many.workers import check_each
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.frames import encode
from xpkgtui.service.spawning import ChildRole, spawn

pytestmark = pytest.mark.usefixtures("forked")


async def checked(*sources: str, jobs: int = 1) -> dict[str, str]:
    """The only line of each source."""
    found: dict[str, str] = {}

    def took(source: str, one: CheckedSource) -> None:
        (found[source],) = one.lines

    await check_each(
        [CheckTask(source=one) for one in sources], CheckOrder(options=Options()), jobs, took, server=SERVER
    )
    return found


async def test_each_source_is_checked_once() -> None:
    assert await checked("a", "b", "c", jobs=2) == {"a": "a", "b": "b", "c": "c"}


async def test_a_child_that_dies_makes_its_source_undecided_and_the_rest_goes_on() -> None:
    found = await checked("a", "killed", "b", "exits", "c")
    lines = [json.loads(found[name]) for name in ("killed", "exits")]
    assert [found[name] for name in "abc"] == ["a", "b", "c"]
    assert [(one["source"], one["verdict"], one["error"]["kind"]) for one in lines] == [
        ("killed", None, "undecided"),
        ("exits", None, "undecided"),
    ]
    assert [(one["error"]["title"], one["error"]["tried"]) for one in lines] == [
        ("not checked: the process that checked it ended by SIGKILL", []),
        ("not checked: the process that checked it ended with code 7", ["out of luck"]),
    ]


def test_a_child_whose_parent_was_killed_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    running = spawn(ChildRole.CHECKER, server="xpkgtui.cli.many.workers")
    assert running.socket.recv(1 << 16)  # its greeting
    running.socket.sendall(
        encode(ORDERED, CheckOrder(options=Options())) + encode(CHECK, CheckTask(source="demo")) * 2
    )
    running.socket.close()
    assert (running.process.wait(), list(tmp_path.iterdir())) == (0, [])
    running.stderr.close()
