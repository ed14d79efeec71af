"""How long it takes to read a package in a registry: ratios to crane and to curl from the same docker-registry.

    python tests/benchmarks/transferring.py [--json] [--rounds 5] [--only WORD] [--program PATH]

Needs docker-registry, skopeo, curl and crane, and the corpus in XPKGTUI_CORPUS. `show` is the whole command with an
empty cache, and does not judge; `crane export` unpacks the same image, and a bare script does with oras the least
that Python has to do for it. `layer` is asked for, verified and stored by a program that has all it needs loaded.
"""

import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, command, compare, options, python_of, tell, timed
from benchmarks.packages import azure, laid_out, noisy

CONFIG = """version: 0.1
storage: {{filesystem: {{rootdirectory: {folder}}}}}
http: {{addr: 127.0.0.1:{port}}}
log: {{level: error}}
"""
ROWS = (
    Row("show 80 MB, cold", "crane export of it", 2.0),
    Row("show 80 MB, cold", "a bare script"),
    Row("a bare script", "crane export of it"),
    Row("show 97 MB that hardly compress, cold", "crane export of these", 1.0),
    Row("show 80 MB, warm", "crane export of it"),
    Row("layer of 54 MB", "curl | sha256sum", 1.2),
)
_LAYER = """
import asyncio, json, sys, time
from pathlib import Path
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.access import Access
from xpkgtui.sources.registry.source import RegistrySource

async def bring():
    access = Access()
    fetcher = Fetcher(RegistrySource(Reference.parse(sys.argv[1]), access), Store(Path(sys.argv[2])), access=access)
    manifest = Manifest.parse((await fetcher.resolve()).data)
    began = time.perf_counter(), time.process_time()
    await fetcher.blob(manifest.layers[0])
    print(json.dumps([time.perf_counter() - began[0], time.process_time() - began[1]]))
    fetcher.close()

asyncio.run(bring())
"""


@contextmanager
def registry(folder: Path) -> Iterator[str]:
    """A docker-registry on loopback; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "registry.yml"
    config.write_text(CONFIG.format(folder=folder / "registry", port=port))
    server = subprocess.Popen(
        ["docker-registry", "serve", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def pushed(address: str, layout: Path) -> str:
    """The reference of a layout's image, in the registry."""
    target = f"{address}/measured/{layout.name}:v1"
    words = ["skopeo", "copy", "-q", "--dest-tls-verify=false", f"oci:{layout}:v1", f"docker://{target}"]
    subprocess.run(words, check=True)
    return target


def layer_of(layout: Path) -> str:
    """The digest of the first layer of a layout's image."""
    index = json.loads((layout / "index.json").read_bytes())
    manifest = layout / "blobs" / index["manifests"][0]["digest"].replace(":", "/")
    digest: str = json.loads(manifest.read_bytes())["layers"][0]["digest"]
    return digest


def brought(program: str, reference: str, cache: Path) -> Subject:
    """A subject: the first layer comes into an empty store."""
    bring = timed(python_of(program), "-P", "-c", _LAYER, reference, str(cache))

    def run() -> Took:
        shutil.rmtree(cache, ignore_errors=True)
        return bring()

    return run


def shown(program: str, reference: str, state: Path, *, warm: bool = False) -> Subject:
    """A subject: `show` of a reference; cold, the cache is removed before each run."""
    cache = state / "cache"
    environment = {"XDG_STATE_HOME": str(state), "XDG_CACHE_HOME": str(cache), "XDG_CONFIG_HOME": str(state)}
    words = (program, "show", "--no-check", "--format", "json", reference)
    whole = command(*words, environment=environment)

    def run() -> Took:
        if not warm:
            shutil.rmtree(cache, ignore_errors=True)
        return whole()

    return run


def main() -> None:
    """Prints the rows."""
    asked = options(__doc__, rounds=5).parse_args()
    crane = shutil.which("crane")
    if crane is None:
        raise SystemExit("crane is not on PATH")
    with tempfile.TemporaryDirectory() as name, registry(Path(name)) as address:
        folder = Path(name)
        well = pushed(address, laid_out(folder, "well", azure()))
        layout = laid_out(folder, "badly", noisy())
        badly = pushed(address, layout)
        url = f"http://{address}/v2/{badly.split('/', 1)[1].rsplit(':', 1)[0]}/blobs/{layer_of(layout)}"
        subjects = {
            "show 80 MB, cold": shown(asked.program, well, folder / "a"),
            "show 80 MB, warm": shown(asked.program, well, folder / "b", warm=True),
            "show 97 MB that hardly compress, cold": shown(asked.program, badly, folder / "c"),
            "a bare script": command(python_of(asked.program), str(Path(__file__).with_name("bare_show.py")), well),
            "layer of 54 MB": brought(asked.program, badly, folder / "d"),
            "curl | sha256sum": command("sh", "-c", f"curl -sf {url} | sha256sum"),
            "crane export of it": command(crane, "export", "--insecure", well, "/dev/null"),
            "crane export of these": command(crane, "export", "--insecure", badly, "/dev/null"),
        }
        rows = [row for row in ROWS if asked.only in row.measure]
        tell(compare(subjects, rows, asked.rounds), about(asked.program), as_json=asked.json)


if __name__ == "__main__":
    main()
