"""What belongs to packages that stand on disk."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.referrers import ReadReferrers

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = [
        await replies(shelf, one, ReadReferrers())
        for one in ("good", "platforms", "several:a", "good.xpkg", "store.yaml", "gone.yaml", "hollow")
    ]
    texts.append(await replies(Path(), "demo", ReadReferrers()))
    golden("referrers", once("\n".join(texts)))
