"""The oracle: programs around the published libraries that Crossplane is built from, asked one question a line."""

import json
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class OracleStopped(Exception):
    """A program of the oracle ended instead of answering."""


class Oracle:
    """The programs in one folder; each is started when it is first asked, and ended with the oracle."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[tuple[str, ...], subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._running.values():
            process.kill()
            process.communicate()

    def ask(self, program: str, *arguments: str, **question: Any) -> Any:
        """The whole answer to one question; its `id` is ours to give."""
        words = (program, *arguments)
        process = self._running.get(words) or self._start(words)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps({"id": "", **question}).encode() + b"\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            del self._running[words]
            process.communicate()
            raise OracleStopped(f"{' '.join(words)} ended with {process.returncode}")
        return json.loads(line)

    def run(self, program: str, *arguments: str, folder: str) -> str:
        """What a program that is no server of questions prints, run in a folder."""
        command = [str(self._folder / program), *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout

    def _start(self, words: tuple[str, ...]) -> subprocess.Popen[bytes]:
        command = [str(self._folder / words[0]), *words[1:]]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._running[words] = process
        return process
