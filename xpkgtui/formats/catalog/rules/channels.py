"""Rules about channels: their names, their entries, the graph of upgrades, and single edges that opm lets pass."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.graph import Graph, order_of, range_fault
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import CHANNELS, ENTRIES, MODEL
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.versions.blang_range import BlangRange
from xpkgtui.visible import few


@rule("FBC020", "a channel has an unknown package or a duplicate name", "E - E", met=(CHANNELS, 0))
def channel_names(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.channel belongs to a package of the catalog, and no other channel of that package has its name.

    Why: OLM cannot offer a channel without a package.
    When it bites: When opm reads the catalog.
    Fix: Name an existing package, and give the channel a name that no other channel of the package has.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    packages = catalog.model.package_names
    seen: set[tuple[str, str]] = set()
    for one in catalog.model.channels:
        if one.package not in packages:
            says = f"unknown package {quoted(one.package)} for channel {quoted(one.name)}"
            message = (
                f"The channel {one.name or '(no name)'} belongs to the package {one.package}, which does not exist"
            )
            yield Problem(message=message, says=says, where=Where(document=one.document), path=FieldPath.of("name"))
        elif not one.name:
            yield Problem(
                message=f"A channel of {one.package} has no name",
                says=f"package {quoted(one.package)} contains channel with no name",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        elif (one.package, one.name) in seen:
            yield Problem(
                message=f"{one.package} has the channel {one.name} twice",
                says=f"package {quoted(one.package)} has duplicate channel {quoted(one.name)}",
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        seen.add((one.package, one.name))


@rule("FBC021", "a channel has no entries, or one twice", "E - E", met=(CHANNELS, 1))
def channel_entries(catalog: CatalogSubject) -> Iterator[Problem]:
    """A channel lists at least one bundle, and none twice.

    Why: The entries are the nodes of the upgrade graph.
    When it bites: When opm reads the catalog.
    Fix: List each bundle once.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go, alpha/model/model.go.
    """
    for one in catalog.model.channels:
        if not one.entries:
            yield Problem(
                message=f"The channel {one.name} has no entries",
                says="channel must contain at least one bundle",
                met=(MODEL, 0),
                where=Where(document=one.document),
                path=FieldPath.of("name"),
            )
        seen: set[str] = set()
        for number, entry in enumerate(one.entries):
            place = FieldPath.of("entries", number)
            if entry.name in seen:
                says = (
                    f"invalid package {quoted(one.package)}, channel {quoted(one.name)}: "
                    f"duplicate entry {quoted(entry.name)}"
                )
                message = f"The channel {one.name} has the entry {entry.name} twice"
                yield Problem(message=message, says=says, where=Where(document=one.document), path=place)
            elif not entry.name:
                message = f"An entry of the channel {one.name} has no name"
                says = "name must be set"
                yield Problem(
                    message=message, says=says, met=(MODEL, 0), where=Where(document=one.document), path=place
                )
            seen.add(entry.name)


@rule("FBC022", "an entry of a channel has no bundle", "E - E", met=(ENTRIES, 0))
def entries_have_bundles(catalog: CatalogSubject) -> Iterator[Problem]:
    """For every entry of a channel there is an olm.bundle of that name in the package.

    Why: OLM cannot install an entry without a bundle.
    When it bites: When opm reads the catalog. Only for the last channel of a package does opm name the bundle; for
    others it says that there must be one olm.package property.
    Fix: Add the bundle, or remove the entry.
    Source: operator-registry, alpha/declcfg/declcfg_to_model.go.
    """
    last = {one.package: one for one in catalog.model.channels}
    for one in catalog.model.channels:
        bundles = catalog.model.bundles_of.get(one.package, {})
        missing = sorted({entry.name for entry in one.entries if entry.name not in bundles})
        met, says = (MODEL, 0), 'must be exactly one property with type "olm.package"'
        if last[one.package] is one:
            met = (ENTRIES, 0)
            names = " ".join(missing)
            says = f"no olm.bundle blobs found in package {quoted(one.package)} for olm.channel entries [{names}]"
        for number, entry in enumerate(one.entries):
            if entry.name not in bundles:
                yield Problem(
                    message=f"The entry {entry.name} of the channel {one.name} has no bundle",
                    says=says,
                    met=met,
                    where=Where(document=one.document),
                    path=FieldPath.of("entries", number),
                )


@rule("FBC023", "a channel has no head, or several", "E - E")
def one_head(catalog: CatalogSubject) -> Iterator[Problem]:
    """Exactly one entry of a channel is neither replaced nor skipped by another entry.

    Why: OLM installs the head, unless a version is given.
    When it bites: When opm reads the catalog.
    Fix: Set `replaces` or `skips` of the newest bundle to the other heads.
    Source: operator-registry, alpha/model/model.go (Head).
    """
    for one in catalog.model.channels:
        graph = Graph.of(one)
        if one.entries and len(graph.heads) != 1:
            what = f"{len(graph.heads)} heads: {few(graph.heads, 20)}" if graph.heads else "no head"
            message = f"The channel {one.name} of {one.package} has {what}"
            yield Problem(
                message=message, says=graph.problem, where=Where(document=one.document), path=FieldPath.of("entries")
            )


@rule("FBC024", "the chain of replaces runs in a cycle", "E - E")
def no_cycle(catalog: CatalogSubject) -> Iterator[Problem]:
    """Following `replaces` from the head of a channel meets no entry twice.

    Why: With a cycle, the chain of upgrades never ends.
    When it bites: When opm reads the catalog.
    Fix: Remove one of the `replaces` in the cycle.
    Source: operator-registry, alpha/model/model.go (validateReplacesChain).
    """
    for one in catalog.model.channels:
        if cycle := Graph.of(one).cycle:
            message = f"The channel {one.name} of {one.package} has a cycle: {few(cycle, 20, between=' -> ')}"
            says = Graph.of(one).problem
            yield Problem(
                message=message, says=says, where=Where(document=one.document), path=FieldPath.of("entries")
            )


@rule("FBC025", "an entry of a channel is stranded", "E - E")
def none_stranded(catalog: CatalogSubject) -> Iterator[Problem]:
    """Every entry is in the chain of `replaces` from the head, or another entry skips it.

    Why: No upgrade leads from a stranded version to the head.
    When it bites: When opm reads the catalog.
    Fix: Add it to `replaces` or `skips` of an entry that leads to the head.
    Source: operator-registry, alpha/model/model.go (validateReplacesChain).
    """
    for one in catalog.model.channels:
        graph = Graph.of(one)
        if graph.stranded:
            message = f"The channel {one.name} of {one.package} leaves stranded: {few(graph.stranded, 20)}"
            yield Problem(
                message=message, says=graph.problem, where=Where(document=one.document), path=FieldPath.of("entries")
            )


@rule("FBC026", "an empty name in skips", "E - E")
def skips_named(catalog: CatalogSubject) -> Iterator[Problem]:
    """No item of `skips` is empty.

    Why: An empty name skips nothing, so it is a mistake.
    When it bites: When opm reads the catalog.
    Fix: Remove the empty item.
    Source: operator-registry, alpha/model/model.go (Bundle.Validate).
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            for index, name in enumerate(entry.skips):
                if not name:
                    message = f"The entry {entry.name} of the channel {one.name} skips a bundle without a name"
                    path = FieldPath.of("entries", number, "skips", index)
                    yield Problem(
                        message=message, says=f"skip[{index}] is empty", where=Where(document=one.document), path=path
                    )


@rule("FBC027", "a skipRange is not a range", "E - E")
def skip_ranges(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each `skipRange` is a range such as `>=1.0.0 <1.2.0`.

    Why: OLM offers no upgrade by a range that it cannot read.
    When it bites: When opm reads the catalog.
    Fix: Write operators and full versions, such as `>=1.0.0 <1.2.0`, without `v`, `^`, `~` or commas.
    Source: operator-registry, alpha/model/model.go (Bundle.Validate).
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            if entry.skip_range and (fault := range_fault(entry.skip_range)):
                yield Problem(
                    message=f"The skipRange {entry.skip_range} of {entry.name} is not a range",
                    says=f"invalid skipRange {quoted(entry.skip_range)}: {fault}",
                    where=Where(document=one.document),
                    path=FieldPath.of("entries", number, "skipRange"),
                )


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
