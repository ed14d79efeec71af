"""Spoils packages at random and asks every command about each: two commands must never give two answers.

    python tests/truth.py [--minutes N] [--seed S] [--out FOLDER]

The packages are those of the corpus that `XPKGTUI_CORPUS` names: folders of all formats, and images of these and of
Crossplane's streams, in every form and in a registry with faults. What differs is printed, and kept in FOLDER. The
exit code is 1 where something does.
"""

import argparse
import itertools
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS)]

from builders.corpus import content, packages  # noqa: E402 - their folder is put on the path first
from builders.corpus_siblings import siblings  # noqa: E402
from builders.oci.archives import saved  # noqa: E402
from builders.oci.images import (  # noqa: E402
    BuiltImage,
    docker_archive,
    image,
    index,
    oci_archive,
    package,
    write_dir,
    write_layout,
    xpkg,
)
from builders.oci.layers import file, gzip, layer, layer_of, tar, whiteout  # noqa: E402
from builders.program.headless import DOCUMENTED, of_schema, run  # noqa: E402
from builders.registry.faulty import FaultyRegistry, Reply  # noqa: E402
from fuzz.mutating import as_bytes, as_lines  # noqa: E402

LARGEST = 60_000
"""Bytes of a package that is tried; larger ones only take longer."""
TEXTS = ("check", "why", "show", "ls", "images", "deps", "rbac", "explain", "examples", "diff")
"""Commands that write JSON about a source."""
VERSIONS = ("2.2", "2.1", "1.20", "1.14", "1.12", "1.6")
Result = dict[str, Any]


class Maker:
    """Makes a package of the corpus that something is wrong with."""

    def __init__(self, corpus: Path, chance: Random) -> None:
        streams = {name: path for name, path in packages(corpus).items() if path.suffix == ".yaml"}
        self.streams = {name: content(path) for name, path in streams.items() if path.stat().st_size < LARGEST}
        self.folders = [corpus / name for name in siblings(corpus) if _size(corpus / name) < LARGEST]
        self.chance = chance
        self.registry = FaultyRegistry()

    def make(self, folder: Path) -> str:
        """Writes one into a folder, and gives the name that opens it."""
        if self.chance.random() < 0.4:
            source = shutil.copytree(self.chance.choice(self.folders), folder / "folder")
            self._spoil(source, self._text)
            return str(source) if self.chance.random() < 0.5 else self._packed(folder, self._of_files(source))
        stream = self._text(self.streams[self.chance.choice(list(self.streams))])
        if self.chance.random() < 0.1:
            return str(saved(folder, stream, "package.yaml"))
        return self._packed(folder, self._image(stream))

    def _of_files(self, source: Path) -> BuiltImage:
        """An image with the files of a folder, in two layers."""
        files = [one for one in sorted(source.rglob("*")) if one.is_file()]
        entries = [file(str(one.relative_to(source)), one.read_bytes()) for one in files]
        cut = self.chance.randrange(len(entries) + 1)
        return image(*(layer(*some) for some in (entries[:cut], entries[cut:]) if some))

    def _image(self, stream: bytes) -> BuiltImage:
        """An image with a stream of Crossplane, and other layers."""
        chance = self.chance
        entries = [file(chance.choice(("package.yaml", "x", "examples/a.yaml")), stream), whiteout("package.yaml")]
        others = [layer_of(gzip(tar(one)), base=chance.random() < 0.2) for one in entries if chance.random() < 0.2]
        config = {"config": b"{"} if chance.random() < 0.1 else {}
        return package(stream, *others, base=chance.random() < 0.8, **config)

    def _packed(self, folder: Path, built: BuiltImage) -> str:
        """Writes an image in one of its forms, and spoils that."""
        chance = self.chance
        if chance.random() < 0.25:
            return self._served(folder, built)
        fewer = chance.sample(built.layers, chance.randint(1, len(built.layers)))
        second = image(*fewer, platform="linux/arm64")
        forms: tuple[Callable[[], Path], ...] = (
            lambda: write_layout(folder / "layout", built),
            lambda: write_layout(folder / "index", index((built, "linux/amd64"), (second, "linux/arm64"))),
            lambda: write_dir(folder / "dir", built),
            lambda: saved(folder, docker_archive((built, ())) if built.config == b"{" else xpkg(built)),
            lambda: saved(folder, docker_archive((built, ("acme/a:v1",)))),
            lambda: saved(folder, oci_archive(built)),
        )
        made = chance.choice(forms)()
        if chance.random() < 0.6:
            self._spoil(made, lambda data: as_bytes(data, chance))
        return str(made)

    def _served(self, folder: Path, built: BuiltImage) -> str:
        """Has a registry serve an image, and something of it not, or not as it is; the folder says what."""
        named = {"manifests/v1": built.manifest, f"manifests/{built.digest}": built.manifest}
        named |= {f"blobs/{name}": data for name, data in built.blobs().items()}
        spoilt = self.chance.sample(list(named), self.chance.randint(0, 2))
        for name, data in named.items():
            reply = Reply(body=data, headers={"Content-Type": built.media_type})
            if name in spoilt:
                body = as_bytes(data, self.chance)
                faults: tuple[dict[str, Any], ...] = (
                    {"status": 404},
                    {"status": 501},
                    {"status": 403},
                    {"body": body},
                )
                reply = replace(reply, **self.chance.choice(faults))
                print(name, reply, file=(folder / "faults").open("a"))
            self.registry.routes[f"/v2/acme/{name}"] = reply
        return f"{self.registry.host}/acme:v1"

    def _text(self, data: bytes) -> bytes:
        return as_lines(data, self.chance) if self.chance.random() < 0.8 else data

    def _spoil(self, path: Path, change: Callable[[bytes], bytes]) -> None:
        """Changes one file of a source, or takes it away where there are others."""
        files = sorted(one for one in path.rglob("*") if one.is_file()) or [path]
        chosen = self.chance.choice(files)
        if len(files) > 1 and self.chance.random() < 0.15:
            chosen.unlink()
        else:
            chosen.write_bytes(change(chosen.read_bytes()))


def _size(folder: Path) -> int:
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())


def differences(source: str, version: str, *options: str) -> Iterator[str]:
    """Everything in which two commands, with these options, do not say the same of a source."""
    asked: Mapping[str, tuple[str, ...]] = {name: (name, *[source] * (1 + (name == "diff"))) for name in TEXTS}
    ended = {name: run(*words, *options, "--format", "json") for name, words in asked.items()}
    codes = {name: one.exit_code for name, one in ended.items()}
    yield from (f"{name} ends with {code}" for name, code in codes.items() if code not in DOCUMENTED)
    yield from (f"{name} is silent" for name, one in ended.items() if one.exit_code > 1 and not one.stderr)
    if (codes["check"] == 6) is not (codes["why"] == 6):
        yield f"check ends with {codes['check']}, why with {codes['why']}"
    found = {name: of_schema(name, one.stdout, source) for name, one in ended.items() if one.stdout}
    if codes["diff"] == 0 and found["diff"]["changes"]:
        yield "diff finds changes between the same"
    checked, why = (found[name]["results"][0] for name in ("check", "why"))
    if "verdict" in found["show"] and found["show"]["verdict"] != checked["verdict"]:
        yield f"show says {found['show']['verdict']}, check {checked['verdict']}"
    if why.get("readings"):
        yield from _of_readers(source, why["readings"], checked, version, options)


def _of_readers(
    source: str, readings: list[Result], checked: Result, version: str, options: tuple[str, ...]
) -> Iterator[str]:
    """Where a row of `why` says another verdict than a check for that program."""
    rows = {row["reader"]: row for row in readings}
    wanted = {one["profile"]: one["verdict"] for one in (checked, *(checked["others"] or ()))}
    for profile, number in (("crossplane", "2.4"), ("crossplane", version), ("spec", "2.4")):
        row = rows.get("spec") if profile == "spec" else _of_version(readings, number)
        if row is None:
            continue
        asked = ("--format", "json", "--profile", profile, "--crossplane", number)
        (one,) = of_schema("check", run("check", source, *options, *asked).stdout)["results"]
        if one["profile"] == profile and row["verdict"] != one["verdict"]:
            yield f"of {profile} {number} why says {row['verdict']}, check {one['verdict']}"
    for profile, verdict in wanted.items():
        if profile in rows and rows[profile]["verdict"] != verdict:
            yield f"of {profile} why says {rows[profile]['verdict']}, check {verdict}"


def _of_version(readings: list[Result], version: str) -> Result | None:
    """The row of a version of Crossplane; None where it is no reader of the format."""
    managers: Iterator[Result] = (row for row in readings if row["reader"].startswith("manager-"))
    parts: Iterator[Result] = (part for row in managers for part in (*row["older"], row))
    for one in parts:
        first, _, last = one["versions"].partition(" - ")
        if _numbers(first) <= _numbers(version) <= _numbers(last or first):
            return one
    return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def main() -> int:
    """Ends with 1 where two commands differ."""
    parser = argparse.ArgumentParser(prog="python tests/truth.py", description=(__doc__ or "").partition(":")[0])
    parser.add_argument("--minutes", type=float, default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    chance = Random(asked.seed)
    maker = Maker(Path(os.environ["XPKGTUI_CORPUS"]), chance)
    until, tried, failed = time.monotonic() + asked.minutes * 60, 0, 0
    for number in itertools.count(1):
        if time.monotonic() > until:
            break
        tried = number
        with tempfile.TemporaryDirectory() as folder:
            source = maker.make(Path(folder))
            cache = ("--cache-dir", f"{folder}/cache") if chance.random() < 0.5 else ("--no-cache",)
            found = list(differences(source, chance.choice(VERSIONS), *cache))
            if found:
                failed += 1
                print(f"{number} {Path(source).name}: " + "; ".join(found), flush=True)
            if found and asked.out:
                shutil.copytree(folder, asked.out / str(number))
    print(f"{tried:,} packages, {failed:,} with two answers")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
