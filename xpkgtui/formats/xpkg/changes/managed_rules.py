"""Rules about changes of ManagedResourceDefinitions, and of the policies that activate them."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_MANAGED, deletion, outside_kept
from xpkgtui.formats.xpkg.changes.places import few, value_or_none
from xpkgtui.rules.changes.rule import At, Words, change, shell_word

_POLICY = "a ManagedResourceActivationPolicy that names it (Crossplane's chart makes one that names all, *)"


@change("CHG240", "A definition becomes a managed resource definition", clients="C", stored="C")
def became_managed(at: At, state: str) -> Words:
    """The old package had a CustomResourceDefinition, the new one has a ManagedResourceDefinition of that name.

    Why: Crossplane 2.0.3 and later make the definition of it, once it is active. Older versions refuse the package.
    When it bites: During the upgrade.
    Fix: Upgrade Crossplane first; see that an activation policy names the definition.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(
        message=f"is a ManagedResourceDefinition now, of state {state}",
        who="Clusters with Crossplane up to 2.0.2, which refuses the package"
        + (f"; new clusters without {_POLICY}." if state != "Active" else "."),
    )


@change("CHG241", "A managed resource definition is removed", clients="B", stored="C")
def managed_removed(at: At, name: str, kind: str, renamed: str, policy: str) -> Words:
    """The new package does not have a ManagedResourceDefinition that the old one had.

    Why: The definition and its objects stay in the cluster, but the provider may not act on them any more. A new
    cluster does not get the kind.
    When it bites: When one of its objects is changed or deleted: nothing happens.
    Fix: Move its objects to what takes its place before the upgrade, or delete them. What they stand for is deleted
    too, unless managementPolicies lack Delete (or deletionPolicy is Orphan): set that first.
    Source: Crossplane, establisher of package revisions: objects stay, owned by the package.
    """
    return Words(
        message=f"{kind or name} is removed" + (f"; {renamed} may take its place" if renamed else ""),
        who=f"Users with objects of {name}.",
        first=(
            "See whether there are any:",
            spelled(f"kubectl get {shell_word(name)} -A"),
            *outside_kept(name, policy or "managementPolicies"),
        ),
    )


@change("CHG242", "A managed resource definition is added", clients="A", stored="A")
def managed_added(at: At, kind: str, state: str) -> Words:
    """The new package has a ManagedResourceDefinition that the old one did not have.

    Why: Its objects can be made once it is active.
    When it bites: Where no policy activates it: then the kind is not served.
    Fix: Name it in a ManagedResourceActivationPolicy if you need it.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(message=f"{kind or 'a managed resource'} is new, of state {state}")


@change("CHG243", "The state of a managed resource definition changed", clients="CA", stored="AA")
def state_changed(at: At, state: str) -> Words:
    """A ManagedResourceDefinition is active by itself and was not, or is not any more.

    Why: One that is active in a cluster stays active. On a new cluster an inactive one is not served before a policy
    activates it.
    When it bites: On new clusters.
    Fix: Name it in a ManagedResourceActivationPolicy.
    Source: Crossplane, establisher of package revisions; API of ManagedResourceDefinition.
    """
    is_inactive = state != "Active"
    return Words(
        message=f"the state is {state}, was {at.before}",
        who=f"New clusters without {_POLICY}." if is_inactive else "",
        level=int(not is_inactive),
    )


@change("CHG244", "The names of a managed resource definition changed", clients="B", stored="B")
def managed_scope_changed(at: At, name: str, policy: str, changed: Sequence[At], *, is_made: bool) -> Words:
    """A ManagedResourceDefinition has another scope or other names, also one that Crossplane 2 makes of a definition.

    Why: The API server takes no change of `spec.scope` and `spec.names` of a ManagedResourceDefinition, not even a
    short name or a category more. Crossplane 2 makes one of each definition of a provider.
    When it bites: During the upgrade: `spec.scope: Invalid value: "Namespaced": Value is immutable`.
    Fix: Let no object delete what it stands for (managementPolicies without Delete, or deletionPolicy Orphan), keep
    the objects in a file, delete the ManagedResourceDefinition and its definition, which deletes all of them, upgrade
    at once, and make them again. Crossplane makes a definition that is deleted alone anew, as it was.
    Source: Crossplane 2.1, API of ManagedResourceDefinition; run on Crossplane 2.4.0.
    """
    return Words(
        message="; ".join(
            f"{one.field} is {value_or_none(one.after)}, was {value_or_none(one.before)}" for one in changed
        ),
        who=f"Clusters {'with Crossplane 2 ' if is_made else ''}that have the definition, active or not: "
        "the API server refuses the new one (Value is immutable), so the package does not become healthy.",
        first=deletion(name, policy or "managementPolicies", MADE_OF_MANAGED),
    )


@change("CHG245", "The documented keys of connection secrets changed", clients="CW", stored="AW")
def details_changed(at: At, gone: Sequence[str]) -> Words:
    """A ManagedResourceDefinition lists other keys of connection secrets.

    Why: It is documentation; a key that is gone may not be written any more.
    When it bites: When a program reads that key.
    Fix: See the release notes of the provider.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(
        message=f"connection details: {few(gone)} is gone" if gone else "connection details differ",
        who="Programs that read these keys." if gone else "",
        level=int(not gone),
    )


@change("CHG246", "Definitions are no longer activated", clients="CA", stored="A")
def activation_removed(at: At, gone: Sequence[str], *, is_covered: bool = False) -> Words:
    """A ManagedResourceActivationPolicy has a pattern less, or is gone.

    Why: What is active stays active. On a new cluster, and for definitions that come later, the kinds that only this
    pattern names stay inactive: their objects cannot be made.
    When it bites: On new clusters: `no matches for kind`.
    Fix: Name the kinds in a policy of your cluster.
    Source: Crossplane 2.1, ManagedResourceActivationPolicy; an active definition cannot become inactive.
    """
    if is_covered:
        return Words(message=f"does not name {few(gone)} any more, which another pattern activates", level=1)
    return Words(
        message=f"does not activate {few(gone) or 'anything'} any more",
        who="New clusters, unless another policy names these kinds.",
        first=("See which policies there are:", spelled("kubectl get managedresourceactivationpolicies -o yaml")),
    )


@change("CHG247", "Definitions are activated", clients="A", stored="A")
def activation_added(at: At, added: Sequence[str]) -> Words:
    """A ManagedResourceActivationPolicy has one more pattern, or is new.

    Why: Crossplane makes the kinds that it names; they stay active for good.
    When it bites: Where many kinds are activated: each costs memory in the API server.
    Fix: No action needed if these kinds are intended.
    Source: Crossplane 2.1, ManagedResourceActivationPolicy.
    """
    return Words(message=f"activates {few(added) or 'nothing'}")
