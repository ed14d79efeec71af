"""What belongs to packages that stand on disk."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import ATTACHED, lacking

from xpkgtui.inspection.messages.referrers import ReadReferrers

__all__ = ["faulty", "shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = [
        await replies(shelf, one, ReadReferrers())
        for one in ("good", "platforms", "several:a", "good.xpkg", "store.yaml", "gone.yaml", "hollow")
    ]
    texts.append(await replies(Path(), "demo", ReadReferrers()))
    golden("referrers", once("\n".join(texts)))


def test_what_a_registry_lacks_is_said_as_was_agreed(faulty: FaultyRegistry, golden: Golden) -> None:
    golden("lacking_referrers", lacking(faulty, f"sig|tags|{ATTACHED}", ReadReferrers()))
