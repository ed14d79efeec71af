"""The rule about what RukPak decodes, and separators between documents."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.formats.go_decoding.lists import undecoded_items, untaken_items
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.go_decoding.shapes import OBJECT_META, Struct, structs_of
from xpkgtui.formats.plain.subject import PlainBundle, PlainDocument
from xpkgtui.formats.plain.summary import RUKPAK
from xpkgtui.golang.printing import quoted, type_of_go
from xpkgtui.golang.texts import fault_of_object, without_kind
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_ERROR = {RUKPAK: "E"}
_BUNDLE = "get objects from bundle manifests: "
_OBJECT = "unstructured.metadataOnlyObject"


@rule("PLN003", "a document is not an object", _ERROR, stage=Stage.PARSE)
def holds_objects(subject: PlainDocument) -> Iterator[Problem]:
    """Every document of every file is a Kubernetes object, or empty.

    Why: RukPak reads all files, even hidden ones and a README, and stops at the first that is not an object.
    When it bites: When the bundle is unpacked.
    Fix: Correct the document, or move the file out of manifests.
    Source: rukpak 0.12, internal/util/util.go, ManifestObjects.
    """
    for problem in undecodable(subject):
        yield replace(problem, walked=(subject.file,))


@rule("PLN009", "a separator or a JSON object is followed by text", {RUKPAK: "EI"}, stage=Stage.PARSE)
def separators(bundle: PlainBundle) -> Iterator[Problem]:
    """After the three hyphens of a separator there is at most a comment; after JSON objects there is nothing else.

    Why: RukPak stops at a separator with text.
    When it bites: When the bundle is unpacked.
    Fix: Put the text on a line of its own.
    Source: k8s.io/apimachinery, pkg/util/yaml/decoder.go, YAMLReader.
    """
    for file, fault in bundle.faults:
        message = f"{file} begins with {{, so RukPak reads it as JSON, but other text follows"
        yield Problem(
            message=message, says=f"{_BUNDLE}error parsing {file}: {fault}", where=Where(entry=file), walked=(file,)
        )
    problem = bundle.stream.problem
    if problem is not None and problem.limit is None:
        yield Problem(
            message=f"{bundle.last_file} has a separator with text after it",
            says=f"{_BUNDLE}error parsing {bundle.last_file}: {problem.message}",
            where=Where(line=problem.line),
            walked=(bundle.last_file,),
        )


def undecodable(subject: PlainDocument) -> Iterator[Problem]:
    """What RukPak says of a document that it does not take."""
    document, value = subject.document, subject.value
    if subject.is_no_json and (not isinstance(document, BrokenDocument) or document.limit is None):
        message = f"{subject.file} begins with {{, so RukPak reads it as JSON, but it is not JSON"
        yield Problem(message=message, says=f"{_BUNDLE}error parsing {subject.file}: {subject.fault}")
        return
    if isinstance(document, BrokenDocument):
        lead = "" if document.message.startswith("error converting") else "error converting YAML to JSON: "
        # The library of that time begins this message with a capital.
        fault = document.message.replace("unsupported map key", "Unsupported map key")
        printed = f"{_BUNDLE}error parsing {subject.file}: {lead}{fault}"
        message = f"{subject.file} has a document that cannot be read: {document.message}"
        yield Problem(message=message, says=None if document.limit else printed, undecided=document.limit is not None)
        return
    if value is None:
        return
    if not isinstance(value, dict):
        says = (
            f"{_lead(subject)}json: cannot unmarshal {type_of_go(value)} into Go value of type unstructured.detector"
        )
        yield Problem(message=f"{subject.file} has a document that is not an object", says=says)
    elif problem := _misdecoded(subject, value):
        yield problem
    elif isinstance(value.get("items"), list):
        for one in untaken_items(value):
            yield Problem(message=one.message, says=_BUNDLE + one.says, path=one.path)


def _misdecoded(subject: PlainDocument, value: dict[str, Any]) -> Problem | None:
    """What the decoder refuses in an object, or a list with its items."""
    lead = _lead(subject)
    if unread := undecoded_items(value):
        return Problem(message=unread.message, says=lead + unread.says, path=unread.path)
    if fault := fault_of_object(value):
        if subject.json:
            fault = without_kind(subject.json)
        return Problem(message=f"{subject.file} has an object without a kind", says=f"{lead}{fault}")
    if mismatch := first_mismatch(value, _metadata(), _OBJECT, converts=False, any_letters=False):
        message = f"{mismatch.path} of an object in {subject.file} has a value of another type"
        return Problem(message=message, says=f"{lead}{mismatch.message}", path=mismatch.path)
    return None


def _lead(subject: PlainDocument) -> str:
    return f"{_BUNDLE}unable to decode {quoted(subject.file)}: "


@cache
def _metadata() -> Struct:
    """The metadata of an object, as RukPak's decoder knows them: the rest of an object is not decoded."""
    tables = {_OBJECT: {"apiVersion": "string:string", "kind": "string:string", "metadata": "=v1.ObjectMeta"}}
    return structs_of({"embedded": {}, "definitions": OBJECT_META | tables})[_OBJECT]
