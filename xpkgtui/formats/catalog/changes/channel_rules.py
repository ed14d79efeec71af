"""Rules about changes of packages and channels of a catalog, and of the ways of upgrades in them."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.rules.changes.rule import At, Words, change, shell_word
from xpkgtui.visible import plural

_SUBSCRIPTIONS = spelled("kubectl get subscriptions.operators.coreos.com -A")


@change("CHG401", "A package is removed", clients="B", stored="C")
def package_removed(at: At, name: str) -> Words:
    """The new catalog does not have a package that the old one had.

    Why: Its operators get no upgrades any more, and cannot be installed. What is installed stays.
    When it bites: When OLM looks for the package of a Subscription or a ClusterExtension.
    Fix: Find another catalog that has the package, before the old one is replaced.
    Source: OLM, catalogs.
    """
    return Words(
        message=f"the package {name} is gone",
        who=f"Subscriptions and ClusterExtensions that name {name}.",
        first=("Find the Subscriptions of the package:", _SUBSCRIPTIONS),
    )


@change("CHG402", "A package is added", clients="A", stored="A")
def package_added(at: At, name: str, channels: int, bundles: int) -> Words:
    """The new catalog has a package that the old one did not have.

    Why: Its operators can be installed.
    When it bites: Never.
    Fix: No action.
    Source: OLM, catalogs.
    """
    counts = f"{plural(channels, 'channel')}, {plural(bundles, 'bundle')}"
    return Words(message=f"the package {name} is new: {counts}")


@change("CHG403", "The default channel of a package changed", clients="C", stored="A")
def default_changed(at: At, package: str) -> Words:
    """A package has another default channel.

    Why: A Subscription without a channel follows the default channel. What is installed goes on from there only if
    the new channel has a way for it.
    When it bites: When OLM v0 updates the catalog.
    Fix: Name a channel in the Subscription.
    Source: OLM, file-based catalogs, olm.package.
    """
    now = at.after or "not given any more"
    return Words(
        message=f"the default channel of {package} is {now}, was {at.before or 'not given'}",
        who="Subscriptions that name no channel.",
    )


@change("CHG404", "A channel is removed", clients="B", stored="C")
def channel_removed(at: At, package: str, name: str, left: Sequence[str]) -> Words:
    """The new catalog does not have a channel that the old one had.

    Why: A Subscription or a ClusterExtension that names the channel gets no upgrades any more.
    When it bites: When OLM looks for the channel.
    Fix: Change the channel, after checking that the other channel has a way for what is installed.
    Source: OLM, file-based catalogs, olm.channel.
    """
    return Words(
        message=f"the channel {name} of {package} is gone",
        who=f"Subscriptions to {name} of {package}, and ClusterExtensions that name it.",
        first=(
            f"Channels that are left: {', '.join(left)}. See where they lead:" if left else "See what is installed:",
            spelled(f"xpkgtui upgrades CATALOG --package {shell_word(package)} --from VERSION")
            if left
            else _SUBSCRIPTIONS,
        ),
    )


@change("CHG405", "A channel is added", clients="A", stored="A")
def channel_added(at: At, package: str, name: str) -> Words:
    """The new catalog has a channel that the old one did not have.

    Why: Subscriptions can name it. OLM v1 looks at all channels, unless a ClusterExtension names some.
    When it bites: Never.
    Fix: No action.
    Source: OLM, file-based catalogs, olm.channel.
    """
    return Words(message=f"the channel {name} of {package} is new")


@change("CHG406", "The head of a channel changed", clients="CA", stored="AA")
def head_moved(at: At, package: str, *, is_lower: bool) -> Words:
    """New installations from a channel get another bundle.

    Why: OLM v0 installs the head of a channel, and upgrades to it. Where the version of the new head is lower, what
    is installed already stays where it is, or gets no upgrade.
    When it bites: When OLM v0 updates the catalog: a Subscription with automatic approval upgrades at once.
    Fix: Set `installPlanApproval: Manual` in Subscriptions that must not upgrade by themselves.
    Source: OLM, file-based catalogs, olm.channel.
    """
    lower = ", a lower version" if is_lower else ""
    now = at.after or "not clear any more"
    return Words(
        message=f"the head for {package} is {now}{lower}, was {at.before or 'not clear'}",
        who=f"Clusters with {at.before}: the head is older." if is_lower else "",
        level=int(not is_lower),
    )


@change("CHG407", "Installed bundles lose their way to the head", clients="B", stored="C")
def way_lost(at: At, channel: str, names: Sequence[str], why: str, over: str) -> Words:
    """OLM v0 upgraded installed bundles in a channel of the old catalog, and does not in the new one.

    Why: No entry of the channel on the way to its head replaces them, skips them, or has their version in its
    skipRange any more.
    When it bites: Where such a bundle is installed, and its Subscription follows the channel: it gets no upgrade.
    Fix: While the old catalog is in place, upgrade to a bundle that keeps its way.
    Source: OLM, upgrade graph; operator-registry, alpha/model.
    """
    several = len(names) > 1
    because = f": {why}" if why else ""
    return Words(
        message=f"OLM v0 has no way to the head of {channel} any more for {', '.join(names)}{because}",
        who=f"Clusters in which {'one of these' if several else names[0]} is installed from {channel}.",
        first=(f"While the old catalog is in place, upgrade to {over}.",) if over else (),
    )


@change("CHG408", "A bundle leaves a channel", clients="CA", stored="AA")
def entry_removed(at: At, package: str, names: Sequence[str], pinned: str) -> Words:
    """A channel does not have an entry that it had.

    Why: OLM does not install the bundle from the channel any more. What is installed may still go on.
    When it bites: Where a Subscription names the bundle as `startingCSV`, or a ClusterExtension its version.
    Fix: Name a bundle that the channel has.
    Source: OLM, file-based catalogs, olm.channel.
    """
    verb = "are" if len(names) > 1 else "is"
    return Words(
        message=f"{', '.join(names)} {verb} not in it any more", who=f"Subscriptions whose startingCSV is {pinned}."
    )


@change("CHG409", "An entry of a channel changed", clients="A", stored="A")
def edges_changed(at: At, name: str, says: Sequence[str]) -> Words:
    """An entry replaces or skips other bundles, has another skipRange, or is in the channel now.

    Why: OLM goes to it from other bundles. Bundles that lose their way are reported by CHG407.
    When it bites: When OLM looks for an upgrade.
    Fix: No action.
    Source: OLM, file-based catalogs, olm.channel.
    """
    return Words(message=f"{name}: {'; '.join(says)}")


@change("CHG410", "A deprecation is added", clients="C", stored="A")
def deprecated(at: At, what: str, says: str) -> Words:
    """A package, a channel or a bundle is deprecated.

    Why: OLM shows the message for what is installed. OLM v1 goes to a deprecated bundle only if no other one follows.
    When it bites: When OLM reads the catalog.
    Fix: Move to what the message names.
    Source: OLM, file-based catalogs, olm.deprecations; operator-controller.
    """
    return Words(message=f"{what} is deprecated{f': {says}' if says else ''}", who=f"Clusters that use {what}.")


@change("CHG411", "A deprecation is removed", clients="A", stored="A")
def not_deprecated(at: At, what: str) -> Words:
    """A package, a channel or a bundle is not deprecated any more.

    Why: OLM v1 may go to the bundle again.
    When it bites: Never.
    Fix: No action.
    Source: OLM, file-based catalogs, olm.deprecations.
    """
    return Words(message=f"{what} is not deprecated any more")
