"""Operations compared, and the rules about their changes; those about steps are with the rules about Compositions."""

from collections.abc import Iterator

from xpkgtui.formats.changes.objects import at_field, at_object, other_fields
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.xpkg.changes.compositions.compositions import compare_steps, steps_of
from xpkgtui.formats.xpkg.changes.places import value_or_none
from xpkgtui.rules.changes.rule import At, Difference, Words, change
from xpkgtui.untyped import field, mapping, same, text


@change("CHG250", "An operation is removed", clients="C", stored="A")
def operation_removed(at: At, kind: str) -> Words:
    """The new package does not have an Operation, CronOperation or WatchOperation that the old one had.

    Why: A cluster keeps it, and it goes on running; a new cluster does not have it.
    When it bites: When its work is expected on a new cluster, or not expected any more.
    Fix: Delete it if its work is not needed any more.
    Source: Crossplane, establisher of package revisions: objects stay, owned by the package.
    """
    return Words(
        message="is removed",
        who=f"Clusters that have the {kind}: it goes on running, and the package updates it no longer.",
    )


@change("CHG251", "An operation is added", clients="C", stored="A")
def operation_added(at: At, runs: str) -> Words:
    """The new package has an Operation, CronOperation or WatchOperation that the old one did not have.

    Why: Its functions run without anything else being asked for, and may change any object they have permission for.
    When it bites: An Operation right after the upgrade; others at their time, or when what they watch changes.
    Fix: Read its steps; see that its functions are installed.
    Source: Crossplane 2.0, operations.
    """
    return Words(message=f"is new and runs {runs}", who="Clusters that get the package: the functions run there.")


@change("CHG252", "The schedule of an operation changed", clients="C", stored="A")
def schedule_changed(at: At) -> Words:
    """A CronOperation has another schedule.

    Why: Its work is done at other times.
    When it bites: At the next time of the schedule.
    Fix: No action needed if these times are intended.
    Source: Crossplane 2.0, CronOperation.
    """
    return Words(message=f"runs at {value_or_none(at.after)}, ran at {value_or_none(at.before)}")


@change("CHG253", "What an operation watches changed", clients="BC", stored="BC")
def watch_changed(at: At, *, is_refused: bool) -> Words:
    """A WatchOperation watches another kind, or other objects of it.

    Why: The API server takes no other apiVersion and kind. With other labels or another namespace it runs for other
    objects.
    When it bites: During the upgrade: `kind is immutable`; else when such an object changes.
    Fix: Delete the WatchOperation before the upgrade.
    Source: Crossplane 2.0, API of WatchOperation.
    """
    who = "Clusters that have it: the API server refuses the new one, so the package does not become healthy."
    return Words(
        message=f"{at.field} is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who=who if is_refused else "",
        level=int(not is_refused),
    )


@change("CHG254", "An Operation does not run again", clients="C", stored="A")
def operation_changed(at: At) -> Words:
    """An Operation that runs once has other contents.

    Why: An Operation that is complete does nothing any more, whatever its new contents are.
    When it bites: Where its work is expected again after the upgrade.
    Fix: Delete the Operation before the upgrade, so that it is made and run anew.
    Source: Crossplane 2.0, controller of Operations.
    """
    return Words(message="differs, and does not run again where it is complete", who="Clusters in which it has run.")


GROUP = "ops.crossplane.io"
KINDS = ("Operation", "CronOperation", "WatchOperation")
_TEMPLATE = ("spec", "operationTemplate", "spec", "pipeline")
_FIXED = ("apiVersion", "kind")


def compare_operations(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of an operation that both packages have, or one of them."""
    if old is not None and new is not None:
        yield from _compare(old, new)
    elif new is not None:
        yield operation_added(at_object(old, new), _when(new))
    elif old is not None:
        yield operation_removed(at_object(old, new), text(old.value.get("kind")) or "operation")


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
        yield operation_changed(at_object(old, new))
    one, other = (field(each.value, "spec", "schedule") for each in (old, new))
    if not same(one, other):
        yield schedule_changed(at_field("spec", "schedule", before=one, after=other))
    left, right = (mapping(field(each.value, "spec", "watch")) for each in (old, new))
    for name in {**left, **right}:
        if not same(left.get(name), right.get(name)):
            at = at_field("spec", "watch", name, before=left.get(name), after=right.get(name))
            yield watch_changed(at, is_refused=name in _FIXED)
    path = ("spec", "pipeline") if is_once else _TEMPLATE
    yield from compare_steps(
        steps_of(field(old.value, *path), path), steps_of(field(new.value, *path), path), composes=False
    )
    yield from other_fields(old, new, ("spec", "schedule"), ("spec", "watch"), path)
