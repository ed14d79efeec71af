"""Rules about changes of a release: its way from the old one, its package and channels, what it depends on."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.object_rules import property_words
from xpkgtui.rules.changes.rule import At, Words, change, shell_word


@change("CHG320", "OLM has no upgrade from the old bundle to the new one", clients="B", stored="C")
def no_way(at: At, old: str, new: str, version: str, says: Sequence[str]) -> Words:
    """The new bundle neither replaces nor skips the old one, and its skipRange does not include the old version.

    Why: OLM goes from an installed bundle only to bundles that replace it, skip it, or have its version in their
    range. A channel of a catalog may add such an edge.
    When it bites: When the old bundle is installed and the new one is asked for: OLM goes to other bundles first,
    or stays.
    Fix: Upgrade to the bundles between them, one after the other.
    Source: operator-controller, catalogmetadata/filter/successors.go; OLM, upgrade graph.
    """
    version = f" (version {version})" if version else ""
    return Words(
        message=f"OLM does not go from {old}{version} to {new}: {', '.join(says) or 'it replaces and skips nothing'}",
        who=f"Clusters in which {old} is installed.",
        first=(
            "Upgrade to the bundles between them first; the catalog shows the way:",
            spelled(f"xpkgtui upgrades CATALOG --from {shell_word(old)}"),
        ),
    )


@change("CHG321", "The new bundle has the name of the old one", clients="C", stored="C")
def same_name(at: At, name: str) -> Words:
    """Both ClusterServiceVersions have one name, and their content differs.

    Why: OLM knows bundles by their names: where the old one is installed, it does not install the new one.
    When it bites: When the new bundle takes the place of the old one in a catalog: installed operators stay as they
    are, new ones differ.
    Fix: Give the new bundle a new name and a higher version.
    Source: operator-controller, catalogmetadata/filter/successors.go; OLM, upgrade graph.
    """
    return Words(
        message=f"both bundles are {name}: OLM does not upgrade from one to the other",
        who=f"Clusters in which {name} is installed: they keep the old content.",
    )


@change("CHG322", "The new bundle has a lower version", clients="C", stored="C")
def downgrade(at: At) -> Words:
    """The version of the new bundle is lower than that of the old one.

    Why: OLM v1 goes to the highest version that follows; it does not go to a lower one by itself.
    When it bites: When an operator reads what a later version of it wrote.
    Fix: Check that the two are in the right order.
    Source: operator-controller, docs/concepts/upgrade-support.md.
    """
    return Words(
        message=f"the version is {at.after}, lower than {at.before}",
        who="Operators that read what a later version wrote; OLM v1, which does not go to a lower version by itself.",
    )


@change("CHG323", "OLM upgrades from the old bundle to the new one", clients="A", stored="A")
def has_way(at: At, old: str, how: str) -> Words:
    """The new bundle replaces or skips the old one, or its skipRange includes the old version.

    Why: OLM upgrades by itself, where the catalog has the same edges.
    When it bites: Never.
    Fix: No action.
    Source: operator-controller, catalogmetadata/filter/successors.go; OLM, upgrade graph.
    """
    return Words(message=f"OLM goes from {old} to it: {how}")


@change("CHG324", "The package of the bundle changed", clients="B", stored="C")
def package_changed(at: At) -> Words:
    """The bundle belongs to another package.

    Why: A Subscription or a ClusterExtension names a package; OLM does not go from one package to another.
    When it bites: Where the old package is installed: it gets no upgrade.
    Fix: Uninstall the operator of the old package, then install the new package. Definitions and their objects stay.
    Source: OLM, bundle annotations.
    """
    return Words(
        message=f"the package is {at.after}, was {at.before}",
        who=f"Subscriptions and ClusterExtensions that name {at.before}.",
        first=(
            "Find the Subscriptions of the old package:",
            spelled("kubectl get subscriptions.operators.coreos.com -A"),
        ),
    )


@change("CHG325", "The channels of the bundle changed", clients="CA", stored="AA")
def channels_changed(at: At, gone: Sequence[str], new: Sequence[str]) -> Words:
    """The bundle is made for other channels than the old one.

    Why: A catalog that is made of bundles adds each to the channels of its annotations. A Subscription to another
    channel does not get the bundle.
    When it bites: Where a Subscription names a channel that the new bundle is not in.
    Fix: Change `spec.channel` of the Subscription.
    Source: OLM, bundle annotations.
    """
    clauses = [f"not for {', '.join(gone)} any more"] if gone else []
    clauses += [f"for {', '.join(new)} now"] if new else []
    return Words(
        message=f"it is {' and '.join(clauses)}",
        who=f"Subscriptions to {', '.join(gone)}." if gone else "",
        level=int(not gone),
    )


@change("CHG326", "The default channel of the bundle changed", clients="C", stored="A")
def default_changed(at: At) -> Words:
    """The bundle names another default channel of its package.

    Why: A Subscription without a channel follows the default channel.
    When it bites: When a catalog is made with this bundle.
    Fix: Name a channel in the Subscription.
    Source: OLM, bundle annotations.
    """
    return Words(
        message=f"the default channel is {at.after or 'not given any more'}, was {at.before or 'not given'}",
        who="Subscriptions that name no channel.",
    )


@change("CHG330", "A dependency of the bundle is added, or changed", clients="CA", stored="CA")
def dependency_changed(at: At, now: str, was: str, *, is_wider: bool) -> Words:
    """The bundle requires a package, an API or a constraint that the old one did not require in this form.

    Why: OLM v0 installs nothing unless the catalogs of the cluster meet all requirements. OLM v1 refuses bundles
    with requirements.
    When it bites: During the upgrade.
    Fix: Check that the catalogs offer what is required.
    Source: OLM, dependency resolution; operator-controller, internal/operator-controller/resolve/validation.go.
    """
    return Words(
        message=f"{now} is required" + (f", was {was}" if was else " now"),
        who=""
        if is_wider
        else "Clusters whose catalogs do not offer it; all clusters with OLM v1, which refuses requirements.",
        level=int(is_wider),
    )


@change("CHG331", "A dependency of the bundle is removed", clients="A", stored="A")
def dependency_gone(at: At, was: str) -> Words:
    """The bundle does not require a package, an API or a constraint that the old one required.

    Why: What it required may not be needed any more; OLM does not uninstall it.
    When it bites: Never.
    Fix: No action.
    Source: OLM, dependency resolution.
    """
    return Words(message=f"{was} is not required any more")


@change("CHG332", "A property of the bundle changed", clients="C", stored="C")
def property_changed(at: At, kind: str) -> Words:
    """`metadata/properties.yaml`, or the annotation `olm.properties`, has another property.

    Why: Dependency resolution and the platform act on properties: `olm.maxOpenShiftVersion`, for example, limits
    the upgrade of the cluster.
    When it bites: When a program acts on the property.
    Fix: Check what the property means.
    Source: OLM, bundle properties.
    """
    return property_words(at, kind)


@change("CHG339", "The description of the operator changed", clients="W", stored="W")
def words_changed(at: At, fields: Sequence[str]) -> Words:
    """Names, texts, icons, examples or other annotations of the operator are others.

    Why: People read them in consoles and catalogs.
    When it bites: Never.
    Fix: No action.
    Source: OLM, ClusterServiceVersion.
    """
    return Words(message=f"other words: {', '.join(fields)}")
