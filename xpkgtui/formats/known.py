"""The table of formats, in the order in which they are asked."""

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.formats.catalog.format import CATALOG
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.formats.source_knowledge import SourceKnowledge
from xpkgtui.formats.stack.format import STACK
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.images import IMAGES as XPKG_IMAGES
from xpkgtui.formats.xpkg.sources.knowledge import SOURCES as XPKG_SOURCES
from xpkgtui.limits import OverLimit
from xpkgtui.rules.wording import Wording
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.sets.planning import SetPlanner
    from xpkgtui.readers.folder import FolderReader, SourceFolder
    from xpkgtui.rules.admission import Admission
    from xpkgtui.rules.changes.rule import ChangeRule
    from xpkgtui.rules.rule import AnyRule
    from xpkgtui.rules.set_rule import SetRule

FORMATS: tuple[Format, ...] = (XPKG, CATALOG, REGISTRY_V1, STACK, PLAIN, RUKPAK_OBJECTS)
ASSUMED_IMAGES: ImageConventions = XPKG_IMAGES
"""The conventions for an image that no format recognizes, and for the entry of an index that is opened first."""
PLANNED: Format = XPKG
"""The format of the packages that a set of manifests installs."""
ASSUMED_SOURCES: SourceKnowledge = XPKG_SOURCES
"""The knowledge that sentences about unreadable sources use."""


def set_planner() -> "SetPlanner":
    """What knows of sets of manifests."""
    from xpkgtui.formats.xpkg.sets.planning import SETS  # packages are read without

    return SETS


def set_rules() -> "tuple[SetRule[Any], ...]":
    """The rules about sets of manifests."""
    from xpkgtui.formats.xpkg.sets.rules import EXAMINED_RULES, SET_RULES

    return tuple(sorted((*SET_RULES, *EXAMINED_RULES), key=lambda one: one.id))


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognized:
    """The format of an image or a stream."""

    format: Format
    images: ImageConventions
    """The conventions by which it is read where it is an image."""
    evidence: Evidence | None
    """The evidence for the format; None if the format is assumed."""
    also: tuple[str, ...] = ()
    """What it looks like as well, or instead where the format is assumed; a clause each."""


def recognize(traces: Traces) -> Recognized:
    """The first format that recognizes the traces; the assumed one where none does."""
    if traces.format:
        known = format_of(traces.format)
        return _recognized(known, known.recognize(traces))
    readable = (known for known in FORMATS if traces.manifest is None or known.images is not None)
    found = [(known, evidence) for known in readable if (evidence := known.recognize(traces)) is not None]
    if not found:
        return replace(_recognized(format_of(ASSUMED.name), None), also=_instead(traces))
    (first, evidence), *others = found
    also = tuple(f"{known.summary.wording.noun}: {one.reasons[0]}" for known, one in others)
    return replace(_recognized(first, evidence), also=also)


def _instead(traces: Traces) -> tuple[str, ...]:
    """What an image is that no format recognizes, and what to do with it; empty where that is not known."""
    if traces.manifest is None:
        return ()
    others = (one.lookalikes().of_image(traces.manifest, traces.folder) for one in source_knowledge())
    return next(((f"{words}: {hint}",) for words, hint in filter(None, others)), ())


def format_of(name: str) -> Format:
    """The format of that name; the first one for a name that is not known."""
    return next((known for known in FORMATS if known.summary.name == name), FORMATS[0])


def reads_folders_of_images() -> bool:
    """Whether a format has folders in images, so that the files of one may show its format."""
    return any(reader.in_images for _, reader in folder_readers())


def folder_readers() -> "tuple[tuple[Format, FolderReader], ...]":
    """The formats that have folders of sources, each with its reader."""
    return tuple((known, known.folder) for known in FORMATS if known.folder is not None)


class FolderFormat(NamedTuple):
    """The format of a folder of sources, and where in it the package lies."""

    format: Format
    reader: "FolderReader"
    place: str


def folder_format(folder: "SourceFolder", *, in_images: bool = False) -> FolderFormat | None:
    """The first format that has its files there; raises `OverLimit` where none has, and not everything was looked at.

    With `in_images`, of those that lie in images as they are.
    """
    unsure: OverLimit | None = None
    for known, reader in folder_readers():
        if in_images and not reader.in_images:
            continue
        try:
            place = reader.place(folder)
        except OverLimit as error:
            unsure = unsure or error
            continue
        if place is not None:
            return FolderFormat(known, reader, place)
    if unsure is not None:
        raise unsure
    return None


def seen_in(folder: "SourceFolder", chosen: Format) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The reasons why a folder is one of this format, and what it looks like as well, a clause each."""
    reasons: tuple[str, ...] = ()
    also: list[str] = []
    for known, reader in folder_readers():
        if not is_marked(folder, reader) or (evidence := known.recognize(Traces(folder=folder))) is None:
            continue
        if known is chosen:
            reasons = evidence.reasons
        else:
            also.append(f"{known.summary.wording.noun}: {evidence.reasons[0]}")
    return reasons, tuple(also)


def may_be_others(tops: Container[str], chosen: Format) -> bool:
    """Whether an image with these names in its root may look like another format than the one that it is."""
    readers = (known.folder for known in FORMATS if known is not chosen)
    return any(mark in tops for reader in readers if reader is not None for mark in reader.marks)


def others_in(folder: "SourceFolder", chosen: Format) -> tuple[str, ...]:
    """What the files of an image look like beside its format, a clause each."""
    traces = Traces(folder=folder)
    marked = (known for known, reader in folder_readers() if known is not chosen and is_marked(folder, reader))
    found = ((known, known.recognize(traces)) for known in marked)
    return tuple(
        f"{known.summary.wording.noun}: {evidence.reasons[0]}" for known, evidence in found if evidence is not None
    )


def is_marked(folder: "SourceFolder", reader: "FolderReader") -> bool:
    """Whether a folder has one of the marks that such a reader looks for."""
    return any(folder.has_file(mark) or folder.has_folder(mark) for mark in reader.marks)


def reader_of_file(head: bytes) -> "tuple[Format, FolderReader] | None":
    """The format that reads a file with these first bytes as a folder of it alone, with its reader."""
    from xpkgtui.readers.folder import FileReader

    for known, reader in folder_readers():
        if isinstance(reader, FileReader) and reader.takes(head):
            return known, reader
    return None


def source_knowledge() -> tuple[SourceKnowledge, ...]:
    """The source knowledge of every format that has any."""
    return tuple(known.sources for known in FORMATS if known.sources is not None)


def other_text(head: bytes) -> tuple[str, str] | None:
    """What a text is that only looks like a package, and what to do with it; None where it may be one."""
    return next(filter(None, (one.lookalikes().of_text(head) for one in source_knowledge())), None)


def admission() -> "Admission":
    """What the policies of a cluster do with images; ImageConfigs are Crossplane's, and loaded on first use."""
    from xpkgtui.formats.xpkg.signatures.deciding import ADMISSION

    return ADMISSION


def profiles() -> tuple[str, ...]:
    """The profiles of all formats, each name once."""
    return tuple(dict.fromkeys(profile for known in FORMATS for profile in known.summary.profiles))


def rules(beginning: str = "") -> "tuple[AnyRule, ...]":
    """The rules of all formats; with `beginning` only of those whose IDs can begin so."""
    wanted = [known for known in FORMATS if _may_begin(known.summary.rule_prefix, beginning)]
    return tuple(rule for known in wanted for rule in known.ruleset().rules)


def change_rules() -> "tuple[ChangeRule[Any], ...]":
    """The rules about changes between packages of all formats, in the order of their IDs."""
    by_id = {one.id: one for known in FORMATS for one in known.changes().rules}
    return tuple(by_id[name] for name in sorted(by_id))


def retired() -> dict[str, str]:
    """The rules of all formats that are no more, and what replaces them."""
    return {rule: said for known in FORMATS for rule, said in known.ruleset().retired.items()}


def _may_begin(prefix: str, beginning: str) -> bool:
    return prefix.startswith(beginning) or beginning.startswith(prefix)


def wording_of(rule: str) -> Wording:
    """The names in sentences about a rule, by the beginning of its ID."""
    found = (known.summary.wording for known in FORMATS if rule.startswith(known.summary.rule_prefix))
    return next(found, FORMATS[0].summary.wording)


def _recognized(format: Format, evidence: Evidence | None) -> Recognized:
    return Recognized(format=format, images=format.images or ASSUMED_IMAGES, evidence=evidence)
