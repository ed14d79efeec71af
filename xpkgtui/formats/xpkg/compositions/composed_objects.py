"""The bases of composed resources beside the definitions of their kinds, as the API server judges them."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.compositions.patches import references_of
from xpkgtui.formats.xpkg.compositions.schemas import WILDCARD, BadFieldPath, Segment, parse_field_path
from xpkgtui.untyped import field, listing, mapping, text

if TYPE_CHECKING:  # rules are listed without what judges objects
    from xpkgtui.formats.definitions.objects.judging import ObjectJudge

_PATCHES = "pt.fn.crossplane.io"
_HARMLESS = "auto-ready"
"""What a function is called that changes no resource."""
_NAMES = {"name": "x", "namespace": "x"}


class ComposedBase(NamedTuple):
    """The base of one composed resource."""

    resource: str
    value: dict[str, Any]
    path: FieldPath
    is_open: bool
    """Whether functions that are called later may add fields to it."""

    @property
    def kind(self) -> tuple[str, str]:
        """Its apiVersion and kind."""
        return text(self.value.get("apiVersion")), text(self.value.get("kind"))


class BaseFault(NamedTuple):
    """A field for which the API server refuses what is composed of a base."""

    base: ComposedBase
    field: str
    message: str
    """The API server's words; empty for a field that it does not know."""
    path: FieldPath


def bases_of(spec: dict[str, Any]) -> Iterator[ComposedBase]:
    """The bases of a composition: of inputs of function-patch-and-transform, and native ones."""
    yield from _bases(spec.get("resources"), FieldPath.of("spec", "resources"), is_open=False)
    steps = listing(spec.get("pipeline"))
    for number, step in enumerate(steps):
        given = mapping(field(step, "input"))
        if text(given.get("apiVersion")).partition("/")[0].endswith(_PATCHES):
            later = (text(field(one, "functionRef", "name")) for one in steps[number + 1 :])
            path = FieldPath.of("spec", "pipeline", number, "input", "resources")
            yield from _bases(given.get("resources"), path, is_open=any(_HARMLESS not in one for one in later))


def _bases(resources: object, at: FieldPath, *, is_open: bool) -> Iterator[ComposedBase]:
    for number, one in enumerate(listing(resources)):
        base = field(one, "base")
        if isinstance(base, dict):
            path = at.child(number).child("base")
            yield ComposedBase(text(field(one, "name")), base, path, is_open)


def inputs_of(spec: dict[str, Any]) -> Iterator[ComposedBase]:
    """The inputs of functions, but for those of function-patch-and-transform, which are judged as it does."""
    for number, step in enumerate(listing(spec.get("pipeline"))):
        given = mapping(field(step, "input"))
        if given and not text(given.get("apiVersion")).partition("/")[0].endswith(_PATCHES):
            path = FieldPath.of("spec", "pipeline", number, "input")
            yield ComposedBase(text(field(step, "step")), given, path, is_open=False)


def input_faults(spec: dict[str, Any], judge_of: "Callable[[str, str], ObjectJudge | None]") -> Iterator[BaseFault]:
    """What does not fit the definitions of inputs, which only the function compares with them."""
    for one in inputs_of(spec):
        if (judge := judge_of(*one.kind)) is not None:
            yield from _faults(one, judge, ())


def base_faults(spec: dict[str, Any], judge_of: "Callable[[str, str], ObjectJudge | None]") -> Iterator[BaseFault]:
    """What the API server refuses of the bases whose definitions are known, whatever patches make of them."""
    bases = [(base, judge) for base in bases_of(spec) if (judge := judge_of(*base.kind)) is not None]
    if not bases:
        return
    written = written_fields(spec)
    for base, judge in bases:
        yield from _faults(base, judge, written.get(base.resource, ()))


def written_fields(spec: dict[str, Any]) -> dict[str, list[tuple[Segment, ...]]]:
    """The fields that patches write, by the name of the composed resource."""
    written: dict[str, list[tuple[Segment, ...]]] = {}
    for one in references_of(spec):
        if one.is_written and not one.is_composite and (segments := _segments(one.text)) is not None:
            written.setdefault(one.resource, []).append(segments)
    return written


def object_faults(value: dict[str, Any], judge: "ObjectJudge") -> Iterator[BaseFault]:
    """What the API server refuses of an object of a set, but for its metadata."""
    return _faults(ComposedBase("", value, FieldPath(), is_open=False), judge, ())


def _faults(base: ComposedBase, judge: "ObjectJudge", written: Sequence[tuple[Segment, ...]]) -> Iterator[BaseFault]:
    from xpkgtui.formats.definitions.field_errors import ErrorType
    from xpkgtui.formats.definitions.objects.judging import UNCHECKED

    # Crossplane names what it composes; labels, annotations and the like are not those of the definition.
    judgement = judge.judge({**base.value, "metadata": _NAMES})
    for name in judgement.unknown:
        yield BaseFault(base, name, "", _place(base, name))
    for error in judgement.errors:
        segments = _segments(error.field) or ()
        is_addable = error.type is ErrorType.REQUIRED or not error.stops_rules
        if segments[:1] == ("metadata",) or error.message == UNCHECKED:
            continue
        if (is_addable and base.is_open) or any(_touch(segments, one) for one in written):
            continue
        yield BaseFault(base, error.field, error.message, _place(base, error.field))


def _touch(one: tuple[Segment, ...], other: tuple[Segment, ...]) -> bool:
    """Whether one of two fields is, or holds, the other."""
    return all(mine in (its, WILDCARD) or its == WILDCARD for mine, its in zip(one, other, strict=False))


def _segments(path: str) -> tuple[Segment, ...] | None:
    try:
        return parse_field_path(path)
    except BadFieldPath:
        return None


def _place(base: ComposedBase, path: str) -> FieldPath:
    """The last part of the field that the base has."""
    node: Any = base.value
    parts = list(base.path.parts)
    for segment in _segments(path) or ():
        inner = node.get(segment) if isinstance(node, dict) else None
        if isinstance(node, list) and isinstance(segment, int):
            inner = next(iter(node[segment : segment + 1]), None)
        if inner is None:
            break
        node = inner
        parts.append(segment)
    return FieldPath(tuple(parts))
