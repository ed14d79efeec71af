"""How packages of every sort are opened: every event, in its order."""

from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import limited, shelf
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import NESTED, STATED, THERE, lacking

from xpkgtui.inspection.messages.requests import LayerScope, OpenPlatform, Options, ReadBackground, WhatIf

__all__ = ["faulty", "shelf"]

NAMES = (
    *(
        "store.yaml",
        "broken.yaml",
        "stops.yaml",
        "catalog.yaml",
        "sources",
        "tides",
        "good.xpkg",
        "two-bases",
        "damaged",
    ),
    *("labels-alone", "a-decoy-above", "arm64-alone", "platforms", "gone.yaml", "demo:stack", "demo:plain", "demo"),
    *("wrecked", "hollow"),
)


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = [await replies(shelf, one) for one in NAMES if not one.startswith("demo")]
    texts += [await replies(Path(), one, only="^(?!Objects)") for one in NAMES if one.startswith("demo")]
    every = Options(price=-1, reach=LayerScope.ALL, children=True, image_first=True)
    texts += [
        await replies(shelf, one, options=every)
        for one in ("two-bases", "platforms", "damaged", "a-decoy-above", "arm64-alone", "sources", "tides")
    ]
    for one in (
        replace(every, platform="linux/arm64"),
        replace(every, platform="linux/s390x"),
        replace(every, base=0),
    ):
        texts.append(await replies(shelf, "platforms", options=one))
    for name in ("good", "several:a", "store.yaml", "damaged", "gone.yaml"):
        texts.append(await replies(shelf, name, options=replace(every, platform="linux/arm64")))
    for platform in ("x", "linux/amd64"):
        texts.append(await replies(shelf, "good", options=replace(every, platform=platform)))
    texts.append(await replies(shelf, "sources", options=Options(exclude=("*/store.yaml",))))
    texts.append(await replies(shelf, "good", options=Options(price=0)))
    texts.append(await replies(shelf, "good", WhatIf(base=0), WhatIf(base=None), WhatIf(base=7), ReadBackground()))
    texts.append(await replies(shelf, "platforms", OpenPlatform(digest="sha256:" + "0" * 64), ReadBackground()))
    golden("opening", once("\n".join(texts)))


def test_what_a_registry_lacks_is_said_as_was_agreed(faulty: FaultyRegistry, golden: Golden) -> None:
    requests = (OpenPlatform(digest=one.digest) for one in (STATED, NESTED, THERE))
    golden("lacking_opening", f"{lacking(faulty, '.')}{lacking(faulty, '^$', *requests, WhatIf(base=0))}")


async def test_each_limit_is_met_as_was_agreed(shelf: Path, golden: Golden) -> None:
    golden("limits_opening", await limited(shelf))
