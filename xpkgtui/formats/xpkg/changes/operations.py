"""Operations compared: when they run, what they watch, and their steps."""

from collections.abc import Iterator

from xpkgtui.formats.changes.objects import at_field, at_object, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.xpkg.changes import operation_rules as rules
from xpkgtui.formats.xpkg.changes.compositions.pipelines import compare_steps, steps_of
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, mapping, same, text

GROUP = "ops.crossplane.io"
KINDS = ("Operation", "CronOperation", "WatchOperation")
_TEMPLATE = ("spec", "operationTemplate", "spec", "pipeline")
_FIXED = ("apiVersion", "kind")


def compare_operations(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of an operation that both packages have, or one of them."""
    if old is not None and new is not None:
        yield from _compare(old, new)
    elif new is not None:
        yield rules.operation_added(at_object(old, new), _when(new))
    elif old is not None:
        yield rules.operation_removed(at_object(old, new), text(old.value.get("kind")) or "operation")


def _when(thing: Thing) -> str:
    spec = mapping(thing.value.get("spec"))
    if thing.value.get("kind") == "CronOperation":
        return f"at {text(spec.get('schedule')) or 'no time'}"
    if thing.value.get("kind") == "WatchOperation":
        return f"when a {text(field(spec, 'watch', 'kind')) or 'resource'} changes"
    return "once"


def _compare(old: Thing, new: Thing) -> Iterator[Difference]:
    is_once = new.value.get("kind") == "Operation"
    if is_once and not same(old.value.get("spec"), new.value.get("spec")):
        yield rules.operation_changed(at_object(old, new))
    one, other = (field(each.value, "spec", "schedule") for each in (old, new))
    if not same(one, other):
        yield rules.schedule_changed(at_field("spec", "schedule", before=one, after=other))
    left, right = (mapping(field(each.value, "spec", "watch")) for each in (old, new))
    for name in {**left, **right}:
        if not same(left.get(name), right.get(name)):
            at = at_field("spec", "watch", name, before=left.get(name), after=right.get(name))
            yield rules.watch_changed(at, is_refused=name in _FIXED)
    path = ("spec", "pipeline") if is_once else _TEMPLATE
    yield from compare_steps(
        steps_of(field(old.value, *path), path), steps_of(field(new.value, *path), path), composes=False
    )
    yield from other_fields(old, new, ("spec", "schedule"), ("spec", "watch"), path)
