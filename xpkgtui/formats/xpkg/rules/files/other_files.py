"""Rules about names in layers, files beside package.yaml, and layers that hide each other's files (403 to 414)."""

from collections.abc import Iterator

from xpkgtui.filesystem.shadowing import Shadowing
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.formats.xpkg.tools.eras import DECIDING
from xpkgtui.rules.wording import with_article
from xpkgtui.visible import capitalized, few, more, size

_EXAMPLES = ".up/examples.yaml"
_STACK, _BUNDLE = ".registry/app.yaml", "metadata/annotations.yaml"
_LIMIT = 200 << 20
_SHOWN = 3
"""Names of files that are listed."""


@rule("XPKG406", "a layer changes files of an annotated layer", "W", format_v2="", readers=(), stage=Stage.FILE)
def annotated_layers_stay(subject: ImageSubject) -> Iterator[Problem]:
    """No upper layer overwrites or removes a file of a layer annotated `io.crossplane.xpkg`.

    Why: The specification discourages it. Readers of the annotated layer and readers of the flattened image see
    different files.
    When it bites: When the annotation is lost, for example by `docker push`, and the image is flattened.
    Fix: Put the annotated layers on top, and use their paths in no other layer.
    Source: xpkg specification, Layers.
    """
    for one in subject.case.contents.hidden:
        verb = "overwrites" if one.how is Shadowing.OVERWRITTEN else "removes"
        message = f"Layer {one.by} {verb} {one.path}{more(one.more)} of {subject.layer_name(one.layer)}"
        yield Problem(message=message, where=Where(layer=one.by, entry=one.path))


@rule("XPKG407", "flattening replaces or removes package.yaml", "W", format_v2="", readers=(), stage=Stage.FILE)
def flattening_changes_nothing(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml of the flattened image is the same as in the layer annotated base.

    Why: Readers that ignore annotations, such as Crossplane up to 1.6, take it from the flattened image.
    When it bites: If the annotation is lost, another package is installed, or none.
    Fix: Put the annotated layer on top, and package.yaml in no other layer.
    Source: xpkg specification, Layers (note).
    """
    reading, flattened = subject.case.reading, subject.case.contents.flattened
    if reading is None or flattened is None or not reading.annotated or reading.sha256 is None:
        return
    if flattened.sha256 is None:
        message = f"Layer {flattened.layer} removes {reading.entry} from the flattened image"
        yield Problem(message=message, where=Where(layer=flattened.layer))
    elif flattened.sha256 != reading.sha256:
        message = (
            f"{reading.entry} of the flattened image comes from layer {flattened.layer} "
            "and differs from that of the base layer"
        )
        yield Problem(message=message, where=Where(layer=flattened.layer))


@rule("XPKG409", "package.yaml is larger than 200 MiB", "W", spec="I", stage=Stage.FILE)
def is_not_cut(subject: ImageSubject) -> Iterator[Problem]:
    """package.yaml has at most 200 MiB.

    Why: Crossplane reads that much and silently drops the rest.
    When it bites: Objects at the end are not installed. If an object is cut in two, Crossplane may refuse the whole
    package.
    Fix: Split the package, as provider families do.
    Source: crossplane-runtime pkg/xpkg/client.go (maxPackageSize); settled by running it.
    """
    reading = subject.case.reading
    if reading is not None and reading.truncated:
        name = reading.stream_name("package.yaml")
        message, more = f"{name} is larger than {size(_LIMIT)}", "Crossplane drops the rest"
        yield Problem(message=message, more=more, where=Where(layer=reading.layer))


@rule(
    "XPKG410",
    "files that Crossplane ignores beside package.yaml",
    "I",
    stage=Stage.FILE,
    silenced_by=silenced(Within.LAYER, "XPKG306"),
)
def other_files(subject: ImageSubject) -> Iterator[Problem]:
    """The layers that Crossplane reads hold package.yaml alone.

    Why: Crossplane ignores these files, but has to read past them.
    When it bites: Matters only if you expected Crossplane to read them.
    Fix: No action needed. To skip other layers, annotate the one that holds package.yaml.
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
        found = _others(subject, holders, total)
        message = f"Crossplane ignores {found}"
        if subject.profile is Profile.FORMAT_V2:
            message = f"Supplementary metadata, which the package manager ignores: {found}"
        fix = "No action needed." if subject.is_annotated else ""
        yield Problem(message=message, fix=fix, where=Where(layer=source if source in holders else holders[0]))


@rule("XPKG411", "an example cannot be read", "EW", spec="", build="E", readers=(), stage=Stage.FILE)
def examples_can_be_read(subject: ImageSubject) -> Iterator[Problem]:
    """.up/examples.yaml, or the file that a build makes it from, is a stream of YAML objects.

    Why: Marketplaces show the examples. Crossplane never reads them.
    When it bites: At `crossplane xpkg build`, which reads the examples before it packs them.
    Fix: Fix the YAML of the examples, and build the package again.
    Source: crossplane-runtime pkg/xpkg/parser/examples.
    """
    if subject.case.source.build_error is not None:
        message = f"An example cannot be read: {subject.case.source.build_error}"
        yield Problem(message=message, stage=Stage.PACK)
    for facts in subject.case.contents.layers:
        if facts.side_file_error is not None and subject.profile is not Profile.BUILD:
            message = f"{_EXAMPLES} of {subject.layer_name(facts.index)} cannot be read: {facts.side_file_error}"
            yield Problem(level=1, message=message, where=Where(layer=facts.index, entry=_EXAMPLES))


@rule("XPKG412", "a layer holds the file of a stack", "I", readers=(), stage=Stage.FILE)
def no_stack(subject: ImageSubject) -> Iterator[Problem]:
    """No layer holds .registry/app.yaml, the file of stacks before Crossplane 0.13.

    Why: The file describes a stack, the format before packages. Crossplane no longer reads stacks.
    When it bites: When you install it as a package: Crossplane finds nothing of the stack.
    Fix: Build a package, with crossplane.yaml instead of app.yaml.
    Source: crossplane up to 0.12, stack manager.
    """
    for facts in subject.case.contents.layers:
        if _STACK in facts.landmarks:
            message = f"{subject.layer_title(facts.index)} holds {_STACK}, a file of stacks before Crossplane 0.13"
            yield Problem(message=message, where=Where(layer=facts.index, entry=_STACK))


@rule("XPKG414", "the image looks like something other than a package", "I", readers=(), stage=Stage.FILE)
def is_nothing_else(subject: ImageSubject) -> Iterator[Problem]:
    """The image is not recognized as something else, and no layer holds the metadata of an operator bundle.

    Why: Crossplane reads package.yaml alone. What else an image looks like is for other programs, or says which image
    it is by mistake: that of a chart, of a bundle, or of the program that a package runs.
    When it bites: When the wrong image is installed: Crossplane finds no package in it.
    Fix: Open or install the image of the package.
    Source: xpkg specification; Operator Framework, bundle images and catalog images.
    """
    for one in subject.case.source.also:
        what, _, how = one.partition(": ")
        if subject.case.source.is_assumed:
            yield Problem(message=f"This looks like {what}", fix=f"{capitalized(how)}.")
        else:
            yield Problem(message=f"The source also looks like {with_article(what)}: {how}")
    for facts in subject.case.contents.layers:
        if _BUNDLE in facts.landmarks:
            message = f"{subject.layer_title(facts.index)} holds {_BUNDLE}, a file of operator bundles"
            yield Problem(message=message, where=Where(layer=facts.index, entry=_BUNDLE))


def _others(subject: ImageSubject, holders: list[int], total: int) -> str:
    """`1 other file in layer 1: package.yml`; entries that are not files, such as folders, are called entries."""
    if len(holders) > 1:
        return f"{total:,} other entries in {len(holders):,} layers"
    taken = subject.case.reading.entry if subject.case.reading else None
    facts = next(one for one in subject.read_layers if one.index == holders[0])
    names = [name for name in facts.names if name != taken]
    nouns = ("file", "files") if len(names) == total else ("entry", "entries")
    listed = f": {few(names, _SHOWN, total=total)}" if len(names) >= min(total, _SHOWN) else ""
    return f"{total:,} other {nouns[total != 1]} in {subject.layer_name(holders[0])}{listed}"


@rule("XPKG408", "a name leads out of the image", "EWI", spec="W", stage=Stage.FILE)
def names_are_safe(subject: ImageSubject) -> Iterator[Problem]:
    """No entry of a flattened image has a name that leads out of the root folder.

    Why: Crossplane 2.4 silently stops flattening at such a name. It drops a relative link that leads out of the
    image.
    When it bites: Crossplane does not find what comes after that entry, package.yaml for example.
    Fix: Build the layer without `../`, leading backslashes and drive letters in names.
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract).
    """
    if not subject.is_flattened:
        return
    stopped = subject.stop is not None
    for facts in subject.read_layers:
        if facts.unsafe:
            name, others = facts.unsafe[0].name, more(len(facts.unsafe) - 1)
            where = f"the unsafe name {name} of layer {facts.index}{others}"
            yield Problem(
                level=0 if stopped else 1,
                message=f"Crossplane 2.4 stops flattening at {where}",
                says=DECIDING.missing if stopped else None,
                where=Where(layer=facts.index, entry=name),
            )
        if facts.escaping_links:
            name, others = facts.escaping_links[0], more(len(facts.escaping_links) - 1)
            message = f"Crossplane drops the link {name}{others} of layer {facts.index}, which leads out of the image"
            yield Problem(level=2, message=message, where=Where(layer=facts.index, entry=name))


@rule(
    "XPKG413",
    "a layer has an entry for its root folder",
    "EWI",
    spec="I",
    readers=("manager-2.4",),
    stage=Stage.FILE,
)
def no_dot_entry(subject: ImageSubject) -> Iterator[Problem]:
    """No layer of a flattened image has an entry `./`.

    Why: Crossplane 2.4.0 to 2.4.2 take `./` for an unsafe name and silently stop flattening there. Earlier and
    later versions read the same image. With a layer annotated base it does no harm.
    When it bites: An image made with `tar c .` and pushed without annotations installs on 2.3 and fails on 2.4.
    Fix: Push with `crossplane xpkg push`, or make the archive from names (`tar c *`).
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract), fixed in 0.21.9.
    """
    if not subject.is_flattened:
        return
    stopped, stops = subject.stop is not None, subject.target.way.quirks.stops_at_unsafe
    for facts in subject.read_layers:
        if facts.dot_entry is not None:
            yield Problem(
                level=0 if stopped else 1 if stops else 2,
                message=f"Crossplane 2.4 stops flattening at the entry ./ of layer {facts.index}",
                says=DECIDING.missing if stopped else None,
                where=Where(layer=facts.index, entry="./"),
            )
