"""What packages of every sort depend on, as far as no registry is asked."""

from pathlib import Path

from builders.goldens import Golden, once
from builders.inspection.replies import replies
from builders.packages.shelf import shelf

from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.inspection.messages.dependencies import ReadDependencies

__all__ = ["shelf"]
POLICY = """\
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata: {name: ours}
spec:
  matchImages: [{prefix: registry.example}]
  verification: {provider: Cosign, cosign: {authorities: [{name: a, key: {secretRef: {name: b, key: c}}}]}}
"""


async def test_every_reply_is_what_was_agreed(shelf: Path, golden: Golden) -> None:
    texts = []
    resolving = ResolveOptions(catalogs=(str(shelf / "catalog.yaml"),))
    requests = (
        ReadDependencies(),
        ReadDependencies(resolve=ResolveOptions()),
        ReadDependencies(resolve=resolving),
        ReadDependencies(resolve=ResolveOptions(catalogs=(str(shelf / "good.xpkg"), str(shelf / "hollow")))),
        ReadDependencies(resolve=ResolveOptions(installed="a: [", policies=("b: [",))),
        ReadDependencies(package="a", channel="t", resolve=ResolveOptions()),
        *(ReadDependencies(package="a", version=one) for one in ("1.0.0", "9")),
        ReadDependencies(package="b"),
    )
    names = ("good.xpkg", "tides", "catalog.yaml", "damaged", "gone.yaml", "store.yaml", "broken.yaml")
    texts += [await replies(shelf, one, *requests) for one in (*names, "hollow")]
    golden("dependencies", once("\n".join(texts)))
