"""Rules about changes of an image: its platforms, layers and config."""

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.object_rules import both_texts
from xpkgtui.rules.changes.rule import At, Words, change


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
