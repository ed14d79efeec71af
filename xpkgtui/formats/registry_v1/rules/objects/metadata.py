"""Rules about the metadata of objects."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import label_value, qualified_name
from xpkgtui.formats.go_decoding.mismatches import Mismatch, check, first_wrong
from xpkgtui.formats.registry_v1.decoding.types import metadata_of
from xpkgtui.formats.registry_v1.layout import CRD, CSV, KINDS
from xpkgtui.formats.registry_v1.rules.by_tool import by, said_by
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import HUB, OPM, SDK
from xpkgtui.formats.registry_v1.tools.turns import FileStep, OlmV0Turn, SdkTurn, met
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text

_PATH = FieldPath.of("metadata")
_MOST = 50
"""Faults of labels, and of annotations, of one object that are listed."""


_NO_MORE = late(r"(no more than [0-9]+) bytes")
_LONGEST = 256 << 10
"""Bytes of all annotations of an object."""


class _Fault(NamedTuple):
    """What Kubernetes says of one field."""

    path: FieldPath
    words: str
    message: str
    value: str = ""
    """The value that is refused."""


@rule(
    "OLM061",
    "an object has wrong metadata",
    by(opm="E", v0="E", sdk="E", olmv1="EW", rukpak="W", spec="EW"),
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.CREATED, opm=FileStep.OTHER, sdk=SdkTurn.OBJECTS, olmv1=FileStep.METADATA),
)
def metadata_is_valid(item: Item) -> Iterator[Problem]:
    """An object has a name, and its labels and annotations have keys and values that Kubernetes takes.

    Why: kubectl could not apply it.
    When it bites: When a bundle is validated or installed.
    Fix: Write the name, key or value as Kubernetes wants it.
    Source: opm alpha bundle validate, validateKubectlable.
    """
    if not item.is_manifest or not isinstance(item.value, dict):
        return
    wrong = first_wrong(check(item.value, metadata_of("Meta"), 0))
    if wrong is not None:
        yield from _types(item, wrong)
    if item.is_crd and item.is_first and wrong is None:
        yield from _of_definition(item, lambda fault: fault.path not in (_PATH, _PATH.child("namespace")))
    if not _is_plain(item):
        return
    faults, opm, sdk = list(_faults(item)), _words(item, is_newer=True), _words(item, is_newer=False)
    for fault in faults:
        if fault.path != _PATH.child("namespace"):
            says = f"error validating object metadata: {opm}"
            profiles = ("olmv1", "rukpak", "spec") if wrong else ("opm", "olmv1", "rukpak", "spec")
            yield Problem(message=fault.message, says=says, level=1, path=fault.path, profiles=profiles)
            says = f"Error: Value {_name(item)}: error validating object: {sdk}"
            yield Problem(message=fault.message, says=says, path=fault.path, profiles=("sdk", "hub"))


@rule(
    "OLM062",
    "an object has a namespace",
    by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(opm=FileStep.OTHER, sdk=SdkTurn.OBJECTS),
)
def no_namespace(item: Item) -> Iterator[Problem]:
    """An object of a bundle has no metadata.namespace.

    Why: OLM chooses the namespace when the operator is installed.
    When it bites: When a bundle is validated.
    Fix: Leave metadata.namespace out.
    Source: opm alpha bundle validate, validateKubectlable.
    """
    found = text(field(item.value, "metadata", "namespace"))
    if item.is_crd and item.is_first and found:
        yield from _of_definition(item, lambda fault: fault.path == _PATH.child("namespace"))
    if _is_plain(item) and found:
        message, path = f"{item.words} has the namespace {found}, which OLM chooses itself", _PATH.child("namespace")
        opm = f"error validating object metadata: {_words(item, is_newer=True)}"
        sdk = f"Error: Value {_name(item)}: error validating object: {_words(item, is_newer=False)}"
        yield Problem(message=message, says=said_by(opm=opm, sdk=sdk), path=path)


def _of_definition(item: Item, is_wanted: Callable[[_Fault], bool]) -> Iterator[Problem]:
    """Faults of the metadata of a definition, which opm and operator-sdk tell one by one, as those of its fields."""
    for fault in filter(is_wanted, _faults(item)):
        name = fault.words.partition(": ")[0]
        message = fault.message or f"{item.words} has a namespace, which definitions do not have"
        says = f"Error: Field {name}, Value {fault.value}: {fault.words}"
        words = said_by(opm=says, sdk=_older(says))
        yield Problem(message=message, says=words, path=fault.path, profiles=(OPM, SDK, HUB))


def _name(item: Item) -> str:
    """The name as operator-sdk reads that of a plain object: text alone."""
    return text(field(item.value, "metadata", "name"))


def _is_plain(item: Item) -> bool:
    """Whether opm validates the metadata of a document: the first of its file, of an allowed kind."""
    return item.is_manifest and item.is_first and item.kind in KINDS and item.kind not in (CSV, CRD)


def _types(item: Item, wrong: Mismatch) -> Iterator[Problem]:
    """A value of another type: opm decodes the metadata of plain objects, OLM v1 of all."""
    message, more = f"{wrong.path} of {item.words} is {wrong.found}", f"write {wrong.wanted}"
    if _is_plain(item):
        yield Problem(message=message, more=more, says=wrong.message, path=wrong.path, profiles=("opm",))
    words = wrong.message.replace("field Meta.", "field metadataOnlyObject.")
    says = f'error parsing objects in "{item.file}": unable to decode "{item.file}": {words}'
    yield Problem(message=message, more=more, says=says, path=wrong.path, profiles=("olmv1", "rukpak", "spec"))


def _words(item: Item, *, is_newer: bool) -> str:
    """The errors of an object in one line; the library of operator-sdk is older than that of opm."""
    words = [fault.words for fault in _faults(item)]
    if not is_newer:
        words = list(map(_older, words))
    return words[0] if len(words) == 1 else f"[{', '.join(dict.fromkeys(words))}]"


def _older(words: str) -> str:
    return _NO_MORE.sub(r"\1 characters", words.replace("a valid label key ", "a qualified name "))


def _faults(item: Item) -> Iterator[_Fault]:
    metadata = mapping(field(item.value, "metadata"))
    if not text(metadata.get("name")):
        words = "metadata.name: Required value: name or generateName is required"
        yield _Fault(_PATH, words, f"The {item.kind} in {item.file} has no name")
    if text(metadata.get("namespace")):
        words = "metadata.namespace: Forbidden: not allowed on this type"
        yield _Fault(_PATH.child("namespace"), words, "")
    generation = metadata.get("generation")
    if isinstance(generation, int) and generation < 0:
        words = f"metadata.generation: Invalid value: {generation}: must be greater than or equal to 0"
        yield _Fault(_PATH.child("generation"), words, f"{item.words} has a generation below 0", str(generation))
    yield from islice(_labels(item, metadata), _MOST)
    annotations = _texts(metadata.get("annotations"))
    every = ((key, fault) for key in sorted(annotations) for fault in qualified_name(key.lower()))
    for key, fault in islice(every, _MOST):
        words = f"metadata.annotations: Invalid value: {quoted(key)}: {fault}"
        message = f"{item.words} has a key of annotations that Kubernetes refuses: {key}"
        yield _Fault(_PATH.child("annotations").child(key), words, message, key)
    if sum(len(each.encode("utf-8", "replace")) for pair in annotations.items() for each in pair) > _LONGEST:
        words = f"metadata.annotations: Too long: may not be more than {_LONGEST} bytes"
        message = f"{item.words} has annotations of more than 256 KiB"
        yield _Fault(_PATH.child("annotations"), words, message, "<value omitted>")
    for number, one in enumerate(listing(metadata.get("finalizers"))):
        for fault in qualified_name(text(one)):
            words = f"metadata.finalizers: Invalid value: {quoted(text(one))}: {fault}"
            message = f"{item.words} has a finalizer that Kubernetes refuses: {text(one)}"
            yield _Fault(_PATH.child("finalizers").child(number), words, message, text(one))


def _labels(item: Item, metadata: Mapping[str, Any]) -> Iterator[_Fault]:
    path, found = _PATH.child("labels"), _texts(metadata.get("labels"))
    for key in sorted(found):
        for fault in qualified_name(key):
            words = f"metadata.labels: Invalid value: {quoted(key)}: {fault}"
            message = f"{item.words} has a key of labels that Kubernetes refuses: {key}"
            yield _Fault(path.child(key), words, message, key)
        for fault in label_value(found[key]):
            words = f"metadata.labels: Invalid value: {quoted(found[key])}: {fault}"
            message = f"{item.words} has a label {key} with a value that Kubernetes refuses: {found[key]}"
            yield _Fault(path.child(key), words, message, found[key])


def _texts(found: object) -> dict[str, str]:
    """A mapping of texts; empty where one of its values is something else, as apimachinery then reads none."""
    values = mapping(found)
    is_read = all(value is None or isinstance(value, str) for value in values.values())
    return {key: value or "" for key, value in values.items()} if is_read else {}
