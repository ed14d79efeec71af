"""Images: what every reader takes out of them, beside the go-containerregistry that the reader carries."""

import hashlib
import io
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from builders.oci.layer_cases import CASES
from differential.images.built import built
from differential.images.cases import TRAPS, random_image
from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.formats.xpkg.reader.readers import read_all
from xpkgtui.golang import paths as go_paths
from xpkgtui.limits import LARGEST_STREAM
from xpkgtui.readers.reader import REPOSITORY, Reading

# Not compared: Crossplane 1.0 to 1.12 has no limit of 200 MiB, which the oracle applies to all managers.
ASKED = {
    "manager-1.0": ("images-0.19.2", "manager-1.0"),
    "manager-1.7": ("images-0.19.2", "manager-1.7"),
    "manager-1.13": ("images-0.19.2", "manager-1.13"),
    "manager-2.0": ("images-0.20.7", "manager-2.0"),
    "manager-2.2": ("images-0.20.7", "manager-2.2"),
    "manager-2.4": ("images-0.21.8", "manager-2.2"),
    "extract": ("images-0.21.9", "extract"),
    "validate": ("images-0.21.9", "validate"),
}
"""The program that carries each reader's library, and what it calls the reader. No program is the specification."""
_OWN_WORDS = (
    "failed to get uncompressed contents from layer: ",
    "cannot uncompress layer: ",
    "failed to extract package contents: ",
)
"""What programs say before the library's message; the oracle has the library's alone."""
_SHORT = 12
_DEFINITIONS = (
    "without a label of the value base the command goes on to the YAML files in folders called crds; the oracle stops"
)
_RANDOM = "of several labels of the value base the command takes one at random, so it has no one message"
_TARFS_END, _TAR_END = "package stream file: open package.yaml: no such file or directory", "package stream file: EOF"
"""Crossplane 1.0 to 1.6 opens package.yaml in afero's tarfs; the oracle opens it as later eras do."""
_TARFS = "at damage in a tar, afero's tarfs of Crossplane 1.0 to 1.6 panics, which the oracle does not show"
_CONFIG = "a config that cannot be fetched or parsed is described in xpkgtui's words"
_KEPT = "the oracle's readers share one image, in which a config is checked by the first of them only"
_ZSTD = "the zstd decoder of the library names damage in words of its own"
_COPY = (
    "extract copies as many bytes as the header says, which the oracle does without leaving out damage behind them"
)
_REGISTRY = "the words after the address of a missing blob are the registry's"


def _traps() -> Iterator[dict[str, Any]]:
    yield from TRAPS
    yield from ({"named": name} for name in CASES)


def _generated(chance: Random) -> dict[str, Any]:
    return random_image(chance)


def _theirs(oracle: Oracle, case: dict[str, Any]) -> dict[str, Any]:
    made = built(case)
    numbers = {name: number for number, name in reversed([*enumerate(made.claimed)])}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "layout"
        made.write(folder)
        told = {
            program: oracle.ask(program, layout=str(folder))["readings"]
            for program in dict.fromkeys(program for program, _ in ASKED.values())
        }
    return _packed({name: _answer(told[program][reader], numbers) for name, (program, reader) in ASKED.items()})


def _packed(answers: dict[str, Any]) -> dict[str, Any]:
    """The answers without those that are as the one before: most readers agree."""
    before = [None, *answers.values()]
    return {name: answer for (name, answer), last in zip(answers.items(), before, strict=False) if answer != last}


def unpacked(packed: dict[str, Any]) -> dict[str, Any]:
    """The answer of each reader."""
    answer, answers = None, {}
    for name in ASKED:
        answer = answers[name] = packed.get(name, answer)
    return answers


def _answer(told: dict[str, Any], numbers: dict[str, int]) -> list[Any]:
    layer = numbers.get(told.get("layer", ""))
    if told.get("error"):
        repository = REPOSITORY.partition("/")[2]
        error = told["error"].replace("http://", "https://").replace("/v2/package/", f"/v2/{repository}/")
        return [told["stage"], error, layer]
    if told.get("chunks") is not None or not told.get("sha256"):
        return [None, [chunk[:_SHORT] for chunk in told.get("chunks") or []], layer]
    return [None, told["entry"], layer, told["size"], told["sha256"][:_SHORT], told["size"] == LARGEST_STREAM]


def _ours(case: dict[str, Any]) -> dict[str, Any]:
    made = built(case)
    image = made.image()
    found = read_all(image, lambda number: made.open_layer(image, number), io.BytesIO)
    answers = {one.reader: _own_answer(one, made.claimed, found.sinks.get(one.reader)) for one in found.readings}
    return _packed({name: answers[name] for name in ASKED})


def _own_answer(reading: Reading, digests: Sequence[str], sink: ByteSink | None) -> list[Any]:
    # The library names layers by digest: of two that are the same, the first is named.
    layer = digests.index(digests[reading.layer]) if reading.annotated and reading.layer is not None else None
    if reading.stage is not None:
        message = (reading.message or "").encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        for words in _OWN_WORDS:
            message = message.removeprefix(words)
        message = message.replace(_TARFS_END, _TAR_END)
        return [str(reading.stage), message, layer]
    if reading.reader == "validate":
        data = sink.getvalue() if isinstance(sink, io.BytesIO) else b""
        pieces = (data[piece.offset : piece.offset + piece.size] for piece in reading.pieces)
        return [None, [hashlib.sha256(piece).hexdigest()[:_SHORT] for piece in pieces], layer]
    assert reading.entry is not None
    assert reading.sha256 is not None
    name = reading.entry if reading.annotated else go_paths.clean(reading.entry)
    name = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return [None, name, layer, reading.size, reading.sha256[:_SHORT], reading.truncated]


def _excused(case: dict[str, Any], ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    ours, theirs = unpacked(ours), unpacked(theirs)
    reasons = {_excuse(name, case, ours[name], theirs[name]) for name in ASKED if ours[name] != theirs[name]}
    return None if None in reasons else "; ".join(sorted(filter(None, reasons)))


def _excuse(reader: str, case: dict[str, Any], ours: list[Any], theirs: list[Any]) -> str | None:
    """Why one reader may differ, in a sentence."""
    message = str(theirs[1])
    if reader == "validate" and message.startswith("base layer not found"):
        return _DEFINITIONS
    if reader == "validate" and message.startswith("undefined: "):
        return _RANDOM if ours[0] == "select" else None
    if "cannot be read" in str(ours[1]) and case.get("config", {}).keys() & {"raw", "claims"}:
        return _CONFIG if theirs[0] in {"fetch", "select"} else _KEPT
    if reader == "extract" and ours[0] is None and theirs[0] == "read" and message != "EOF":
        return _COPY
    if ours[0] != theirs[0] or ours[2:] != theirs[2:]:
        return None
    if "zstd: " in str(ours[1]) and any(layer.get("in") == "zstd" for layer in case.get("layers", ())):
        return _ZSTD
    if reader == "manager-1.0" and str(ours[1]).startswith("panic: "):
        return _TARFS
    known, address, _ = str(ours[1]).partition(": BLOB_UNKNOWN")
    return _REGISTRY if address and message.startswith(known) else None


def _readers(case: dict[str, Any]) -> int:
    return len(ASKED)


IMAGES = Subject(
    name="images",
    traps=_traps,
    generated=_generated,
    theirs=_theirs,
    ours=_ours,
    excused=_excused,
    counted=_readers,
    kept=60,
)
