"""All layers as one stream of entries, as go-containerregistry's `mutate.Extract` writes it: from the top layer down.

Its peculiarities are not the specification's; they follow its source and are tested against its stored answers.
"""

from collections.abc import Callable, Iterator

from xpkgtui.filesystem.changeset import PassingChanges
from xpkgtui.filesystem.compression.inflated import RunningHash
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.tar.entry import GLOBAL, Entry
from xpkgtui.filesystem.tar.header import Body, TarProblem
from xpkgtui.golang import paths as go_paths
from xpkgtui.limits import PIECE, LimitExceeded, Limits
from xpkgtui.readers.reader import OpenLayer
from xpkgtui.values import dataclass

_WHITEOUT = ".wh."
_OPAQUE = ".wh..wh..opq"
_WRITABLE = 8**7
"""Numbers from here on do not fit the fields that Go's tar writer has for mode and device numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quirks:
    """The behavior of one version of the library."""

    honors_opaque: bool
    stops_at_unsafe: bool
    """At `../x`, a leading backslash, a drive letter, and `./`; the stream then ends like a whole one."""
    drops_escaping_links: bool
    late_whiteouts: bool = True
    """Whether a whiteout counts for lower layers although its own layer has the name before it."""
    drains: bool = True
    """Whether each layer is read to its end, and so verified."""
    takes_root: bool = False
    """Whether an entry `./` is taken although unsafe names stop it."""


class StreamBroken(Exception):
    """The stream ends with an error that its reader sees."""

    def __init__(self, message: str, upstream: str) -> None:
        super().__init__(message)
        self.message = message
        self.upstream = upstream


class FlattenedEntry:
    """One entry of the stream."""

    def __init__(self, layer: int, entry: Entry, name: str, body: Body) -> None:
        self.layer = layer
        self.entry = entry
        self.name = name
        """Cleaned, as the stream has it."""
        self._body = body
        self._left = entry.size if entry.has_body else 0

    def read(self, size: int) -> bytes:
        """Up to `size` bytes; empty at the end. Raises `StreamBroken` where the body is not whole."""
        try:
            data = self._body.read(min(size, self._left)) if self._left else b""
        except (TarProblem, InflateProblem) as problem:
            raise StreamBroken(f"layer {self.layer}: {problem.message}", problem.upstream) from problem
        self._left -= len(data)
        return data

    def fault_behind(self) -> InflateProblem | None:
        """None: what is copied whole is not asked what comes behind it."""
        return None

    def skip(self) -> None:
        """Reads the rest."""
        while self._left:
            self.read(PIECE)


class FlattenedLayers:
    """The stream of entries; iterate once. `ended_by` then says why it ended early, if it did."""

    def __init__(
        self,
        count: int,
        open_layer: OpenLayer,
        quirks: Quirks,
        limits: Limits,
        stop: Callable[[], bool],
        digest: Callable[[], RunningHash | None] = lambda: None,
    ) -> None:
        """`digest` gives a new hash for what each layer inflates to."""
        self._count = count
        self._digest = digest
        self.changes: dict[int, PassingChanges] = {}
        """What was noted of the layers that were read, by number; nothing without a hash."""
        self._open = open_layer
        self._quirks = quirks
        self._limits = limits
        self._stop = stop
        self._seen: dict[str, bool] = {}
        self._opaque: set[str] = set()
        self.layers_read: list[int] = []
        self.ended_by: str | None = None
        """The reason why the writer stopped; its reader sees only an ordinary end."""

    def __iter__(self) -> Iterator[FlattenedEntry]:
        for layer in range(self._count - 1, -1, -1):
            if len(self.layers_read) == self._limits.layers:
                raise LimitExceeded(self._limits.reached("layers", self._count))
            opaque: set[str] = set()
            self.layers_read.append(layer)
            try:
                source = self._open(layer)
                changes = PassingChanges(source, digest := self._digest(), self._limits, self._stop)
                if digest is not None:
                    self.changes[layer] = changes
                yield from self._layer(layer, changes, opaque)
            except (TarProblem, InflateProblem) as problem:
                self.ended_by = f"layer {layer}: {problem.message}"
            if self.ended_by:
                return
            self._opaque |= opaque

    def _layer(self, layer: int, changes: PassingChanges, opaque: set[str]) -> Iterator[FlattenedEntry]:
        for entry, body in changes.entries():
            name = go_paths.clean(entry.name)
            if self._is_unsafe(name):
                self.ended_by = f"layer {layer}: the name {entry.name!r} counts as unsafe"
                return
            if self._is_dropped(entry, name, opaque) or not self._is_new(entry, name):
                continue
            if why := _not_writable(entry, name):
                self.ended_by = f"layer {layer}: {entry.name!r} {why}"
                return
            if entry.flag == "S":
                raise StreamBroken(
                    f"layer {layer}: {entry.name!r} is a sparse file of the old form",
                    "archive/tar: invalid tar header",
                )
            found = FlattenedEntry(layer, entry, name, body)
            yield found
            found.skip()
            if entry.size > 0 and not entry.has_body:
                self.ended_by = f"layer {layer}: {entry.name!r} is not a file but claims a size"
                return
            if entry.sparse and body.stored and body.is_complete:
                raise TarProblem("a sparse file has more data than its map")
        if self._quirks.drains:
            changes.drain()

    def _is_unsafe(self, name: str) -> bool:
        is_root = self._quirks.takes_root and go_paths.is_root(name)
        return self._quirks.stops_at_unsafe and go_paths.is_unsafe(name) and not is_root

    def _is_dropped(self, entry: Entry, name: str, opaque: set[str]) -> bool:
        is_link = entry.flag in "12"
        if self._quirks.drops_escaping_links and is_link and go_paths.escapes(name, entry.linkname):
            return True
        if self._quirks.honors_opaque and go_paths.last(name) == _OPAQUE:
            opaque.add(go_paths.folder(name))
            return True
        return False

    def _is_new(self, entry: Entry, name: str) -> bool:
        """Whether the entry reaches the stream; remembers it, whiteouts included."""
        last, folder = go_paths.last(name), go_paths.folder(name)
        is_whiteout = last.startswith(_WHITEOUT)
        if is_whiteout:
            last = last.removeprefix(_WHITEOUT)
        key = name if entry.flag == "5" else go_paths.clean(f"{folder}/{last}" if last else folder)
        is_seen = key in self._seen and not (is_whiteout and self._quirks.late_whiteouts)
        if is_seen or self._is_hidden(key):
            return False
        self._seen[key] = is_whiteout or entry.flag != "5"
        return not is_whiteout

    def _is_hidden(self, key: str) -> bool:
        """Whether a folder above is removed, hidden, or not a folder."""
        while (folder := go_paths.folder(key)) != key:
            if self._seen.get(folder) or folder in self._opaque:
                return True
            key = folder
        return False


def _not_writable(entry: Entry, name: str) -> str | None:
    """The reason why Go's tar writer refuses the header, which also ends the stream."""
    if entry.flag == GLOBAL:
        return None
    if name.endswith("/") and entry.flag in "0346S":
        return "is not a folder but ends in a slash"
    if "\0" in name:
        return "has a NUL in it"
    if not all(0 <= number < _WRITABLE for number in (entry.mode, entry.devmajor, entry.devminor)):
        return "has a mode or device number that is too large"
    return None
