"""Rules about changes of Compositions: what they compose, and the steps of their pipelines."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.xpkg.changes.places import few, value_or_none
from xpkgtui.rules.changes.rule import At, Words, change, shell_word

_EVERY = "Every composite resource that uses the Composition"
_UNNAMED = "without a name"
_EXTERNAL_NAME = "crossplane.io/external-name"
_MADE = spelled(
    "kubectl get managed -A -o custom-columns='KIND:.kind,NAMESPACE:.metadata.namespace,NAME:.metadata.name,"
    "RESOURCE:.metadata.annotations.crossplane\\.io/composition-resource-name'"
)


@change("CHG220", "A Composition is removed", clients="C", stored="A")
def composition_removed(at: At, name: str, what: str) -> Words:
    """The new package does not have a Composition that the old one had.

    Why: A cluster keeps the Composition, and composite resources go on using it, but no package updates it any more.
    A new cluster does not have it.
    When it bites: When a manifest names the Composition on a cluster that has only the new package.
    Fix: Name another Composition in manifests.
    Source: Crossplane, establisher of package revisions: objects stay, owned by the package.
    """
    return Words(
        message=f"is removed; it composed {what}",
        who=f"Manifests that name {name}. Composite resources that use it keep it, without updates.",
        first=("Search manifests for its name:", spelled(f"grep -rnw {shell_word(name)} .")),
    )


@change("CHG221", "A Composition is added", clients="A", stored="A")
def composition_added(at: At, what: str) -> Words:
    """The new package has a Composition that the old one did not have.

    Why: Composite resources of the kind can use it.
    When it bites: Where another package controls a Composition of that name: then this one does not become healthy.
    Fix: No action needed.
    Source: Crossplane, establisher of package revisions.
    """
    return Words(message=f"is new and composes {what}")


@change("CHG222", "A Composition composes another kind", clients="B", stored="B")
def type_changed(at: At) -> Words:
    """A Composition is for another kind of composite resource, or another version of it.

    Why: The API server takes no change of `spec.compositeTypeRef`.
    When it bites: During the upgrade: `spec.compositeTypeRef: Invalid value: "object": Value is immutable`.
    Fix: Ask the author for a Composition of another name; or delete the old one first.
    Source: Crossplane, API of Composition.
    """
    return Words(
        message=f"composes {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who="Clusters that have the Composition: the API server refuses the new one (Value is immutable), so the "
        "package does not become healthy.",
    )


@change("CHG223", "The mode of a Composition changed", clients="BC", stored="BC")
def mode_changed(at: At, old: str, new: str) -> Words:
    """A Composition composes by functions and did not, or the reverse.

    Why: Functions have to be installed. Resources keep what they made where their names stay the same.
    Crossplane 2 has no mode Resources.
    When it bites: During the upgrade.
    Fix: See that the functions are installed and healthy before the upgrade.
    Source: Crossplane 1.14 (functions), 2.0 (mode Resources removed).
    """
    is_gone = new == "Resources"
    who = (
        "Clusters with Crossplane 2: it refuses the Composition." if is_gone else f"{_EVERY}: functions have to run."
    )
    first = () if is_gone else ("See that the functions are installed:", spelled("kubectl get functions"))
    return Words(message=f"the mode is {new}, was {old}", who=who, first=first, level=int(not is_gone))


@change("CHG224", "A composed resource is removed", clients="BC", stored="BC")
def composed_removed(at: At, name: str, kind: str, renamed: str, *, is_certain: bool) -> Words:
    """A Composition does not list a resource of this name any more; a renamed resource is another one.

    Why: Crossplane deletes what a composite resource has made and its Composition does not name any more. With a
    managed resource, what it stands for is deleted too, unless its deletionPolicy or managementPolicies forbid it.
    When it bites: Right after the upgrade, for each composite resource with compositionUpdatePolicy Automatic, which
    is the default.
    Fix: Ask the author to keep the name; or set managementPolicies without Delete (deletionPolicy: Orphan) on what
    exists, before the upgrade.
    Source: Crossplane, composed resource garbage collector; up to 1.20 the garbage-collecting associator.
    """
    what = f"{name} ({kind})" if kind else name
    deleted = f"Crossplane deletes its {kind or name}" if is_certain else "Crossplane deletes what no function makes"
    if renamed:
        message = f"{what} is named {renamed} now: what {name} made is deleted, and made anew as {renamed}"
    elif is_certain:
        message = f"{what} is removed: what it made is deleted"
    else:
        message = f"not listed any more: {what}; what they made is deleted, unless a function still makes it"
    return Words(
        message=message,
        who=f"{_EVERY}: {deleted}.",
        first=(
            "Find what it made, by the name of the resource:",
            _MADE,
            'To keep what it stands for, set managementPolicies without "Delete" on it before the upgrade.',
            "To keep it as well, set compositionUpdatePolicy: Manual in composite resources: they wait.",
        ),
        level=int(not is_certain and not renamed),
    )


@change("CHG225", "A composed resource is added", clients="A", stored="A")
def composed_added(at: At, name: str, kind: str) -> Words:
    """A Composition composes one more resource.

    Why: Crossplane makes it for each composite resource that exists.
    When it bites: Right after the upgrade; it may cost money, and may need permissions.
    Fix: No action needed if these resources are intended.
    Source: Crossplane, composition revisions.
    """
    return Words(message=f"{name} ({kind}) is new" if kind else f"{name} is new")


@change("CHG226", "The kind of a composed resource changed", clients="B", stored="B")
def composed_kind_changed(at: At, name: str, old: str, new: str, *, stays: bool) -> Words:
    """A composed resource of the same name is of another kind, or of the same kind of another API group.

    Every move to the namespaced managed resources of Crossplane 2 is one: `s3.aws.m.upbound.io`.

    Why: In a pipeline, Crossplane makes the new one and no longer knows the old one, which stays until the composite
    resource is deleted. In mode Resources it does so if only the group is another; else it stops with `cannot change
    the kind of a composed resource`.
    When it bites: Right after the upgrade, for each composite resource that has the old one.
    Fix: Ask the author to give the new one another name, so that the old one is deleted; or delete it yourself. What
    it stands for is deleted too, unless its managementPolicies lack Delete (or its deletionPolicy is Orphan).
    Source: Crossplane, rendering of composed resources.
    """
    what = (
        f"a {new} is made, and the {old} stays without updates"
        if stays
        else "Crossplane stops with: cannot change the kind of a composed resource"
    )
    apart = 'To delete one but not what it stands for, set managementPolicies without "Delete" on it first.'
    first = ("Find what it made, by the name of the resource:", _MADE, *((apart,) if stays else ()))
    return Words(message=f"{name} is {new}, was {old}", who=f"{_EVERY}: {what}.", first=first)


@change("CHG227", "A composed resource without a name moved", clients="B", stored="B")
def unnamed_moved(at: At, number: int, old: str, new: str) -> Words:
    """A resource is gone or of another kind at its place in a list where one has no name, before or after.

    Why: Crossplane knows a resource without a name by its place in the list alone, also while it gets or loses one,
    so the wrong one is changed. What is beyond the end of the new list stays without updates.
    When it bites: Right after the upgrade: `cannot change the kind of a composed resource`, or a resource gets the
    fields of another.
    Fix: Ask the author to keep the order, and to add resources at the end.
    Source: Crossplane up to 1.20, association of templates by order; run on 1.20.0.
    """
    return Words(
        message=f"resource {number}, which has no name, is {new or 'gone'}, was {old}",
        who=f"{_EVERY}: Crossplane matches resources without names by their order"
        + ("." if new else "; what it made stays, without updates."),
    )


@change("CHG228", "The making of a composed resource changed", clients="CA", stored="A")
def composed_changed(at: At, name: str, fields: str, *, named: str | None = None) -> Words:
    """The template, the patches or the checks of a composed resource differ.

    Why: Crossplane writes the new fields into each resource that exists. Providers may refuse a field that cannot
    change, or replace what the resource stands for.
    When it bites: Right after the upgrade.
    Fix: Read the fields; try one composite resource with `crossplane composition render` first.
    Source: Crossplane, composition revisions.
    """
    if named is not None:
        return Words(message=f"{name} {f'is named {named} now' if named else 'has no name any more'}", level=1)
    what = "its resource may stand for another one" if _EXTERNAL_NAME in fields else "its resource is changed"
    return Words(message=f"{name} differs in {fields}", who=f"{_EVERY}: {what}.")


@change("CHG230", "A step is removed", clients="BC", stored="BC")
def step_removed(at: At, name: str, function: str, *, composes: bool) -> Words:
    """A pipeline does not call a function any more.

    Why: In a Composition, Crossplane deletes the resources that no remaining step asks for.
    When it bites: Right after the upgrade.
    Fix: Compare what the pipeline makes, with `crossplane composition render`, before the upgrade.
    Source: Crossplane, composed resource garbage collector.
    """
    who = f"{_EVERY}: what only {function} asked for is deleted." if composes else ""
    return Words(
        message=f"step {name or _UNNAMED} is removed; it called {function}", who=who, level=int(not composes)
    )


@change("CHG231", "A step is added", clients="C", stored="A")
def step_added(at: At, name: str, function: str) -> Words:
    """A pipeline calls one more function.

    Why: The function has to be installed and healthy, otherwise the pipeline stops.
    When it bites: Right after the upgrade: `cannot run Composition pipeline step`.
    Fix: See that the function is installed; a dependency of the package installs it.
    Source: Crossplane, composition functions.
    """
    return Words(
        message=f"step {name or _UNNAMED} is new and calls {function}",
        who=f"Clusters without {function}.",
        first=("See whether it is installed:", spelled("kubectl get functions")),
    )


@change("CHG232", "The order of steps changed", clients="C", stored="A")
def steps_reordered(at: At, order: str) -> Words:
    """A pipeline calls its functions in another order.

    Why: Each step sees and may change what the steps before it have made.
    When it bites: Right after the upgrade.
    Fix: Compare what the pipeline makes, with `crossplane composition render`.
    Source: Crossplane, composition functions.
    """
    return Words(message=f"the steps run in another order: {order}")


@change("CHG233", "A step calls another function", clients="C", stored="A")
def function_changed(at: At, step: str) -> Words:
    """A step of a pipeline calls another function.

    Why: The function has to be installed, and may make other resources; those that it does not name are deleted.
    When it bites: Right after the upgrade.
    Fix: See that the function is installed; compare what the pipeline makes, with `crossplane composition render`.
    Source: Crossplane, composition functions.
    """
    return Words(
        message=f"step {step} calls {at.after}, called {at.before}",
        who=f"Clusters without {at.after}.",
        first=("See whether it is installed:", spelled("kubectl get functions")),
    )


@change("CHG234", "What a step gets changed", clients="C", stored="A")
def step_changed(at: At, step: str, fields: str, *, composes: bool) -> Words:
    """The input, the requirements or the credentials of a step differ.

    Why: The function may make other resources. In a Composition, those that it does not name any more are deleted.
    When it bites: Right after the upgrade.
    Fix: Compare what the pipeline makes with both inputs, with `crossplane composition render`.
    Source: Crossplane, composition functions.
    """
    who = f"{_EVERY}: what the function names no longer is deleted." if composes else ""
    return Words(message=f"step {step} differs in {fields}", who=who)


@change("CHG235", "Connection secrets go to another namespace", clients="C", stored="A")
def secrets_moved(at: At) -> Words:
    """A Composition writes the connection secrets of composite resources to another namespace.

    Why: Programs that read the secrets look for them in the old one.
    When it bites: Right after the upgrade.
    Fix: Change the programs, or copy the secrets.
    Source: Crossplane, API of Composition.
    """
    return Words(
        message=f"the namespace of connection secrets is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who="Programs that read these secrets.",
    )


@change("CHG236", "The labels that select a Composition changed", clients="CA", stored="AA")
def labels_changed(at: At, gone: Sequence[str]) -> Words:
    """A Composition lacks a label, or has another value in it, or a new one.

    Why: Manifests select Compositions by their labels (compositionSelector).
    When it bites: When a composite resource is made that selects by a label that is gone: it finds no Composition.
    Fix: Change the selectors in manifests.
    Source: Crossplane, composition selection.
    """
    lost = few(gone)
    return Words(
        message=f"labels: {lost} is gone" if gone else f"labels: {value_or_none(at.after)} is new",
        who=f"New composite resources that select by {lost}." if gone else "",
        level=int(not gone),
    )


@change("CHG237", "The name of a step changed", clients="W", stored="W")
def step_renamed(at: At) -> Words:
    """A step of a pipeline has another name; its function and input are the same.

    Why: The name is in events and messages.
    When it bites: Where a program reads these.
    Fix: No action needed.
    Source: Crossplane, composition functions.
    """
    return Words(message=f"step {at.before} is named {at.after}")


@change("CHG238", "Composite resources choose among several Compositions", clients="C", stored="A")
def several_fit(at: At, what: str, names: Sequence[str]) -> Words:
    """The new package has several Compositions for a kind, the old one had one, and none is the default.

    Why: A composite resource that names no Composition and selects none by labels gets any of them, at random.
    When it bites: When such a composite resource is made.
    Fix: Name the Composition in manifests, or select it by labels.
    Source: Crossplane, composition selection.
    """
    return Words(
        message=f"{few(names)} compose {what}, and none of them is the default",
        who="New composite resources that choose no Composition: they get one of these at random.",
        first=("Name the Composition in manifests: compositionRef.name, or compositionSelector.",),
    )


@change("CHG239", "Resources without a name come into a pipeline", clients="B", stored="B")
def unnamed_in_pipeline(at: At, count: int) -> Words:
    """A Composition of mode Resources has resources without a name, and becomes a pipeline.

    Why: Up to 1.20, Crossplane knows them by their order, and what it makes has no annotation with a name. A pipeline
    knows what exists by this annotation alone.
    When it bites: Right after the upgrade, for each composite resource that has composed something: it stops.
    Fix: Name the resources first, in the Composition of mode Resources and in the same order, as the pipeline names
    them. Crossplane then writes the annotation on what exists. Convert afterwards.
    Source: Crossplane, composition_functions.go (errAnonymousCD); 1.20, composition_pt.go (AssociateTemplates).
    """
    what, have = ("resource", "has") if count == 1 else ("resources", "have")
    return Words(
        message=f"becomes a pipeline, and {count:,} {what} of it {have} no name so far",
        who=f"{_EVERY}: Crossplane stops with: encountered composed resource without required "
        '"crossplane.io/composition-resource-name" annotation.',
        first=(
            "Name them in the old Composition, in the same order, as the pipeline does; Crossplane 1.20 takes it.",
            "Wait until each resource has its name:",
            _MADE,
            "Then install the new Composition.",
        ),
    )
