"""Tests in processes of their own: forks of one that has loaded the libraries, and nothing of the program."""

import importlib
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.machinery import SourceFileLoader
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import pytest
from coverage import Coverage
from mutants.faults import Fault

ROOT = Path(__file__).resolve().parents[2]
PACKAGE, TESTS = ROOT / "xpkgtui", ROOT / "tests"
_FORK = multiprocessing.get_context("fork")
_LIBRARIES = ("hypothesis", "jsonschema", "requests", "ruamel.yaml", "textual.pilot", "textual.widgets")
_OPTIONS = ("--timeout=30", "--hypothesis-profile=ci", "-p", "no:cacheprovider")
_LONGEST = 1800
"""Seconds that the tests of a folder may take; those that a fault leads astray end by themselves."""
_ENOUGH = 30
"""Seconds of tests that a fault may live through."""
Task = TypeVar("Task")
Answer = TypeVar("Answer")


def answered(ask: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Iterator[tuple[Task, Answer | None]]:
    """Answers tasks in children, so many at a time, as each ends; None for one that ends without an answer."""
    for name in _LIBRARIES:
        importlib.import_module(name)
    waiting, running = list(tasks), dict[Connection, tuple[Any, Task, float]]()
    while waiting or running:
        while waiting and len(running) < jobs:
            task = waiting.pop(0)
            ours, theirs = _FORK.Pipe(duplex=False)
            child = _FORK.Process(target=_answer, args=(theirs, ask, task))
            child.start()
            theirs.close()
            running[ours] = child, task, monotonic()
        late = [one for one, (_, _, began) in running.items() if monotonic() - began > _LONGEST]
        ready = [one for one in running if one in wait(list(running), timeout=5)]
        for ours in dict.fromkeys([*ready, *late]):
            child, task, _ = running.pop(ours)
            found = None
            with suppress(EOFError):
                found = ours.recv() if ours.poll() else None
            child.kill()
            child.join()
            yield task, found


def _answer(pipe: Connection, ask: Callable[[Task], Answer], task: Task) -> None:
    os.chdir(ROOT)
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    pipe.send(ask(task))


class Told:
    """Hears how long tests take and which of them fail, and says whose turn it is to what measures lines."""

    def __init__(self, measured: Coverage | None = None) -> None:
        self.measured = measured
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self.measured is not None:
            self.measured.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration
        if report.failed:
            self.failed.append(report.nodeid)


Covering = dict[str, dict[int, list[str]]]
"""For each module the tests that run a line of it, the quickest first; "" among them stands for its import."""


def covering(asked: tuple[tuple[str, ...], tuple[str, ...]]) -> Covering:
    """Which of some tests run which lines of some modules; those that fail without a fault are left out."""
    tests, modules = asked
    measured = Coverage(data_file=None, config_file=False, include=[str(PACKAGE / one) for one in modules])
    told = Told(measured)
    measured.start()
    pytest.main([*_OPTIONS, *tests], plugins=[told])
    measured.stop()
    if not told.seconds:
        return {}
    data, seconds = measured.get_data(), {"": 0.0, **told.seconds}
    for name in told.failed:
        seconds.pop(name, None)
    return {
        module: {
            line: sorted(seconds.keys() & set(names), key=seconds.__getitem__)
            for line, names in data.contexts_by_lineno(str(PACKAGE / module)).items()
        }
        for module in modules
    }


def culprit(planted: tuple[Fault, tuple[str, ...]]) -> str:
    """The test that catches a fault first; empty where it lives."""
    fault, tests = planted
    if not tests:
        return ""
    path = str(PACKAGE / fault.module)
    data, stats = SourceFileLoader.get_data, SourceFileLoader.path_stats

    def get_data(self: SourceFileLoader, asked: str) -> bytes:
        return fault.plant(data(self, asked)) if asked == path else data(self, asked)

    def path_stats(self: SourceFileLoader, asked: str) -> Any:
        # Without them Python neither takes the byte code of the sound module nor keeps that of this one.
        if asked == path:
            raise OSError
        return stats(self, asked)

    SourceFileLoader.get_data, SourceFileLoader.path_stats = get_data, path_stats  # type: ignore[method-assign, assignment]
    told = Told()
    pytest.main(["-x", *_OPTIONS, "--keep-duplicates", f"--session-timeout={_ENOUGH}", *tests], plugins=[told])
    return next(iter(told.failed), "" if told.seconds else "no test that begins")
