"""What packages of every sort may do."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.permissions import ReadPermissions

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = [
        await replies(shelf, one, ReadPermissions(), ReadPermissions(namespace="here"))
        for one in ("tides", "good.xpkg", "store.yaml", "broken.yaml", "damaged", "gone.yaml", "hollow")
    ]
    golden("permissions", once("\n".join(texts)))
