"""What rows of packages of every sort say of themselves."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.inspection.messages.requests import LayerScope, ListFiles, Options, View

__all__ = ["shelf"]


async def test_every_row_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    every = Options(price=-1, reach=LayerScope.ALL, children=True)
    names = ("wrecked", "platforms", "several:a", "damaged", "sources", "catalog.yaml", "stops.yaml", "two-bases")
    texts = [await replies(shelf, one, options=every, only="^(?!Stream|Verdict)") for one in names]
    texts += [await replies(Path(), "demo", options=every, only="Platform|Layer|Unread")]
    texts += [await replies(shelf, "wrecked", *(ListFiles(view=one, layer=1, recursive=True) for one in View))]
    golden("rows_shelf", once("\n".join(texts)))
