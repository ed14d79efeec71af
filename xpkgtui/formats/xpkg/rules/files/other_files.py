"""Rules about files beside package.yaml, and layers that hide each other's files (406, 407, 409 to 412)."""

from collections.abc import Iterator

from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing
from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.rules.subject import ImageSubject
from xpkgtui.visible import size

_EXAMPLES = ".up/examples.yaml"
_STACK = ".registry/app.yaml"
_LIMIT = 200 << 20


@rule("XPKG406", "annotated layers stay as they are", "W", spec="W", format_v2="", readers=(), stage=Stage.FILE)
def annotated_layers_stay(subject: ImageSubject) -> Iterator[Problem]:
    """Layers above do not overwrite or remove files of a layer that is annotated `io.crossplane.xpkg`.

    Why: The specification discourages it. Who reads the annotated layer and who reads the flattened image find
    different files.
    When it bites: Where the annotation is lost, as by docker push, and the image is flattened.
    Fix: Put the annotated layers on top, and leave their paths to them.
    Source: xpkg specification, Layers.
    """
    by_layers: dict[tuple[int, int], list[ShadowedFile]] = {}
    for one in subject.case.hidden:
        by_layers.setdefault((one.layer, one.by), []).append(one)
    for (layer, by), found in by_layers.items():
        first = found[0]
        verb = "overwrites" if first.how is Shadowing.OVERWRITTEN else "removes"
        more = f" and {len(found) - 1:,} more" if len(found) > 1 else ""
        message = f"Layer {by} {verb} {first.path}{more} of {subject.layer_name(layer)}"
        yield Problem(message=message, layer=by, entry=first.path)


@rule("XPKG407", "flattening changes nothing", "W", spec="W", format_v2="", readers=(), stage=Stage.FILE)
def flattening_changes_nothing(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml of the flattened image is that of the layer annotated base.

    Why: Readers that know no annotations, Crossplane up to 1.6 among them, take it out of the flattened image.
    When it bites: Where the annotation is lost another package is installed, or none.
    Fix: Put the annotated layer on top, and package.yaml in no other layer.
    Source: xpkg specification, Layers (note).
    """
    reading, flattened = subject.case.reading, subject.case.flattened
    if reading is None or flattened is None or not reading.annotated or reading.sha256 is None:
        return
    if flattened.sha256 is None:
        message = f"Layer {flattened.layer} takes {reading.entry} out of the flattened image"
        yield Problem(message=message, layer=flattened.layer)
    elif flattened.sha256 != reading.sha256:
        message = (
            f"Flattened, {reading.entry} is that of layer {flattened.layer}, with other bytes than the base layer's"
        )
        yield Problem(message=message, layer=flattened.layer)


@rule("XPKG409", "package.yaml is not larger than 200 MiB", "W", spec="I", format_v2="I", stage=Stage.FILE)
def is_not_cut(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml has at most 200 MiB.

    Why: Crossplane reads that much and leaves the rest out, without a word.
    When it bites: Objects at the end are not installed; an object that is cut in two may refuse the whole package.
    Fix: Split the package, as provider families do.
    Source: crossplane-runtime pkg/xpkg/client.go (maxPackageSize); settled by running it.
    """
    reading = subject.case.reading
    if reading is not None and reading.truncated:
        name = reading.stream_name("package.yaml")
        message = f"{name} is larger than {size(_LIMIT)}; what lies beyond is left out"
        yield Problem(message=message, layer=reading.layer)


@rule(
    "XPKG410",
    "other files beside package.yaml",
    "I",
    spec="I",
    format_v2="I",
    stage=Stage.FILE,
    silenced_by=silenced(Within.LAYER, "XPKG306"),
)
def other_files(subject: ImageSubject) -> Iterator[Problem]:
    """The layers that were read for package.yaml hold other entries too.

    Why: Crossplane takes no notice of them; it has to read past them.
    When it bites: When a file is missed that somebody put beside package.yaml.
    Fix: Nothing needs to be done; annotate the layer with package.yaml, and the others are not read.
    Source: xpkg specification, Layers.
    """
    reading = subject.case.reading
    source = reading.layer if reading is not None and reading.entry is not None else None
    # A layer that ends early may not count the entry that was taken of it.
    others = {
        facts.index: max(0, (facts.entries or 0) - (facts.index == source and bool(facts.candidates)))
        for facts in subject.read_layers
    }
    holders = [index for index, count in others.items() if count]
    total = sum(others.values())
    if holders:
        found = f"There {'is' if total == 1 else 'are'} {total:,} {'entry' if total == 1 else 'entries'}"
        beside = f" beside {reading.stream_name('package.yaml')}" if reading and source in holders else ""
        where = subject.layer_name(holders[0]) if len(holders) == 1 else f"{len(holders):,} layers"
        message = f"{found}{beside} in {where}, which Crossplane ignores"
        fix = "Nothing needs to be done." if subject.is_annotated else ""
        yield Problem(message=message, fix=fix, layer=source if source in holders else holders[0])


@rule("XPKG411", "the examples can be read", "W", spec="", format_v2="", build="E", readers=(), stage=Stage.FILE)
def examples_can_be_read(subject: ImageSubject) -> Iterator[Problem]:
    """.up/examples.yaml of the layer annotated `upbound`, or what will become it, is a stream of YAML objects.

    Why: Marketplaces show it. Crossplane never reads it.
    When it bites: At `crossplane xpkg build`, which reads it before it goes into the package.
    Fix: Mend the examples, and build the package again.
    Source: crossplane-runtime pkg/xpkg/parser/examples.
    """
    if subject.case.build_error is not None:
        yield Problem(message=f"An example cannot be read: {subject.case.build_error}")
    for facts in subject.case.layers:
        if facts.side_file_error is not None and subject.profile is not Profile.BUILD:
            message = f"The {_EXAMPLES} of {subject.layer_name(facts.index)} cannot be read: {facts.side_file_error}"
            yield Problem(message=message, layer=facts.index, entry=_EXAMPLES)


@rule("XPKG412", "no layout of stacks", "I", spec="I", format_v2="I", readers=(), stage=Stage.FILE)
def no_stack(subject: ImageSubject) -> Iterator[Problem]:
    """A layer holds .registry/app.yaml, as the stacks before Crossplane 0.13 did.

    Why: It describes a stack, the forerunner of packages, which no Crossplane reads any more.
    When it bites: When somebody installs it as a package, and nothing of the stack is found.
    Fix: Build a package, with crossplane.yaml in place of app.yaml.
    Source: crossplane up to 0.12, stack manager.
    """
    for facts in subject.case.layers:
        if _STACK in facts.landmarks:
            message = f"There is a {_STACK} in {subject.layer_name(facts.index)}, as stacks once had"
            yield Problem(message=message, layer=facts.index, entry=_STACK)
