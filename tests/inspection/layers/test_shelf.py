"""What is said of the layers of packages of every sort."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import limited, shelf
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import lacking

from xpkgtui.inspection.messages.requests import LayerScope, ListFiles, Options, ReadBackground, View

__all__ = ["faulty", "shelf"]


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


def test_what_a_registry_lacks_is_said_as_was_agreed(faulty: FaultyRegistry, golden: Golden) -> None:
    requests = (ListFiles(view=View.LAYER, layer=layer) for layer in range(3))
    golden("lacking_layers", lacking(faulty, "blobs", *requests, ReadBackground()))


async def test_each_limit_is_met_as_was_agreed(shelf: Path, golden: Golden) -> None:
    golden("limits_layers", await limited(shelf, *(ListFiles(view=View.LAYER, layer=layer) for layer in range(2))))
