"""What messages about packages of every sort say of themselves."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.dependencies import ReadDependencies
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.permissions import ReadPermissions
from xpkgtui.inspection.messages.referrers import ReadReferrers
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    ListFiles,
    ReadFacts,
    Request,
    SearchText,
    View,
)
from xpkgtui.inspection.messages.schemas import ListKinds, SearchFields

__all__ = ["shelf"]


async def test_every_message_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    requests: tuple[Request, ...] = (
        *(ListFiles(view=one, layer=0) for one in View),
        *(ReadFacts(document=1), SearchText(word="a"), ListKinds(), SearchFields(words="spec")),
        *(ReadExamples(), ReadReferrers(), ReadPermissions(), ReadImages(), CompareReaders(reach=LayerScope.PATH)),
        *(ReadDependencies(), ReadDependencies(resolve=ResolveOptions())),
    )
    names = ("two-bases", "sources", "tides", "catalog.yaml", "damaged", "several:a", "empty.yaml", "hollow")
    texts = [await replies(shelf, one, *asked) for one in names for asked in ((), requests)]
    golden("messages_shelf", once("\n".join(texts)))
