"""Rules about single edges of the graph of upgrades, which opm lets pass."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.graph import Graph, order_of
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.versions.blang_range import BlangRange
from xpkgtui.visible import few

_NAMED = 20
"""Entries of a cycle that are named."""


@rule("FBC028", "an entry replaces or skips itself", "W - W")
def not_itself(catalog: CatalogSubject) -> Iterator[Problem]:
    """No entry names itself in `replaces` or `skips`.

    Why: An entry that replaces itself is a cycle. An entry that skips itself is never installed.
    When it bites: When OLM looks for an upgrade.
    Fix: Name the previous bundle instead.
    Source: observed with operator-registry 1.73.
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            if entry.name and (entry.replaces == entry.name or entry.name in entry.skips):
                word = "replaces" if entry.replaces == entry.name else "skips"
                message = f"The entry {entry.name} of the channel {one.name} {word} itself"
                yield Problem(
                    message=message, where=Where(document=one.document), path=FieldPath.of("entries", number, word)
                )


@rule("FBC029", "an entry replaces a bundle outside the channel", "I - I")
def replaced_is_there(catalog: CatalogSubject) -> Iterator[Problem]:
    """The bundle that an entry replaces is an entry of the same channel.

    Why: The oldest entry may replace a bundle that was removed, so that clusters with that bundle can still upgrade.
    The channel offers nothing older.
    When it bites: When you look for the older version, or where the name has a typo.
    Fix: No action if the older bundle was removed on purpose. Otherwise correct the name, or add the entry.
    Source: the text on file-based catalogs.
    """
    for one in catalog.model.channels:
        names = {entry.name for entry in one.entries}
        for number, entry in enumerate(one.entries):
            if entry.replaces and entry.replaces not in names:
                message = f"{entry.name} replaces {entry.replaces}, which is not in the channel {one.name}"
                path = FieldPath.of("entries", number, "replaces")
                yield Problem(message=message, where=Where(document=one.document), path=path)


@rule("FBC030", "a skipRange has no lower bound", "I - I")
def ranges_begin(catalog: CatalogSubject) -> Iterator[Problem]:
    """A `skipRange` excludes versions older than some version.

    Why: `<1.0.3` offers the upgrade to every older version, even to the oldest.
    When it bites: When a very old version is upgraded in one step.
    Fix: Write the oldest version from which the upgrade works: `>=1.0.0 <1.0.3`.
    Source: OLM's documentation, creating an update graph.
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            versions = parsed(BlangRange.parse, entry.skip_range) if entry.skip_range else None
            if versions is not None and not versions.has_lower_bound:
                message = f"The skipRange {entry.skip_range} of {entry.name} has no lower bound"
                path = FieldPath.of("entries", number, "skipRange")
                yield Problem(message=message, where=Where(document=one.document), path=path)


@rule("FBC031", "a cycle behind a skipped entry", "W - -")
def no_hidden_cycle(catalog: CatalogSubject) -> Iterator[Problem]:
    """Following `replaces` from the head meets no entry twice, even past entries that are skipped.

    Why: opm stops at the first skipped entry, so it does not see a cycle behind it. OLM v0 goes on through skipped
    entries, and refuses the whole channel: `a cycle exists in the chain of replacement`.
    When it bites: When OLM v0 looks for the newest version of the channel, or for an upgrade: it finds none. OLM v1
    follows no chain.
    Fix: Remove the `replaces` that closes the cycle.
    Source: operator-lifecycle-manager, pkg/controller/registry/resolver/resolver.go (sortChannel); opm: observed with
    operator-registry 1.73.
    """
    for one in catalog.model.channels:
        cycle = order_of(one.entries).cycle
        if not cycle or Graph.of(one).cycle:
            continue
        way = few(cycle, _NAMED, between=" -> ")
        message = (
            f"OLM v0 installs nothing from the channel {one.name}: there is a cycle behind skipped entries, {way}"
        )
        number = next(at for at, entry in enumerate(one.entries) if entry.name == cycle[-2])
        yield Problem(
            message=message, where=Where(document=one.document), path=FieldPath.of("entries", number, "replaces")
        )
