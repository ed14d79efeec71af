"""Rules about changes of objects of any kind and of an image, and about what could not be compared."""

from typing import Any

from xpkgtui.commands import spelled
from xpkgtui.golang.printing import written
from xpkgtui.rules.changes.rule import At, Words, change
from xpkgtui.visible import clip

_LONG, _ALIKE = 40, 16
"""Characters of a text from which it is shortened, and those that both have to begin with."""
_PARTS = "/ \n,;"
"""What parts a text."""
_MAX_OPENSHIFT = "olm.maxOpenShiftVersion"


def value_text(value: Any) -> str:
    """A value in a sentence; a large one is cut."""
    return clip(written(value), 80)


def both_texts(before: Any, after: Any) -> str:
    """`is "…sql:v0.9.0", was "…sql:v0.8.0"`: of two long texts not what they begin with alike."""
    if isinstance(before, str) and isinstance(after, str):
        pairs = enumerate(zip(before, after, strict=False))
        alike = next((number for number, (one, other) in pairs if one != other), min(len(before), len(after)))
        word = max(map(before[:alike].rfind, _PARTS)) + 1
        if word > _ALIKE and max(len(before), len(after)) > _LONG:
            before, after = (f"…{each[word:]}" for each in (before, after))
    return f"is {value_text(after)}, was {value_text(before)}"


def values_said(at: At) -> str:
    """What a field is, and was."""
    if at.before is None:
        return f"is {value_text(at.after)}, was not there"
    return f"is gone, was {value_text(at.before)}" if at.after is None else both_texts(at.before, at.after)


def property_words(at: At, kind: str) -> Words:
    """What is said of a property of a bundle that OLM does not resolve itself, and who acts on it."""
    who = "Programs that act on the property."
    if kind == _MAX_OPENSHIFT and at.after:
        who = f"Clusters with OpenShift: they do not go beyond {value_text(at.after)} while the bundle is installed."
    says = values_said(at) if at.before is not at.after else "changed"
    return Words(message=f"the property {kind} {says}", who=who)


@change("CHG001", "Something could not be compared", clients="C", stored="C")
def not_compared(at: At, why: str) -> Words:
    """A document, or the rest of a package, could not be read on one of the two sides.

    Why: It may hold a change that breaks its users, and nothing is said about it.
    When it bites: Where the document is used.
    Fix: See what `xpkgtui check` says of that side; raise the limit where one was reached.
    Source: the limits of this program, and the decoder of Kubernetes.
    """
    return Words(message=f"was not compared: {why}")


@change("CHG002", "A comparison failed", clients="C", stored="C")
def failed(at: At, error: str) -> Words:
    """Two objects were not compared to the end, because of a mistake in xpkgtui.

    Why: They may hold a change that breaks their users, and nothing more is said about it.
    When it bites: Where the object is used.
    Fix: Report it, with the packages if you may share them; compare the text of both sides.
    Source: xpkgtui itself.
    """
    return Words(message=f"was not compared to the end: {error}; this is a bug in xpkgtui")


@change("CHG601", "An object is removed", clients="C", stored="C")
def removed(at: At, what: str) -> Words:
    """The new package does not have an object that the old one had.

    Why: What is not in the package any more is deleted, or left behind without an owner.
    When it bites: During the upgrade.
    Fix: See who uses the object.
    Source: Crossplane, package revisions; OLM, upgrades.
    """
    return Words(message=f"{what} is removed", who=f"Users of {what}.")


@change("CHG602", "An object is added", clients="A", stored="A")
def added(at: At, what: str) -> Words:
    """The new package has an object that the old one did not have.

    Why: It is made in the cluster.
    When it bites: Where an object of that name is there already.
    Fix: Nothing, unless you have an object of that name.
    Source: Crossplane, package revisions; OLM, upgrades.
    """
    return Words(message=f"{what} is new")


@change("CHG603", "A field of an object changed", clients="CW", stored="CW")
def field_changed(at: At, *, is_words: bool) -> Words:
    """An object has another value in a field.

    Why: The cluster gets the new value.
    When it bites: During the upgrade.
    Fix: See who depends on the old value.
    Source: Crossplane, package revisions; OLM, upgrades.
    """
    return Words(message=f"{at.field} {values_said(at)}", level=int(is_words))


@change("CHG501", "A platform is removed", clients="B", stored="A")
def platform_removed(at: At, platform: str) -> Words:
    """The new image is not built for a platform that the old one was built for.

    Why: Nodes of that platform cannot run what the image starts.
    When it bites: When a pod of the package is placed on such a node: `no match for platform in manifest`.
    Fix: Run the package on nodes of another platform, with a DeploymentRuntimeConfig.
    Source: OCI image index.
    """
    return Words(
        message=f"{platform} is gone",
        who=f"Clusters whose nodes are {platform}.",
        first=("See what your nodes are:", spelled("kubectl get nodes -L kubernetes.io/arch,kubernetes.io/os")),
    )


@change("CHG502", "A platform is added", clients="A", stored="A")
def platform_added(at: At, platform: str) -> Words:
    """The new image is built for a platform that the old one was not built for.

    Why: Nodes of that platform can run it.
    When it bites: Never.
    Fix: Nothing.
    Source: OCI image index.
    """
    return Words(message=f"{platform} is new")


@change("CHG503", "The command of the image changed", clients="C", stored="A")
def entrypoint_changed(at: At, word: str) -> Words:
    """The entrypoint or the command of the image is another one.

    Why: A runtime config that replaces arguments, or reaches for a path, was made for the old one.
    When it bites: When the package starts, where a runtime config overrides it.
    Fix: Compare your DeploymentRuntimeConfig with the new image.
    Source: OCI image configuration.
    """
    return Words(
        message=f"{word} {both_texts(at.before, at.after)}",
        who="Clusters with a runtime config that sets command or arguments.",
    )


@change("CHG504", "The annotation of the package layer changed", clients="CW", stored="AW")
def mark_changed(at: At, before: str, after: str) -> Words:
    """The layer that supplies the package is marked with another annotation, or with none.

    Why: Programs that read packages choose a layer by its mark; without one they read all layers.
    When it bites: When a program reads the package; see `xpkgtui why`.
    Fix: Nothing, where `xpkgtui why` says that all programs still read it.
    Source: xpkg specification, annotations.
    """
    return Words(
        message=f"the package is in {after}, was in {before}",
        who="Programs that choose a layer by its mark." if not after.endswith("base") else "",
        level=int(after.endswith("base")),
    )


@change("CHG505", "The size of the image changed", clients="W", stored="W")
def size_changed(at: At) -> Words:
    """The layers of the image have another size.

    Why: It takes longer to pull, or shorter.
    When it bites: When a node pulls it.
    Fix: Nothing.
    Source: OCI image manifest.
    """
    return Words(message=f"the layers are {at.after:,} bytes, were {at.before:,}")


@change("CHG506", "The labels or annotations of the image changed", clients="W", stored="W")
def labels_changed(at: At, word: str) -> Words:
    """The image says something else of itself.

    Why: Programs that list packages show it.
    When it bites: Never.
    Fix: Nothing.
    Source: OCI image specification, annotations.
    """
    return Words(message=f"{word} {both_texts(at.before, at.after)}")
