"""The manifests of the other platforms, read for the rules about them: side by side, and some of many."""

from dataclasses import replace
from functools import partial

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.inspection.index.opened_index import OpenedIndex, ShownEntry
from xpkgtui.inspection.work import Deadline, run_all
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Manifest
from xpkgtui.rules.case import ChildFacts


async def read_children(
    index: OpenedIndex,
    fetcher: Fetcher,
    shown: ShownEntry | None,
    problem: str | None,
    *,
    by: Deadline,
    limits: Limits = LIMITS,
) -> tuple[ChildFacts, ...]:
    """One an entry; `problem` is why the manifest of the shown one cannot be read."""
    found = [ChildFacts(number=number) for number in range(len(index.index.manifests))]
    others = list(range(len(found)))
    if shown is not None:
        found[shown.number] = ChildFacts(number=shown.number, read=True, problem=problem)
        others.remove(shown.number)
    wanted = others[: limits.children] if fetcher.source.is_remote else others

    async def read(number: int) -> None:
        found[number] = await _read_child(index, fetcher, number, index.index.manifests[number])

    late = await run_all([partial(read, number) for number in wanted], by)
    if len(wanted) < len(others):
        index.reached(limits.reached("children", len(others)))
    if late:
        index.note(f"{late:,} of the other manifests of the index did not arrive in {by.seconds:g} seconds.")
    else:
        await index.read_nested(fetcher, by)
    return tuple(found)


async def _read_child(index: OpenedIndex, fetcher: Fetcher, number: int, entry: Descriptor) -> ChildFacts:
    facts = ChildFacts(number=number)
    try:
        parsed = manifests.parse(await fetcher.manifest(entry), entry.media_type)
    except XpkgError as error:
        if not blames_package(error):
            return facts
        index.learn(entry, None)
        return replace(facts, problem=error.title)
    except Malformed as error:
        index.learn(entry, None)
        return replace(facts, problem=str(error))
    index.learn(entry, parsed)
    if isinstance(parsed, Manifest):
        config = parsed.config.size if parsed.config else 0
        index.learn_total(entry, entry.size + config + sum(layer.size for layer in parsed.layers))
    return replace(facts, read=True)
