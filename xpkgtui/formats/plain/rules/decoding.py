"""The rule about what RukPak decodes, and separators between documents."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.texts import fault_of_object, without_kind
from xpkgtui.formats.plain.decoding import mismatch_of
from xpkgtui.formats.plain.objects import inferred
from xpkgtui.formats.plain.subject import Bundle, Manifest
from xpkgtui.formats.plain.summary import RUKPAK
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule

_ERROR = {RUKPAK: "E"}
_BUNDLE = "get objects from bundle manifests: "


@rule("PLN003", "every file holds objects", _ERROR, stage=Stage.PARSE)
def holds_objects(subject: Manifest) -> Iterator[Problem]:
    """Every document of every file is an object of Kubernetes, or empty.

    Why: RukPak reads all files, also hidden ones and a README, and stops at the first that is not one.
    When it bites: When the bundle is unpacked.
    Fix: Correct the document, or move the file out of manifests.
    Source: rukpak 0.12, internal/util/util.go, ManifestObjects.
    """
    for problem in undecodable(subject):
        yield replace(problem, walked=(subject.file,))


@rule("PLN009", "separators stand alone", {RUKPAK: "EI"}, stage=Stage.PARSE)
def separators(bundle: Bundle) -> Iterator[Problem]:
    """A separator is three hyphens, with nothing but a comment behind it; behind JSON objects there is nothing else.

    Why: RukPak stops at a separator with text.
    When it bites: When the bundle is unpacked.
    Fix: Put the text on a line of its own.
    Source: k8s.io/apimachinery, pkg/util/yaml/decoder.go, YAMLReader.
    """
    for file, fault in bundle.faults:
        message = f"{file} begins with {{, so that it is read as JSON, and goes on as something else"
        yield Problem(message=message, says=f"{_BUNDLE}error parsing {file}: {fault}", entry=file, walked=(file,))
    problem = bundle.stream.problem
    if problem is not None and problem.limit is not None:
        message = f"The documents from here on were not read: {problem.limit.sentence}"
        yield Problem(message=message, fix=problem.limit.advice, line=problem.line, level=1, undecided=True)
    elif problem is not None:
        says = f"{_BUNDLE}error parsing {bundle.last_file}: {problem.message}"
        yield Problem(
            message=f"{bundle.last_file} has a separator with text behind it",
            says=says,
            line=problem.line,
            walked=(bundle.last_file,),
        )


def undecodable(subject: Manifest) -> Iterator[Problem]:
    """What RukPak says of a document that it does not take."""
    document, value = subject.document, subject.value
    if subject.is_no_json and (not isinstance(document, BrokenDocument) or document.limit is None):
        message = f"{subject.file} begins with {{, so that it is read as JSON, which it is not"
        yield Problem(message=message, says=f"{_BUNDLE}error parsing {subject.file}: {subject.fault}")
        return
    if isinstance(document, BrokenDocument):
        lead = "" if document.message.startswith("error converting") else "error converting YAML to JSON: "
        # The library of that time begins this message with a capital.
        told = document.message.replace("unsupported map key", "Unsupported map key")
        said = f"{_BUNDLE}error parsing {subject.file}: {lead}{told}"
        says = None if document.limit else said
        message = f"{subject.file} has a document that cannot be read: {document.message}"
        yield Problem(message=message, says=says, undecided=document.limit is not None)
        return
    if value is None:
        return
    if not isinstance(value, dict):
        says = f"{_said(subject)}json: cannot unmarshal {_kind(value)} into Go value of type unstructured.detector"
        yield Problem(message=f"{subject.file} has a document that is not an object", says=says)
    elif problem := _misdecoded(subject, value):
        yield problem
    elif isinstance(value.get("items"), list):
        yield from _items(value)


def _misdecoded(subject: Manifest, value: dict[str, Any]) -> Problem | None:
    """What the decoder refuses in an object, or a list with its items."""
    lead, path, items = _said(subject), FieldPath.of("items"), value.get("items")
    if items is not None and not isinstance(items, list):
        where = "Go struct field decodeList.items of type []json.RawMessage"
        says = f"{lead}json: cannot unmarshal {_kind(items)} into {where}"
        return Problem(message="The items of a list are not a list", says=says, path=path)
    for number, item in enumerate(items or ()):
        if item is not None and not isinstance(item, dict):
            says = f"{lead}json: cannot unmarshal {_kind(item)} into Go value of type map[string]interface {{}}"
            return Problem(message=f"Item {number} of a list is not a mapping", says=says, path=path.child(number))
    if fault := fault_of_object(value):
        if subject.json:
            fault = without_kind(subject.json)
        return Problem(message=f"{subject.file} has an object without a kind", says=f"{lead}{fault}")
    if mismatch := mismatch_of(value):
        message = f"{mismatch.path} of an object in {subject.file} has a value of another type"
        return Problem(message=message, says=f"{lead}{mismatch.message}", path=mismatch.path)
    return None


def _items(value: dict[str, Any]) -> Iterator[Problem]:
    """What is refused when a list is taken apart."""
    path = FieldPath.of("items")
    for number, item in enumerate(value["items"]):
        if isinstance(item, dict) and isinstance(item.get("items"), list):
            says = f"{_BUNDLE}*unstructured.Unstructured is not a list: no Items field in this object"
            yield Problem(message=f"Item {number} of a list is a list", says=says, path=path.child(number))
            return
    found: dict[str, int] = {}
    for number, item in enumerate(value["items"]):
        one = inferred(value, item, number)
        if not one.kind or one.api_version.count("/") > 1:
            found.setdefault("Object 'Kind' is missing in 'object has no kind field '", number)
        elif not one.api_version.rpartition("/")[2]:
            found.setdefault("Object 'apiVersion' is missing in 'object has no apiVersion field'", number)
    lead = 'unable to get type info from the object "*unstructured.Unstructured": '
    joined = ", ".join(f"{lead}{one}" for one in found)
    for said, number in found.items():
        missing = "kind" if "'Kind'" in said else "version in its apiVersion"
        says = f"{_BUNDLE}{f'[{joined}]' if len(found) > 1 else joined}"
        yield Problem(message=f"Item {number} of a list has no {missing}", says=says, path=path.child(number))


def _said(subject: Manifest) -> str:
    return f'{_BUNDLE}unable to decode "{subject.file}": '


def _kind(value: object) -> str:
    return {str: "string", bool: "bool", list: "array", dict: "object"}.get(type(value), "number")
