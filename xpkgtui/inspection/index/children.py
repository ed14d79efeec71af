"""The manifests of the other platforms, read for the rules about them."""

from dataclasses import replace

from xpkgtui.errors import Malformed, XpkgError, blames_package
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.inspection.index.opened_index import OpenedIndex, ShownEntry
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.manifest import Manifest
from xpkgtui.rules.case import ChildFacts


async def read_children(
    index: OpenedIndex, fetcher: Fetcher, shown: ShownEntry | None, problem: str | None
) -> tuple[ChildFacts, ...]:
    """One an entry; `problem` is why the manifest of the shown one cannot be read."""
    found = []
    for number, entry in enumerate(index.index.manifests):
        if shown is not None and number == shown.number:
            found.append(ChildFacts(number=number, read=True, problem=problem))
        else:
            found.append(await _read_child(index, fetcher, number, entry))
    await index.read_nested(fetcher)
    return tuple(found)


async def _read_child(index: OpenedIndex, fetcher: Fetcher, number: int, entry: Descriptor) -> ChildFacts:
    facts = ChildFacts(number=number)
    try:
        parsed = manifests.parse(await fetcher.manifest(entry), entry.media_type)
    except XpkgError as error:
        return replace(facts, problem=error.title) if blames_package(error) else facts
    except Malformed as error:
        return replace(facts, problem=str(error))
    index.learn(entry, parsed)
    if isinstance(parsed, Manifest):
        config = parsed.config.size if parsed.config else 0
        index.learn_total(entry, entry.size + config + sum(layer.size for layer in parsed.layers))
    return replace(facts, read=True)
