"""Rules about single edges of the graph of upgrades, which opm lets pass."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.rules.subject import CatalogSubject
from xpkgtui.rules.rule import Problem
from xpkgtui.versions.blang_range import BlangRange


@rule("FBC028", "no entry replaces or skips itself", "W - W")
def not_itself(catalog: CatalogSubject) -> Iterator[Problem]:
    """An entry names another one in `replaces` and `skips`.

    Why: An entry that replaces itself is a cycle; one that skips itself is never installed.
    When it bites: When OLM looks for an upgrade.
    Fix: Name the bundle before it.
    Source: observed with operator-registry 1.73.
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            if entry.name and (entry.replaces == entry.name or entry.name in entry.skips):
                word = "replaces" if entry.replaces == entry.name else "skips"
                message = f"The entry {entry.name} of the channel {one.name} {word} itself"
                yield Problem(message=message, document=one.document, path=FieldPath.of("entries", number, word))


@rule("FBC029", "what an entry replaces is in the channel", "I - I")
def replaced_is_there(catalog: CatalogSubject) -> Iterator[Problem]:
    """The bundle that an entry replaces is an entry of the same channel.

    Why: The last entry may replace one that was removed, so that a cluster with that one can still upgrade. The
    channel offers nothing older.
    When it bites: When you look for the older version, or where the name is misspelled.
    Fix: Nothing, if the older bundle was removed on purpose; else correct the name or add the entry.
    Source: the text on file-based catalogs.
    """
    for one in catalog.model.channels:
        names = {entry.name for entry in one.entries}
        for number, entry in enumerate(one.entries):
            if entry.replaces and entry.replaces not in names:
                message = f"{entry.name} replaces {entry.replaces}, which is not in the channel {one.name}"
                path = FieldPath.of("entries", number, "replaces")
                yield Problem(message=message, document=one.document, path=path)


@rule("FBC030", "a skipRange has a lower bound", "I - I")
def ranges_begin(catalog: CatalogSubject) -> Iterator[Problem]:
    """A `skipRange` excludes versions below some version.

    Why: `<1.0.3` offers the upgrade to every older version, the oldest too, whatever lies between.
    When it bites: When a very old version is upgraded in one step.
    Fix: Write the oldest version from which the upgrade works: `>=1.0.0 <1.0.3`.
    Source: OLM's documentation, creating an update graph.
    """
    for one in catalog.model.channels:
        for number, entry in enumerate(one.entries):
            if entry.skip_range and _is_open(entry.skip_range):
                message = f"The skipRange {entry.skip_range} of {entry.name} has no lower bound"
                path = FieldPath.of("entries", number, "skipRange")
                yield Problem(message=message, document=one.document, path=path)


def _is_open(skip_range: str) -> bool:
    try:
        return not BlangRange.parse(skip_range).has_lower_bound
    except Malformed:
        return False


RULES = (not_itself, replaced_is_there, ranges_begin)
