"""The programs without schemes: `xpkg extract`, which parses nothing, and `resource validate`."""

from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.formats.xpkg.streams.decoded import Decoded
from xpkgtui.formats.xpkg.streams.extensions import JSON, not_a_mapping, unreadable_composition, unusable_definition
from xpkgtui.formats.xpkg.streams.programs import Empty, Outcome, Shared, object_of
from xpkgtui.untyped import text

_MANIFEST = "cannot parse YAML manifest"


class Extract:
    """Models `xpkg extract`, which copies the bytes, whatever they are."""

    def __init__(self) -> None:
        self.outcome = Outcome()
        self.is_stopped = True
        """The program is always stopped: it needs no document."""

    def skip(self, empty: Empty) -> None:
        """Ignores a chunk without content."""

    def take(self, document: Decoded) -> None:
        """Ignores a document."""

    def end(self, problem: SeparatorProblem | None) -> None:
        """Ignores the end of the stream."""


class Validate:
    """Models `resource validate`, which reads any object with a kind, and the definitions once it has read all."""

    def __init__(self, shared: Shared = object_of) -> None:
        self.outcome = Outcome()
        self._shared = shared
        self._unusable: tuple[str, Chunk] | None = None

    @property
    def is_stopped(self) -> bool:
        """Whether a piece cannot be read."""
        return self.outcome.refusal is not None

    def skip(self, empty: Empty) -> None:
        """Comments are passed over; an end of a document without a beginning is not."""
        self.take(empty.document)

    def take(self, document: Decoded) -> None:
        """Reads a piece as an object of any kind."""
        if self.outcome.limited(document):
            return None
        found, value, chunk = document.document, document.value, document.chunk
        if isinstance(found, BrokenDocument):
            message = f"{_MANIFEST}: error converting YAML to JSON: {found.message}"
            return self.outcome.parse_error(message, chunk)
        if value is None:
            return None
        if not isinstance(value, dict):
            return self.outcome.parse_error(f"{_MANIFEST}: {JSON}: {not_a_mapping(value)}", chunk)
        named = _named(value)
        if named is None:
            return self.outcome.parse_error(f"{_MANIFEST}: {JSON}: Object 'Kind' is missing in '…'", chunk)
        if (unreadable := unreadable_composition(named, value)) is not None:
            return self.outcome.parse_error(unreadable, chunk)
        if self._unusable is None and (unusable := unusable_definition(named, value)) is not None:
            self._unusable = unusable, chunk
        role = Role.META if named.role is Role.META else Role.OBJECT
        return self.outcome.objects.append(self._shared(document, role))

    def end(self, problem: SeparatorProblem | None) -> None:
        """Its pieces were cut before, so that only a limit can end them."""
        if problem is not None and not self.is_stopped:
            self.outcome.separator(problem)
        if self._unusable is not None and not self.is_stopped:
            self.outcome.parse_error(*self._unusable)


def _named(value: dict[str, Any]) -> GroupVersionKind | None:
    """Group, version and kind as text; an apiVersion that cannot be read takes the kind with it."""
    api_version, kind = text(value.get("apiVersion")), text(value.get("kind"))
    return GroupVersionKind.of(api_version, kind) if kind and api_version.count("/") <= 1 else None
