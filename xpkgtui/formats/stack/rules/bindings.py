"""Rules about files that are bound to definitions."""

from collections import defaultdict
from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.stack.binding import MEDIA_TYPES, Why
from xpkgtui.formats.stack.files import Sort, sorts_of, walk_order
from xpkgtui.formats.stack.subject import BOTH, StackDocument, StackFiles, StackPackage
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import listing, mapping

_LARGEST = 256 * 1024
_ITEM = ("name", "title", "path", "controlType")
_FORMS = {"svg": "SVG", "png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "gif": "GIF"}
_SQUARE = ("PNG", "JPEG", "GIF")
_CONTROLS = (
    "singleInput",
    "multipleInput",
    "secretInput",
    "singleSelect",
    "multipleSelect",
    "checkboxSingle",
    "checkboxGroup",
    "radioGroup",
    "codeSnippet",
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
