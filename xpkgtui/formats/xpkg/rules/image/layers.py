"""Rules about the bytes of layers (301 to 307)."""

from collections.abc import Iterator, Sequence

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, Within, rule, silenced
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.oci.media_types import short
from xpkgtui.readers.reader import ReadStage
from xpkgtui.visible import clip, few, plural

_SHOWN = 3
_LONGEST = 100
_ENDINGS = ((("+gzip", ".gzip"), "gzip"), (("+zstd", ".zstd"), "zstd"), ((".tar",), "none"))

_NOT_MET = {None, ReadStage.FETCH}
"""The ends of readings that met no damage: they have the bytes, or the program was not asked."""
_MORE = {"gzip": "gzip: invalid header", "zstd": "invalid input: magic number mismatch"}
_MOST_LAYERS = 256


@rule(
    "XPKG301",
    "a layer is damaged, or is not here",
    "EI",
    stage=Stage.LAYER,
    silenced_by=silenced(Within.LAYER, "XPKG002"),
)
def matches_descriptor(subject: ImageSubject) -> Iterator[Problem]:
    """The blob of every layer has the digest and size of its descriptor.

    Why: Other bytes mean damage or tampering, so xpkgtui neither shows nor checks them. A foreign layer, which the
    registry does not have, is only noted: its manifest names addresses, from which xpkgtui fetches nothing.
    When it bites: Crossplane refuses a flattened image. It reads an annotated layer only to the end of package.yaml
    (1.13 to 2.1 to its own end), so it may not notice; the verdict is then undecided. No runtime takes the image.
    Crossplane fetches a foreign layer from its addresses if it flattens the image; crane does so with every one.
    Fix: Push the package again.
    Source: OCI image specification, Descriptors; settled with the readers' own libraries.
    """
    for facts in subject.case.contents.layers:
        if facts.mismatch is not None:
            message = f"{subject.layer_title(facts.index)} is damaged: {facts.mismatch}"
            reading = subject.case.reading
            is_met = reading is not None and facts.index in reading.layers_read and reading.stage not in _NOT_MET
            says, stage = (reading.message, None) if reading and is_met else (None, Stage.RUN)
            yield Problem(message=message, says=says, stage=stage, where=Where(layer=facts.index))
        elif facts.elsewhere:
            yield Problem(
                level=1,
                message=_foreign(subject, facts),
                fix="Push the image with all its layers, or without this one.",
                where=Where(layer=facts.index),
            )


def _foreign(subject: ImageSubject, facts: LayerFacts) -> str:
    """Where a foreign layer is kept, and who reads it."""
    named = [address for address in facts.elsewhere if address]
    place = f"it names {clip(named[0], _LONGEST)}" if named else "nothing names an address"
    base = subject.case.image.base if subject.case.image else None
    is_ignored = base is not None and base.index != facts.index
    who = "Crossplane does not read it" if is_ignored else "Crossplane fetches it from there, xpkgtui does not"
    return f"{subject.layer_title(facts.index)} is a foreign layer, which is not here; {place}. {who}"


@rule("XPKG302", "a layer does not decompress", "EW", stage=Stage.LAYER)
def decompresses(subject: ImageSubject) -> Iterator[Problem]:
    """Every layer decompresses; its first bytes decide between gzip, zstd and plain tar.

    Why: Data after the damage cannot be read. Crossplane 1.13 to 2.1 read gzip only.
    When it bites: When Crossplane reads the layer. `crossplane xpkg push` reads each layer of an archive to its end,
    and the bytes that may follow it.
    Fix: Build and push the package again.
    Source: go-containerregistry pkg/v1/partial/compressed.go; settled with the readers' own libraries.
    """
    reading = subject.case.reading
    for facts in subject.case.contents.layers:
        is_needed = reading is None or (facts.index in reading.layers_read and reading.stage not in _NOT_MET)
        is_read_whole = subject.is_pushed or subject.is_validated(facts)
        title = subject.layer_title(facts.index)
        if facts.inflate_error is not None:
            yield Problem(
                level=0 if is_needed or is_read_whole else 1,
                message=f"{title} does not decompress: {facts.inflate_error}",
                says=reading.message if reading and is_needed else None,
                where=Where(layer=facts.index),
            )
        elif facts.trailing and is_read_whole:
            message = f"{title} has other bytes after its compressed data"
            more = "Crossplane reads them as part of it"
            yield Problem(
                message=message, more=more, says=_MORE.get(facts.compression or ""), where=Where(layer=facts.index)
            )
        elif subject.is_validated(facts) and facts.read and facts.compression not in {None, "gzip"}:
            yield Problem(
                message=f"{title} is not gzip but {facts.compression}",
                more="Crossplane 1.13 to 2.1 read gzip only",
                says=reading.message if reading and reading.stage is ReadStage.SELECT else "gzip: invalid header",
                where=Where(layer=facts.index),
                readers=("manager-1.13", "manager-2.0"),
            )
    yield from _unexplained(subject, ReadStage.SELECT)


@rule("XPKG304", "a layer is not a tar, or is damaged before package.yaml", "EW", stage=Stage.LAYER)
def tar_is_readable(subject: ImageSubject) -> Iterator[Problem]:
    """The tar archive of a layer is readable at least up to package.yaml.

    Why: Readers stop where the archive is damaged.
    When it bites: When Crossplane reads the package. Crossplane 2.2 and later do not notice damage after
    package.yaml.
    Fix: Build and push the package again.
    Source: crossplane-runtime pkg/xpkg/client.go (`cannot read package contents`).
    """
    reading = subject.case.reading
    for facts in subject.case.contents.layers:
        if facts.tar_error is None or facts.inflate_error is not None:
            continue
        stops = reading is not None and reading.stage not in _NOT_MET and facts.index in reading.layers_read
        yield Problem(
            level=0 if stops or subject.is_validated(facts) else 1,
            message=f"{subject.layer_title(facts.index)} {_of_tar(subject, facts)}",
            fix=_NO_TAR if facts.is_no_tar else "",
            says=reading.message if reading and stops else None,
            where=Where(layer=facts.index),
        )
    yield from _unexplained(subject, ReadStage.EXTRACT, ReadStage.READ)


_NO_TAR = "Put the files into a layer that is a tar archive, and push other content as an artifact of its own."


def _of_tar(subject: ImageSubject, facts: LayerFacts) -> str:
    """Why the tar of a layer is not read to its end, in words that follow its name."""
    image = subject.case.image
    if facts.is_no_tar:
        kind = short(image.layers[facts.index].descriptor.media_type) if image else ""
        return f"is not a tar archive, which all readers expect ({kind}): {facts.tar_error}"
    return f"is damaged after {plural(facts.tar_error_after, 'entry', 'entries')}: {facts.tar_error}"


@rule("XPKG305", "a diff_id contradicts its layer", "EW", spec="W", stage=Stage.LAYER)
def diff_id_agrees(subject: ImageSubject) -> Iterator[Problem]:
    """Every diff_id in the config is the digest of the decompressed layer.

    Why: A tool changed the layer but not the config. Container runtimes refuse such an image.
    When it bites: Crossplane 1.13 to 2.1 refuse the package if they read the layer. Later versions install it, but
    the provider or function cannot start.
    Fix: Build the image again with one tool.
    Source: OCI image specification, Layer DiffID; go-containerregistry pkg/v1/validate.
    """
    image = subject.case.image
    if image is not None and image.config is not None and subject.target.way.validates:
        yield from _counted(subject, len(image.layers), len(image.config.diff_ids))
    for facts in subject.case.contents.layers:
        wanted = image.layers[facts.index].diff_id if image and facts.index < len(image.layers) else None
        if wanted is not None and facts.actual_diff_id is not None and wanted != facts.actual_diff_id:
            title = subject.layer_title(facts.index)
            message = f"{title} decompresses to {facts.actual_diff_id}, but its diff_id in the config is {wanted}"
            is_validated = subject.is_validated(facts)
            readers = ("manager-1.13", "manager-2.0") if is_validated or not subject.is_annotated else ()
            yield Problem(
                level=0 if is_validated else 1, message=message, where=Where(layer=facts.index), readers=readers
            )


def _counted(subject: ImageSubject, layers: int, diff_ids: int) -> Iterator[Problem]:
    """Whether diff_ids count: a push makes those of an archive anew, and another rule reports missing ones."""
    if layers and layers != diff_ids and not subject.is_pushed:
        complaint = f"mismatched fs layers ({layers}) and diff ids ({diff_ids})"
        before = "invalid package layer" if subject.is_annotated else "invalid package image: validating layers"
        yield Problem(
            message=f"The image has {plural(layers, 'layer')}, but {plural(diff_ids, 'diff_id')}",
            more="Crossplane 1.13 to 2.1 refuse it",
            says=f"{before}: {complaint}",
            readers=("manager-1.13", "manager-2.0"),
        )


def _unexplained(subject: ImageSubject, *stages: ReadStage) -> Iterator[Problem]:
    """The problem of bytes that xpkgtui can read and Crossplane's library cannot.

    It knows fewer forms (sparse files, skippable frames), and its word decides.
    """
    reading = subject.case.reading
    if reading is None or reading.stage not in stages or reading.message is None or reading.lacks:
        return
    needed = [facts for facts in subject.case.contents.layers if facts.index in reading.layers_read]
    if any(facts.inflate_error or facts.tar_error or facts.mismatch for facts in needed):
        return
    if subject.target.way.validates and _is_refused(subject, needed):
        return
    layer = reading.layers_read[-1] if reading.layers_read else None
    name = subject.layer_name(layer) if layer is not None else "the layer"
    yield Problem(
        message=f"Crossplane cannot read {name}: {reading.message}", says=reading.message, where=Where(layer=layer)
    )


@rule("XPKG303", "the media type of a layer contradicts its bytes", "I", stage=Stage.LAYER)
def media_type_agrees(subject: ImageSubject) -> Iterator[Problem]:
    """Every layer is compressed as its media type says.

    Why: Crossplane looks at the first bytes, not at the media type. Some tools trust the media type.
    When it bites: With tools that unpack the layer by its media type, such as umoci.
    Fix: Push the layer with the media type of its bytes.
    Source: go-containerregistry pkg/v1/partial/compressed.go; OCI image specification, Layers.
    """
    image = subject.case.image
    for facts in subject.case.contents.layers:
        media_type = (
            image.layers[facts.index].descriptor.media_type if image and facts.index < len(image.layers) else ""
        )
        promised = next((found for endings, found in _ENDINGS if media_type.endswith(endings)), None)
        if facts.read and promised is not None and facts.compression not in {None, promised}:
            found = "not compressed" if facts.compression == "none" else f"compressed with {facts.compression}"
            title = subject.layer_title(facts.index)
            yield Problem(
                message=f"{title} has media type {short(media_type)}, but it is {found}",
                where=Where(layer=facts.index),
            )


@rule(
    "XPKG306",
    "the base layer holds other files beside package.yaml",
    "W",
    spec="I",
    readers=("validate",),
    stage=Stage.LAYER,
)
def holds_package_only(subject: ImageSubject) -> Iterator[Problem]:
    """The layer annotated base holds package.yaml and nothing else.

    Why: `crossplane resource validate` and `crossplane xpkg get-crds` do not unpack the layer. They split its raw
    bytes as YAML, so they read every other entry as a part of the package. Crossplane itself reads package.yaml
    only.
    When it bites: These commands miss definitions, or stop.
    Fix: Put package.yaml into a layer of its own.
    Source: crossplane CLI, validate (extractPackageContent); xpkg specification, Layers.
    """
    reading = subject.case.reading
    if reading is None or not reading.annotated or not reading.has_bytes:
        return
    for facts in subject.case.contents.layers:
        if facts.index == reading.layer and facts.entries is not None and facts.entries > 1:
            others = [name for name in facts.names if name != reading.entry]
            listed = f": {few(others, _SHOWN, total=facts.entries - 1)}" if others else ""
            title = subject.layer_title(facts.index)
            taken = reading.stream_name("package.yaml")
            message = f"{title} holds {facts.entries:,} entries, not only {taken}{listed}"
            yield Problem(message=message, where=Where(layer=facts.index))


@rule(
    "XPKG307",
    "the package exceeds the limits of xpkgtui",
    "W",
    build="W",
    readers=(),
    leaves_open=True,
    stage=Stage.LAYER,
)
def is_within_limits(subject: ImageSubject) -> Iterator[Problem]:
    """The package stays within the limits of xpkgtui, so all of it was read.

    Why: A small file can decompress to gigabytes, so xpkgtui stops at a limit. Crossplane may read on. xpkgtui does
    not know what follows, so the verdict is undecided.
    When it bites: In `check`, which then ends with exit code 3. The limits are far above what real packages need.
    Fix: Check how the package was made. If you trust it, raise the limit: `--limit NAME=VALUE`.
    Source: Limits of xpkgtui.
    """
    reading = subject.case.reading
    found = {facts.limit for facts in subject.case.contents.layers}
    if reading is not None and reading.limit is not None and reading.limit not in found:
        what = (
            "The layers were not read as far as package.yaml" if subject.case.image else "The files were not all read"
        )
        yield Problem(message=f"{what}: {reading.limit.sentence}", fix=reading.limit.advice, undecided=True)
    for facts in subject.case.contents.layers:
        title = subject.layer_title(facts.index)
        if facts.limit is not None:
            how = "was not read to its end" if facts.read else "was not read"
            yield Problem(
                message=f"{title} {how}: {facts.limit.sentence}",
                fix=facts.limit.advice,
                where=Where(layer=facts.index),
                undecided=subject.is_needed(facts),
            )
        for cut in facts.cut:
            message = f"Not all files of {title[0].lower()}{title[1:]} can be listed: {cut.sentence}"
            yield Problem(
                message=message, fix=cut.advice, where=Where(layer=facts.index), undecided=subject.is_needed(facts)
            )


def _is_refused(subject: ImageSubject, read: Sequence[LayerFacts]) -> bool:
    """Whether another rule reports why managers 1.13 to 2.1 refuse an image before they look for package.yaml."""
    case = subject.case
    layers = case.image.layers if case.image else ()
    config = case.image.config if case.image else None
    if config is None or len(config.diff_ids) != len(layers) or sum(layer.mark.is_base for layer in layers) > 1:
        return True
    return len(layers) > _MOST_LAYERS or any(
        facts.compression != "gzip"
        or facts.trailing
        or facts.repeated
        or facts.actual_diff_id != layers[facts.index].diff_id
        for facts in read
    )
