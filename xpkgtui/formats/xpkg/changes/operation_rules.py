"""Rules about changes of Operations, CronOperations and WatchOperations; those about steps are with Compositions."""

from xpkgtui.formats.xpkg.changes.places import value_or_none
from xpkgtui.rules.changes.rule import At, Words, change


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
