"""The value under construction: open collections, keys, merges and marks."""

from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.marks import Lines, Mark, Marks
from xpkgtui.documents.yaml.refusals import Oddities, OddityKind, RefusalReason, Refused
from xpkgtui.documents.yaml.resolver import BadKey, key_of, resolve

_NO_KEY = object()
MERGE_KEY = object()
COMPLEX_KEY = BadKey("", "...")


class Frame:
    """A collection that is still open."""

    __slots__ = ("anchor", "as_key", "container", "flow", "is_map", "key", "part", "started")

    def __init__(self, container: Any, *, flow: bool, anchor: str | None, started: int) -> None:
        self.container = container
        self.is_map = container.__class__ is dict
        self.flow = flow
        self.anchor = anchor
        self.started = started
        """The number of decoding steps before this collection."""
        self.key: Any = _NO_KEY
        """The key whose value comes next."""
        self.part: str | int | None = None
        """The key or index of this collection in the enclosing one."""
        self.as_key = False
        """Whether this collection takes the place of a key."""


class Tree:
    """The value, to which the builder adds in the order of the text."""

    def __init__(self, text: str, marks: Marks | None) -> None:
        """`text` is what the parser reads."""
        self._text = text
        self._lines: Lines | None = None
        self.value: Any = None
        self.oddities = Oddities()
        self.marks = marks
        self.stack: list[Frame] = []
        self.fault: Refused | None = None
        """The first decoding error, which Go reports after scanning the whole document: syntax errors come first."""
        self.has_bad_keys = False
        self._merged: dict[int, set[Any]] = {}

    def place(self, value: Any, event: Any, text: str | None = None) -> None:
        """Adds a value as a key, the value of a key, an item, or the whole document.

        `text` is the source of a plain scalar.
        """
        if not self.stack:
            self.value = value
            if self.marks is not None:
                self.marks.root(event.start_mark)
            return
        frame = self.stack[-1]
        container, key = frame.container, frame.key
        if not frame.is_map:
            if self.marks is not None:
                self.marks.item(container, event.start_mark)
                self._remember_plain(container, len(container), value, text)
            container.append(value)
        elif key is _NO_KEY:
            self._key(frame, value, event, text)
        elif key is MERGE_KEY:
            self.merge(value, event)
        else:
            if self.marks is not None:
                self._remember_plain(container, key, value, text)
            container[key] = value
            frame.key = _NO_KEY

    def open(self, frame: Frame, event: Any) -> None:
        """Opens a collection and adds it at once, except as a key or in a merge."""
        self._merged.pop(id(frame.container), None)
        if self.marks is not None:
            self.marks.open(frame.container)
        frame.as_key = self.expects_key()
        frame.part = self._pending()
        if not frame.as_key and not self.in_merge():
            self.place(frame.container, event)
        self.stack.append(frame)

    def merge(self, source: Any, event: Any) -> None:
        """Merges mappings into the open one in the order of the text, as Go does: the later value wins."""
        frame = self.stack[-1]
        frame.key = _NO_KEY
        sources = list(reversed(source)) if isinstance(source, list) else [source]
        if not all(isinstance(one, dict) for one in sources):
            self.blame(RefusalReason.VALUE, "yaml: map merge requires map or sequence of maps as the value", event)
            return
        for one in sources:
            if self.fault is None:
                frame.container.update(one)
                self._merged.setdefault(id(frame.container), set()).update(one)
                if self.marks is not None:
                    self.marks.merge(frame.container, one)

    def blame(self, reason: RefusalReason, message: str, event: Any) -> None:
        """Records the first decoding error."""
        if self.fault is None:
            self.fault = self.refused(reason, message, event)

    def refused(self, reason: RefusalReason, message: str, event: Any) -> Refused:
        """A refusal at the place of an event."""
        line, column = self._place(event)
        return Refused(reason, message, line=line, column=column)

    def expects_key(self) -> bool:
        """Whether the next value is a key."""
        return bool(self.stack) and self.stack[-1].is_map and self.stack[-1].key is _NO_KEY

    def in_merge(self) -> bool:
        """Whether the next value is merged into the mapping."""
        return bool(self.stack) and self.stack[-1].key is MERGE_KEY

    def note(self, kind: OddityKind, event: Any, text: str, *last: Any) -> None:
        """Records an oddity at the current place."""
        if self.oddities.is_full(kind):
            self.oddities.add(kind, None, 0, text)
        else:
            line, _ = self._place(event)
            self.oddities.add(kind, self._path(*last), line, text)

    def _place(self, event: Any) -> Mark:
        if self._lines is None:
            self._lines = Lines(self._text)
        return self._lines.place(event.start_mark)

    def _key(self, frame: Frame, value: Any, event: Any, text: str | None) -> None:
        if value.__class__ is not str:
            # The number itself, not its JSON: 1000000.0 is the key 1e+06.
            value = key_of(value if text is None else resolve(text))
            self.has_bad_keys = self.has_bad_keys or value.__class__ is BadKey
        container = frame.container
        if value in container:
            merged = self._merged.get(id(container))
            if merged and value in merged:
                merged.discard(value)
            else:
                self.note(OddityKind.DUPLICATE_KEY, event, f"the key `{value}` occurs again", value)
        if self.marks is not None:
            self.marks.key(container, value, event.start_mark)
        frame.key = value

    def _remember_plain(self, container: Any, key: Any, value: Any, text: str | None) -> None:
        if text is not None and value.__class__ is not str and self.marks is not None:
            self.marks.plain(container, key, text)

    def _path(self, *last: Any) -> FieldPath:
        parts = [*(frame.part for frame in self.stack[1:]), self._pending(), *map(str, last)]
        return FieldPath(tuple(part for part in parts if part is not None))

    def _pending(self) -> str | int | None:
        """The key or index of the next value; None for a key and for the document itself."""
        if not self.stack:
            return None
        frame = self.stack[-1]
        if not frame.is_map:
            return len(frame.container)
        if frame.key is MERGE_KEY:
            return "<<"
        return None if frame.key is _NO_KEY else str(frame.key)
