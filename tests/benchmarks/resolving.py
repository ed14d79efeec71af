"""How long twelve packages take to resolve from a registry that answers each request after 50 ms.

    python tests/benchmarks/resolving.py [--rounds 3] [--delay 0.05] [--no-cache]

The floor is the longest chain of requests that each wait for the one before: a package's tags, its manifest and its
layer, for each package on the longest way down; its config is on its way beside the layer. Prints the ratio to it,
the time of the first tree, and how long `plan` of a manifest that installs the package takes beside `deps --resolve`.
"""

import argparse
import http.client
import os
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.registry.dependent import Shelf
from builders.registry.registries import DebianRegistry

_CHAIN = 4
"""Packages on the longest way down, below the one that is asked about."""
_REQUESTS = 3
_TARGET = 1.5
_PLANNED = 1.3
"""The same of `plan` beside `deps --resolve`."""
TIMED = """
import asyncio, sys, time
from contextlib import aclosing
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.dependencies import DependenciesRead, ReadDependencies
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.service.local import LocalPort

async def main(source, cache):
    port = LocalPort()
    async with aclosing(port.ask(Open(source=source, options=Options(cache_dir=cache or None)))) as events:
        async for event in events:
            pass
    began, first, last, count = time.perf_counter(), 0.0, 0.0, 0
    async with aclosing(port.ask(ReadDependencies(resolve=ResolveOptions()))) as events:
        async for event in events:
            if isinstance(event, DependenciesRead):
                first = first or time.perf_counter() - began
                last = time.perf_counter() - began
                count = len(event.whole.packages)
    await port.close()
    print(first, last, count)

asyncio.run(main(*sys.argv[1:]))
"""


class Slow(BaseHTTPRequestHandler):
    """Passes each request on after a while."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    """Its answer is two packets: else the second waits 40 ms for the client's acknowledgement of the first."""
    target = ""
    delay = 0.05

    def do_GET(self) -> None:
        """Answers a request."""
        time.sleep(self.delay)
        connection = http.client.HTTPConnection(self.target, timeout=10)
        headers = {key: value for key, value in self.headers.items() if key.lower() != "host"}
        connection.request(self.command, self.path, headers={**headers, "Host": self.headers["Host"]})
        answer = connection.getresponse()
        data = answer.read()
        self.send_response(answer.status)
        for key, value in answer.getheaders():
            if key.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        connection.close()

    def log_message(self, *_args: object) -> None:
        """Says nothing."""


def filled(registry: DebianRegistry, host: str, folder: Path) -> str:
    """Pushes a package that needs eleven others, four of them one after the other."""
    shelf = Shelf(registry, "bench", folder)
    named = {f"part-{number}": f"{host}/bench/part-{number}" for number in range(11)}
    for number in range(11):
        below = f"Provider {named[f'part-{number + 1}']} *" if number < _CHAIN - 1 else ""
        shelf.push(f"part-{number}", "v1.0.0", *filter(None, [below]), kind="Provider")
    direct = [f"Provider {named[f'part-{number}']} *" for number in (0, *range(_CHAIN, 11))]
    shelf.push("whole", "v1.0.0", *direct)
    return f"{host}/bench/whole:v1.0.0"


def beside(program: str, source: str, folder: Path, rounds: int) -> float:
    """The time of `plan` with an empty cache, by that of `deps --resolve`; both are whole commands, in turn."""
    manifest = folder / "set" / "whole.yaml"
    manifest.parent.mkdir()
    head = "apiVersion: pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: whole}\n"
    manifest.write_text(f"{head}spec: {{package: '{source}'}}\n")
    took: dict[str, list[float]] = {"plan": [], "deps": []}
    for number in range(rounds):
        for words in (["deps", source, "--resolve"], ["plan", str(manifest.parent)]):
            command = [program, "-m", "xpkgtui", *words, "--plain-http", source.partition("/")[0]]
            state = {"XDG_CACHE_HOME": str(folder / f"{words[0]}-{number}")}
            began = time.perf_counter()
            subprocess.run(command, capture_output=True, check=False, env={**os.environ, **state})
            took[words[0]].append(time.perf_counter() - began)
    return sorted(took["plan"])[rounds // 2] / sorted(took["deps"])[rounds // 2]


def main() -> int:
    """Measures, and says whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--delay", type=float, default=0.05)
    parser.add_argument("--no-cache", action="store_true", help="without a cache; else each round has an empty one")
    parser.add_argument("--program", default=sys.executable, help="the Python that runs xpkgtui")
    chosen = parser.parse_args()
    registry = DebianRegistry().start()
    Slow.target, Slow.delay = registry.host, chosen.delay
    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            source = filled(registry, f"127.0.0.1:{server.server_address[1]}", Path(folder))
            rows = []
            for number in range(chosen.rounds):
                cache = "" if chosen.no_cache else str(Path(folder) / f"cache-{number}")
                words = [chosen.program, "-c", TIMED, source, cache]
                done = subprocess.run(words, capture_output=True, text=True, check=True)
                rows.append([float(one) for one in done.stdout.split()])
            planned = beside(chosen.program, source, Path(folder), chosen.rounds)
    finally:
        server.shutdown()
        registry.remove()
    first, last, count = (sorted(column)[len(column) // 2] for column in zip(*rows, strict=True))
    floor = _CHAIN * _REQUESTS * chosen.delay
    ratio = last / floor
    print(f"{count:.0f} packages: first tree {first * 1000:.0f} ms, resolved {last * 1000:.0f} ms")
    print(f"longest chain of requests {floor * 1000:.0f} ms: {ratio:.2f} of it, target {_TARGET}")
    print(f"plan: {planned:.2f} of deps --resolve, target {_PLANNED}")
    return int(ratio > _TARGET or planned > _PLANNED)


if __name__ == "__main__":
    sys.exit(main())
