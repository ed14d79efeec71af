"""What programs make of packages of every sort."""

from pathlib import Path

from builders.goldens import Golden
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.requests import CompareReaders, Reach

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    requests = (
        CompareReaders(reach=Reach.ALL),
        CompareReaders(reach=Reach.PATH),
        CompareReaders(reach=Reach.ALL, base=0),
    )
    texts += [
        await replies(shelf, one, *requests)
        for one in ("two-bases", "good", "labels-alone", "damaged", "store.yaml", "tides", "gone.yaml", "platforms")
    ]
    golden("readings", "\n".join(texts))
