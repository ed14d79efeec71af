"""The likely causes of what readers make of an image, by the traces that tools leave, and the repairs."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import BinaryIO

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.images.comparison import ImageOrigin, LayerRepair, ReaderResult, Repair
from xpkgtui.formats.images.image_conventions import AddedLayer
from xpkgtui.formats.xpkg.annotations.layers import BASE, labels_of, stray_labels
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Index
from xpkgtui.rules.finding import Acceptance
from xpkgtui.visible import all_of, few

_STREAM_FILE = "package.yaml"
_MOST_PLATFORMS = 20
"""Platforms that a sentence names, and that one command pushes."""
_RUNNING = frozenset({"Provider", "Function"})
"""The kinds whose image Crossplane also runs."""


def is_separated(stream: BinaryIO, size: int) -> bool:
    """Whether separators stand before the first and after the last document."""
    from xpkgtui.formats.xpkg import repaired_image  # only what is saved is written

    return repaired_image.is_separated(stream, size)


def write_layer(stream: BinaryIO, size: int, into: BinaryIO) -> AddedLayer:
    """Writes a layer that holds the stream alone."""
    from xpkgtui.formats.xpkg import repaired_image

    return repaired_image.write_layer(stream, size, into)


def repaired(manifest: bytes, config: bytes, base: int | None, added: AddedLayer | None) -> tuple[bytes, bytes]:
    """Manifest and config of the image with one layer marked as the base, or with one that is added."""
    from xpkgtui.formats.xpkg import repaired_image

    return repaired_image.repaired(manifest, config, base, added)


def of_index(origin: ImageOrigin, index: Index) -> tuple[Repair, ...]:
    """What is wrong with an index of which Crossplane takes no entry."""
    images = [entry for entry in index.manifests if entry.platform is None or not entry.platform.is_unknown]
    if any(entry.platform is not None and entry.platform.is_empty for entry in images):
        cause = (
            "The entries of the index have an empty platform: crossplane xpkg push -f with several packages "
            "writes that where an image states no platform, as those of Configurations."
        )
        return (Repair(cause=cause, commands=_saved(origin) or _pushed(origin), effect=_FIRST + _KEPT),)
    if not images:
        return ()
    names = few(list(dict.fromkeys(str(entry.platform) for entry in images)), _MOST_PLATFORMS)
    cause = (
        f"The index has {names} only. Crossplane and its tools always look for linux/amd64, "
        "on other machines as well."
    )
    every = ("amd64", *(str(entry.platform).partition("/")[2].replace("/", "-") for entry in images))
    files = [f"{one}.xpkg" for one in dict.fromkeys(every) if one]
    push = _push(origin, ",".join(files), f"{origin.target}{_ANOTHER}")
    built = Repair(
        cause=cause,
        commands=(push,) if origin.repository and len(files) <= _MOST_PLATFORMS else (),
        effect="Build the package for linux/amd64 too; then every reader finds that entry. A push keeps neither "
        f"annotations nor attestations of the old index, so that it goes to a tag of its own: TAG{_ANOTHER}.",
    )
    return (built,)


_FIRST = "The first of them is then for linux/amd64, and every reader finds it."
_KEPT = " All platforms, annotations and attestations stay. A signature is of the old digest: sign the new one."
_ANOTHER = "-rebuilt"
"""What follows a tag where a rebuilt package would lose what the tag holds."""


def of_image(
    origin: ImageOrigin, image: Image, results: Sequence[ReaderResult], kind: str | None
) -> tuple[Repair, ...]:
    """What is wrong with an image, the likeliest cause first; `kind` is that of the package, where known."""
    found = [_with_end(one, origin) for one in _repairs(origin, image, results, kind)]
    if any(one.reading.unavailable or one.reading.unverified for one in results):
        return tuple(replace(one, commands=(), effect=_DAMAGED) for one in found)
    # One run of `save --repaired` repairs all, and its folder must not be there yet.
    again = [
        number for number, one in enumerate(found) if number and one.commands and one.commands == found[0].commands
    ]
    return tuple(
        replace(one, commands=(), effect=_ABOVE) if number in again else one for number, one in enumerate(found)
    )


def _with_end(one: Repair, origin: ImageOrigin) -> Repair:
    """The repair with what it keeps, or with how its commands are found where there are none."""
    if not one.commands:
        return one if one.effect == _FEWER else replace(one, effect=_NOWHERE)
    return replace(one, effect=one.effect + _KEPT) if one.layer_repair and origin.source else one


_DAMAGED = "A layer of the image is damaged or cannot be had: push the package again, then ask once more."
_FEWER = (
    "Build the runtime image with fewer layers and the package from it: a package has all layers of what it runs."
)
_ABOVE = "The commands of the first cause repair this too."
_NOWHERE = "Push it to a registry, then run `xpkgtui why` on that reference: it prints the commands for the repair."


def _repairs(
    origin: ImageOrigin, image: Image, results: Sequence[ReaderResult], kind: str | None
) -> Iterator[Repair]:
    layer, name = _supplier(results)
    bases = [each.index for each in image.layers if each.mark.is_base]
    if layer is None:
        return
    rebuilt = _rebuild(origin, image, kind)
    anew = LayerRepair(layer=layer, entry=name)
    if len(bases) > 1:
        # The first one, which Crossplane 2.2 reads, unless another layer holds the package.
        kept = bases[0] if any(one.reading.entry and one.reading.layer == bases[0] for one in results) else layer
        yield Repair(
            cause=f"Layers {all_of(bases)} are annotated base. Crossplane 2.2 and later read the first, older "
            "versions and crossplane xpkg extract refuse the package.",
            commands=_saved(origin) or rebuilt,
            layer_repair=LayerRepair(layer=kept),
            effect=f"Only layer {kept} is then annotated base; readers from Crossplane 1.7 on look in no other.",
        )
    elif bases and layer not in bases and any(one.reading.lacks for one in results):
        yield Repair(
            cause=f"Layer {layer} holds {_STREAM_FILE}, but layer {bases[0]} is annotated base. Readers look for it "
            "in the annotated layer alone.",
            commands=_saved(origin),
            layer_repair=LayerRepair(layer=layer),
            effect=f"Layer {layer} is then annotated base; readers from Crossplane 1.7 on look in no other.",
        )
    elif not bases:
        yield _annotation_lost(origin, image, layer, name, rebuilt)
    elif name != _STREAM_FILE and any(one.reading.annotated for one in results):
        yield Repair(
            cause=f"The entry is called {name}, as tar and ko write it. Crossplane up to 1.20 and crossplane xpkg "
            f"extract look for exactly {_STREAM_FILE}.",
            commands=_saved(origin) or rebuilt,
            layer_repair=anew,
            effect=_REBUILT,
        )
    elif complaint := _wrong_label(image, bases[0]):
        yield Repair(
            cause=f"{complaint} crossplane resource validate goes by labels alone.",
            commands=_saved(origin) or rebuilt,
            layer_repair=LayerRepair(layer=bases[0]),
            effect=f"crossplane resource validate then reads layer {bases[0]} as well.",
        )
    yield from _of_old_managers(origin, results, rebuilt, anew, kind)
    yield from _of_validate(origin, results, rebuilt, anew)


_REBUILT = "Every reader then finds a layer as crossplane xpkg build writes it."
_LOST = f" It has no index, so that other platforms and attestations are lost: it goes to TAG{_ANOTHER}."


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
            commands=_saved(origin) or (_pushed(origin) if exact else ()) or rebuilt,
            layer_repair=LayerRepair(layer=layer, entry="" if exact else name),
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
    commands, layer_repair = _saved(origin), LayerRepair(layer=layer, entry="" if exact else name)
    return Repair(
        cause=cause,
        commands=commands or rebuilt,
        layer_repair=layer_repair,
        effect=effect if commands and exact else _REBUILT,
    )


def _of_old_managers(
    origin: ImageOrigin,
    results: Sequence[ReaderResult],
    rebuilt: tuple[PrintedCommand, ...],
    anew: LayerRepair,
    kind: str | None,
) -> Iterator[Repair]:
    messages = " ".join(one.message or "" for one in results if one.reader.name in ("manager-1.13", "manager-2.0"))
    causes: Mapping[str, str] = {
        "gzip: invalid header": "A layer is not compressed with gzip. Crossplane 1.13 to 2.1 read no other kind.",
        "duplicate file path": "A layer has two entries of one name. Crossplane 1.13 to 2.1 refuse that.",
        "layers are allowed": "The image has more layers than Crossplane 1.13 to 2.1 read.",
        "but only": "The image has more than 256 layers. Crossplane 1.13 to 2.1 refuse that.",
    }
    for words, cause in causes.items():
        if words in messages:
            if "layers" in words or "but only" in words:
                effect = _FEWER if kind in _RUNNING else _REBUILT + (_LOST if origin.repository else "")
                yield Repair(cause=cause, commands=rebuilt, effect=effect)
            else:
                yield Repair(cause=cause, commands=_saved(origin) or rebuilt, layer_repair=anew, effect=_REBUILT)
            return


def _of_validate(
    origin: ImageOrigin, results: Sequence[ReaderResult], rebuilt: tuple[PrintedCommand, ...], anew: LayerRepair
) -> Iterator[Repair]:
    """`crossplane resource validate` takes the first document for the meta object and drops the last one."""
    found = next((one for one in results if one.reader.name == "validate"), None)
    deciding = next((one for one in results if one.reader.name == "manager-2.4"), None)
    if found is None or deciding is None or deciding.verdict is None:
        return
    if found.reading.stage is not None or found.reading.layer != anew.layer:
        return
    count = sum(1 for each in deciding.verdict.objects) - 1
    lost = count - len(found.reading.pieces)
    if deciding.acceptance is Acceptance.ACCEPTED and lost > 0:
        yield Repair(
            cause=f"crossplane resource validate misses {lost:,} of {count:,} objects: it drops what comes after the "
            "last --- and takes what comes before the second for the meta object.",
            commands=_saved(origin) or rebuilt,
            layer_repair=anew,
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


def _saved(origin: ImageOrigin) -> tuple[PrintedCommand, ...]:
    """The whole image, repaired in a layout, and put where it was; empty for an archive."""
    if not origin.source:
        return ()
    asked = origin.asked
    return (
        asked.command("xpkgtui", "save", origin.source, "--repaired", "repaired"),
        asked.command("oras", "copy", "--from-oci-layout", f"repaired:{origin.tag or 'TAG'}", origin.target),
    )


def _push(origin: ImageOrigin, files: str, target: str) -> PrintedCommand:
    """A push to where the image was; to another registry where crossplane cannot ask that one."""
    words = ("crossplane", "xpkg", "push", "-f", files)
    asked = origin.asked.words(*words, target)
    return PrintedCommand(words=asked or (*words, f"REGISTRY/REPOSITORY:{target.rpartition(':')[2]}"))


def _pushed(origin: ImageOrigin) -> tuple[PrintedCommand, ...]:
    """A push of the archive, which makes annotations of its labels."""
    words = ("crossplane", "xpkg", "push", "-f", origin.path, "REGISTRY/REPOSITORY:TAG")
    return (PrintedCommand(words=words),) if origin.path else ()


def _rebuild(origin: ImageOrigin, image: Image, kind: str | None) -> tuple[PrintedCommand, ...]:
    """A package that runs nothing, built anew from the stream that Crossplane reads."""
    source = origin.image if origin.repository else origin.path
    if not source or (kind in _RUNNING and len(image.layers) > 1):
        return ()
    target = f"{origin.target}{_ANOTHER}" if origin.repository else origin.target
    return (
        PrintedCommand(words=("mkdir", "-p", "package")),
        origin.asked.command("xpkgtui", "cat", source, into="package/crossplane.yaml"),
        PrintedCommand(
            words=("crossplane", "xpkg", "build", "--package-root=package", "--package-file=package.xpkg")
        ),
        _push(origin, "package.xpkg", target),
    )
