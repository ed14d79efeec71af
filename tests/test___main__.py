"""The entry: what was registered for the end is done, though the interpreter is not taken apart."""

import subprocess
import sys

import pytest

_ENTRY = "import atexit, sys; sys.argv = ['xpkgtui', '{word}']; {before}; from xpkgtui.__main__ import main; main()"


def ended(before: str, word: str = "--version") -> subprocess.CompletedProcess[str]:
    code = _ENTRY.format(word=word, before=before)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_what_was_registered_for_the_end_is_done_and_its_output_is_written() -> None:
    assert ended("atexit.register(print, 'registered')").stdout.splitlines()[-1] == "registered"


@pytest.mark.parametrize(("word", "code"), [("--version", 0), ("nosuch", 3), ("--nosuch", 2)])
def test_exit_codes_are_those_of_the_command(word: str, code: int) -> None:
    assert ended("pass", word).returncode == code


def test_a_thread_that_is_no_daemon_is_waited_for() -> None:
    begun = "import threading, time; threading.Thread(target=lambda: (time.sleep(0.3), print('whole'))).start()"
    assert "whole" in ended(begun).stdout.splitlines()
