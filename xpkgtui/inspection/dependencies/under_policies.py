"""The packages of a resolved tree, each asked as ImageConfigs want it verified."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from xpkgtui.errors import XpkgError
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.needed import DependencyTree, NeededPackage, PackageState
from xpkgtui.inspection.dependencies.registries import NamedHosts
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.inspection.referrers.reading import AskedImage, decisions, is_named, pulled_image
from xpkgtui.inspection.work import AT_ONCE
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.visible import clip

_MOST = 100
"""Packages that are asked about."""
_LARGEST = 64 << 20
"""Bytes of signatures and attestations that are kept until all are verified together."""
_OUTCOME = "Its revision never becomes healthy. `xpkgtui referrers --policy` prints how to sign it."


async def under_policies(
    tree: DependencyTree, policies: Sequence[str], source: OpenedSource, named: NamedHosts
) -> DependencyTree:
    """The tree, in which packages that are refused are missing; what is installed already is not verified again."""
    asked = [
        one for one in tree.packages if one.reference and one.version and one.state is not PackageState.INSTALLED
    ]
    images = [f"{one.package}{'@' if one.version.startswith('sha256:') else ':'}{one.version}" for one in asked]
    if tree.root is not None and is_named(source) and source.fetcher.source.installed is None:
        asked, images = [tree.root, *asked], [source.root.reference, *images]
        named.learn(None, (source.root.reference,))
    found: dict[str, NeededPackage] = {}
    undecided: list[str] = []
    admitted = await admit(images[:_MOST], policies, source.options, source.pool, named)
    for one, image, decision in zip(asked, images, admitted, strict=False):
        if isinstance(decision, str):
            undecided.append(f"{image}: {decision}")
        elif decision is not None and decision.accepted is False:
            found[one.package] = replace(one, state=PackageState.MISSING, says=decision.says, outcome=_OUTCOME)
        elif decision is not None and decision.accepted is None:
            undecided.append(f"{decision.image}: {decision.says}")
    if len(asked) > _MOST:
        undecided.append(f"only {_MOST} of {len(asked):,} packages were asked about")
    unread = [tree.unread] if tree.unread else []
    unread += (
        [f"{undecided[0]} (and {len(undecided) - 1:,} more)" if len(undecided) > 1 else undecided[0]]
        if undecided
        else []
    )
    judged = tuple(found.get(one.package, one) for one in tree.packages)
    return replace(tree, packages=judged, unread=" and ".join(unread))


async def admit(
    images: Sequence[str], policies: Sequence[str], options: Options, pool: Threads, named: NamedHosts
) -> list[AdmissionDecision | str | None]:
    """What is said of each image, or why that is not known; None where no policy asks for a signature.

    One process verifies all of them. Raises `Usage` where policies or keys cannot be read.
    """
    pulled = await _pulled(images, policies, options, named)
    read = [one for one in pulled if isinstance(one, tuple)]
    decided = iter(await decisions(read, policies, KeyRing.of(options.trust, pool)))
    return [next(decided) if isinstance(one, tuple) else one for one in pulled]


async def _pulled(
    images: Sequence[str], policies: Sequence[str], options: Options, named: NamedHosts
) -> list[AskedImage | str | None]:
    """What lies beside each image, or why that is not known; None where no policy asks for it."""
    room = asyncio.Semaphore(AT_ONCE)
    kept = 0

    async def read(image: str) -> AskedImage | str | None:
        nonlocal kept
        async with room:
            if kept > _LARGEST:
                return "the signatures of the packages before it are too large"
            try:
                pulled = await pulled_image(image, policies, replace(options, access=named.access_to(image)))
            except XpkgError as error:
                return clip(error.title, 200)
        for contents in (pulled[1].signatures, pulled[1].attestations) if pulled is not None else ():
            kept += sum(len(one.payload or b"") for one in contents.layers or ())
        return pulled

    return await asyncio.gather(*map(read, images))
