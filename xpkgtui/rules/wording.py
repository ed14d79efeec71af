"""The words of a format: the names of its programs and of the file that they read."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

PROVENANCE = "how {about} was built"
"""The words for an attestation in an index."""
EXTENSION = "extras for a marketplace, not read by {program}"
"""The words for an extension in an index."""
_MINOR = late(r"v?(\d+)(?:\.(\d+))?")


def with_article(noun: str) -> str:
    """A noun as a sentence has it: `an OLM catalog`; of several things the noun alone."""
    if noun.endswith("s"):
        return noun
    return f"{'an' if noun[:1] in 'AEIOaeio' else 'a'} {noun}"


@dataclass(frozen=True, slots=True)
class Era:
    """Versions of a program that read alike."""

    reader: str
    """As JSON spells it."""
    first: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The names in sentences about a package, the same on screen and in text."""

    program: str
    """The program that reads such packages: `Crossplane`."""
    reader: str
    """The version of it whose reading is shown: `Crossplane 2.4`."""
    stream_file: str
    """What the stream of a package is called: `package.yaml`."""
    package: str = ""
    """What a package is called: `OLM bundle`; empty where the kind of its meta object says it."""
    judges: Mapping[str, str] = field(default_factory=dict)
    """The consumer that accepts or refuses, by profile; `{target}` stands for the version that is judged for."""
    builds: bool = False
    """Whether a package is built of a folder of sources; else the folder is read as it is."""
    constraint: str = ""
    """The label of the versions that a package asks for: `crossplane`; empty where packages ask for none."""
    server: str = ""
    """Who takes the objects after the program, by rules of its own: `API server`; empty where rules know of none."""
    newest: Mapping[str, str] = field(default_factory=dict)
    """The newest version of the program that a profile speaks for, where it does not speak for all of them."""
    eras: tuple[Era, ...] = ()
    """The program's eras, in order and without a gap."""
    programs: Mapping[str, str] = field(default_factory=dict)
    """Other readers, by the name that JSON has for them."""

    @property
    def noun(self) -> str:
        """What a package is called in every case."""
        return self.package or f"{self.program} package"

    def readers(self, names: Sequence[str]) -> str:
        """Readers in words, eras that follow each other as one: `Crossplane 2.2 – 2.4, crossplane xpkg extract`."""
        spans: list[tuple[str, str]] = []
        follows = False
        for era in self.eras:
            if era.reader in names:
                spans.append((spans.pop()[0] if follows else era.first, era.last))
            follows = era.reader in names
        versions = ", ".join(first if first == last else f"{first} – {last}" for first, last in spans)
        known = {era.reader for era in self.eras}
        others = [self.programs.get(name, name) for name in names if name not in known]
        return ", ".join(([f"{self.program} {versions}"] if versions else []) + others)

    def version_of(self, profile: str, target: str) -> str:
        """The version that a profile judges for: the one that is asked for, or the newest that it speaks for."""
        newest = self.newest.get(profile, target)
        return newest if is_older(newest, target) else target

    def era_of(self, version: str) -> Era | None:
        """The era of a version: the last one for a newer version, the first for an older one; None without eras."""
        begun = [era for era in self.eras if not is_older(version, era.first)] or self.eras[:1]
        return begun[-1] if begun else None

    def judge(self, profile: str, target: str) -> str:
        """The consumer that accepts or refuses under a profile: `Crossplane 2.4`."""
        version = self.version_of(profile, target)
        return self.judges.get(profile, "{program} {target}").format(program=self.program, target=version)

    def consumers(self, profiles: Sequence[str]) -> str:
        """Those of several profiles, without the version that is judged for: `opm 1.60, OLM v1`."""
        return ", ".join(
            self.judges.get(profile, self.program).format(program=self.program, target="…") for profile in profiles
        )

    @property
    def no_layers(self) -> str:
        """The reason why a folder has no layers, or none yet."""
        return "A folder of sources has no layers until it is built" if self.builds else "A folder has no layers"

    def no_files(self, folder: str | None) -> str:
        """The reason why a source without an image has no layers with files; None stands for a stream."""
        if folder is not None:
            return f"{self.no_layers}. Its files are in {folder}."
        return "A stream has no files of its own; cat without PATH prints it."

    def other_entry(self, role: str, words: str, about: str, statements: Sequence[str]) -> str:
        """`this is an attestation, how linux/amd64 was built: slsa.dev/provenance/v1`"""
        sentence = f"this is an {role}, {words.format(program=self.program, about=about or 'an image')}"
        return f"{sentence}: {', '.join(statements)}" if statements else sentence


def is_older(version: str, oldest: str) -> bool:
    """Whether a minor release is older than another: `2.2`, `v2.2.1`; what is not a version is newer than any."""
    return _numbers(version) < _numbers(oldest)


@lru_cache
def _numbers(version: str) -> tuple[float, ...]:
    found = _MINOR.match(version)
    return tuple(int(number or 0) for number in found.groups()) if found else (math.inf,)
