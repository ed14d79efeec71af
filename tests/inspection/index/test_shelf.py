"""What is said of the platforms of packages of every sort."""

from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import NESTED, STATED, THERE, lacking

from xpkgtui.inspection.messages.requests import LayerScope, LookInto, Options

__all__ = ["faulty", "shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    every = Options(price=-1, reach=LayerScope.ALL, children=True, every_platform=True)
    for one in ("platforms", "several:a", "arm64-alone", "good", "good.xpkg", "damaged", "store.yaml"):
        asked = (every, Options(), replace(every, platform="linux/arm64"))
        only = "Platform|Resolved|Failed|Unread"
        texts += [await replies(shelf, one, options=options, only=only) for options in asked]
    texts += [
        await replies(Path(), one, options=every, only="Platform|Resolved|Unread") for one in ("demo", "demo:catalog")
    ]
    golden("index", once("\n".join(texts)))


def test_what_a_registry_lacks_is_said_as_was_agreed(faulty: FaultyRegistry, golden: Golden) -> None:
    requests = (LookInto(digest=one.digest) for one in (STATED, NESTED, THERE))
    golden("lacking_index", lacking(faulty, "manifests", *requests))
