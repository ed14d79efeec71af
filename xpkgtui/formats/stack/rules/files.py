"""Rules about the walk: which files are there, whether they can be read at all, and which of them say what runs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from xpkgtui import untyped
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.go_decoding.mismatches import Mismatch
from xpkgtui.formats.stack.files import DECODED, INSTALLED, NO_PATH, Sort, sorts_of
from xpkgtui.formats.stack.shapes import DEPLOYMENT, INVALID, mismatch_of, templates_of
from xpkgtui.formats.stack.subject import BOTH, StackDocument, StackFiles, StackPackage
from xpkgtui.golang.printing import quoted, type_of_go
from xpkgtui.golang.texts import fault_of_object
from xpkgtui.rules.finding import Severity, Stage
from xpkgtui.rules.rule import Problem, Rule, Where, rule
from xpkgtui.untyped import field, listing, text

_WALK = "failed to walk Package filesystem: "
_NO_APP = "Package does not contain an app.yaml file"
_LINE = re.compile(r"line (\d+):")


@rule("STK001", "app.yaml is missing, or there are several", {"xp": "EW", "spec": "EW"}, stage=Stage.LINT)
def one_app(files: StackFiles) -> Iterator[Problem]:
    """A package has one app.yaml, which describes it.

    Why: Without one, there is no Package record, and unpacking stops. Of several, only the last one read counts,
    silently.
    When it bites: At installation: the unpack job fails.
    Fix: Put one app.yaml into .registry.
    Source: crossplane 0.12, pkg/packages/unpack.go, Unpack and SetApp.
    """
    if not files.was_read:
        return
    apps = [one for one in files.apps if one.type is not EntryType.DIRECTORY]
    if not files.apps:
        yield Problem(message=".registry has no app.yaml", says=_NO_APP)
    for one in apps[:-1]:
        message = f"{one.name} is ignored: {apps[-1].name} is read later and replaces it"
        yield Problem(level=1, message=message, where=Where(entry=f".registry/{one.name}", layer=one.layer))


@rule("STK021", "a file that is read has no content", {"xp": "E", "spec": "E"}, stage=Stage.FILE)
def files_with_content(files: StackFiles) -> Iterator[Problem]:
    """No folder and no broken link has a name that the package manager reads as a file, and install.yaml and
    app.yaml hold more than comments.

    Why: The package manager compares all names, even those of folders, which it cannot read as files. It skips an
    install.yaml of 0 bytes; one with only a comment has no kind. An app.yaml without content has no permissionScope,
    which no installation accepts.
    When it bites: At installation: the unpack job fails.
    Fix: Rename the folder. Remove the file, or add content.
    Source: crossplane 0.12, pkg/packages/walker/walker.go, steps.go.
    """
    for one in files.entries:
        sorts, place = sorts_of(one.name), f"{INSTALLED}/{one.name}"
        last = one == files.apps[-1] if files.apps else False
        if sorts and one.type is EntryType.DIRECTORY:
            message = f"The folder {one.name} has a name that is read as a file"
            says = f"{_WALK}read {place}: is a directory"
        elif one.fails:
            message = f"{one.name} is a link to {one.linkname}, where there is not a file"
            says = f"{_WALK}{'read' if one.unread == 'is a directory' else 'open'} {place}: {one.unread}"
        elif Sort.INSTALL in sorts and one.size and one.name not in files.with_documents:
            message = f"{one.name} has no object, only comments or blank lines"
            says = (
                f"{_WALK}invalid install {quoted(place)}: error unmarshaling JSON: Object 'Kind' is missing in 'null'"
            )
        elif Sort.BEHAVIOR in sorts and one.name not in files.with_documents and one.type is EntryType.FILE:
            message, says = f"{one.name} has no content, and so no source.path", f"{_WALK}{NO_PATH}"
        elif last and one.name not in files.with_documents and one.type is not EntryType.SYMLINK:
            message = f"{one.name} has no content, so that the package has no permissionScope"
            says = 'Package permissionScope "" is not permitted by unpack invocation parameters (expected "Cluster")'
            yield Problem(
                message=message,
                says=says,
                stage=Stage.LINT,
                where=Where(entry=f".registry/{one.name}", layer=one.layer),
            )
            continue
        else:
            continue
        yield Problem(
            message=message,
            says=says,
            stage=Stage.PARSE,
            walked=tuple(one.name.split("/")),
            where=Where(entry=f".registry/{one.name}", layer=one.layer),
        )


@rule("STK002", "a YAML file cannot be decoded", {"xp": "E", "spec": "E"}, stage=Stage.PARSE)
def decodable(subject: StackDocument) -> Iterator[Problem]:
    """app, behavior, group, resource, crd and install files are YAML, and their fields have the types of the program.

    Why: The first file that cannot be decoded stops the unpacking, and nothing is installed. In app.yaml, quote text
    that looks like a number: `version: "0.5"`.
    When it bites: At installation: the unpack job fails.
    Fix: Correct the value.
    Source: crossplane 0.12, pkg/packages/steps.go, apis/packages/v1alpha1/types.go.
    """
    for sort in DECODED:
        if not subject.is_read_as(sort):
            continue
        lead = f"{_WALK}{INVALID[sort]} {quoted(f'{INSTALLED}/{subject.file}')}: "
        document = subject.document
        if isinstance(document, BrokenDocument):
            yield Problem(
                message=f"{subject.file} cannot be read: {document.message}",
                says=None if document.limit else f"{lead}{_converting(document.message, subject.lines_before)}",
                undecided=document.limit is not None,
                walked=subject.walked,
            )
            return
        if sort is Sort.INSTALL:
            yield from _install(subject, lead)
        elif mismatch := mismatch_of(subject.value, sort):
            yield _mismatch(subject, mismatch, f"{lead}error unmarshaling JSON: {mismatch.message}")


@rule("STK022", "a separator is followed by text", {"xp": "EW", "spec": "EW"}, stage=Stage.PARSE)
def separators(package: StackPackage) -> Iterator[Problem]:
    """After the three hyphens of a separator there is at most a comment.

    Why: The package manager reads text after a separator as part of the document; other tools do not. xpkgtui shows
    no document after it.
    When it bites: If the separator begins a file: the text is read as part of the document.
    Fix: Put the text on a line of its own.
    Source: gopkg.in/yaml.v2; k8s.io/apimachinery, pkg/util/yaml/decoder.go, YAMLReader.
    """
    if package.odd_separator is None:
        return
    message, more = "A separator has text after it", "documents from here on are not shown"
    yield Problem(level=1, message=message, more=more, where=Where(line=package.odd_separator))


def separators_with(*rules: Rule[StackDocument]) -> Rule[StackPackage]:
    """The rule about separators, with what rules refuse of the file that begins behind one."""

    def check(package: StackPackage) -> Iterator[Problem]:
        yield from separators.check(package)
        for one, document in product(rules, package.beyond):
            for problem in one.check(document):
                if one.severities["xp"][problem.level : problem.level + 1] == (Severity.ERROR,):
                    where = replace(problem.where, line=document.chunk.line)
                    yield replace(problem, level=0, stage=problem.stage or one.stage, where=where, path=None)

    return separators.about(check)


def _install(subject: StackDocument, lead: str) -> Iterator[Problem]:
    value = subject.value
    if value is not None and not isinstance(value, dict):
        says = f"json: cannot unmarshal {type_of_go(value)} into Go value of type map[string]interface {{}}"
        message = f"{subject.file} is not an object"
        yield Problem(message=message, says=f"{lead}error unmarshaling JSON: {says}", walked=subject.walked)
    elif fault := fault_of_object(value):
        says = f"{lead}error unmarshaling JSON: {fault}"
        path = FieldPath.of("kind") if value else None
        yield Problem(message=f"{subject.file} has no kind", says=says, path=path, walked=subject.walked)
    elif untyped.field(value, "kind") == "Deployment" and (mismatch := mismatch_of(value, DEPLOYMENT)):
        yield _mismatch(subject, mismatch, f"{_WALK}{mismatch.message}")


def _mismatch(subject: StackDocument, mismatch: Mismatch, says: str) -> Problem:
    where = str(mismatch.path)
    message = (
        f"{where} of {subject.file} has a value of another type" if where else f"{subject.file} is not a mapping"
    )
    return Problem(message=message, says=says, path=mismatch.path if where else None, walked=subject.walked)


def _converting(message: str, before: int) -> str:
    """The message about a document, as one about its file."""
    moved = _LINE.sub(lambda line: f"line {int(line[1]) + before}:", message, count=1)
    moved = moved.replace("unsupported map key", "Unsupported map key")  # as the library of that time writes it
    return moved if moved.startswith("error converting") else f"error converting YAML to JSON: {moved}"


@rule("STK009", "install.yaml is not a Deployment with containers", BOTH, stage=Stage.LINT)
def deployment(subject: StackDocument) -> Iterator[Problem]:
    """install.yaml holds one Deployment with containers.

    Why: Any other object is silently dropped, so no controller runs. Of a Deployment, only its spec is kept.
    When it bites: After installation: no controller runs.
    Fix: Write a Deployment. Omit `image` if it is the image of the package.
    Source: crossplane 0.12, pkg/packages/unpack.go, SetInstall; design of Crossplane packages, install.yaml.
    """
    if not subject.is_read_as(Sort.INSTALL) or not isinstance(subject.value, dict):
        return
    kind = text(field(subject.value, "kind"))
    if kind and kind != "Deployment":
        message, more = f"{subject.file} is a {kind}", "it is dropped, and no controller is installed"
        yield Problem(message=message, more=more, path=FieldPath.of("kind"))
    elif kind and not listing(field(subject.value, "spec", "template", "spec", "containers")):
        yield Problem(message=f"The Deployment of {subject.file} has no containers", path=FieldPath.of("spec"))


@rule("STK010", "the path of a behavior does not exist", {"xp": "EW", "spec": "E"}, stage=Stage.PARSE)
def behavior_path(subject: StackDocument) -> Iterator[Problem]:
    """source.path of behavior.yaml is a folder of the image, but not the root.

    Why: The package manager copies this folder from the image to find the templates. It does not check that the
    folder exists.
    When it bites: At installation: the unpack job fails. If the folder does not exist, the behavior finds no
    templates.
    Fix: Name the folder that holds the templates.
    Source: crossplane 0.12, pkg/packages/steps.go, behaviorStep.
    """
    is_broken = isinstance(subject.document, BrokenDocument)
    if not subject.is_read_as(Sort.BEHAVIOR) or is_broken or mismatch_of(subject.value, Sort.BEHAVIOR):
        return
    path = subject.get("source", "path")
    cleaned = templates_of(subject.value)
    if cleaned in (".", "/", "//"):
        yield Problem(
            message=f"source.path of {subject.file} is {text_of(path) or 'missing'}",
            more="it must be a folder of the image",
            says=f"failed to walk Package filesystem: {NO_PATH}",
            path=FieldPath.of("source", "path") if path else None,
            walked=subject.walked,
        )
    elif subject.lacks:
        message = f"source.path of {subject.file} is {subject.lacks}, which is not in the image"
        yield Problem(level=1, message=message, path=FieldPath.of("source", "path"), stage=Stage.INSTALL)
