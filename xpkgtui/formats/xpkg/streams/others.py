"""The programs without schemes: `xpkg extract`, which parses nothing, and `resource validate`."""

from itertools import islice

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.decoding.mismatches import check
from xpkgtui.formats.xpkg.objects.checks import CRD, XRD
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, definition_of
from xpkgtui.formats.xpkg.streams.decoded import MOST_MISMATCHES, Decoded, first_wrong
from xpkgtui.formats.xpkg.streams.programs import Empty, Outcome, Shared, object_of
from xpkgtui.untyped import mapping, text

_MANIFEST = "cannot parse YAML manifest"
_JSON = "error unmarshaling JSON: while decoding JSON"
_WORDS = {bool: "bool", int: "number", float: "number", str: "string", list: "array"}
_TYPED = {(CRD.group, CRD.kind): "CRD", (XRD.group, XRD.kind): "XRD"}


class Extract:
    """It copies the bytes, whatever they are."""

    def __init__(self) -> None:
        self.outcome = Outcome()
        self.is_stopped = True
        """It needs no document."""

    def skip(self, empty: Empty) -> None:
        """Nothing is asked of documents."""

    def take(self, document: Decoded) -> None:
        """The same."""

    def end(self, problem: SeparatorProblem | None) -> None:
        """The same."""


class Validate:
    """It takes any object for a schema that has a kind; definitions are decoded into their types."""

    def __init__(self, shared: Shared = object_of) -> None:
        self.outcome = Outcome()
        self._shared = shared

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
        message = _refusal(document)
        if message is not None:
            return self.outcome.parse_error(message, document.chunk)
        if document.value is None:
            return None
        is_meta = document.named is not None and document.named.role is Role.META
        self.outcome.objects.append(self._shared(document, Role.META if is_meta else Role.OBJECT))
        return None

    def end(self, problem: SeparatorProblem | None) -> None:
        """Its pieces were cut before; only a limit can end them."""
        if problem is not None and not self.is_stopped:
            self.outcome.separator(problem)


def _refusal(document: Decoded) -> str | None:
    """The message about a piece, without the path of the cache before it."""
    found = document.document
    if isinstance(found, BrokenDocument):
        return f"{_MANIFEST}: error converting YAML to JSON: {found.message}"
    value = document.value
    if value is None:
        return None
    if not isinstance(value, dict):
        word = _WORDS[value.__class__]
        return f"{_MANIFEST}: {_JSON}: json: cannot unmarshal {word} into Go value of type map[string]interface {{}}"
    fields = mapping(value)
    named = GroupVersionKind.of(text(fields.get("apiVersion")), text(fields.get("kind")))
    if not named.kind or text(fields.get("apiVersion")).count("/") > 1:
        return f"{_MANIFEST}: {_JSON}: Object 'Kind' is missing in '…'"
    typed = _TYPED.get((named.group, named.kind))
    wrong = _wrong(document, named) if typed is not None else None
    return None if wrong is None else f"cannot unmarshal {typed} YAML: {_JSON}: {wrong}"


def _wrong(document: Decoded, named: GroupVersionKind) -> str | None:
    """The decoder's message about a definition, read as v1 whatever its version; it makes texts of scalars."""
    found = document.mismatches
    if named.version != "v1":
        struct = definition_of(GroupVersionKind(named.group, "v1", named.kind))
        found = tuple(islice(check(document.value, struct, 0), MOST_MISMATCHES)) if struct else ()
    return first_wrong(one for one in found if one.wanted != "text" or one.found not in {"a number", "a bool"})
