"""The packages of a resolved tree, each asked as ImageConfigs want it verified."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from xpkgtui.errors import XpkgError
from xpkgtui.formats.dependencies.needed import DependencyTree, NeededPackage, PackageState
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.referrers.admission import admitted_image
from xpkgtui.inspection.referrers.keys import KeyRing
from xpkgtui.rules.admission import AdmissionDecision
from xpkgtui.visible import clip

_AT_ONCE = 6
_MOST = 100
"""Packages that are asked about."""
_OUTCOME = "Its revision never becomes healthy. `xpkgtui referrers --policy` prints how to sign it."


async def under_policies(tree: DependencyTree, policies: Sequence[str], source: OpenedSource) -> DependencyTree:
    """The tree, in which packages that are refused are missing; what is installed already is not verified again."""
    asked = [
        one for one in tree.packages if one.reference and one.version and one.state is not PackageState.INSTALLED
    ]
    keys = KeyRing.of(source.options.trust, source.pool)
    found: dict[str, NeededPackage] = {}
    undecided: list[str] = []
    room = asyncio.Semaphore(_AT_ONCE)

    async def decided(image: str) -> AdmissionDecision | str | None:
        async with room:
            try:
                return await admitted_image(image, policies, source.options, keys)
            except XpkgError as error:
                return clip(error.title, 200)

    images = [f"{one.package}{'@' if one.version.startswith('sha256:') else ':'}{one.version}" for one in asked]
    decisions = await asyncio.gather(*map(decided, images[:_MOST]))
    for one, image, decision in zip(asked, images, decisions, strict=False):
        if isinstance(decision, str):
            undecided.append(f"{image}: {decision}")
        elif decision is not None and decision.accepted is False:
            found[one.package] = replace(one, state=PackageState.MISSING, says=decision.says, outcome=_OUTCOME)
        elif decision is not None and decision.accepted is None:
            undecided.append(f"{image}: {decision.says}")
    if len(asked) > _MOST:
        undecided.append(f"only {_MOST} of {len(asked):,} packages were asked about")
    unread = [tree.unread] if tree.unread else []
    unread += (
        [f"{undecided[0]} (and {len(undecided) - 1:,} more)" if len(undecided) > 1 else undecided[0]]
        if undecided
        else []
    )
    packages = tuple(found.get(one.package, one) for one in tree.packages)
    return replace(tree, packages=packages, unread=" and ".join(unread))
