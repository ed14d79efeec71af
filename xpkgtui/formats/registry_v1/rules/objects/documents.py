"""Rules about every object of manifests/."""

from collections.abc import Iterator, Mapping

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.registry_v1.layout import CRD, CSV, MANIFESTS
from xpkgtui.formats.registry_v1.rules.names import is_qualified, label_value_faults
from xpkgtui.formats.registry_v1.rules.severities import by, everywhere
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Item
from xpkgtui.formats.registry_v1.rules.values import text_or_none
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, mapping

_ALLOWED = frozenset(
    {CSV, CRD, "Secret", "ClusterRole", "ClusterRoleBinding", "ConfigMap", "ServiceAccount", "Service", "Role"}
    | {"RoleBinding", "PrometheusRule", "ServiceMonitor", "PodDisruptionBudget", "PriorityClass", "NetworkPolicy"}
    | {"VerticalPodAutoscaler", "ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink"}
    | {"ConsolePlugin", "PodMonitor"}
)
_ALL_DOCUMENTS = ("olmv1", "rukpak", "spec")
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_METADATA = "error validating object metadata: "


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
            yield Problem(message=message, says="EOF", profiles=("opm", "olmv1", "rukpak", "spec"))
            says = "error loading objs in directory: unable to decode object: EOF"
            yield Problem(message=message, says=says, profiles=("sdk", "hub"))
        elif entry.type is EntryType.FILE:
            what = "begins with an empty document" if entry.name in starts else "holds no object"
            message = f"The file {entry.name} {what}"
            says = f" is not supported type for registryV1 bundle: {entry.name}"
            yield Problem(message=message, says=says, document=starts.get(entry.name))


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
    if not item.is_manifest or not item.kind or item.kind in _ALLOWED:
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


@rule("OLM061", "metadata is valid", by(opm="E", sdk="E", olmv1="EW", rukpak="W", spec="EW"), stage=Stage.LINT)
def metadata_is_valid(item: Item) -> Iterator[Problem]:
    """An object has a name, and its labels and annotations have keys and values that Kubernetes takes.

    Why: kubectl could not apply it.
    When it bites: When a bundle is validated or installed.
    Fix: Write the name, key or value as Kubernetes wants it.
    Source: opm alpha bundle validate, validateKubectlable.
    """
    if not _is_plain(item):
        return
    metadata, path = mapping(field(item.value, "metadata")), FieldPath.of("metadata")
    yield from _texts(item, metadata)
    if metadata.get("name") in (None, ""):
        says = f"{_METADATA}metadata.name: Required value: name or generateName is required"
        yield Problem(message=f"The {item.kind} in {item.file} has no name", says=says, level=1, path=path)
    for part in ("labels", "annotations"):
        for key, value in mapping(metadata.get(part)).items():
            there = path.child(part).child(key)
            if not is_qualified(key if part == "labels" else key.lower()):
                message = f"{item.words} has a key of {part} that Kubernetes refuses: {key}"
                yield Problem(message=message, level=1, path=there)
            if text_or_none(value) is None:
                message = f"{key} of the {part} of {item.words} is not text; write it in quotes"
                yield Problem(message=message, path=there, profiles=("opm",))
            elif part == "labels" and any(label_value_faults(value or "")):
                message = f"{item.words} has a label {key} with a value that Kubernetes refuses: {value}"
                yield Problem(message=message, level=1, path=there)


def _texts(item: Item, metadata: Mapping[str, object]) -> Iterator[Problem]:
    """Names that are not text."""
    for key in ("name", "namespace"):
        value = metadata.get(key)
        if text_or_none(value) is not None:
            continue
        message = f"metadata.{key} of {item.words} is not text; write it in quotes"
        path = FieldPath.of("metadata", key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        says = f"json: cannot unmarshal number into Go struct field ObjectMeta.metadata.{key} of type string"
        lead = f'error parsing objects in "{item.file}": unable to decode "{item.file}": '
        yield Problem(message=message, says=says if is_number else None, path=path, profiles=("opm",))
        said = f"{lead}{says}" if is_number else None
        yield Problem(message=message, says=said, path=path, profiles=_ALL_DOCUMENTS)
        if key == "name":
            said = "Error: Value : error validating object: metadata.name: Required value"
            yield Problem(message=message, says=said, path=path, profiles=("sdk", "hub"))


@rule("OLM062", "no object has a namespace", by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W"), stage=Stage.LINT)
def no_namespace(item: Item) -> Iterator[Problem]:
    """An object of a bundle has no metadata.namespace.

    Why: OLM chooses the namespace when the operator is installed.
    When it bites: When a bundle is validated.
    Fix: Leave metadata.namespace out.
    Source: opm alpha bundle validate, validateKubectlable.
    """
    found = field(item.value, "metadata", "namespace")
    if _is_plain(item) and isinstance(found, str) and found:
        message = f"{item.words} has the namespace {found}, which OLM chooses itself"
        says = f"{_METADATA}metadata.namespace: Forbidden: not allowed on this type"
        yield Problem(message=message, says=says, path=FieldPath.of("metadata", "namespace"))


def _is_plain(item: Item) -> bool:
    """Whether opm validates the metadata of a document: the first of its file, of an allowed kind."""
    return item.is_manifest and item.is_first and item.kind in _ALLOWED and item.kind not in (CSV, CRD)


DOCUMENT_RULES = (documents_are_objects, files_have_one_object, kinds_are_allowed, metadata_is_valid, no_namespace)
PACKAGE_RULES = (files_have_objects,)
