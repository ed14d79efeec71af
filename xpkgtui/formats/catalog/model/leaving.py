"""The entries that OLM v0 leaves behind: no entry on its way from the head leads on from them."""

from xpkgtui.formats.catalog.model.blobs import Channel
from xpkgtui.formats.catalog.model.skip_ranges import SortedVersions
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades


def left_behind(package: PackageUpgrades, channel: Channel) -> frozenset[str]:
    """Their names, without the head; none where OLM v0 has no order."""
    return package.once("left behind", channel, lambda: _left_behind(package, channel))


def stranded(package: PackageUpgrades, channel: Channel) -> frozenset[str]:
    """The entries from which OLM v0 goes nowhere, and those that opm calls stranded."""
    return left_behind(package, channel) | package.graph(channel).stranded_set


def _left_behind(package: PackageUpgrades, channel: Channel) -> frozenset[str]:
    """Each entry is looked at once."""
    order = package.order(channel)
    if order.problem:
        return frozenset()
    by_name = {entry.name: entry for entry in channel.entries}
    known = sorted((name for name in by_name if name in package.versions), key=package.key)
    versions = SortedVersions([package.rank(name).version for name in known])
    reached = set(order.names[:1])
    covered = [0] * (len(known) + 1)
    for name in order.names:
        entry = by_name[name]
        reached |= {entry.replaces, *entry.skips}
        for first, behind in versions.runs(entry.skip_range) if entry.skip_range else ():
            covered[first] += 1
            covered[behind] -= 1
    depth = 0
    for change, name in zip(covered, known, strict=False):
        depth += change
        if depth:
            reached.add(name)
    return frozenset(by_name) - reached
