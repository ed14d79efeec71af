"""The value that go-yaml v2 and Go's JSON make of a chunk, built from parser events without recursion."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from xpkgtui.documents.yaml.events import FAULTS, open_events, translated

# isort: split
from ruamel.yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from xpkgtui.documents.yaml.effort import EVENT, Effort
from xpkgtui.documents.yaml.go_syntax import go_syntax, refuse_what_json_cannot_hold
from xpkgtui.documents.yaml.marks import Marks
from xpkgtui.documents.yaml.masked_text import MaskedText
from xpkgtui.documents.yaml.refusals import OddityKind, RefusalReason, Refused
from xpkgtui.documents.yaml.resolver import (
    BINARY_TAG,
    MERGE_TAG,
    Scalar,
    Undecodable,
    as_json,
    resolve,
    resolve_tagged,
)
from xpkgtui.documents.yaml.tree import COMPLEX_KEY, MERGE_KEY, Frame, Tree
from xpkgtui.values import dataclass

PLACEHOLDER = "\ue000"
"""What the names of placeholders begin with: a character that no text with placeholders has of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuiltBlock:
    """What a block is, and what it costs beyond a scalar in its place."""

    value: Any
    steps: int
    """Steps of `Effort`."""
    operations: int
    """Decoding steps of go-yaml."""


class OutOfPlaceError(Exception):
    """A placeholder stands where a block would have been read as something else."""


_LOW, _HIGH = 400_000, 4_000_000


class AliasBudget:
    """Decoding steps so far, and how many of them repeat an anchor."""

    __slots__ = ("_weights", "operations", "repeated")

    def __init__(self) -> None:
        self.operations = 1
        """The document itself is a step."""
        self.repeated = 0
        self._weights: dict[str, int] = {}

    def weigh(self, anchor: str, steps: int) -> None:
        """Records how many steps it takes to decode the value of an anchor."""
        self._weights[anchor] = steps

    def expand(self, anchor: str) -> bool:
        """Counts a use of the anchor; False where Go gives up.

        The ratio rises while an alias is decoded and has its other extreme where one begins, so these ends suffice.
        """
        self.operations += 1
        before = self.is_kept()
        weight = self._weights.get(anchor, 1)
        self.operations += weight
        self.repeated += weight
        return before and self.is_kept()

    def is_kept(self) -> bool:
        """Whether Go continues to decode; the 100 repeated steps that it always allows are below its least ratio."""
        return self.operations <= 1000 or self.repeated / self.operations <= _allowed(self.operations)


def _allowed(operations: int) -> float:
    if operations <= _LOW:
        return 0.99
    if operations >= _HIGH:
        return 0.10
    return 0.99 - 0.89 * ((operations - _LOW) / (_HIGH - _LOW))


_MAX_DEPTH = 10_000
"""Nesting of flow collections, and of block collections (go-yaml's max_flow_level and max_indents)."""
_DEEP = 64
"""Open flow collections from which on they count as effort."""
_NO_BLOCKS: Mapping[str, BuiltBlock] = MappingProxyType({})


class Builder:
    """Builds one document of one chunk: call `build()`, then read `tree` and `end`."""

    def __init__(
        self,
        source: MaskedText,
        *,
        positions: bool = False,
        effort: Effort | None = None,
        blocks: Mapping[str, BuiltBlock] = _NO_BLOCKS,
    ) -> None:
        """`blocks` are those that placeholders in the text stand for."""
        self.tree = Tree(source.text, Marks(source.text) if positions else None)
        self.end = len(source.text)
        """Where the document ends, in characters."""
        self.deepest = 0
        """Collections inside each other, blocks apart."""
        self._source = source
        self._next: Callable[[], Any] = open_events(source)
        self._known: dict[str, Any] = {}
        self._anchors: dict[str, Any] = {}
        self._open_anchors: set[int] = set()
        self._budget = AliasBudget()
        self._infinite = False
        self._flow_depth = 0
        self._effort = effort or Effort()
        self._blocks = dict(blocks)
        """Those whose placeholders were not met yet."""

    @property
    def operations(self) -> int:
        """Decoding steps of go-yaml."""
        return self._budget.operations

    @property
    def is_simple(self) -> bool:
        """Whether all blocks are in their places, and the value is all there is: no anchor, no fault, no oddity."""
        tree = self.tree
        odd = self._blocks or self._anchors or self._infinite or tree.has_bad_keys or tree.fault or tree.oddities
        return not odd

    def build(self) -> None:
        """Reads the first document; raises Refused or Misread."""
        self._read()
        self._conclude()

    def _read(self) -> None:
        handlers: dict[type, Callable[[Any], None]] = {
            ScalarEvent: self._odd_scalar,
            MappingStartEvent: self._open,
            SequenceStartEvent: self._open,
            MappingEndEvent: self._close,
            SequenceEndEvent: self._close,
            AliasEvent: self._alias,
        }
        next_event, known, budget, place = self._next, self._known, self._budget, self.tree.place
        masked = bool(self._source.masks)
        events = 0
        try:
            for events in range(self._effort.left // EVENT):  # noqa: B007 - it is used in the end
                try:
                    event = next_event()
                except FAULTS as error:
                    raise translated(error, self._source) from error
                kind = type(event)
                if kind is ScalarEvent and event.anchor is event.ctag is None and event.value != "<<" and not masked:
                    budget.operations += 1
                    text = event.value
                    if not event.implicit[0]:
                        place(text, event)
                    else:
                        if text not in known:
                            is_block = text[:1] == PLACEHOLDER and text in self._blocks
                            known[text] = self._block(text) if is_block else self._resolved(resolve(text))
                        place(known[text], event, text)
                elif kind in handlers:
                    handlers[kind](event)
                elif kind is DocumentEndEvent:
                    self.end = event.end_mark.index
                    return
                elif kind is StreamEndEvent:
                    return
                if self._flow_depth > _DEEP:
                    self._effort.spend(self._flow_depth)
        finally:
            self._effort.left -= EVENT * events
        raise self._effort.exhausted()

    def _block(self, name: str) -> Any:
        """The value of the block that the placeholder stands for."""
        if self._flow_depth or self.tree.expects_key():
            raise OutOfPlaceError
        block = self._blocks.pop(name)
        self._effort.spend(block.steps)
        self._budget.operations += block.operations
        return block.value

    def _odd_scalar(self, event: Any) -> None:
        """A scalar with a tag, an anchor or a masked character, or `<<`."""
        tree, text = self.tree, self._source.unmasked(event.value)
        if text == "<<" and tree.expects_key() and (event.implicit[0] or event.tag == MERGE_TAG):
            tree.stack[-1].key = MERGE_KEY
            tree.note(OddityKind.MERGE, event, "merges another mapping with `<<`")
            return
        self._budget.operations += 1
        plain = None
        if event.tag is not None and not tree.in_merge():
            value = self._tagged(event, text)
        elif event.implicit[0]:
            value, plain = resolve(text), text
        else:
            value = text
        if event.anchor is not None:
            self._anchors[event.anchor] = value
            self._budget.weigh(event.anchor, 1)
        self._place(value, event, plain)

    def _place(self, value: Any, event: Any, plain: str | None = None) -> None:
        """Places a value, which is a number itself where it is a key, and as JSON has it elsewhere."""
        if not isinstance(value, dict | list) and not self.tree.expects_key():
            value = self._resolved(value)
        self.tree.place(value, event, plain)

    def _tagged(self, event: Any, text: str) -> Scalar:
        try:
            value = resolve_tagged(event.tag, text)
        except Undecodable as error:
            self.tree.blame(RefusalReason.VALUE, f"yaml: {error}", event)
            return text
        if event.tag == BINARY_TAG:
            self.tree.note(OddityKind.BINARY, event, "!!binary is decoded to text")
        return value

    def _resolved(self, value: Scalar) -> Scalar:
        if isinstance(value, float) and not math.isfinite(value):
            self._infinite = True
        return as_json(value)

    def _open(self, event: Any) -> None:
        tree, flow = self.tree, bool(event.flow_style)
        self._flow_depth += flow
        depth = len(tree.stack) + 1
        if self._flow_depth > _MAX_DEPTH or depth - self._flow_depth > _MAX_DEPTH:
            mark = event.start_mark
            message = f"yaml: {f'line {mark.line + 1}: ' if mark.line else ''}exceeded max depth of {_MAX_DEPTH}"
            raise tree.refused(RefusalReason.DEPTH, message, event)
        if depth > self.deepest:
            self.deepest = depth
        container: Any = {} if event.__class__ is MappingStartEvent else []
        frame = Frame(container, flow=flow, anchor=event.anchor, started=self._budget.operations)
        # Go takes a merged list apart without decoding it.
        self._budget.operations += frame.is_map or not tree.in_merge()
        if event.anchor is not None:
            self._anchors[event.anchor] = container
            self._open_anchors.add(id(container))
        tree.open(frame, event)

    def _close(self, event: Any) -> None:
        tree = self.tree
        frame = tree.stack.pop()
        self._flow_depth -= frame.flow
        if frame.anchor is not None:
            self._open_anchors.discard(id(frame.container))
            self._budget.weigh(frame.anchor, self._budget.operations - frame.started)
        if frame.as_key:
            self._complex_key(frame.container, event)
        elif tree.in_merge():
            tree.merge(frame.container, event)

    def _complex_key(self, value: Any, event: Any) -> None:
        self.tree.blame(RefusalReason.VALUE, f"yaml: invalid map key: {go_syntax(value)}", event)
        self.tree.stack[-1].key = COMPLEX_KEY

    def _alias(self, event: Any) -> None:
        name, tree = event.anchor, self.tree
        if name not in self._anchors:
            raise tree.refused(RefusalReason.ALIAS, f"yaml: unknown anchor '{name}' referenced", event)
        value = self._anchors[name]
        tree.note(OddityKind.ALIAS, event, f"uses the anchor `{name}`")
        if id(value) in self._open_anchors:
            tree.blame(RefusalReason.ALIAS, f"yaml: anchor '{name}' value contains itself", event)
            value = None
        elif not self._budget.expand(name):
            tree.blame(RefusalReason.ALIAS, "yaml: document contains excessive aliasing", event)
        if isinstance(value, dict | list) and tree.expects_key():
            self._complex_key(value, event)
        elif tree.in_merge() and isinstance(value, list):
            tree.merge(None, event)
        else:
            self._place(value, event)

    def _conclude(self) -> None:
        if self.tree.fault is not None:
            raise self.tree.fault
        if not self._budget.is_kept():
            raise Refused(RefusalReason.ALIAS, "yaml: document contains excessive aliasing")
        if self._infinite or self.tree.has_bad_keys:
            refuse_what_json_cannot_hold(self.tree.value)
