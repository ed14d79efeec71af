"""What is replied to every request about a package that lacks a part or exceeds a limit: all of one opening."""

from dataclasses import replace
from pathlib import Path

from builders.goldens import Golden
from builders.packages.shelf import limited, shelf
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import ATTACHED, lacking
from inspection.dependencies.test_shelf import POLICY
from inspection.objects.test_shelf import REQUESTS

from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.dependencies import ReadDependencies
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.referrers import ReadReferrers
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    ListFiles,
    ReadBackground,
    ReadFacts,
    ReadText,
    Request,
    SearchText,
    Text,
    View,
)
from xpkgtui.inspection.messages.schemas import ListKinds

__all__ = ["faulty", "shelf"]
LAYERS = tuple(ListFiles(view=View.LAYER, layer=layer) for layer in range(3))
OF_LAYERS: tuple[Request, ...] = (
    *(ListFiles(view=one, layer=1) for one in (View.FLATTENED, View.UPTO, View.HIDDEN, View.BASE)),
    *(ReadText(text=Text.FILE, view=View.FLATTENED, path=path) for path in ("package.yaml", "etc/c", "bin/x")),
    *LAYERS,
    *(ReadFacts(document=2), SearchText(word="a"), ListKinds()),
    *(CompareReaders(reach=LayerScope.ALL, base=base) for base in (None, 0)),
    ReadBackground(),
)
IMAGES = ReadImages(asks=True, signatures=True)
NEEDED: tuple[Request, ...] = (
    *(ReadDependencies(resolve=one) for one in (ResolveOptions(), ResolveOptions(policies=(POLICY,)))),
    *(ReadDependencies(), IMAGES, replace(IMAGES, resolve=ResolveOptions(images=True))),
    *(ReadImages(settings=("a: [",)), ReadReferrers()),
)
LIMITED: tuple[Request, ...] = (
    *(ListFiles(view=View.FLATTENED, recursive=True), *LAYERS[:2]),
    *(ReadText(text=Text.FILE, path=path) for path in ("package.yaml", "package/bucket.yaml")),
    *(*REQUESTS, ReadExamples()),
)


def test_without_a_part_of_its_layers(faulty: FaultyRegistry, golden: Golden) -> None:
    golden("lacking_blobs", lacking(faulty, "blobs", *OF_LAYERS))


def test_without_a_part_of_what_it_needs(faulty: FaultyRegistry, golden: Golden) -> None:
    golden("lacking_needed", lacking(faulty, f"nop/manifests|sig|tags|{ATTACHED}", *NEEDED))


async def test_beyond_each_limit(shelf: Path, golden: Golden) -> None:
    golden("limits", await limited(shelf, *LIMITED))
