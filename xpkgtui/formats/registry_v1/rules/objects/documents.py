"""Rules about every object of manifests/."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import MANIFESTS, is_hidden
from xpkgtui.formats.registry_v1.rules.allowed import ALLOWED
from xpkgtui.formats.registry_v1.rules.severities import by, everywhere
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule

_ALL_DOCUMENTS = ("olmv1", "rukpak", "spec")
_DECODING = "error unmarshaling JSON: while decoding JSON: "


def _readers(item: Item) -> tuple[str, ...] | None:
    """The profiles whose tools read a document."""
    return None if item.is_first else _ALL_DOCUMENTS


@rule("OLM014", "every file has an object", by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="E"), stage=Stage.PARSE)
def documents_are_objects(item: Item) -> Iterator[Problem]:
    """Every document of manifests/ is YAML or JSON, and has a kind.

    Why: Every tool decodes every file of the folder, whatever its name is.
    When it bites: When a bundle is validated, rendered or installed.
    Fix: Correct the file, or take it out of manifests/.
    Source: opm alpha bundle validate; operator-controller, bundle/source.
    """
    if not item.is_manifest:
        return
    readers = _readers(item)
    if isinstance(item.document, BrokenDocument):
        broken = item.document
        message = f"{item.file} cannot be read: {broken.message}"
        if broken.limit is not None:
            yield Problem(message=message, undecided=True, profiles=readers)
            return
        says = f"error converting YAML to JSON: {broken.message}"
        yield from _undecodable(item, message, says, f"error parsing {item.file}: {says}")
    elif not isinstance(item.value, dict):
        words = {str: "string", bool: "bool", int: "number", float: "number", list: "array"}
        what = words.get(type(item.value), "null")
        message = f"{item.file} has a {what} where an object belongs"
        says = f"json: cannot unmarshal {what} into Go value of type "
        opm = f"{_DECODING}{says}map[string]interface {{}}"
        yield from _undecodable(item, message, opm, f'unable to decode "{item.file}": {says}unstructured.detector')
    elif not item.kind:
        message = f"{item.file} has an object without a kind"
        says = "Object 'Kind' is missing in"
        yield from _undecodable(item, message, f"{_DECODING}{says}", f'unable to decode "{item.file}": {says}')


def _undecodable(item: Item, message: str, opm: str, olmv1: str) -> Iterator[Problem]:
    """The same in the words of each tool that reads the document."""
    if item.is_first:
        yield Problem(message=message, says=opm, profiles=("opm",))
        if not is_hidden(item.file):  # operator-sdk refuses a hidden file unread
            says = f"error loading objs in directory: unable to decode object: {opm}"
            yield Problem(message=message, says=says, profiles=("sdk", "hub"))
    says = f'error parsing objects in "{item.file}": {olmv1}'
    yield Problem(message=message, says=says, profiles=_ALL_DOCUMENTS)


@rule("OLM018", "no file is empty", by(opm="E", sdk="E", olmv1="I", rukpak="I", spec="W"), stage=Stage.PARSE)
def files_have_objects(bundle: Bundle) -> Iterator[Problem]:
    """No file of manifests/ is empty, holds comments alone, or begins with comments as a document of their own.

    Why: opm reads the first document of every file; an empty one has no kind.
    When it bites: When a bundle is validated, though OLM v1 installs it.
    Fix: Delete the file, or the separator `---` below the comments.
    Source: opm alpha bundle validate.
    """
    starts: dict[str, int] = {}
    firsts = {item.file for item in bundle.items if item.is_first}
    for item in bundle.items:
        starts.setdefault(item.file, item.number)
    for entry in bundle.files.inside(MANIFESTS):
        if entry.name in firsts or entry.type is EntryType.DIRECTORY:
            continue
        if not entry.size and entry.type is EntryType.FILE:
            message = f"The file {entry.name} is empty"
            others = ("opm", "olmv1", "rukpak", "spec")
            yield Problem(message=message, says="EOF", entry=entry.name, profiles=others)
            if not is_hidden(entry.name):
                says = "error loading objs in directory: unable to decode object: EOF"
                yield Problem(message=message, says=says, entry=entry.name, profiles=("sdk", "hub"))
        elif entry.type is EntryType.FILE:
            what = "begins with an empty document" if entry.name in starts else "holds no object"
            message = f"The file {entry.name} {what}"
            number = starts.get(entry.name)
            path = entry.name if number is None else None
            says = f" is not supported type for registryV1 bundle: {entry.name}"
            others = ("opm", "olmv1", "rukpak", "spec")
            yield Problem(message=message, says=says, document=number, entry=path, profiles=others)
            says = "Error: Value /, Kind=: unsupported media type registry+v1 for bundle object"
            yield Problem(message=message, says=says, document=number, entry=path, profiles=("sdk", "hub"))


@rule("OLM015", "a file has one object", everywhere("W"), stage=Stage.PARSE)
def files_have_one_object(item: Item) -> Iterator[Problem]:
    """A file of manifests/ has one document.

    Why: opm, operator-sdk and OLM v0 read the first and drop the others silently; OLM v1 installs all.
    When it bites: When the operator runs without what was dropped.
    Fix: Put each object into a file of its own.
    Source: operator-registry, parse.go; operator-controller, bundle/source.
    """
    if item.is_manifest and not item.is_first and not item.is_csv:
        message = f"{item.words} is not the first document of {item.file}, so that only OLM v1 reads it"
        yield Problem(message=message)


@rule("OLM060", "the kind is allowed", by(opm="E", sdk="E", olmv1="E", rukpak="W", spec="E"), stage=Stage.LINT)
def kinds_are_allowed(item: Item) -> Iterator[Problem]:
    """The objects of a bundle are of the 22 kinds that OLM installs.

    Why: OLM has no permission for others, and does not know when they are ready.
    When it bites: When a bundle is validated or installed.
    Fix: Let the operator make the object, or take it out of the bundle.
    Source: operator-registry, supported_resources.go.
    """
    if not item.is_manifest or not item.kind or item.kind in ALLOWED:
        return
    name, kind = item.name, item.kind
    message = f"{item.words} is of a kind that a bundle may not have"
    path = FieldPath.of("kind")
    if item.is_first:
        says = f"{kind} is not supported type for registryV1 bundle: {item.file}"
        yield Problem(message=message, says=says, path=path, profiles=("opm",))
        group, _, version = item.api_version.rpartition("/")
        says = f"Error: Value {group}/{version}, Kind={kind}: unsupported media type registry+v1 for bundle object"
        yield Problem(message=message, says=says, path=path, profiles=("sdk", "hub"))
    if kind != "List":
        says = f'unsupported resource "{name}" with kind "{kind}"'
        yield Problem(message=message, says=says, path=path, profiles=_ALL_DOCUMENTS)


DOCUMENT_RULES = (documents_are_objects, files_have_one_object, kinds_are_allowed)
PACKAGE_RULES = (files_have_objects,)
