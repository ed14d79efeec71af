"""Files of packages of every sort: lists, texts, and what is saved."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.requests import ListFiles, ReadText, Request, SaveFiles, Text, View

__all__ = ["shelf"]

LISTS = (
    *(ListFiles(view=view, recursive=True) for view in (View.BASE, View.FLATTENED, View.HIDDEN)),
    *(ListFiles(view=view, layer=1, recursive=True) for view in (View.LAYER, View.UPTO)),
    *(ListFiles(view=View.FLATTENED, folder=folder) for folder in ("", "package", "manifests", "gone")),
    *(ListFiles(view=View.FLATTENED, folder=folder, recursive=True) for folder in ("package", "package.yaml")),
    *(ListFiles(view=View.HIDDEN, folder="package.yaml", wanted=word) for word in ("", "bin")),
    ListFiles(view=View.FLATTENED, wanted="yaml"),
    ListFiles(view=View.LAYER, layer=9),
)
VIEWS = ((View.FLATTENED, None), (View.UPTO, 0), (View.LAYER, 1), (View.HIDDEN, None))
TEXTS = (
    *(ReadText(text=text) for text in Text if text is not Text.FORM),
    *(ReadText(text=text, document=1) for text in (Text.DOCUMENT_JSON, Text.FORM, Text.DEFINITIONS, Text.EXAMPLES)),
    *(ReadText(text=text, document=2) for text in (Text.DOCUMENT_JSON, Text.DEFINITIONS, Text.EXAMPLES)),
    *(ReadText(text=Text.FILE, path=path) for path in ("package.yaml", "gone", "package/store.yaml", "bin/provider")),
    ReadText(text=Text.FILE, view=View.FLATTENED, path="bin/provider"),
    ReadText(text=Text.FILE, view=View.LAYER, layer=0, path="package.yaml"),
    *(ReadText(text=Text.FORM, document=1, form=AskedForm(name=name)) for name in ("mermaid", "gone")),
    ReadText(text=Text.REFERRER, path="sha256:0"),
)


NAMES = (
    *("d/x", "e/y", "f", "hard", "empty", "gone", "to", "up", "loop", "pipe"),
    *("device", "binary", "none", "g", "h", "d/"),
)
WRECKS: tuple[Request, ...] = (
    *(ListFiles(view=View.LAYER, layer=layer, recursive=True) for layer in range(13)),
    *(ReadText(text=Text.FILE, view=view, layer=layer, path=path) for path in NAMES for view, layer in VIEWS),
)


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = [
        await replies(shelf, one, *LISTS)
        for one in ("two-bases", "good", "damaged", "sources", "tides", "store.yaml", "gone.yaml", "hollow")
    ]
    texts.append(await replies(shelf, "wrecked", *LISTS, *WRECKS, *TEXTS))
    texts += [
        await replies(shelf, one, *TEXTS)
        for one in ("good", "sources", "broken.yaml", "damaged", "catalog.yaml", "gone.yaml")
    ]
    for one in ("good", "sources", "damaged", "store.yaml", "wrecked"):
        out = str(shelf / "out" / one)
        saving = [SaveFiles(folder=out, view=view) for view in (View.FLATTENED, View.BASE)]
        saving += [SaveFiles(folder=out, view=View.FLATTENED, path=path) for path in ("bin", "package.yaml", "gone")]
        saving += [
            SaveFiles(folder=out, view=View.FLATTENED, force=True),
            SaveFiles(folder=out, view=View.LAYER, layer=0),
        ]
        texts.append(await replies(shelf, one, *saving))
    golden("files", once("\n".join(texts)))
