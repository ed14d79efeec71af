"""The command of this program that prints the same without a screen."""

from collections.abc import Iterator

from xpkgtui import visible
from xpkgtui.app.copy import source_names
from xpkgtui.app.copy.offer import Offer, command
from xpkgtui.commands import quoted
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Finding

_WORDS = {"CustomResourceDefinition": "crd", "CompositeResourceDefinition": "xrd", "ClusterServiceVersion": "csv"}


def show(inspection: Inspection) -> Iterator[Offer]:
    """The whole package."""
    return _command_about(inspection, "show")


def why(inspection: Inspection) -> Iterator[Offer]:
    """What every reader makes of it."""
    base = inspection.what_if
    return _command_about(inspection, "why", *(["--base", str(base)] if base is not None else []))


def file(inspection: Inspection, view: View, layer: int | None, row: FileRow) -> Iterator[Offer]:
    """One file in this view, or the folder's list."""
    name = "ls" if row.type is EntryType.DIRECTORY else "cat"
    options = ["--view", str(view), *(["--layer", str(layer)] if layer is not None else [])]
    options = options if row.layer is not None else []
    if not row.whiteout:
        yield from _command_about(inspection, name, *options, path=row.path)
        yield from at(inspection, f"file/{row.path}")


def examples(inspection: Inspection) -> Iterator[Offer]:
    """The examples, each judged."""
    return _command_about(inspection, "examples")


def referrers(inspection: Inspection) -> Iterator[Offer]:
    """What belongs to the image."""
    return _command_about(inspection, "referrers")


def layer(inspection: Inspection, index: int) -> Iterator[Offer]:
    """The files of a layer."""
    yield from _command_about(inspection, "ls", "--layer", str(index))
    yield from at(inspection, f"layer/{index}")


def document(inspection: Inspection, row: ObjectRow) -> Iterator[Offer]:
    """One object; with its group where another is called so."""
    if not row.kind or not row.name or "/" in row.kind:
        return
    twins = {other.api_version for other in inspection.rows if (other.kind, other.name) == (row.kind, row.name)}
    group = (row.api_version or "").rpartition("/")[0]
    kind = f"{row.kind}.{group}" if len(twins) > 1 and group else row.kind
    yield from _command_about(inspection, "cat", "--object", f"{kind}/{row.name}")
    yield from at(inspection, f"{_WORDS.get(row.kind, row.kind.lower())}/{row.name}")


def explain(inspection: Inspection, asked: str, version: str, *options: str) -> Iterator[str]:
    """The command that explains a field of a version; with options in another form."""
    source = source_names.source(inspection)
    if source is None or asked.startswith("-") or visible.line(asked) != asked:
        return
    words = ("--version", version, *options)
    operands = (*words, "--", source, asked) if source.startswith("-") else (source, asked, *words)
    yield inspection.asked.line("xpkgtui", "explain", *operands)


def finding(inspection: Inspection, found: Finding) -> Iterator[Offer]:
    """Its rule's findings, and the rule's manual page."""
    judged, case = inspection.judged, inspection.case
    default = (case.profiles.own if case else "") or inspection.format.profiles[0]
    profile = ["--profile", judged.profile] if judged and judged.profile != default else []
    yield from _command_about(inspection, "check", "--select", found.rule, *profile)
    yield from command("u", "manual", quoted("xpkgtui", "rules", found.rule))
    yield from at(inspection, f"finding/{found.rule}")


def at(inspection: Inspection, place: str) -> Iterator[Offer]:
    """The call that opens this place on the screen."""
    source = source_names.source(inspection)
    if source is not None and not source.startswith("-"):
        yield from command("@", "open here", inspection.asked.line("xpkgtui", source, "--at", place))


def _command_about(inspection: Inspection, name: str, *options: str, path: str = "") -> Iterator[Offer]:
    source = source_names.source(inspection)
    if source is None:
        return
    operands = [source, *([path] if path else [])]
    if any(operand.startswith("-") for operand in operands):
        words = (*options, "--", *operands)
    else:
        words = (*operands, *options)
    yield from command("x", "xpkgtui", inspection.asked.line("xpkgtui", name, *words))
