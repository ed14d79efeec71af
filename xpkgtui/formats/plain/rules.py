"""The PLN rules, about plain bundles."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.texts import fault_of_object
from xpkgtui.formats.plain.decoding import mismatch_of
from xpkgtui.formats.plain.subject import Bundle, Examination, Found, Manifest
from xpkgtui.formats.plain.summary import MANIFESTS, RUKPAK, SUMMARY
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, text

_ERROR, _WARNING = {RUKPAK: "E"}, {RUKPAK: "W"}
_BUNDLE = "get objects from bundle manifests: "
_NO_OBJECTS = "invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object"
_CSV = "ClusterServiceVersion"
_LONGEST = 400


@rule("PLN001", "there is a folder manifests", _ERROR, stage=Stage.FILE)
def has_manifests(case: Case) -> Iterator[Problem]:
    """A plain bundle has its objects in /manifests.

    Why: RukPak reads nothing else.
    When it bites: When the bundle is unpacked.
    Fix: Copy the objects to /manifests of the image.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, getBundleObjects.
    """
    if case.reading is not None and case.reading.stage is ReadStage.EXTRACT:
        says = f"{_BUNDLE}open {MANIFESTS}: no such file or directory"
        yield Problem(message="The image has no folder manifests", says=says)


@rule("PLN002", "manifests has no folders", _ERROR, stage=Stage.PARSE)
def is_flat(case: Case) -> Iterator[Problem]:
    """/manifests holds files only; a folder in it is refused, also an empty one.

    Why: RukPak does not enter folders, and stops at the first one.
    When it bites: When the bundle is unpacked.
    Fix: Move the files into manifests, and remove the folder.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, getBundleObjects.
    """
    for one in case.reading.files if case.reading else ():
        if one.type is EntryType.DIRECTORY and one.name.count("/") == 1:
            says = (
                f'{_BUNDLE}subdirectories are not allowed within the "{MANIFESTS}" directory of the bundle image'
                f' filesystem: found "{one.name}"'
            )
            yield Problem(message=f"{one.name} is a folder", says=says, entry=one.name, layer=one.layer)


@rule("PLN003", "every file holds objects", _ERROR, stage=Stage.PARSE)
def holds_objects(subject: Manifest) -> Iterator[Problem]:
    """Every document of every file is an object of Kubernetes, or empty.

    Why: RukPak reads all files, also hidden ones and a README, and stops at the first that is not one.
    When it bites: When the bundle is unpacked.
    Fix: Correct the document, or move the file out of manifests.
    Source: rukpak 0.12, internal/util/util.go, ManifestObjects.
    """
    document, value = subject.document, subject.value
    if isinstance(document, BrokenDocument):
        lead = "" if document.message.startswith("error converting") else "error converting YAML to JSON: "
        says = None if document.limit else f"{_BUNDLE}error parsing {subject.file}: {lead}{document.message}"
        message = f"{subject.file} has a document that cannot be read: {document.message}"
        yield Problem(message=message, says=says, undecided=document.limit is not None)
        return
    if value is None:
        return
    lead = f'{_BUNDLE}unable to decode "{subject.file}": '
    if not isinstance(value, dict):
        kind = {str: "string", bool: "bool", list: "array"}.get(type(value), "number")
        says = f"{lead}json: cannot unmarshal {kind} into Go value of type unstructured.detector"
        yield Problem(message=f"{subject.file} has a document that is not an object", says=says)
    elif fault := fault_of_object(value):
        says = f"{lead}{fault}" if len(fault) < _LONGEST else None
        yield Problem(message=f"{subject.file} has an object without a kind", says=says)
    elif value.get("items") is not None:
        yield from _items(value)
    elif mismatch := mismatch_of(value):
        message = f"{mismatch.path} of an object in {subject.file} has a value of another type"
        yield Problem(message=message, says=f"{lead}{mismatch.message}", path=mismatch.path)


@rule("PLN004", "there is an object", _ERROR, stage=Stage.LINT)
def has_objects(bundle: Bundle) -> Iterator[Problem]:
    """A bundle has at least one object.

    Why: RukPak refuses a bundle that installs nothing. Empty files, comments and empty lists do not count.
    When it bites: When the bundle is unpacked.
    Fix: Put the objects into manifests.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, ValidateBundle.
    """
    problem = bundle.stream.problem
    if not bundle.objects and bundle.is_readable and problem is None:
        yield Problem(message="The bundle has no objects", says=_NO_OBJECTS)


@rule("PLN009", "separators stand alone", {RUKPAK: "EI"}, stage=Stage.PARSE)
def separators(bundle: Bundle) -> Iterator[Problem]:
    """A separator is three hyphens, with nothing but a comment behind it; behind JSON objects there is nothing else.

    Why: RukPak stops at a separator with text.
    When it bites: When the bundle is unpacked.
    Fix: Put the text on a line of its own.
    Source: k8s.io/apimachinery, pkg/util/yaml/decoder.go, YAMLReader.
    """
    problem = bundle.stream.problem
    if problem is not None and problem.limit is not None:
        message = f"The documents from here on were not read: {problem.limit.sentence}"
        yield Problem(message=message, fix=problem.limit.advice, line=problem.line, level=1, undecided=True)
    elif problem is not None:
        says = f"{_BUNDLE}error parsing {bundle.last_file}: {problem.message}"
        yield Problem(message=f"{bundle.last_file} has a separator with text behind it", says=says, line=problem.line)


@rule("PLN005", "no object is there twice", _WARNING, stage=Stage.INSTALL)
def no_twins(bundle: Bundle) -> Iterator[Problem]:
    """No two objects have the same group, kind, namespace and name.

    Why: They are applied one after the other: one of them is lost, or the installation fails.
    When it bites: When the bundle is installed.
    Fix: Remove one of them.
    Source: xpkgtui.
    """
    seen: dict[tuple[str, str, str, str], Found] = {}
    for one in bundle.objects:
        key = (one.applied.group, one.applied.kind, one.applied.namespace, one.applied.name)
        if one.applied.name and key in seen:
            message = f"{one.applied} is in {seen[key].file} and in {one.file}"
            yield Problem(message=message, document=one.number, line=one.line)
        seen.setdefault(key, one)


@rule("PLN006", "kinds are known to the cluster or defined here", _WARNING, stage=Stage.INSTALL)
def kinds_are_defined(bundle: Bundle) -> Iterator[Problem]:
    """Each object is of a kind of Kubernetes, or of one that the bundle defines.

    Why: Without its definition the object cannot be applied: `no matches for kind`.
    When it bites: When the bundle is installed in a cluster that lacks the definition.
    Fix: Add the CustomResourceDefinition, or install it first.
    Source: rukpak 0.12, test/e2e, a bundle without its definitions.
    """
    defined = {one.defines for one in bundle.objects if one.defines}
    for one in bundle.objects:
        group = one.applied.group
        if "." in group and not group.endswith(".k8s.io") and (group, one.applied.kind) not in defined:
            message = f"{one.applied} is of {one.applied.api_version}, whose definition is not in the bundle"
            yield Problem(message=message, document=one.number, line=one.line)


@rule("PLN007", "manifests has no links", _WARNING, stage=Stage.FILE)
def no_links(case: Case) -> Iterator[Problem]:
    """/manifests has no symbolic links.

    Why: RukPak drops links when it unpacks an image, so the object behind one is missing.
    When it bites: When the bundle is unpacked from an image.
    Fix: Copy the file itself.
    Source: rukpak 0.12, internal/source, the unpacking of images.
    """
    for one in case.reading.files if case.reading else ():
        if one.type is EntryType.SYMLINK:
            message = f"{one.name} is a link to {one.linkname}; it is dropped"
            yield Problem(message=message, entry=one.name, layer=one.layer)


@rule("PLN008", "it is not an operator bundle", _WARNING, stage=Stage.INSTALL)
def no_operator(bundle: Bundle) -> Iterator[Problem]:
    """The bundle has no ClusterServiceVersion.

    Why: With one it is a registry+v1 bundle whose metadata is missing; the plain provisioner only applies the
    objects, and nothing acts on the ClusterServiceVersion without Operator Lifecycle Manager.
    When it bites: After installation: no operator runs.
    Fix: Add metadata/annotations.yaml, or replace the ClusterServiceVersion by its Deployments.
    Source: operator-registry, pkg/lib/bundle/generate.go, GetMediaType.
    """
    for one in bundle.objects:
        if one.applied.kind == _CSV:
            yield Problem(
                message=f"{one.applied} belongs to a registry+v1 bundle", document=one.number, line=one.line
            )


def _items(value: dict[str, object]) -> Iterator[Problem]:
    items, path = value["items"], FieldPath.of("items")
    if not isinstance(items, list):
        yield Problem(message="The items of a list are not a list", path=path)
        return
    is_general = value["kind"] == "List"
    for number, item in enumerate(items):
        kind = text(field(item, "kind"))
        if not isinstance(item, dict) or (is_general and not kind):
            says = (
                f'{_BUNDLE}unable to get type info from the object "*unstructured.Unstructured": '
                "Object 'Kind' is missing in 'object has no kind field '"
            )
            yield Problem(message=f"Item {number} of a list has no kind", says=says, path=path.child(number))
        elif kind == "List":
            says = f"{_BUNDLE}*unstructured.Unstructured is not a list: no Items field in this object"
            yield Problem(message=f"Item {number} of a list is a list", says=says, path=path.child(number))


CATALOGUE = Catalogue(
    image=(has_manifests, is_flat, no_links),
    documents=(holds_objects,),
    package=(has_objects, no_twins, kinds_are_defined, no_operator, separators),
    image_subject=lambda case: case,
    examine=Examination,
    profiles=SUMMARY.profiles,
    bound_to_reader=frozenset({RUKPAK}),
    wording=SUMMARY.wording,
)
