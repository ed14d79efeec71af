"""A run of a target: inputs are made of others and tried, and those that break the contract are kept."""

import hashlib
import importlib
import json
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any

from differential.shrinking import smallest

from xpkgtui.private_files import write_atomically
from xpkgtui.visible import plural

if TYPE_CHECKING:
    from fuzz.target import Target

_HANGS = 10.0
"""Seconds after which it is interrupted."""
_GROWTH = 64 << 10
"""KiB by which an input may raise the most memory that the process had."""
_KEPT = 5
"""Inputs that are kept of one failure: the first may fail only while coverage is counted."""


class TooSlow(BaseException):
    """An input takes very long."""


def failure_of(target: "Target", data: bytes) -> str | None:
    """What is wrong with how an input is treated, without numbers and texts of it; None if all is well."""
    signal.signal(signal.SIGPROF, _interrupt)
    memory, started = _memory(), time.process_time()
    signal.setitimer(signal.ITIMER_PROF, _HANGS)
    try:
        target.check(data)
    except target.expected:
        pass
    except (Exception, TooSlow) as error:
        return _signature(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if time.process_time() - started > target.seconds:
        return f"it takes more than {plural(round(target.seconds), 'second')}"
    return "it takes more than 64 MB" if _memory() - memory > _GROWTH else None


def smaller(target: "Target", data: bytes, failure: str) -> bytes:
    """An input with the same failure, without what can be taken from it in a limited number of attempts."""
    found = smallest(data.decode("latin-1"), lambda one: failure_of(target, one.encode("latin-1")) == failure)
    return bytes(found.encode("latin-1"))


@dataclass(kw_only=True)
class Work:
    """What one process tries of one target; it is written down each second, as the process may be killed."""

    target: "Target"
    folder: Path
    tried: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.monotonic)
    written: float = 0.0

    def take(self, data: bytes) -> None:
        """Tries an input, and keeps it if it fails."""
        self.tried += 1
        if failure := failure_of(self.target, data):
            self.failures[failure] += 1
            if self.failures[failure] <= _KEPT:
                name = hashlib.sha256(failure.encode()).hexdigest()[:8]
                (self.folder / f"{name}-{self.failures[failure]}").write_bytes(data)
                (self.folder / f"{name}.txt").write_text(failure, "utf-8", "backslashreplace")
        if time.monotonic() > self.written + 1:
            self.write()

    def write(self) -> None:
        """Writes the counts."""
        self.written = time.monotonic()
        counts = {"tried": self.tried, "seconds": self.written - self.started, "failures": self.failures.total()}
        write_atomically(self.folder / "counts.json", json.dumps(counts).encode())


def work(target: "Target", folder: Path, *, seconds: float, seed: int, guide: Any) -> None:
    """Tries the seeds, then inputs made of them: what reaches new code is kept, if `guide` is the module atheris."""
    done, chance = Work(target=target, folder=folder), Random(seed)
    pool = [data for data in target.seeds() if len(data) <= target.largest]
    for data in pool:
        done.take(data)
    done.write()
    if guide is not None:
        _guided(target, done, pool, seconds, seed, guide)  # does not return
    while time.monotonic() < done.started + seconds:
        data = target.mutated(chance.choice(pool), chance)
        done.take(data[: target.largest])
        if len(pool) < 2000 and chance.random() < 0.02:
            pool.append(data[: target.largest])
    done.write()


def _guided(target: "Target", done: Work, pool: list[bytes], seconds: float, seed: int, guide: Any) -> None:
    corpus, words = done.folder / "corpus", done.folder / "words"
    corpus.mkdir(exist_ok=True)
    for data in pool:
        (corpus / hashlib.sha256(data).hexdigest()).write_bytes(data)
    quoted = ("".join(map("\\x{:02x}".format, token.encode())) for token in target.tokens.split(" ") if token)
    words.write_text("".join(f'"{one}"\n' for one in quoted))

    def mutated(data: bytes, most: int, number: int) -> bytes:
        chance = Random(number)
        found = target.mutated(data, chance) if chance.random() < 0.5 else guide.Mutate(data, most)
        return bytes(found[:most])

    options = {
        "max_total_time": max(1, round(seconds)),
        "seed": seed or 1,
        "timeout": 60,
        "rss_limit_mb": 2048,
        "max_len": target.largest,
        "dict": words,
        "artifact_prefix": f"{done.folder}/stopped-",
    }
    if not target.tokens:
        del options["dict"]  # an empty one is an error
    arguments = [f"-{name}={value}" for name, value in options.items()]
    guide.Setup([sys.argv[0], *arguments, str(corpus)], done.take, custom_mutator=mutated)
    guide.Fuzz()


def coverage_tool() -> Any:
    """The module atheris; None where it is not installed."""
    try:
        return importlib.import_module("atheris")
    except ImportError:
        return None


def _signature(error: BaseException) -> str:
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/xpkgtui/" in frame.filename]
    place = f"{frames[-1].filename.rpartition('/xpkgtui/')[2]}, {frames[-1].name}" if frames else "its check"
    said = str(error) if isinstance(error, AssertionError) else ""
    return f"{type(error).__name__} in {place}" + (f": {said[:200]}" if said else "")


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise TooSlow
