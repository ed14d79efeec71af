"""Rules about the bytes of layers (301 to 307)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.profiles import Profile
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Within, rule, silenced
from xpkgtui.formats.xpkg.rules.subject import ImageSubject
from xpkgtui.oci.media_types import short
from xpkgtui.readers.reader import ReadStage

_SHOWN = 3
_ENDINGS = ((("+gzip", ".gzip"), "gzip"), (("+zstd", ".zstd"), "zstd"), ((".tar",), "none"))

_MORE = {"gzip": "gzip: invalid header", "zstd": "invalid input: magic number mismatch"}
_MISSING = "package.yaml not found in package"


@rule(
    "XPKG301",
    "a layer's bytes are those its descriptor promises",
    "E",
    spec="E",
    format_v2="E",
    stage=Stage.LAYER,
    silenced_by=silenced(Within.LAYER, "XPKG002"),
)
def matches_descriptor(subject: ImageSubject) -> Iterator[Problem]:
    """A layer's blob has the digest and the size of its descriptor.

    Why: Anything else is damage or tampering. Such bytes are not shown here and not judged.
    When it bites: Flattened images are refused. Crossplane 2.2 and later read an annotated layer only as far as the
    end of package.yaml, and so may not reach their own check of the digest; that is no reason to rely on it.
    Fix: Push the package again.
    Source: OCI image specification, Descriptors; settled with the readers' own libraries.
    """
    for facts in subject.case.layers:
        if facts.mismatch is not None:
            name = subject.layer_name(facts.index)
            yield Problem(
                message=f"The blob of {name} is not what the manifest says: {facts.mismatch}", layer=facts.index
            )


@rule("XPKG302", "a layer decompresses", "EW", spec="EW", format_v2="EW", stage=Stage.LAYER)
def decompresses(subject: ImageSubject) -> Iterator[Problem]:
    """A layer decompresses; gzip, zstd and plain tar are told apart by their first bytes.

    Why: What is behind the damage cannot be read. Package managers 1.13 to 2.1 read gzip only.
    When it bites: At reading the package, where the layer has to be read for it; an archive's layers are read to
    their ends, and what may follow them, when it is pushed.
    Fix: Build and push the package again.
    Source: go-containerregistry pkg/v1/partial/compressed.go; settled with the readers' own libraries.
    """
    reading = subject.case.reading
    is_old = subject.profile == "crossplane-1"
    for facts in subject.case.layers:
        is_needed = reading is None or (facts.index in reading.layers_read and reading.stage is not None)
        is_read_whole = subject.is_pushed or subject.is_validated(facts)
        name = subject.layer_name(facts.index)
        if facts.inflate_error is not None:
            yield Problem(
                level=0 if is_needed or is_read_whole else 1,
                message=f"The compressed data of {name} is broken: {facts.inflate_error}",
                says=reading.message if reading and is_needed else None,
                layer=facts.index,
            )
        elif facts.trailing and is_read_whole:
            message = f"Other bytes follow the compressed data of {name}, which Go's library takes for more of it"
            yield Problem(message=message, says=_MORE.get(facts.compression or ""), layer=facts.index)
        elif is_old and facts.read and facts.compression not in {None, "gzip"}:
            message = f"The data of {name} is no gzip ({facts.compression}), which managers 1.13 to 2.1 refuse"
            says = "gzip: invalid header"
            yield Problem(message=message, says=says, layer=facts.index, readers=("manager-1.13", "manager-2.0"))
    yield from _unexplained(subject, ReadStage.SELECT)


@rule(
    "XPKG304", "a layer's tar can be read as far as package.yaml", "EW", spec="EW", format_v2="EW", stage=Stage.LAYER
)
def tar_is_readable(subject: ImageSubject) -> Iterator[Problem]:
    """The tar archive of a layer can be read at least as far as package.yaml.

    Why: Readers stop where the archive breaks.
    When it bites: At reading the package; damage behind package.yaml is not noticed by Crossplane 2.2 and later.
    Fix: Build and push the package again.
    Source: crossplane-runtime pkg/xpkg/client.go (`cannot read package contents`).
    """
    reading = subject.case.reading
    for facts in subject.case.layers:
        if facts.tar_error is None or facts.inflate_error is not None:
            continue
        stops = reading is not None and reading.stage is not None and facts.index in reading.layers_read
        name = subject.layer_name(facts.index)
        yield Problem(
            level=0 if stops or subject.is_validated(facts) else 1,
            message=f"The tar of {name} breaks after {facts.tar_error_after} entries: {facts.tar_error}",
            says=reading.message if reading and stops else None,
            layer=facts.index,
        )
    yield from _unexplained(subject, ReadStage.EXTRACT, ReadStage.READ)


@rule("XPKG305", "diff_id and layer agree", "W", crossplane_1="E", spec="W", format_v2="W", stage=Stage.LAYER)
def diff_id_agrees(subject: ImageSubject) -> Iterator[Problem]:
    """The diff_id in the config is the digest of the layer's inflated bytes.

    Why: A tool changed the layer and not the config. Container runtimes refuse such an image.
    When it bites: Package managers 1.13 to 2.1 refuse the package; later ones install it, and then a provider or
    function cannot be started.
    Fix: Build the image again with one tool.
    Source: OCI image specification, Layer DiffID; go-containerregistry pkg/v1/validate.
    """
    image = subject.case.image
    if image is not None and image.config is not None and subject.profile is Profile.CROSSPLANE_1:
        yield from _counted(subject, len(image.layers), len(image.config.diff_ids))
    for facts in subject.case.layers:
        wanted = image.layers[facts.index].diff_id if image and facts.index < len(image.layers) else None
        if wanted is not None and facts.actual_diff_id is not None and wanted != facts.actual_diff_id:
            name = subject.layer_name(facts.index)
            message = f"The inflated bytes of {name} are {facts.actual_diff_id}; the config's diff_id is {wanted}"
            yield Problem(message=message, layer=facts.index, readers=("manager-1.13", "manager-2.0"))


def _counted(subject: ImageSubject, layers: int, diff_ids: int) -> Iterator[Problem]:
    """Whether diff_ids count: a push makes those of an archive anew, and another rule reports missing ones."""
    if layers and layers != diff_ids and not subject.is_pushed:
        complaint = f"mismatched fs layers ({layers}) and diff ids ({diff_ids})"
        before = "invalid package layer" if subject.is_annotated else "invalid package image: validating layers"
        yield Problem(
            message=f"Layers ({layers}) and diff_ids of the config ({diff_ids}) are not as many; managers 1.13 to 2.1"
            " refuse that",
            says=f"{before}: {complaint}",
            readers=("manager-1.13", "manager-2.0"),
        )


def _unexplained(subject: ImageSubject, *stages: ReadStage) -> Iterator[Problem]:
    """The problem of bytes that xpkgtui can read and Crossplane's library cannot.

    It knows fewer forms (sparse files, skippable frames), and its word decides.
    """
    reading = subject.case.reading
    if reading is None or reading.stage not in stages or reading.message in (None, _MISSING):
        return
    if any(facts.inflate_error or facts.tar_error or facts.mismatch for facts in subject.case.layers):
        return
    layer = reading.layers_read[-1] if reading.layers_read else None
    name = subject.layer_name(layer) if layer is not None else "the layer"
    yield Problem(message=f"Crossplane cannot read {name}: {reading.message}", says=reading.message, layer=layer)


@rule("XPKG303", "media type and bytes agree", "I", spec="I", format_v2="I", stage=Stage.LAYER)
def media_type_agrees(subject: ImageSubject) -> Iterator[Problem]:
    """A layer's bytes are compressed as its media type says.

    Why: Crossplane looks at the first bytes and not at the type; some tools believe the type.
    When it bites: With tools that unpack the layer by its type, umoci for one.
    Fix: Push the layer with the media type of its bytes.
    Source: go-containerregistry pkg/v1/partial/compressed.go; OCI image specification, Layers.
    """
    image = subject.case.image
    for facts in subject.case.layers:
        media_type = (
            image.layers[facts.index].descriptor.media_type if image and facts.index < len(image.layers) else ""
        )
        promised = next((found for endings, found in _ENDINGS if media_type.endswith(endings)), None)
        if facts.read and promised is not None and facts.compression not in {None, promised}:
            found = "not compressed" if facts.compression == "none" else f"compressed with {facts.compression}"
            name = subject.layer_name(facts.index)
            yield Problem(message=f"The type of {name} is {short(media_type)}; it is {found}", layer=facts.index)


@rule(
    "XPKG306",
    "the base layer holds package.yaml only",
    "W",
    spec="I",
    format_v2="I",
    readers=("validate",),
    stage=Stage.LAYER,
)
def holds_package_only(subject: ImageSubject) -> Iterator[Problem]:
    """The layer annotated base has one entry, package.yaml.

    Why: `crossplane resource validate` and `get-crds` do not unpack the layer: they cut its raw bytes up as YAML, and
    so take every other entry for a part of the package. Crossplane itself reads package.yaml only.
    When it bites: Validation with these commands misses definitions, or stops.
    Fix: Put package.yaml into a layer of its own.
    Source: crossplane CLI, validate (extractPackageContent); xpkg specification, Layers.
    """
    reading = subject.case.reading
    if reading is None or not reading.annotated or not reading.has_bytes:
        return
    for facts in subject.case.layers:
        if facts.index == reading.layer and facts.entries is not None and facts.entries > 1:
            others = [name for name in facts.names if name != reading.entry][:_SHOWN]
            listed = f": {', '.join(others)}" if others else ""
            more = ", ..." if others and facts.entries - 1 > len(others) else ""
            name = subject.layer_name(facts.index).capitalize()
            taken = reading.stream_name("package.yaml")
            message = f"{name} holds {facts.entries:,} entries, not {taken} alone{listed}{more}"
            yield Problem(message=message, layer=facts.index)


@rule("XPKG307", "a layer can be read to its end", "W", spec="W", format_v2="W", readers=(), stage=Stage.LAYER)
def is_within_limits(subject: ImageSubject) -> Iterator[Problem]:
    """A layer inflates to a reasonable size, and has a reasonable number of entries.

    Why: Few bytes that inflate to many are an attack on whoever reads them. xpkgtui stops reading there; Crossplane
    does not, and what it would find is not known here.
    When it bites: Crossplane reads such a layer for as long as its time and memory last.
    Fix: Look how the layer came about before you install it.
    Source: own limits.
    """
    for facts in subject.case.layers:
        if facts.limit is not None:
            name = subject.layer_name(facts.index)
            yield Problem(message=f"The data of {name} was not read to its end: {facts.limit}", layer=facts.index)
