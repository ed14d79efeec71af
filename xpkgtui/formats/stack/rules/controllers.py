"""Rules about what runs: install.yaml and behavior.yaml."""

from collections.abc import Iterator

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.stack.files import NO_PATH, Sort
from xpkgtui.formats.stack.shapes import mismatch_of, templates_of
from xpkgtui.formats.stack.subject import BOTH, StackDocument
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, text


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
        message = f"{subject.file} is a {kind}; it is dropped, and no controller is installed"
        yield Problem(message=message, path=FieldPath.of("kind"))
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
        says = f"failed to walk Package filesystem: {NO_PATH}"
        message = f"source.path of {subject.file} is {text_of(path) or 'missing'}; it must be a folder of the image"
        yield Problem(
            message=message, says=says, path=FieldPath.of("source", "path") if path else None, walked=subject.walked
        )
    elif subject.lacks:
        message = f"source.path of {subject.file} is {subject.lacks}, which is not in the image"
        yield Problem(level=1, message=message, path=FieldPath.of("source", "path"), stage=Stage.INSTALL)
