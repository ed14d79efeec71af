"""The limits of this program: one table, of which the option, the settings, the messages and README are made."""

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from typing import Any

from xpkgtui.errors import Failure, FailureKind, XpkgError
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

LARGEST_STREAM = 200 << 20
"""Bytes of a stream that are read; the rest is ignored, as Crossplane ignores it. This limit is not ours."""
PIECE = 1 << 18
"""Bytes that are read or written at once, where nothing asks for fewer."""
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_AMOUNT = late(r"([0-9][0-9_,]{0,24})\s*([KMGT]?)(?:iB|B)?", re.IGNORECASE)
LARGEST = 1 << 60
"""The largest amount that a limit may be."""


def _count(default: int, what: str) -> Any:
    return field(default=default, metadata={"what": what, "is_size": False})


def _size(default: int, what: str) -> Any:
    return field(default=default, metadata={"what": what, "is_size": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What is read at most, each far above what real packages need; raised with `--limit NAME=VALUE`."""

    archive: int = _size(4 << 30, "an archive that is compressed as a whole or comes from a pipe")
    blob: int = _size(512 << 20, "a layer as it is stored")
    layer: int = _size(1 << 30, "a layer after decompression, if it grows more than 50 times")
    layers: int = _count(1_000, "layers of an image")
    members: int = _count(100_000, "gzip members, zstd frames or xz streams of a layer")
    entries: int = _count(200_000, "entries of a layer")
    records: int = _count(1_000_000, "PAX records of a layer")
    names: int = _size(64 << 20, "the names and link targets of a layer, or the paths of a list")
    name: int = _count(4_096, "characters of a path")
    files: int = _count(400_000, "files and folders of a list")
    file: int = _size(256 << 20, "a file that is shown or printed")
    saved: int = _size(8 << 30, "files that are saved together")
    folder: int = _count(200_000, "entries of a folder of sources")
    ignored: int = _count(
        10_000_000, "steps of .indexignore: for a pattern as many as all paths have parts, or 1,000"
    )
    children: int = _count(64, "manifests of an index beside the one that is shown")
    documents: int = _count(50_000, "documents of a package")
    document: int = _size(8 << 20, "a document")
    yaml: int = _count(100_000_000, "steps of parsing YAML, and 16 more for each byte of a package")
    rules: int = _count(3_000_000, "steps of applying rules, 100 to 350 for each document, by its format")
    ratio: int = 50
    """A layer may exceed `layer` only while it grows less than this many times; not to be chosen."""

    @property
    def path_work(self) -> int:
        """Name length times depth, summed over all entries: the cost of walking the parents of every name."""
        return self.name << 19

    def reached(self, name: str, needed: int = 0) -> "ReachedLimit":
        """The limit of this name, where something goes beyond it; `needed` is the amount that would do, if known."""
        return ReachedLimit(name=name, most=getattr(self, name), needed=needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A row of the table."""

    name: str
    default: int
    what: str
    """What it bounds, in words that follow the amount."""
    is_size: bool

    def amount(self, number: int) -> str:
        """`512 MiB`, `50,000`"""
        if not self.is_size:
            return f"{number:,}"
        unit = next((unit for unit in reversed(_UNITS) if number and number % _UNITS[unit] == 0), "")
        return f"{number // _UNITS[unit]:,} {unit}iB" if unit else f"{number:,} bytes"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReachedLimit:
    """A limit that kept something from being read."""

    name: str
    most: int
    needed: int = 0
    """The amount that would do; 0 where it is not known."""
    fixed: str = ""
    """The sentence of a limit that no option raises; its name is then not in the table."""

    @property
    def sentence(self) -> str:
        """`xpkgtui reads at most 512 MiB of a layer as it is stored`"""
        if self.fixed:
            return self.fixed
        row = TABLE[self.name]
        return f"xpkgtui reads at most {row.amount(self.most)} {'of ' if row.is_size else ''}{row.what}"

    @property
    def advice(self) -> str:
        """The option that raises it; empty where none does."""
        if self.fixed:
            return ""
        enough = 4 * self.most
        while enough < self.needed:
            enough *= 4
        value = TABLE[self.name].amount(enough).replace(" ", "").replace(",", "").replace("bytes", "")
        return f"To read more, raise the limit: --limit {self.name}={value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRead:
    """What was not read, and why; it travels with the answer that is not whole without it."""

    where: str
    """The file, layer or registry that has it."""
    what: str
    """`the layer`, `2 of 40 documents`, `some of the tags`."""
    why: str
    limit: str = ""
    """The name of the limit that it exceeds; empty where no limit is the reason."""
    digest: str = ""
    """The digest of the blob; empty where it is not a blob."""
    size: int | None = None
    """Its bytes; None where they are not known."""


class LimitExceeded(Exception):
    """Something exceeds one of the limits; the text says which."""

    def __init__(self, reached: ReachedLimit) -> None:
        super().__init__(reached.sentence)
        self.reached = reached


class OverLimit(XpkgError):
    """Something was not read because of a limit of this program, which says nothing about the package."""

    kind = FailureKind.UNDECIDED

    def __init__(self, what: str, reached: ReachedLimit) -> None:
        super().__init__(f"{what}: {reached.sentence}", hint=reached.advice)
        self.reached = reached

    def failure(self) -> Failure:
        """The error as a value, with the name of the limit."""
        return replace(super().failure(), limit=self.reached.name)


_ADVICE = late(r"--limit ([a-z]+)=")


def named_in(advice: str) -> str:
    """The name of the limit that an advice raises; empty where it raises none."""
    found = _ADVICE.search(advice)
    return found[1] if found else ""


LIMITS = Limits()
HOPS = 40
"""Links that are followed for one path, as Linux does."""
TABLE: Mapping[str, Limit] = {
    one.name: Limit(
        name=one.name, default=getattr(LIMITS, one.name), what=one.metadata["what"], is_size=one.metadata["is_size"]
    )
    for one in fields(Limits)
    if one.metadata
}


def parse_amount(text: str) -> int:
    """The number in `512MiB`, `2G` or `50,000`; raises ValueError with what is expected."""
    found = _AMOUNT.fullmatch(text.strip())
    number = int(re.sub("[_,]", "", found[1])) * _UNITS[found[2].upper()] if found else 0
    if not 0 < number <= LARGEST:
        raise ValueError("a number above 0, such as 100000 or 2GiB")
    return number
