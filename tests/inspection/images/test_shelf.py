"""Images that packages of every sort need."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.images import ReadImages

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    requests = (
        ReadImages(),
        ReadImages(resolve=ResolveOptions()),
        ReadImages(package="a", channel="t"),
        ReadImages(version="9"),
    )
    names = ("good.xpkg", "tides", "catalog.yaml", "damaged", "gone.yaml", "store.yaml", "sources", "broken.yaml")
    texts += [await replies(shelf, one, *requests) for one in (*names, "hollow")]
    golden("images", once("\n".join(texts)))
