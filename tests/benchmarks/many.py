"""How long `check --from` takes for many bundles of a registry, and how much memory: 100 and 800 of them.

    XPKGTUI_CORPUS=… python tests/benchmarks/many.py [--counts 100,800] [--jobs 2] [--check OPTION…]
                                                        [--beside COMMAND]

The bundles of the corpus are pushed again and again to docker-registry on loopback, under other tags, each time with
another comment, so that no two layers are alike. Memory is that of all processes together, asked ten times a second.
`--beside "opm render --use-http"` runs another program as well, once for each reference, by `xargs -P JOBS`. At last
a run is killed in the middle and gone on with: its table must be that of a run in one piece.
"""

import argparse
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.oci.images import BuiltImage, image
from builders.oci.layers import file, layer
from builders.packages.corpus_bundles import corpus_bundles
from builders.registry.registries import DebianRegistry
from ruamel.yaml import YAML

PAUSE = 0.1
PAGE = os.sysconf("SC_PAGESIZE")


class Run(NamedTuple):
    """One run: seconds by the clock and of processors, and bytes of memory of all its processes together, at most."""

    seconds: float
    processor: float
    memory: int
    code: int
    table: str


def bundle(folder: Path, number: int) -> BuiltImage:
    """The folder as an image like no other."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    members = [file(path.relative_to(folder).as_posix(), path.read_bytes()) for path in paths]
    annotations = YAML(typ="safe").load(folder / "metadata" / "annotations.yaml")["annotations"]
    labels = {name: str(value) for name, value in annotations.items()}
    return image(layer(*members, file("number", str(number))), labels=labels)


def push(registry: DebianRegistry, count: int) -> Iterator[str]:
    """Pushes so many bundles; gives their references."""
    bundles = corpus_bundles(Path(os.environ["XPKGTUI_CORPUS"]))
    for number, (name, folder) in enumerate(islice(cycle(bundles.items()), count)):
        repository = f"bundles/{name.lower().replace('/', '-')}"
        built = bundle(folder, number)
        registry.push_image(repository, f"v{number}", *(one.blob for one in built.layers), config=built.config)
        yield f"{registry.host}/{repository}:v{number}"


def memory_of(process: int) -> int:
    """Bytes of a process and of all below it."""
    parents, sizes = {}, {}
    for entry in filter(str.isdecimal, os.listdir("/proc")):
        try:
            status = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
            sizes[int(entry)] = int(Path("/proc", entry, "statm").read_text().split()[1]) * PAGE
            parents[int(entry)] = int(status[1])
        except (OSError, ValueError, IndexError):
            continue
    below, found = {process}, -1
    while len(below) > found:
        found = len(below)
        below |= {one for one, parent in parents.items() if parent in below}
    return sum(sizes.get(one, 0) for one in below)


def run(*command: str, kill_after: str = "") -> Run:
    """A run; with `kill_after`, it is killed once that file has a hundred results."""
    began, spent, peak = time.perf_counter(), children_spent(), 0
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(child.stdout.read() if child.stdout else ""))
    reader.start()
    while child.poll() is None:
        peak = max(peak, memory_of(child.pid))
        if kill_after and Path(kill_after).exists() and Path(kill_after).read_bytes().count(b"\n") >= 100:
            child.send_signal(signal.SIGKILL)
        time.sleep(PAUSE)
    reader.join()
    return Run(time.perf_counter() - began, children_spent() - spent, peak, child.returncode, read[0])


def children_spent() -> float:
    """Processor seconds of the children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def tell(name: str, ran: Run) -> None:
    """Prints one row."""
    times = f"{ran.seconds:.1f} s, {ran.processor:.1f} s of processors"
    print(f"{name}: {times}, {ran.memory / 1e6:,.0f} MB, code {ran.code}")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--counts", default="100,800")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--beside", default="", metavar="COMMAND", help="a program that takes one reference")
    parser.add_argument("--check", nargs="*", default=[], help="more options of check, without their dashes")
    given = parser.parse_args()
    counts = [int(one) for one in given.counts.split(",")]
    call = (sys.executable, "-m", "xpkgtui", "check")
    beside = ("xargs", "-P", given.jobs, "-n", "1", *shlex.split(given.beside))
    registry = DebianRegistry().start()
    with tempfile.TemporaryDirectory() as scratch:
        listed = Path(scratch, "sources")
        references = list(push(registry, max(counts)))
        try:
            for count in counts:
                listed.write_text("".join(f"{one}\n" for one in references[:count]))
                whole = (*call, "--from", str(listed), "--jobs", given.jobs, *(f"--{one}" for one in given.check))
                ran = run(*whole, "--cache-dir", f"{scratch}/cache-{count}")
                tell(f"{count:,} bundles", ran)
                print("  " + ran.table.splitlines()[-1])
                if given.beside:
                    tell(f"  {given.beside}", run(beside[0], "-a", str(listed), *beside[1:]))
            resumed = ("--resume", f"{scratch}/results.jsonl", "--cache-dir", f"{scratch}/cache-resumed")
            killed = run(*whole, *resumed, kill_after=f"{scratch}/results.jsonl")
            done = Path(scratch, "results.jsonl").read_bytes().count(b"\n")
            again = run(*whole, *resumed)
            is_same = (again.table, again.code) == (ran.table, ran.code)
            print(f"killed (code {killed.code}) after {done}, resumed: {'the same' if is_same else 'ANOTHER'} table")
        finally:
            registry.stop()
            registry.remove()


if __name__ == "__main__":
    main()
