"""What is said of the layers of packages of every sort."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.requests import LayerScope, Options

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    every = Options(price=-1, reach=LayerScope.ALL, children=True)
    names = (
        *("two-bases", "damaged", "wrecked", "labels-alone", "a-decoy-above", "platforms", "good.xpkg", "demo"),
        "demo:catalog",
    )
    for options in (every, Options(price=-1), Options(price=0), Options(price=310, reach=LayerScope.CHEAP)):
        for one in names:
            at = Path() if one.startswith("demo") else shelf
            texts.append(await replies(at, one, options=options, only="Layer|Manifest|Unread|Verdict|Failed|Damage"))
    golden("layers", once("\n".join(texts)))
