"""Rules about every object of manifests/."""

import json
from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument, PackageDocument, parse
from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.stream import split
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.lists import undecoded_items, untaken_items
from xpkgtui.formats.registry_v1.layout import KINDS, MANIFESTS, is_hidden, is_manifest
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere, said_by, unloaded
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools.turns import FileStep, InstallStep, OlmV0Turn, RukPakTurn, SdkTurn, met
from xpkgtui.golang.printing import type_of_go
from xpkgtui.golang.texts import fault_of_object, without_kind
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_ALL_DOCUMENTS = ("olmv1", "rukpak", "spec")
_LOADING = "error loading objs in directory: unable to decode object: "
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_PLACE = 2
"""Parts of a message about JSON that say where it is, for the first object alone."""


def _readers(item: Item) -> tuple[str, ...] | None:
    """The profiles whose tools read a document."""
    return None if item.is_first else _ALL_DOCUMENTS


@rule(
    "OLM014",
    "a file of manifests/ holds no readable object",
    by(opm="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.PARSE,
    met=met(opm=FileStep.OBJECT, sdk=FileStep.OBJECT, olmv1=FileStep.OBJECT, rukpak=RukPakTurn.MANIFESTS),
)
def documents_are_objects(item: Item) -> Iterator[Problem]:
    """Every document of manifests/ is YAML or JSON, and has a kind.

    Why: Every tool decodes every file of the folder, whatever its name is.
    When it bites: When a bundle is validated, rendered or installed.
    Fix: Correct the file, or take it out of manifests/.
    Source: opm alpha bundle validate; operator-controller, bundle/source.
    """
    broken = item.document if isinstance(item.document, BrokenDocument) else None
    if broken is not None and broken.limit is not None:
        message, profiles = f"{item.file} cannot be read: {broken.message}", _readers(item)
        yield Problem(message=message, fix=broken.limit.advice, undecided=True, profiles=profiles)
        return
    if not item.is_manifest:
        return
    if item.json_fault and item.is_first:
        message = f"{item.file} begins with {{, so RukPak reads it as JSON, but it is not JSON"
        yield Problem(message=message, says=_unread(item.file, item.json_fault), profiles=("rukpak",))
        if isinstance(item.document, PackageDocument):
            yield from _text_behind(item)
    if broken is not None:
        message = f"{item.file} cannot be read: {broken.message}"
        says = f"error converting YAML to JSON: {broken.message}"
        yield from _undecodable(item, message, "", says, f"error parsing {item.file}: {item.json_fault or says}")
    elif item.value is not None and not isinstance(item.value, dict):
        what = type_of_go(item.value)
        message = f"{item.file} has a {what} where an object belongs"
        says = f"json: cannot unmarshal {what} into Go value of type "
        olmv1 = f'unable to decode "{item.file}": {says}unstructured.detector'
        yield from _undecodable(item, message, _DECODING, f"{says}map[string]interface {{}}", olmv1)
    elif item.value is not None and (fault := fault_of_object(item.value)):
        message = f"{item.file} has an object without a kind"
        fault = without_kind(item.json) if item.json else fault
        yield from _undecodable(item, message, _DECODING, fault, f'unable to decode "{item.file}": {fault}')
    elif item.value is not None:
        yield from _items(item)


def _items(item: Item) -> Iterator[Problem]:
    """What OLM v1 refuses of a list, which it takes apart."""
    lead, wrong = f'error parsing objects in "{item.file}": ', undecoded_items(item.value)
    if wrong is not None:
        says = f'{lead}unable to decode "{item.file}": {wrong.says}'
        yield Problem(message=wrong.message, says=says, path=wrong.path, profiles=("olmv1", "spec"))
    elif isinstance(item.value.get("items"), list):
        for one in untaken_items(item.value):
            yield Problem(message=one.message, says=lead + one.says, path=one.path, profiles=("olmv1", "spec"))


def _undecodable(item: Item, message: str, lead: str, fault: str, olmv1: str) -> Iterator[Problem]:
    """Yields the problem in the words of each tool that reads the document; a reader of JSON prints no lead."""
    opm = item.json_fault or (fault if item.json else lead + fault)
    if item.is_first:
        yield Problem(message=message, says=opm, profiles=("opm",))
        if not is_hidden(item.file):  # operator-sdk refuses a hidden file unread
            yield Problem(message=message, says=f"{_LOADING}{lead}{fault}", profiles=("sdk", "hub"))
    says = unloaded(item.file, olmv1=olmv1, rukpak=_unread(item.file, opm))
    is_refused_before = item.json and item.json_fault
    others = ("olmv1", "spec") if is_refused_before else _ALL_DOCUMENTS
    yield Problem(message=message, says=says, profiles=others)


def _unread(file: str, fault: str) -> str:
    return f'read "{file.rpartition("/")[2]}": {fault}'


def _separators_stand_alone(bundle: BundleSubject) -> Iterator[Problem]:
    """What tools say of a separator with text behind it, and of the document before it, which is lost, too."""
    odd = bundle.separator
    if odd is None or not is_manifest(odd.file):
        return
    message = f"{odd.file} has a separator with text after it"
    if all(item.file != odd.file for item in bundle.items):
        yield Problem(
            message=message, says=odd.message, where=Where(line=odd.line, entry=odd.file), profiles=("opm",)
        )
        if not is_hidden(odd.file):
            says = f"{_LOADING}{odd.message}"
            yield Problem(
                message=message, says=says, where=Where(line=odd.line, entry=odd.file), profiles=("sdk", "hub")
            )
    words = unloaded(
        odd.file, olmv1=f"error parsing {odd.file}: {odd.message}", rukpak=_unread(odd.file, odd.message)
    )
    yield Problem(message=message, says=words, where=Where(line=odd.line, entry=odd.file), profiles=_ALL_DOCUMENTS)


separators = documents_are_objects.about(_separators_stand_alone)


@rule(
    "OLM018",
    "a file of manifests/ is empty",
    by(opm="E", sdk="E", olmv1="I", rukpak="I", spec="W"),
    stage=Stage.PARSE,
    met=met(opm=FileStep.OBJECT, sdk=SdkTurn.OBJECTS),
)
def files_have_objects(bundle: BundleSubject) -> Iterator[Problem]:
    """No file of manifests/ is empty, holds only comments, or begins with a document of comments only.

    Why: opm reads the first document of every file; an empty one has no kind.
    When it bites: When a bundle is validated, though OLM v1 installs it.
    Fix: Delete the file, or the separator `---` below the comments.
    Source: opm alpha bundle validate.
    """
    starts: dict[str, int] = {}
    firsts = {item.file for item in bundle.items if item.is_first and not _is_null(item)}
    broken = bundle.separator.file if bundle.separator else ""
    for item in bundle.items:
        starts.setdefault(item.file, item.number)
    for entry in bundle.files.inside(MANIFESTS):
        if entry.name in firsts or entry.name == broken or entry.type is EntryType.DIRECTORY:
            continue
        if not entry.size and entry.type is EntryType.FILE:
            message = f"The file {entry.name} is empty"
            others = ("opm", "olmv1", "rukpak", "spec")
            yield Problem(message=message, says="EOF", where=Where(entry=entry.name), profiles=others)
            if not is_hidden(entry.name):
                says = "error loading objs in directory: unable to decode object: EOF"
                at = met(sdk=FileStep.OBJECT)
                yield Problem(
                    message=message, says=says, met=at, where=Where(entry=entry.name), profiles=("sdk", "hub")
                )
        elif entry.type is EntryType.FILE:
            what = "begins with an empty document" if entry.name in starts else "holds no object"
            message = f"The file {entry.name} {what}"
            number = starts.get(entry.name)
            path = entry.name if number is None else None
            words = said_by(
                opm=f" is not supported type for registryV1 bundle: {entry.name}",
                sdk="Error: Value /, Kind=: unsupported media type registry+v1 for bundle object",
            )
            yield Problem(message=message, says=words, where=Where(document=number, entry=path))


def _is_null(item: Item) -> bool:
    return isinstance(item.document, PackageDocument) and item.value is None


@rule("OLM015", "a file holds several objects", everywhere("W"), stage=Stage.PARSE)
def files_have_one_object(item: Item) -> Iterator[Problem]:
    """A file of manifests/ has one document.

    Why: opm, operator-sdk and OLM v0 read the first and drop the others silently; OLM v1 installs all.
    When it bites: The operator runs without the objects that were dropped.
    Fix: Put each object into a file of its own.
    Source: operator-registry, parse.go; operator-controller, bundle/source.
    """
    if item.is_manifest and not item.is_first and not item.is_csv:
        yield Problem(message=f"{item.words} is not the first document of {item.file}, so that only OLM v1 reads it")


@rule(
    "OLM060",
    "an object of a kind that OLM does not install",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="W", spec="E"),
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.CREATED, opm=FileStep.KIND, sdk=SdkTurn.OBJECTS, olmv1=InstallStep.KINDS),
)
def kinds_are_allowed(item: Item) -> Iterator[Problem]:
    """The objects of a bundle are of the 22 kinds that OLM installs.

    Why: OLM has no permission for others, and does not know when they are ready.
    When it bites: When a bundle is validated or installed.
    Fix: Let the operator make the object, or take it out of the bundle.
    Source: operator-registry, supported_resources.go.
    """
    if not item.is_manifest or not item.kind or item.kind in KINDS:
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


def _text_behind(item: Item) -> Iterator[Problem]:
    """What OLM v1 says of the text behind the first object; nothing where it takes it for one more, or a comment."""
    rest, is_one = _rest(item.json)
    if not rest or rest.startswith("#"):
        return
    data = rest.encode("utf-8", "replace")
    chunk = next((one for one in split(data).chunks if not one.empty), None)
    document = parse(data, chunk) if chunk is not None else None
    fault = item.json_fault if is_one else item.json_fault.split(": ", _PLACE)[-1]
    words = f"error parsing {item.file}: {fault}"
    if isinstance(document, PackageDocument) and len(rest) > 1:
        value = document.value
        if isinstance(value, dict):
            wrong = fault_of_object(value)
        else:
            wrong = f"json: cannot unmarshal {type_of_go(value)} into Go value of type unstructured.detector"
        if wrong is None:
            return
        words = f'unable to decode "{item.file}": {wrong}' if is_one else words
    message = f"{item.file} has text behind an object in JSON, which OLM v1 cannot read"
    yield Problem(message=message, says=f'error parsing objects in "{item.file}": {words}', profiles=("olmv1",))


def _rest(text: str) -> tuple[str, bool]:
    """The text behind the objects at its beginning, and whether it is one object."""
    decoder, count = json.JSONDecoder(), 0
    while text.startswith("{"):
        try:
            _, end = decoder.raw_decode(text)
        except (ValueError, RecursionError):
            break
        count, text = count + 1, text[end:].strip()
    return (text, count == 1) if count else ("", False)
