"""Two packages for each rule: one that trips it, and the nearest one that it spares."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer


@dataclass(frozen=True, kw_only=True)
class Packed:
    """A package as files: a folder, an image where it has labels, or one file."""

    files: Mapping[str, str]
    """Text by name; a name with a slash at the end is a folder."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Where symbolic links lead, by name."""
    labels: Mapping[str, str] | None = None
    is_alone: bool = False
    """Whether its only file is the whole source."""

    def write(self, folder: Path) -> Path:
        """Writes it into a folder; what is to be opened."""
        if self.labels is not None:
            members = [file(name, text) for name, text in self.files.items()]
            return write_layout(folder, image(layer(*members), labels=self.labels))
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if name.endswith("/"):
                path.mkdir(exist_ok=True)
            else:
                path.write_text(text, encoding="utf-8")
        for name, target in self.links.items():
            (folder / name).symlink_to(target)
        return folder / next(iter(self.files)) if self.is_alone else folder

    @property
    def parts(self) -> frozenset[tuple[str, str, str]]:
        """Everything that may differ."""
        kinds = {"file": self.files, "link": self.links, "label": self.labels or {}}
        return frozenset((kind, name, text) for kind, found in kinds.items() for name, text in found.items())


class Pair(NamedTuple):
    """The one that trips a rule, and the one that it spares."""

    trips: Packed
    spares: Packed

    @property
    def sides(self) -> tuple[tuple[str, Packed], tuple[str, Packed]]:
        """Both, by name."""
        return ("trips", self.trips), ("spares", self.spares)

    @property
    def changes(self) -> int:
        """How many files, links and labels differ; one that got another name counts as one."""
        return max(len(self.trips.parts - self.spares.parts), len(self.spares.parts - self.trips.parts))


def of_files(trips: Mapping[str, str], spares: Mapping[str, str]) -> Pair:
    """Two folders."""
    return Pair(Packed(files=trips), Packed(files=spares))


def of_text(trips: str, spares: str) -> Pair:
    """Two files that are packages by themselves."""
    return Pair(*(Packed(files={"package.yaml": one}, is_alone=True) for one in (trips, spares)))
