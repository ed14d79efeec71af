"""Examples of packages of every sort, judged."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.examples import GivenFile, ReadExamples

__all__ = ["shelf"]


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    given = GivenFile(name="mine.yaml", text="apiVersion: s3.example.org/v1\nkind: Bucket\nmetadata: {name: a}\n")
    names = ("sources", "fine", "tides", "good.xpkg", "store.yaml", "damaged", "catalog.yaml", "gone.yaml")
    texts += [await replies(shelf, one, ReadExamples(), ReadExamples(files=(given,))) for one in (*names, "hollow")]
    golden("examples", once("\n".join(texts)))
