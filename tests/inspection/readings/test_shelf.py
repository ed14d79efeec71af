"""What programs make of packages of every sort."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.requests import CompareReaders, LayerScope, Options

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    requests = (
        CompareReaders(reach=LayerScope.ALL),
        CompareReaders(reach=LayerScope.PATH),
        CompareReaders(reach=LayerScope.ALL, base=0),
    )
    names = ("two-bases", "good", "labels-alone", "damaged", "wrecked", "store.yaml", "tides", "hollow", "platforms")
    texts += [await replies(shelf, one, *requests) for one in names]
    for options in (Options(price=-1, platform="linux/arm64"), Options(price=0)):
        texts.append(await replies(shelf, "platforms", *requests[:2], options=options))
    golden("readings", once("\n".join(texts)))
