"""A rule about the image that a provider or a function runs (308), and what it means for an accepted package."""

from collections.abc import Iterator, Sequence

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import PackageSubject
from xpkgtui.rules.case import layer_name
from xpkgtui.rules.finding import Finding


@rule("XPKG308", "the runtime can be pulled", "E", spec="", format_v2="", stage=Stage.RUN)
def runtime_can_be_pulled(subject: PackageSubject) -> Iterator[Problem]:
    """Every layer of a provider or a function is intact, also those that Crossplane does not read for the package.

    Why: Crossplane reads as much as it needs to find package.yaml, and accepts the package. The node then pulls all
    layers of the same image to run it, and refuses the image for a damaged one.
    When it bites: After installation: the package is not healthy, because its pod never starts (`ErrImagePull`).
    Fix: Build and push the package again.
    Source: OCI image specification, Descriptors and Layer DiffID; containerd, image unpacking.
    """
    image = subject.case.image
    if image is None or subject.type not in {"Provider", "Function"}:
        return
    for facts in subject.case.contents.layers:
        diff_id = image.layers[facts.index].diff_id if facts.index < len(image.layers) else None
        damage = _damage(facts, None if subject.case.source.is_archive else diff_id)
        if damage:
            name = layer_name(subject.case, facts.index)
            message = f"The {subject.type} installs, but its image cannot be pulled to run: {name} {damage}"
            yield Problem(message=message, where=Where(layer=facts.index))


def reservation(_profile: str, findings: Sequence[Finding]) -> str:
    """What an accepted package cannot do, where its image is damaged."""
    found = next((one for one in findings if one.rule == runtime_can_be_pulled.id), None)
    return f"cannot run it: {found.message.partition(' to run: ')[2]}" if found else ""


def _damage(facts: LayerFacts, diff_id: str | None) -> str:
    """What is wrong with a layer, as words that follow its name; empty where nothing is."""
    if facts.mismatch is not None:
        return f"is damaged: {facts.mismatch}"
    if facts.inflate_error is not None:
        return f"does not decompress: {facts.inflate_error}"
    if facts.tar_error is not None:
        return f"is damaged: {facts.tar_error}"
    is_other = None not in {diff_id, facts.actual_diff_id} and diff_id != facts.actual_diff_id
    return "has another diff_id than the config says" if is_other else ""
