"""The likely causes of what readers make of an image, by the traces that tools leave, and the repairs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.images.comparison import ImageOrigin, ReaderResult, Repair
from xpkgtui.formats.xpkg.annotations.layers import BASE, LABEL_PREFIX, labels_of, stray_labels
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Index
from xpkgtui.rules.finding import Acceptance
from xpkgtui.visible import all_of

_STREAM_FILE = "package.yaml"
_MOST_LABELS = 20
"""Labels that one command sets; an image with more was not made by a tool for packages."""
_RUNNING = frozenset({"Provider", "Function"})
"""The kinds whose image Crossplane also runs."""


def of_index(origin: ImageOrigin, index: Index) -> tuple[Repair, ...]:
    """What is wrong with an index of which Crossplane takes no entry."""
    images = [entry for entry in index.manifests if entry.platform is None or not entry.platform.is_unknown]
    empty = [entry for entry in images if entry.platform is not None and entry.platform.is_empty]
    if empty:
        cause = (
            "The entries of the index have an empty platform: crossplane xpkg push -f with several packages "
            "writes that where an image states no platform, as those of Configurations."
        )
        return (Repair(cause=cause, commands=_pull_and_push(origin, str(empty[0].digest)), effect=_ONE),)
    if not images:
        return ()
    names = ", ".join(dict.fromkeys(str(entry.platform) for entry in images))
    cause = (
        f"The index has {names} only. Crossplane and its tools always look for linux/amd64, "
        "on other machines as well."
    )
    push = ("crossplane", "xpkg", "push", "-f", "amd64.xpkg,arm64.xpkg", origin.target)
    built = Repair(
        cause=cause,
        commands=(PrintedCommand(words=push),) if origin.repository else (),
        effect="Build the package for linux/amd64 too; then every reader finds that entry.",
    )
    return (built,)


_ONE = "The tag is then one image without an index, and every reader finds it."


def of_image(
    origin: ImageOrigin, image: Image, results: Sequence[ReaderResult], kind: str | None
) -> tuple[Repair, ...]:
    """What is wrong with an image, the likeliest cause first; `kind` is that of the package, where known."""
    return tuple(
        one if one.commands else replace(one, effect=_NOWHERE) for one in _repairs(origin, image, results, kind)
    )


_NOWHERE = "Push it to a registry, then run `xpkgtui why` on that reference: it prints the commands for the repair."


def _repairs(
    origin: ImageOrigin, image: Image, results: Sequence[ReaderResult], kind: str | None
) -> Iterator[Repair]:
    layer, name = _supplier(results)
    bases = [each.index for each in image.layers if each.mark.is_base]
    if layer is None:
        return
    rebuilt = _rebuild(origin, image, kind)
    if len(bases) > 1:
        yield Repair(
            cause=f"Layers {all_of(bases)} are annotated base. Crossplane 2.2 and later read the first, older "
            "versions and crossplane xpkg extract refuse the package.",
            commands=_relabel(origin, image, bases[0]) or rebuilt,
            effect=f"Only layer {bases[0]} is then annotated base; readers from Crossplane 1.7 on look in no other.",
        )
    elif bases and layer not in bases and any(one.reading.lacks for one in results):
        yield Repair(
            cause=f"Layer {layer} holds {_STREAM_FILE}, but layer {bases[0]} is annotated base. Readers look for it "
            "in the annotated layer alone.",
            commands=_relabel(origin, image, layer),
            effect=f"Layer {layer} is then annotated base; readers from Crossplane 1.7 on look in no other.",
        )
    elif not bases:
        yield _annotation_lost(origin, image, layer, name, rebuilt)
    elif name != _STREAM_FILE and any(one.reading.annotated for one in results):
        yield Repair(
            cause=f"The entry is called {name}, as tar and ko write it. Crossplane up to 1.20 and crossplane xpkg "
            f"extract look for exactly {_STREAM_FILE}.",
            commands=rebuilt,
            effect=_REBUILT,
        )
    elif complaint := _wrong_label(image, bases[0]):
        yield Repair(
            cause=f"{complaint} crossplane resource validate goes by labels alone.",
            commands=_relabel(origin, image, bases[0]) or rebuilt,
            effect=f"crossplane resource validate then reads layer {bases[0]} as well.",
        )
    yield from _of_old_managers(results, rebuilt)
    yield from _of_validate(results, rebuilt, layer)


_REBUILT = "Every reader then finds the layer that crossplane xpkg build writes."


def _annotation_lost(
    origin: ImageOrigin, image: Image, layer: int, name: str, rebuilt: tuple[PrintedCommand, ...]
) -> Repair:
    """No layer is annotated: the labels show which tool lost the annotation."""
    effect = f"Layer {layer} is then annotated base; readers from Crossplane 1.7 on look in no other."
    labeled = [each.index for each in image.layers if each.mark.label == BASE]
    exact = name == _STREAM_FILE
    if labeled == [layer] and BASE not in stray_labels(image).values():
        return Repair(
            cause="The manifest has no annotations, but the config's label still calls "
            f"layer {layer} base. docker push, crane push of a file, and skopeo copy --format v2s2 lose annotations.",
            commands=(_pull_and_push(origin, origin.digest) if exact else ()) or rebuilt,
            effect=effect if exact else _REBUILT,
        )
    if BASE in stray_labels(image).values():
        cause = (
            "The config's labels name layers that this image does not have, and no layer is annotated. "
            "skopeo copy docker-archive: and regctl image import compress layers anew, so their digests change."
        )
    else:
        cause = (
            "No layer is annotated base, and no label names one: the image was built by docker build, ko, or an old "
            "builder. Readers then search all layers, each in its own way."
        )
    commands = _relabel(origin, image, layer) if exact else ()
    return Repair(cause=cause, commands=commands or rebuilt, effect=effect if commands else _REBUILT)


def _of_old_managers(results: Sequence[ReaderResult], rebuilt: tuple[PrintedCommand, ...]) -> Iterator[Repair]:
    messages = " ".join(one.message or "" for one in results if one.reader.name in ("manager-1.13", "manager-2.0"))
    causes: Mapping[str, str] = {
        "gzip: invalid header": "A layer is not compressed with gzip. Crossplane 1.13 to 2.1 read no other kind.",
        "duplicate file path": "A layer has two entries of one name. Crossplane 1.13 to 2.1 refuse that.",
        "layers are allowed": "The image has more layers than Crossplane 1.13 to 2.1 read.",
        "but only": "The image has more than 256 layers. Crossplane 1.13 to 2.1 refuse that.",
    }
    for words, cause in causes.items():
        if words in messages:
            yield Repair(cause=cause, commands=rebuilt, effect=_REBUILT)
            return


def _of_validate(
    results: Sequence[ReaderResult], rebuilt: tuple[PrintedCommand, ...], layer: int
) -> Iterator[Repair]:
    """`crossplane resource validate` takes the first document for the meta object and drops the last one."""
    found = next((one for one in results if one.reader.name == "validate"), None)
    deciding = next((one for one in results if one.reader.name == "manager-2.4"), None)
    if found is None or deciding is None or deciding.verdict is None:
        return
    if found.reading.stage is not None or found.reading.layer != layer:
        return
    count = sum(1 for each in deciding.verdict.objects) - 1
    lost = count - len(found.reading.pieces)
    if deciding.acceptance is Acceptance.ACCEPTED and lost > 0:
        yield Repair(
            cause=f"crossplane resource validate misses {lost:,} of {count:,} objects: it drops what comes after the "
            "last --- and takes what comes before the second for the meta object.",
            commands=rebuilt,
            effect="The stream then begins and ends with ---, and every reader sees all objects.",
        )


def _supplier(results: Sequence[ReaderResult]) -> tuple[int | None, str]:
    """The layer that most readers take, of those that one accepts where there are any, and the name of the entry."""
    taken = Counter((one.reading.layer, one.reading.entry or "") for one in results if one.reading.entry)
    accepted = {(one.reading.layer, one.reading.entry) for one in results if one.acceptance is Acceptance.ACCEPTED}
    found = [one for one, _ in taken.most_common()]
    return next((one for one in found if one in accepted), found[0] if found else (None, _STREAM_FILE))


def _wrong_label(image: Image, base: int) -> str:
    """What is wrong with the labels where a layer is annotated; empty where they agree."""
    labels = labels_of(image.config)
    if BASE not in labels.values():
        return f"The config has no label base for layer {base}."
    labeled = [each.index for each in image.layers if each.mark.label == BASE]
    if labeled == [base] and list(labels.values()).count(BASE) == 1:
        return ""
    if labeled and labeled != [base]:
        layers = f"layer{'s' if len(labeled) > 1 else ''} {all_of(labeled)}"
        return f"The config labels {layers} as base, but layer {base} is annotated base."
    return "The config has a label base for a layer that this image does not have."


def _pull_and_push(origin: ImageOrigin, digest: str) -> tuple[PrintedCommand, ...]:
    """A push of the pulled archive, which makes annotations of the labels."""
    if not origin.repository:
        return _pushed(origin)
    name = f"{origin.repository}@{digest}" if digest else origin.image
    return (
        PrintedCommand(words=("crane", "pull", name, "package.tar")),
        PrintedCommand(words=("crossplane", "xpkg", "push", "-f", "package.tar", origin.target)),
    )


def _pushed(origin: ImageOrigin) -> tuple[PrintedCommand, ...]:
    words = ("crossplane", "xpkg", "push", "-f", origin.path, "REGISTRY/REPOSITORY:TAG")
    return (PrintedCommand(words=words),) if origin.path else ()


def _relabel(origin: ImageOrigin, image: Image, layer: int) -> tuple[PrintedCommand, ...]:
    """The labels set right in an archive, which a push then makes annotations of; only of a registry's images."""
    changed = {f"{LABEL_PREFIX}{digest}": "" for digest, value in labels_of(image.config).items() if value == BASE}
    changed |= {f"{LABEL_PREFIX}{each.descriptor.digest}": "" for each in image.layers if each.mark.is_base}
    changed[f"{LABEL_PREFIX}{image.layers[layer].descriptor.digest}"] = BASE
    # The annotations of other layers are lost with the archive, unless labels say the same.
    for each in image.layers:
        if each.mark.annotation and not each.mark.is_base and each.index != layer:
            changed[f"{LABEL_PREFIX}{each.descriptor.digest}"] = each.mark.annotation
    if not origin.repository or len(changed) > _MOST_LABELS:
        return ()
    options = tuple(word for key, value in changed.items() for word in ("--label", f"{key}={value}"))
    return (
        PrintedCommand(words=("crane", "mutate", origin.image, *options, "-o", "package.tar")),
        PrintedCommand(words=("crossplane", "xpkg", "push", "-f", "package.tar", origin.target)),
    )


def _rebuild(origin: ImageOrigin, image: Image, kind: str | None) -> tuple[PrintedCommand, ...]:
    """The package built anew from the stream that Crossplane reads, with what it runs where it runs anything."""
    source = origin.image if origin.repository else origin.path
    if not source:
        return ()
    target = origin.target if origin.repository else "REGISTRY/REPOSITORY:TAG"
    build = ["crossplane", "xpkg", "build", "--package-root=package", "--package-file=package.xpkg"]
    before: tuple[PrintedCommand, ...] = ()
    if kind in _RUNNING and len(image.layers) > 1:
        if not origin.repository:
            return ()
        options = [f"{LABEL_PREFIX}{digest}=" for digest, value in labels_of(image.config).items() if value == BASE]
        if len(options) > _MOST_LABELS:
            return ()
        words = tuple(word for option in options for word in ("--label", option))
        # Without its old labels, or the push would annotate the old layer too.
        pull = (
            ("crane", "mutate", source, *words, "-o", "runtime.tar")
            if words
            else ("crane", "pull", source, "runtime.tar")
        )
        before = (PrintedCommand(words=pull),)
        build.append("--embed-runtime-image-tarball=runtime.tar")
    return (
        PrintedCommand(words=("mkdir", "-p", "package")),
        PrintedCommand(words=("xpkgtui", "cat", source), into="package/crossplane.yaml"),
        *before,
        PrintedCommand(words=tuple(build)),
        PrintedCommand(words=("crossplane", "xpkg", "push", "-f", "package.xpkg", target)),
    )
