"""Draws the pictures of the README from the program itself: `python tests/pictures.py [--only NAME] [FOLDER]`.

The packages are the built-in ones, read by the same code as any other, in this process; with XPKGTUI_CORPUS, real
ones are drawn too. DejaVu Sans Mono is looked for where systems keep fonts (`apt install fonts-dejavu-core`).
"""
# ruff: noqa: E402 - paths and environment are set before the program is imported

import argparse
import asyncio
import os
import shutil
import struct
import sys
import zlib
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
for name in [name for name in os.environ if name == "NO_COLOR" or name.startswith("TEXTUAL")]:
    del os.environ[name]
os.environ["TEXTUAL_ANIMATIONS"] = "none"

import resvg_py
from builders.demo.prose import EXAMPLES
from builders.demo.stream import package_yaml
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.oci.layers import folder as folder_entry
from builders.pilots import Shown
from builders.program.resting import without_sleeping
from builders.registry.registries import DebianRegistry
from builders.screens import buckets, upgrades
from builders.screens.dependencies import needed
from builders.screens.examples import examples
from builders.screens.referrers import DECIDED, FOUND, answer, referrers
from builders.screens.repositories import FEW, NOON, REPOSITORY, Repository, listed
from builders.screens.sets import planning

from xpkgtui.app.application import Application
from xpkgtui.app.copy.picture import self_contained
from xpkgtui.app.start.choices import Offered
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION
from xpkgtui.inspection.messages.listing import Gone
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port
from xpkgtui.settings.state import Recent
from xpkgtui.sources.demos import DEMO, demo_source
from xpkgtui.sources.recognition.nearby import Nearby

FONTS = ("truetype/dejavu", "TTF", "truetype", "dejavu")
PLACES = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "~/Library/Fonts", "~/.local/share/fonts")
PATIENCE = 60.0
"""Seconds until a screen that does not come to rest is an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One picture: how large, after which keys."""

    name: str
    size: tuple[int, int] = (120, 40)
    keys: tuple[str, ...] = ()
    theme: str = "xpkg-dark"
    source: str | None = DEMO
    """None is the start screen; a path is one in the corpus."""
    pause: float = 0.0
    """Seconds that each screen stands, in a picture that moves from key to key; 0 for the last screen alone."""


def each_size(format: str, *keys: str) -> tuple[Picture, ...]:
    """The built-in package of a format in 120 and in 80 columns."""
    large = Picture(name=format, keys=keys, source=demo_source(format))
    return large, replace(large, name=f"{format}-small", size=(80, 24))


PICTURES = (
    Picture(name="browse", size=(160, 50)),
    Picture(name="finding", keys=(">", ">", ">")),
    Picture(name="light", keys=(">", ">", ">"), theme="xpkg-light"),
    Picture(name="small", size=(80, 24), keys=("j", "j")),
    Picture(name="findings", keys=("F",)),
    Picture(name="layer", keys=("2", "left_square_bracket", "left_square_bracket")),
    Picture(name="files", keys=("3", "t", "t", "t")),
    Picture(name="start", size=(100, 24), source=None),
    *each_size("bundle"),
    *each_size("catalog", "g", "j", "j", "j", "left_square_bracket"),
    *each_size("stack"),
)
MOVING = Picture(
    name="demo",
    size=(100, 28),
    keys=("x", "escape", "2", "left_square_bracket", "left_square_bracket", "3", "t", "t", "t", "4", ">", ">", ">"),
    pause=1.8,
)
MIRRORED = (
    Picture(name="why", size=(120, 36), keys=("x",)),
    Picture(name="why-small", size=(80, 24), keys=("x",)),
)
"""Drawn from a copy of the demo in a registry, on which readers disagree, where `docker-registry` is installed."""
COMPARED = (Picture(name="changes", source="v1.20.1.yaml", keys=("m", ":", *"v1.21.0.yaml", "enter", "D")),)
"""Drawn from two versions of a small package, in a folder that holds both."""
SCHEMAS = (
    Picture(name="schema", source=buckets.FILE, keys=("j", "j", "S", *"jjjjj", "l", *"kkk")),
    Picture(name="schema-small", size=(80, 24), source=buckets.FILE, keys=("j", "j", "S", "j", "j")),
)
"""Drawn from a small provider, in a folder that holds it."""
EXAMPLES_SHOWN = Picture(name="examples", keys=("j", "right_square_bracket"))
"""Drawn from the folder of a small provider with examples."""
TAGS = Picture(name="tags", size=(100, 30))
"""Drawn from the list of a repository that a script has."""
DEPENDENCIES = Picture(name="dependencies")
"""Drawn from registries that a script has, resolved by the program."""
PLANS = (Picture(name="plan"), Picture(name="plan-small", size=(80, 24)))
"""Drawn from a small set of manifests and what registries would answer."""
REFERRERS = Picture(name="referrers", keys=("j",))
"""Drawn from answers that a script has."""
REAL = (
    Picture(name="folder", size=(160, 50), source="crossplane-providers/provider-sql", keys=("j", "j")),
    Picture(
        name="composition",
        source="crossplane-configurations/configuration-aws-eks-v0.16.0",
        keys=("G", "left_square_bracket"),
    ),
)
"""Drawn from real packages, where they are at hand."""


def main(folder: Path, only: Sequence[str] = ()) -> None:
    """Draws them all, or those of some names."""
    folder.mkdir(exist_ok=True)
    fonts = list(_font_folders())
    folder = folder.resolve()
    with upgraded():
        for picture in COMPARED:
            if not only or picture.name in only:
                save(picture, folder, fonts)
    with bucket_provider():
        for picture in SCHEMAS:
            if not only or picture.name in only:
                save(picture, folder, fonts)
    made: tuple[tuple[Picture, Callable[[], Coroutine[None, None, str]]], ...] = (
        (EXAMPLES_SHOWN, draw_examples),
        (TAGS, draw_tags),
        (DEPENDENCIES, draw_dependencies),
        (REFERRERS, draw_referrers),
        *((one, partial(draw_plan, one)) for one in PLANS),
    )
    for picture, drawing in made:
        if not only or picture.name in only:
            keep(picture, [asyncio.run(drawing())], folder, fonts)
    corpus = os.environ.get("XPKGTUI_CORPUS")
    if corpus:
        os.chdir(corpus)
    with mirrored() as source:
        copies = [replace(picture, source=source) for picture in MIRRORED] if source else []
        for picture in (MOVING, *PICTURES, *copies, *(REAL if corpus else ())):
            if only and picture.name not in only:
                continue
            save(picture, folder, fonts)


def save(picture: Picture, folder: Path, fonts: Sequence[str]) -> None:
    """Draws one picture into a file of the folder."""
    keep(picture, asyncio.run(draw(picture)), folder, fonts)


def keep(picture: Picture, drawn: Sequence[str], folder: Path, fonts: Sequence[str]) -> None:
    """Makes a file of what was drawn."""
    frames = [
        bytes(resvg_py.svg_to_bytes(svg_string=svg, monospace_family="DejaVu Sans Mono", font_dirs=list(fonts)))
        for svg in drawn
    ]
    path = folder / f"{picture.name}.png"
    path.write_bytes(animated(frames, picture.pause) if picture.pause else frames[0])
    print(path)


@contextmanager
def upgraded() -> Iterator[None]:
    """A folder with two versions of a package, in which the program runs."""
    with _folder() as folder:
        upgrades.write(folder)
        for name, version in (("old.yaml", "v1.20.1.yaml"), ("new.yaml", "v1.21.0.yaml")):
            (folder / name).rename(folder / version)
        yield


@contextmanager
def bucket_provider() -> Iterator[None]:
    """A folder with a provider whose definition has versions and rules, in which the program runs."""
    with _folder() as folder:
        buckets.write(folder)
        yield


@contextmanager
def _folder() -> Iterator[Path]:
    """An empty folder, in which the program runs."""
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield Path(folder)
        finally:
            os.chdir(before)


@contextmanager
def mirrored() -> Iterator[str]:
    """The demo as a careless copy leaves it: no annotations, and an example above that is called package.yaml too."""
    if shutil.which("docker-registry") is None:
        yield ""
        return
    layers = (
        layer(file("usr/local/bin/provider", b"\x7fELF")),
        layer(file("package.yaml", package_yaml())),
        layer(folder_entry(".up"), folder_entry(".up/examples"), file(".up/examples/package.yaml", EXAMPLES)),
    )
    built = image(*layers, labels={f"{ANNOTATION}:{layers[1].digest}": "base"})
    registry = DebianRegistry().start()
    try:
        repository = "mirror/provider-harbourmaster"
        registry.push_image(repository, "v1.4.2", *(each.blob for each in layers), config=built.config)
        yield f"{registry.host}/{repository}:v1.4.2"
    finally:
        registry.remove()


async def draw(picture: Picture) -> list[str]:
    """The screen as SVG: the last one, or the one after every key."""
    app, port = _application(picture)
    frames = []
    with without_sleeping():
        async with asyncio.timeout(PATIENCE), app.run_test(size=picture.size) as pilot:
            shown = Shown(app, port, pilot)
            await shown.settle()
            for key in ("", *picture.keys):
                if key:
                    await shown.press(key)
                assert not app.busy
                frames.append(self_contained(app.export_screenshot(title="xpkgtui")))
    await port.close()
    return frames if picture.pause else frames[-1:]


async def draw_tags() -> str:
    """The screen of a repository's tags, one of which is marked."""
    gone = (Gone(name="v0.9.0", at=NOON),)
    async with listed(size=TAGS.size, script=Repository(*FEW, gone=gone)) as shown:
        shown.app.marked = f"{REPOSITORY}:v1.20.1"
        await shown.settle()
        return self_contained(shown.app.export_screenshot(title="xpkgtui"))


async def draw_dependencies() -> str:
    """The screen of dependencies that do not fit together."""
    with TemporaryDirectory() as folder:
        async with needed(Path(folder), size=DEPENDENCIES.size) as shown:
            return self_contained(shown.app.export_screenshot(title="xpkgtui"))


async def draw_plan(picture: Picture) -> str:
    """The screen of a set of which one package does not install."""
    with TemporaryDirectory() as folder:
        async with planning(Path(folder), size=picture.size) as shown:
            return self_contained(shown.app.export_screenshot(title="xpkgtui"))


async def draw_examples() -> str:
    """The screen of examples, one of which is refused."""
    with TemporaryDirectory() as folder:
        async with examples(Path(folder), *EXAMPLES_SHOWN.keys, size=EXAMPLES_SHOWN.size) as shown:
            return self_contained(shown.app.export_screenshot(title="xpkgtui"))


async def draw_referrers() -> str:
    """The screen of what belongs to an image, under a policy that refuses it."""
    with TemporaryDirectory() as folder:
        answers = (answer(FOUND, DECIDED),)
        async with referrers(Path(folder), "R", *REFERRERS.keys, answers=answers, size=REFERRERS.size) as shown:
            return self_contained(shown.app.export_screenshot(title="xpkgtui"))


def animated(frames: Sequence[bytes], pause: float) -> bytes:
    """PNG pictures of one size as one that moves without end (APNG, https://www.w3.org/TR/png-3/)."""
    width, height = struct.unpack(">II", frames[0][16:24])
    head = b"".join(_chunk(name, data) for name, data in _chunks(frames[0]) if name == b"IHDR")
    parts = [b"\x89PNG\r\n\x1a\n", head, _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    number = 0
    for place, frame in enumerate(frames):
        control = struct.pack(">IIIIIHHBB", number, width, height, 0, 0, int(pause * 100), 100, 0, 0)
        parts.append(_chunk(b"fcTL", control))
        number += 1
        for name, data in _chunks(frame):
            if name != b"IDAT":
                continue
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + data) if place else _chunk(b"IDAT", data))
            number += 1 if place else 0
    return b"".join([*parts, _chunk(b"IEND", b"")])


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _application(picture: Picture) -> tuple[Application, Port]:
    port = LocalPort()
    recent = "registry.example.com/tidewater/provider-harbourmaster:v1.4.2"
    now = 1_000_000_000.0
    offered = Offered(
        recents=(
            Recent(source=recent, verdict="accepted", digest="sha256:7e13a46797a286499e", at=now - 120),
            Recent(source="registry.example.com/mirror/provider-buoys:v0.3.1", verdict="refused", at=now - 100_000),
        ),
        found=(Nearby(path="provider-harbourmaster.xpkg", kind="package archive", size=241_000, modified=now - 600),),
        references=(recent,),
        folder="~/src/harbour",
        now=now,
    )
    app = Application(
        port, source=picture.source, options=Options(), offered=lambda: offered, theme_name=picture.theme
    )
    return app, port


def _font_folders() -> Iterator[str]:
    for place in PLACES:
        for font in FONTS:
            folder = Path(place).expanduser() / font
            if folder.is_dir():
                yield str(folder)


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says; a word that begins with a dash is never a folder."""
    made = (EXAMPLES_SHOWN, REFERRERS, TAGS, DEPENDENCIES, *PLANS)
    every = (MOVING, *PICTURES, *MIRRORED, *COMPARED, *SCHEMAS, *made, *REAL)
    names = sorted(picture.name for picture in every)
    about = argparse.ArgumentParser(description="Draws the pictures of the README from the program itself.")
    about.add_argument("folder", nargs="?", type=Path, default=ROOT / "screenshots", metavar="FOLDER")
    about.add_argument("--only", action="append", default=[], choices=names, metavar="NAME", help=", ".join(names))
    return about.parse_args(words)


if __name__ == "__main__":
    asked = arguments()
    main(asked.folder, asked.only)
