"""Programs of this Python without a start: forked from the process of the test, which has loaded all they take.

@pytest.mark.usefixtures("forked")    # what this test runs by `sys.executable`, and what the program starts in it

What a start does or leaves out is asked of one: imports, memory, signals, what Python says in the environment.
"""

import atexit
import gc
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from typing import Any, Never

import pytest


@pytest.fixture
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", _Forked)


class _Forked(subprocess.Popen[Any]):
    """A process; any other program is started."""

    def _execute_child(self, args: Any, executable: Any, *rest: Any) -> None:
        if isinstance(args, str | bytes) or args[0] != sys.executable:
            super()._execute_child(args, executable, *rest)  # type: ignore[misc]
            return
        prepare, _, kept, folder, environment, _, _, _, *ends, _, _, _, _, _, is_session, _ = rest
        self.pid = os.fork()
        if self.pid:
            self._child_created = True
            self._close_pipe_fds(*ends)  # type: ignore[attr-defined]
            return
        try:
            for number, end in enumerate((ends[0], ends[3], ends[5])):
                if end >= 0:
                    os.dup2(end, number)
            if is_session:
                os.setsid()
            if folder is not None:
                os.chdir(folder)
            if prepare is not None:
                prepare()
            become(args[1:], environment, kept)
        finally:
            os._exit(70)


def become(words: Sequence[str], environment: Mapping[str, str] | None = None, kept: Sequence[int] = ()) -> Never:
    """Ends this process as `python WORDS` ends, of which `-c CODE` and `-m xpkgtui` are known."""
    atexit._clear()
    sys.dont_write_bytecode = True  # under a limit for files it would be cut off, and be read by all later ones
    # What the test holds is neither collected nor closed here.
    gc.freeze()
    below = 3
    for end in (*sorted(kept), os.sysconf("SC_OPEN_MAX")):
        os.closerange(below, end)
        below = end + 1
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    if environment is not None:
        os.environ.clear()
        os.environ.update(environment)
    os._exit(_ended(words))


def _ended(words: Sequence[str]) -> int:
    at = next(at for at, word in enumerate(words) if word in ("-c", "-m"))
    sys.argv = [words[at], *words[at + 2 :]]
    code: object = 0
    try:
        if words[at] == "-m":
            from xpkgtui.__main__ import main

            main()
        exec(words[at + 1], {"__name__": "__main__"})
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code if isinstance(code, int) else int(code is not None)
