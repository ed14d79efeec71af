"""Commands that a signal ends leave nothing behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.gate import few


@pytest.fixture
def heeded(number: signal.Signals) -> Iterator[None]:
    """Commands heed the signal, even where these tests are run in the background or under nohup, and ignore it."""
    before = signal.getsignal(number)
    if before is signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)
    yield
    signal.signal(number, before)


@pytest.mark.usefixtures("heeded")
@pytest.mark.parametrize(
    "number", few([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], 2), ids=lambda one: one.name
)
def test_ended_command_takes_its_spooled_file_away(number: signal.Signals, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    environment = {**os.environ, "TMPDIR": str(scratch), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "xpkgtui", "check", "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        assert process.stdin is not None
        # More than a pipe holds: once it is written, the command has begun to spool.
        process.stdin.write(b"---\n" + b"# a stream that does not end\n" * 200_000)
        process.stdin.flush()
        process.send_signal(number)
        # The pipe stays open: its end would race with the signal.
        assert process.wait(30) == 128 + number
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
        process.stdin.close()
    assert list(scratch.iterdir()) == []


def test_missing_temporary_folder_is_no_mistake_of_ours(tmp_path: Path) -> None:
    source = tmp_path / "package.yaml"
    source.write_text("---\napiVersion: v1\nkind: X\n")
    script = "import tempfile; tempfile.tempdir = '/nonexistent'; from xpkgtui.__main__ import main; main()"
    command = [sys.executable, "-c", script, "check", "--no-cache", str(source)]
    environment = {**os.environ, "TMPDIR": "/nonexistent"}
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert (found.returncode, "temporary folder cannot be written" in found.stderr) == (2, True)
