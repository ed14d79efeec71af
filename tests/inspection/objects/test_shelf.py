"""Objects of packages of every sort: lists, facts, what is found, kinds and fields."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.requests import ReadFacts, Request, SearchText
from xpkgtui.inspection.messages.schemas import ListKinds, SearchFields

__all__ = ["shelf"]

REQUESTS: tuple[Request, ...] = (
    *(ReadFacts(document=number) for number in (1, 2, 3, 9)),
    *(SearchText(word=word) for word in ("region", "Bucket", "zzz", "a")),
    ListKinds(),
    *(SearchFields(words=words) for words in ("region", "spec key", "zzz")),
    SearchFields(words="spec", most=2),
)


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    names = ("store.yaml", "broken.yaml", "catalog.yaml", "tides", "sources", "gone.yaml", "damaged", "twice.yaml")
    texts = [await replies(shelf, one, *REQUESTS) for one in (*names, "hollow")]
    texts += [await replies(shelf, one, only="Objects|Stream|Verdict") for one in (*names, "stops.yaml", "ibm.yaml")]
    golden("objects", once("\n".join(texts)))
