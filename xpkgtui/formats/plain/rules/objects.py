"""Rules about the objects of the whole bundle, and what is in the folder manifests beside files."""

from collections.abc import Iterator

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.plain.subject import PlainBundle, PlainObject
from xpkgtui.formats.plain.summary import MANIFESTS, RUKPAK
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule

_ERROR, _WARNING = {RUKPAK: "E"}, {RUKPAK: "W"}
_NO_OBJECTS = "invalid bundle: found zero objects: plain+v0 bundles are required to contain at least one object"
_CSV = "ClusterServiceVersion"


@rule("PLN004", "the bundle has no object", _ERROR, stage=Stage.LINT)
def has_objects(bundle: PlainBundle) -> Iterator[Problem]:
    """A bundle has at least one object.

    Why: RukPak refuses a bundle that installs nothing. Empty files, comments and empty lists do not count.
    When it bites: When the bundle is unpacked.
    Fix: Put the objects into manifests.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, ValidateBundle.
    """
    problem = bundle.stream.problem
    if not bundle.objects and bundle.is_readable and problem is None:
        yield Problem(message="The bundle has no objects", says=_NO_OBJECTS)


@rule("PLN005", "an object of the bundle appears twice", _WARNING, stage=Stage.INSTALL)
def no_twins(bundle: PlainBundle) -> Iterator[Problem]:
    """No two objects have the same group, kind, namespace and name.

    Why: RukPak applies them one after the other: one is lost, or the installation fails.
    When it bites: When the bundle is installed.
    Fix: Remove one of the two.
    Source: xpkgtui.
    """
    seen: dict[tuple[str, str, str, str], PlainObject] = {}
    for one in bundle.objects:
        key = (one.applied.group, one.applied.kind, one.applied.namespace, one.applied.name)
        if one.applied.name and key in seen:
            message = f"{one.applied} is in {seen[key].file} and in {one.file}"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))
        seen.setdefault(key, one)


@rule("PLN006", "an object of a kind that nothing defines", _WARNING, stage=Stage.INSTALL)
def kinds_are_defined(bundle: PlainBundle) -> Iterator[Problem]:
    """Each object is of a built-in kind of Kubernetes, or of a kind that the bundle defines.

    Why: Without its definition the object cannot be applied: `no matches for kind`.
    When it bites: When the bundle is installed in a cluster that lacks the definition.
    Fix: Add the CustomResourceDefinition, or install it first.
    Source: rukpak 0.12, test/e2e, a bundle without its definitions.
    """
    defined = {one.defines for one in bundle.objects if one.defines}
    for one in bundle.objects:
        if one.applied.is_custom and (one.applied.group, one.applied.kind) not in defined:
            message = f"{one.applied} is of {one.applied.api_version}, whose definition is not in the bundle"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


@rule("PLN010", "an object of a kind that the same bundle defines", _WARNING, stage=Stage.INSTALL)
def kinds_are_defined_before(bundle: PlainBundle) -> Iterator[Problem]:
    """No object is of a kind that only the same bundle defines.

    Why: RukPak 0.12 installs a bundle with Helm, which looks up all kinds before it applies the first object. A
    definition in the same bundle comes too late: `no matches for kind`.
    When it bites: When the bundle is installed in a cluster that lacks the definition.
    Fix: Put the definitions into a separate bundle, and install it first.
    Source: rukpak 0.12, test/e2e, a bundle with definitions and instances of them.
    """
    defined = {one.defines for one in bundle.objects if one.defines}
    for one in bundle.objects:
        if one.applied.is_custom and (one.applied.group, one.applied.kind) in defined:
            message = (
                f"{one.applied} is of {one.applied.api_version}, whose definition is in the same bundle: RukPak "
                "cannot install the two together"
            )
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


@rule("PLN008", "the bundle holds a ClusterServiceVersion", _WARNING, stage=Stage.INSTALL)
def no_operator(bundle: PlainBundle) -> Iterator[Problem]:
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
                message=f"{one.applied} belongs to a registry+v1 bundle",
                where=Where(document=one.number, line=one.line),
            )


_BUNDLE = "get objects from bundle manifests: "


@rule("PLN001", "the folder manifests is missing", _ERROR, stage=Stage.FILE)
def has_manifests(case: Case) -> Iterator[Problem]:
    """A plain bundle has its objects in /manifests.

    Why: RukPak reads nothing else.
    When it bites: When the bundle is unpacked.
    Fix: Copy the objects to /manifests in the image.
    Source: rukpak 0.12, internal/provisioner/plain/plain.go, getBundleObjects.
    """
    if case.reading is not None and case.reading.stage is ReadStage.EXTRACT:
        says = f"{_BUNDLE}open {MANIFESTS}: no such file or directory"
        yield Problem(message="The image has no folder manifests", says=says)


@rule("PLN002", "manifests holds a folder", _ERROR, stage=Stage.PARSE)
def is_flat(case: Case) -> Iterator[Problem]:
    """/manifests holds only files; RukPak refuses even an empty folder.

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
            yield Problem(
                message=f"{one.name} is a folder",
                says=says,
                where=Where(entry=one.name, layer=one.layer),
                walked=(one.name,),
            )


@rule("PLN007", "manifests holds a link", _WARNING, stage=Stage.FILE)
def no_links(case: Case) -> Iterator[Problem]:
    """/manifests has no symbolic links.

    Why: RukPak drops links when it unpacks an image, so the linked object is missing.
    When it bites: When the bundle is unpacked from an image.
    Fix: Copy the file itself.
    Source: rukpak 0.12, internal/source, the unpacking of images.
    """
    for one in case.reading.files if case.reading else ():
        if one.type is EntryType.SYMLINK:
            message, more = f"{one.name} is a link to {one.linkname}", "it is dropped"
            yield Problem(message=message, more=more, where=Where(entry=one.name, layer=one.layer))
