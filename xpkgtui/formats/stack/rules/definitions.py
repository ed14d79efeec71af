"""Rules about the definitions of a package, the files bound to them, and the permissions that they ask for."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.stack.binding import MEDIA_TYPES, Why
from xpkgtui.formats.stack.files import DECODED, INSTALLED, Sort, sorts_of, walk_order
from xpkgtui.formats.stack.shapes import found
from xpkgtui.formats.stack.subject import BOTH, StackDocument, StackFiles, StackPackage, definition_of
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import listing, mapping, text

_LARGEST = 256 * 1024
_ITEM = ("name", "title", "path", "controlType")
_FORMS = {"svg": "SVG", "png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF"}
_SQUARE = ("PNG", "JPEG", "GIF")
_CONTROLS = (
    *("singleInput", "multipleInput", "secretInput", "singleSelect", "multipleSelect", "checkboxSingle"),
    *("checkboxGroup", "radioGroup", "codeSnippet"),
)


@rule("STK014", "a file belongs to no definition", BOTH, stage=Stage.LINT)
def bound(package: StackPackage) -> Iterator[Problem]:
    """Every group.yaml, *resource.yaml, *icon.* and *ui-schema.yaml belongs to a definition.

    Why: A file that belongs to no definition is silently lost. A file belongs to the definitions in its folder and
    below; Crossplane 0.12 compares only the beginning of the path, so that `a/b` also covers `a/bc`. If several
    files fit, the last path in alphabetical order wins, which may be neither the nearest nor the most specific one.
    When it bites: After installation: an icon, a title or a form is missing.
    Fix: Put it beside its definition. Name icons and forms after the kind, in lowercase: `mytype.icon.svg`.
    Source: crossplane 0.12, pkg/packages/unpack.go, applyAnnotations and isMetadataApplicableToCRD.
    """
    if not package.recorded:
        return
    for sort, path, why in package.bindable.unbound(package.targets):
        if why in (Why.NO_ID, Why.OTHER_ID) or (sort is Sort.ICON and "/" not in path):
            continue  # the first two have a rule of their own; an icon at the top is that of the package
        number, line = package.numbers.get(path, (None, None))
        yield Problem(message=f"{path} belongs to no definition: {why}", where=Where(document=number, line=line))


@rule("STK015", "a resource file names no kind", BOTH, stage=Stage.LINT)
def resource_id(package: StackPackage) -> Iterator[Problem]:
    """Each *resource.yaml has an id, and it is the kind of a definition in its folder or below.

    Why: Only the id connects the file with the kind; the file name does not, even if it is resource.yaml. Without an
    id, the title and the texts of the kind are silently lost.
    When it bites: After installation: the definition has no title.
    Fix: Set `id:` to the kind of the definition.
    Source: crossplane 0.12, pkg/packages/unpack.go, applyResourceAnnotations.
    """
    for _, path, why in package.bindable.unbound(package.targets):
        if why in (Why.NO_ID, Why.OTHER_ID):
            number, line = package.numbers.get(path, (None, None))
            path_of_id = FieldPath.of("id") if number and why is Why.OTHER_ID else None
            message = f"{path} belongs to no definition: {why}"
            yield Problem(message=message, where=Where(document=number, line=line), path=path_of_id)


@rule("STK016", "an icon is of an unknown type, or there twice", BOTH, stage=Stage.LINT)
def icons(files: StackFiles) -> Iterator[Problem]:
    """The name of an icon ends in svg, png, jpg, jpeg or gif. The file is of that type and square, and no other icon
    in the folder has the same name.

    Why: Only the ending decides the type; with an unknown ending, the type is empty or wrong. The package manager
    does not check the bytes. It expects square images; an SVG may have any form. Of icon.png and icon.svg, the last
    one in alphabetical order wins. An icon of the package itself is lost if its name sorts before app.yaml.
    When it bites: After installation: no icon is shown.
    Fix: Keep one icon of each name, an SVG if there is one.
    Source: crossplane 0.12, pkg/packages/steps.go, iconStep; design of Crossplane packages, icon.svg.
    """
    alike: dict[str, list[str]] = defaultdict(list)
    for one in files.entries:
        if Sort.ICON not in sorts_of(one.name) or one.type is EntryType.DIRECTORY:
            continue
        stem, _, ending = one.name.rpartition(".")
        alike[stem].append(one.name)
        if fault := _fault(one, ending.lower()):
            yield Problem(message=f"{one.name} {fault}", where=Where(entry=f".registry/{one.name}", layer=one.layer))
    app = walk_order(files.apps[-1].name) if files.apps else ()
    for one in files.entries:
        if Sort.ICON in sorts_of(one.name) and "/" not in one.name and walk_order(one.name) < app:
            message = f"{one.name} is missing in the Package record: app.yaml is read later and replaces it"
            yield Problem(message=message, where=Where(entry=f".registry/{one.name}", layer=one.layer))
    for names in alike.values():
        if len(names) > 1:
            taken, *others = sorted(names, reverse=True)
            yield Problem(
                message=f"{taken} is read, and not {', '.join(others)}", where=Where(entry=f".registry/{taken}")
            )


def _fault(one: FolderEntry, ending: str) -> str:
    """What is wrong with an icon; empty where nothing is."""
    if ending not in MEDIA_TYPES:
        return "is read as an icon, and its ending is that of no known picture"
    if one.type is not EntryType.FILE:
        return ""
    if not one.size:
        return "is empty"
    if one.form is not None and one.form != _FORMS[ending]:
        return f"is {f'a picture of type {one.form}' if one.form else 'no picture of a known type'}"
    if one.form in _SQUARE and one.measures and one.measures[0] != one.measures[1]:
        return f"is {one.measures[0]} points wide and {one.measures[1]} high, and not square"
    return ""


@rule("STK017", "a ui-schema is unreadable or has an unknown control", BOTH, stage=Stage.LINT)
def ui_schema(subject: StackDocument) -> Iterator[Problem]:
    """A *ui-schema.yaml is YAML and small. Each item has a name, a title, a path and a known controlType.

    Why: The package manager copies the file unread into an annotation. All annotations of a definition together may
    have 256 KiB.
    When it bites: In the form that is made from it, or when the API server receives the definition.
    Fix: Correct the item.
    Source: crossplane 0.12, design/one-pager-stack-ui-metadata.md.
    """
    if Sort.UI not in subject.sorts:
        return
    if isinstance(subject.document, BrokenDocument):
        yield Problem(message=f"{subject.file} is not YAML, and is copied as it is: {subject.document.message}")
        return
    if subject.chunk.end - subject.chunk.start > _LARGEST:
        yield Problem(message=f"{subject.file} is larger than 256 KiB, more than all annotations may have")
    for number, section in enumerate(listing(mapping(subject.value).get("configSections"))):
        for at, item in enumerate(listing(mapping(section).get("items"))):
            path = FieldPath.of("configSections", number, "items", at)
            missing = [name for name in _ITEM if not mapping(item).get(name)]
            if missing:
                yield Problem(message=f"{path} of {subject.file} has no {', '.join(missing)}", path=path)
            elif (control := mapping(item)["controlType"]) not in _CONTROLS:
                unknown = f": {control}" if isinstance(control, str | int | float) else ", which is not text"
                message = f"{path} of {subject.file} has an unknown controlType{unknown}"
                yield Problem(message=message, path=path.child("controlType"))


_CRD = "CustomResourceDefinition"
_DECODED = "~"
"""Sorts what is found in a file behind what its decoder finds."""


@rule("STK005", "a Namespaced package defines a cluster-scoped kind", {"xp": "EW", "spec": "E"}, stage=Stage.PARSE)
def namespaced(package: StackPackage) -> Iterator[Problem]:
    """All definitions of a Namespaced package are namespaced.

    Why: Users without cluster permissions may install such a package. The package manager checks only definitions
    that it reads after app.yaml: it accepts `a.crd.yaml` beside it.
    When it bites: At installation: the unpack job fails, or the definition is accepted by chance.
    Fix: Use `scope: Namespaced` in the definition, or `permissionScope: Cluster`.
    Source: crossplane 0.12, pkg/packages/steps.go, crdStep.
    """
    apps = [(walk_order(one.file), text_of(found(one.value, "permissionScope"))) for one in package.of(Sort.APP)]
    for one in package.definitions:
        if one.scope in ("", "Namespaced"):
            continue
        scopes = [scope for app, scope in apps if app < walk_order(one.path)]
        says = f'failed to walk Package filesystem: Package CRD "{INSTALLED}/{one.path}" must be namespaced scope'
        message = f"{one.path} defines {one.kind} with scope {one.scope}, and the package is Namespaced"
        path = FieldPath.of("spec", "scope")
        if scopes[-1:] == ["Namespaced"]:
            walked = (*one.path.split("/"), _DECODED)
            yield Problem(message=message, says=says, where=Where(document=one.number), path=path, walked=walked)
        elif apps and apps[-1][1] == "Namespaced":
            slipped, more = f"{message}", "Crossplane 0.12 accepts it, as it is walked before app.yaml"
            yield Problem(message=slipped, more=more, level=1, where=Where(document=one.number), path=path)


@rule("STK006", "the package has no complete definition", {"xp": "W", "spec": "W"}, stage=Stage.INSTALL)
def named(package: StackPackage) -> Iterator[Problem]:
    """A package has at least one definition, and each has a group, a kind, a version, and a name of the form
    plural.group.

    Why: A package without definitions adds nothing to the cluster. The API server checks definitions; the package
    manager does not.
    When it bites: After unpacking, when the API server receives the definitions.
    Fix: Complete the definition; put it into a file whose name ends in crd.yaml.
    Source: design of Crossplane packages, resources; crossplane 0.12, pkg/packages/unpack.go, AddCRD.
    """
    if not any(Sort.CRD in sorts_of(one.name) for one in package.files.entries):
        yield Problem(message="The package has no definition: no file has a name that ends in crd.yaml")
    for name in package.files.without_content(Sort.CRD):
        yield Problem(message=f"{name} has no content, and is taken for a definition without names")
    for one in package.definitions:
        missing = [
            name
            for name, value in (
                ("group", one.group),
                ("kind", one.kind),
                ("plural", one.plural),
                ("version", one.version or "".join(one.versions)),
            )
            if not value
        ]
        if missing:
            message = f"{one.path} has no {', '.join(missing)}, so that it defines nothing"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))
        elif one.name != (wanted := f"{one.plural}.{one.group}"):
            message, more = f"{one.path} is named {one.name or '(no name)'}", f"the API server requires {wanted}"
            yield Problem(
                message=message, more=more, where=Where(document=one.number), path=FieldPath.of("metadata", "name")
            )


@rule("STK007", "documents that the package manager does not read", BOTH, stage=Stage.LINT)
def one_document(subject: StackDocument) -> Iterator[Problem]:
    """Each file holds one document, and definitions are of v1beta1: the package manager reads nothing else.

    Why: Other documents are silently lost. A definition of apiextensions.k8s.io/v1 has no spec.version, so the
    Package record has no version, and its schemas are not read. Another kind in a *crd.yaml file counts as a
    definition.
    When it bites: After installation: objects are missing.
    Fix: Write one file for each definition, in apiextensions.k8s.io/v1beta1.
    Source: crossplane 0.12, pkg/packages/steps.go, crdStep; unpack.go, AddCRD.
    """
    if not subject.is_first and set(subject.sorts) & set(DECODED):
        yield Problem(message=f"This document of {subject.file} is not read: only the first one of a file is")
    if not subject.is_read_as(Sort.CRD) or not isinstance(subject.value, dict):
        return
    kind, api_version = text(subject.get("kind")), text(subject.get("apiVersion"))
    if kind != _CRD:
        message = f"{subject.file} holds {f'a {kind}' if kind else 'no kind'}, and is taken for a definition"
        yield Problem(message=message, path=FieldPath.of("kind") if kind else None)
    elif api_version.endswith("/v1"):
        group = definition_of(subject).group
        more = f"the Package record lists it as {group}/ without a version"
        yield Problem(message=f"{subject.file} is of {api_version}", more=more, path=FieldPath.of("apiVersion"))


@rule("STK008", "a kind is defined twice", BOTH, stage=Stage.LINT)
def defined_once(package: StackPackage) -> Iterator[Problem]:
    """No two files define the same group, version and kind.

    Why: The file that is read later silently replaces the other; the Package record lists both.
    When it bites: After installation: one definition is missing.
    Fix: Remove one of the two.
    Source: crossplane 0.12, pkg/packages/unpack.go, AddCRD.
    """
    kept = {(one.group, one.version, one.kind): one for one in package.definitions}
    for one in package.definitions:
        last = kept[one.group, one.version, one.kind]
        if last is not one:
            message = f"{one.path} is lost: {last.path} defines {one.kind} of {one.group}/{one.version} too"
            yield Problem(message=message, where=Where(document=one.number, line=one.line))


@rule("STK019", "permissions for groups outside the package", {"xp": "W", "spec": "W"}, stage=Stage.INSTALL)
def permitted(package: StackPackage) -> Iterator[Problem]:
    """No definition or dependency is in a group without a dot, or in a group of Kubernetes (k8s.io).

    Why: The controller gets permissions for its definitions and dependencies. For such a group, the package manager
    makes no role, unless it may grant permissions for core groups.
    When it bites: After unpacking: "permissions contain a restricted rule", and the controller is not started.
    Fix: Depend only on kinds of your own groups.
    Source: crossplane 0.12, pkg/controller/packages/pkg/pkg.go, isPermittedPackagePolicy.
    """
    says = "permissions contain a restricted rule"
    for one in package.recorded:
        if _is_restricted(one.group):
            message = f"{one.path} asks for permission in the group {one.group or '(none)'}, which is restricted"
            yield Problem(
                message=message, says=says, where=Where(document=one.number), path=FieldPath.of("spec", "group")
            )
    for app in list(package.of(Sort.APP))[-1:]:
        for number, wanted in enumerate(listing(found(app.value, "dependsOn"))):
            crd = text_of(found(wanted, "crd")).partition("/")[0]
            kind, _, group = crd.partition(".")
            if kind and _is_restricted(group):
                message = f"dependsOn[{number}] asks for {kind} of the group {group or '(none)'}, which is restricted"
                path = FieldPath.of("dependsOn", number, "crd")
                yield Problem(message=message, says=says, where=Where(document=app.number), path=path)


def _is_restricted(group: str) -> bool:
    return "." not in group or group.endswith("k8s.io")
