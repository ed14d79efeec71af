"""Readings of large streams in a cache: what was taken out of layers before is known while it is taken again."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from xpkgtui.documents.origins import Origins
from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.limits import Limits
from xpkgtui.oci.digest import Digest
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.readers.reader import Part, Piece, Reading, ReadStage, Sign, Step


class Readings:
    """The readings in a cache. Callers verify the layers that a reading speaks of. Used from any thread."""

    def __init__(self, folder: str | None, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._learned = Learned(program)

    def find(self, digest: Digest, reader: str, limits: Limits) -> Reading | None:
        """What this reader took of the image that `digest` stands for, under these limits."""
        data = self._learned.find(self._folder, _about(digest, reader, limits)) if self._folder else None
        if data is None:
            return None
        try:
            return from_json(json.loads(data))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def keep(self, digest: Digest, limits: Limits, reading: Reading) -> None:
        """Writes the reading of a large stream; where that fails, it is known only once the stream was taken."""
        if self._folder and reading.has_bytes and (reading.size or 0) >= LEAST:
            about = _about(digest, reading.reader, limits)
            self._learned.keep(self._folder, about, json.dumps(to_json(reading)).encode())


def _about(digest: Digest, reader: str, limits: Limits) -> tuple[object, ...]:
    return "reading", str(digest), reader, limits


def to_json(reading: Reading) -> dict[str, Any]:
    """A reading as a JSON object; enums are strings already."""
    return asdict(reading)


def from_json(fields: Mapping[str, Any]) -> Reading:
    """The reading of such an object; raises KeyError, TypeError or ValueError for any other."""
    stage = fields["stage"]
    return Reading(
        **{
            **fields,
            "stage": None if stage is None else ReadStage(stage),
            "parts": tuple(
                Part(name=str(part["name"]), layer=_layer(part["layer"]), type=EntryType(part["type"]))
                for part in fields["parts"]
            ),
            "pieces": tuple(
                Piece(offset=int(piece["offset"]), size=int(piece["size"]), sha256=str(piece["sha256"]))
                for piece in fields["pieces"]
            ),
            "origins": Origins(**{key: _frozen(value) for key, value in fields["origins"].items()}),
            "layers_read": tuple(int(number) for number in fields["layers_read"]),
            "steps": tuple(
                Step(title=str(step["title"]), evidence=str(step["evidence"]), sign=Sign(step["sign"]))
                for step in fields["steps"]
            ),
            "files": tuple(FolderEntry(**{**file, "type": EntryType(file["type"])}) for file in fields["files"]),
        }
    )


def _layer(value: Any) -> int | None:
    return None if value is None else int(value)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
