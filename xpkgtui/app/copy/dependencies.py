"""What can be copied of the packages that one needs: the tree in all its forms, the package, the command."""

from collections.abc import Iterator

from xpkgtui.app.copy import source_names
from xpkgtui.app.copy.offer import Offer, Offers, command, lines, value
from xpkgtui.app.state.dependencies import ShownDependencies
from xpkgtui.formats.dependencies.needed import NeededPackage
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.deps import deps as as_text
from xpkgtui.reporting.as_text.deps import dot, mermaid
from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.documents.deps import deps as as_json


def offers(shown: ShownDependencies, inspection: Inspection, package: NeededPackage | None) -> Offers:
    """The offers of the tree and of the package under the cursor."""
    return Offers(title="the dependencies", items=tuple(_offers(shown, inspection, package)))


def _offers(shown: ShownDependencies, inspection: Inspection, package: NeededPackage | None) -> Iterator[Offer]:
    if package is not None:
        yield from value("n", "name", package.package)
        yield from value("R", "reference", package.reference)
        digest = package.image.digest if package.image else ""
        yield from value("D", "pinned", f"{package.package}@{digest}" if digest and package.reference else "")
    if shown.found.tree.packages:
        yield from lines("t", "tree", as_text(shown.listed, Paint()))
        yield from lines("d", "Graphviz", dot(shown.found.tree))
        yield from lines("m", "Mermaid", mermaid(shown.found.tree))
        yield from lines("J", "JSON", as_json(shown.listed))
    source = source_names.source(inspection)
    if source is not None:
        options = [] if shown.lacks_option else ["--resolve", *(["--upgrades"] if shown.upgrades else [])]
        operands = ["--", source] if source.startswith("-") else [source]
        yield from command("x", "xpkgtui", inspection.asked.line("xpkgtui", "deps", *options, *operands))
