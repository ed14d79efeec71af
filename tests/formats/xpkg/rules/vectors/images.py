"""Images that trip one rule each, by its ID: what is judged, and how hard it is under the default profile.

`IMAGES`, made of `ARCHIVES`, `CHILDREN`, `MARKINGS`, `CONTENTS` and others, maps `XPKG002` to a judgement that is not
yet made, and a severity.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from builders.oci.images import BuiltImage, BuiltIndex, config_bytes, image, index, package
from builders.oci.layers import ANNOTATION, BuiltLayer, digest, file, folder, gzip, layer, layer_of, symlink, tar
from builders.packages.case_facts import with_facts
from builders.packages.judgements import DOCKER_ARCHIVE, PROVIDER, Judgement, case_of, judge_case, judge_image
from formats.xpkg.rules.vectors.streams import CONFIGURATION

from xpkgtui.errors import Obstacle, Obstructed
from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.manifest import Index
from xpkgtui.rules.case import ChildFacts, FlattenedFile, MissingLayer, ProgramFacts, StartFault
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.likeness import ComparedStream, Likeness

Tripped = dict[str, tuple[Callable[[], Judgement], Severity]]
LABEL = f"{ANNOTATION}:"
EXTENSION: dict[str, object] = {"annotations": {ANNOTATION: "xpkg-extensions"}}
_STREAM = file("package.yaml", PROVIDER)
_BASE = layer(_STREAM, base=True)
_ZERO = "sha256:" + "0" * 64
_OTHER_DIGEST = f'manifest digest: "{_ZERO}" does not match requested digest: "sha256:{"1" * 64}" for "a.io/b:v1"'
"""As go-containerregistry says it."""


BASE = layer(file("package.yaml", f"---\n{PROVIDER}---\n"), base=True)
OTHER = layer(file("bin/provider", "ELF"))
RUNNABLE = image(
    BASE,
    config=json.dumps(
        json.loads(config_bytes((BASE,), "linux/amd64", None, ()))
        | {"config": {"Cmd": ["x"], "Labels": {LABEL + BASE.digest: "base"}}}
    ).encode(),
)


def archived(
    *layers: BuiltLayer,
    bases: tuple[int, ...] = (0,),
    labels: Mapping[str, str] | None = None,
    diff_ids: int | None = None,
    profile: str = "crossplane",
    **more: object,
) -> Judgement:
    """A Docker archive of these layers, which the labels of its config call base."""
    named = [replace(each, annotations={}, media_type=_docker_type(each)) for each in layers]
    bases_labeled = {LABEL + named[number].digest: "base" for number in bases}
    built = image(*named, docker=True, labels={**bases_labeled, **(labels or {})})
    config = json.loads(built.config)
    config["rootfs"]["diff_ids"] = config["rootfs"]["diff_ids"][:diff_ids]
    built = replace(built, config=json.dumps(config).encode())
    return judge_case(*case_of(built, profile, derive=True, **{**DOCKER_ARCHIVE, **more}))


def starting(kind: str, platform: str = "linux/arm64", **more: Any) -> ProgramFacts:
    """The program of the second entry of an index."""
    system, _, processor = platform.partition("/")
    found = ProgramFacts(number=1, os=system, architecture=processor, path="/bin/provider", layer=2, kind=kind)
    return replace(found, **more)


def compared(likeness: Likeness) -> ComparedStream:
    """The second entry of an index, compared with the first."""
    return ComparedStream(number=1, likeness=likeness, reference=0)


def indexed(*entries: dict[str, object], profile: str = "crossplane", **more: object) -> Judgement:
    """An index with these fields in its entries, of which the first is looked at, and is a good package."""
    built = package(PROVIDER)
    listed = json.loads(index(*((built, None) for _ in entries)).manifest)
    for entry, fields in zip(listed["manifests"], entries, strict=True):
        entry.update(fields)
    parsed = Index.parse(json.dumps(listed).encode())
    of_index = {"index": parsed, "chosen": parsed.first_match(DEFAULT), "shown": 0}
    judged = judge_image(built, profile, **{**of_index, **more})
    return judged if more else replace(judged, built=_as_index(listed, built))


def on(platform: str) -> dict[str, object]:
    """The field `platform` of an entry."""
    system, _, architecture = platform.partition("/")
    return {"platform": {"os": system, "architecture": architecture}}


def with_layer_facts(built: BuiltImage, number: int = 0, **facts: object) -> Judgement:
    """A judgement in which something else was found in one layer."""
    case, data = case_of(built)
    layers = [replace(each, **facts) if each.index == number else each for each in case.contents.layers]  # type: ignore[arg-type]
    return judge_case(with_facts(case, layers=tuple(layers)), data)


def truncated(profile: str = "crossplane") -> Judgement:
    """A package.yaml that goes on beyond what is read."""
    case, data = case_of(package(PROVIDER), profile)
    assert case.reading is not None
    return judge_case(replace(case, reading=replace(case.reading, truncated=True)), data)


def of_platforms(*platforms: str | None, profile: str = "crossplane", **of_entry: object) -> Judgement:
    """An index with an entry for each platform, all of them the same package."""
    built = package(PROVIDER)
    listed = json.loads(index(*((built, platform) for platform in platforms)).manifest)
    for entry in listed["manifests"]:
        entry.update(of_entry)
    judged = judge_image(built, profile, index=Index.parse(json.dumps(listed).encode()))
    return replace(judged, built=_as_index(listed, built))


def _as_index(listed: object, built: BuiltImage) -> BuiltIndex:
    return BuiltIndex(manifest=json.dumps(listed).encode(), entries=(built,))


def cut(data: bytes) -> BuiltImage:
    """An image whose one layer is these bytes."""
    return image(layer_of(data, base=True))


def _docker_type(built: BuiltLayer) -> str:
    is_plain = built.media_type == media_types.OCI_LAYER
    return media_types.DOCKER_LAYER_PLAIN if is_plain else media_types.DOCKER_LAYER


OBSTACLE = Obstacle(
    what=Obstructed.IMAGE,
    cause="the registry answers 203",
    says="unexpected status code 203 Non-Authoritative Information",
)
ARCHIVES: Tripped = {
    "XPKG002": (
        lambda: archived(_BASE, missing=(MissingLayer(layer=0, name="l.tar.gz"),)),
        Severity.ERROR,
    ),
    "XPKG003": (lambda: archived(_BASE, is_chosen=True), Severity.WARNING),
    "XPKG004": (lambda: archived(_BASE, layer(file("a")), diff_ids=1), Severity.ERROR),
    "XPKG005": (lambda: archived(_BASE, labels={LABEL + _ZERO: "upbound"}), Severity.WARNING),
    "XPKG006": (lambda: archived(_BASE, bases=()), Severity.WARNING),
    "XPKG007": (lambda: archived(_BASE, layer(file("a")), bases=(0, 1)), Severity.WARNING),
    "XPKG008": (lambda: archived(_BASE, layer(file("a"), compression="none")), Severity.WARNING),
}
CHILDREN: Tripped = {
    "XPKG107": (lambda: indexed(on("linux/amd64"), EXTENSION), Severity.INFO),
    "XPKG217": (lambda: judge_image(image(OTHER, BASE), "format-v2"), Severity.INFO),
    "XPKG414": (lambda: judge_image(image(layer(file("metadata/annotations.yaml")))), Severity.INFO),
    "XPKG216": (lambda: judge_image(RUNNABLE, related=("sha256-0a.sig",)), Severity.INFO),
    "XPKG108": (
        lambda: indexed(on("linux/amd64"), on("linux/arm64"), compared=(compared(Likeness.DIFFERENT),)),
        Severity.WARNING,
    ),
    "XPKG109": (lambda: indexed({"mediaType": media_types.OCI_INDEX}), Severity.INFO),
    "XPKG110": (
        lambda: indexed(on("linux/amd64"), {**on("linux/arm"), "mediaType": media_types.DOCKER_SCHEMA1}),
        Severity.WARNING,
    ),
    "XPKG111": (
        lambda: indexed(
            on("linux/amd64"), on("linux/arm64"), children=(ChildFacts(number=1, problem="it is not there"),)
        ),
        Severity.WARNING,
    ),
    "XPKG112": (lambda: indexed(on("linux/amd64")), Severity.INFO),
}
MARKINGS: Tripped = {
    "XPKG203": (lambda: judge_image(image(*[layer(file("a"))] * 256, _BASE)), Severity.INFO),
    "XPKG208": (lambda: judge_image(image(layer(_STREAM, annotation="Base"))), Severity.WARNING),
    "XPKG209": (lambda: judge_image(image(_BASE, layer(file("a"), annotation="upbound"))), Severity.INFO),
    "XPKG210": (
        lambda: judge_image(image(layer(_STREAM, base=True, media_type=media_types.DOCKER_FOREIGN_LAYER))),
        Severity.WARNING,
    ),
    "XPKG212": (lambda: judge_image(package(PROVIDER)), Severity.INFO),
    "XPKG214": (lambda: judge_image(package(CONFIGURATION, layer(file("bin/sh")))), Severity.INFO),
    "XPKG215": (lambda: judge_image(image(_BASE, docker=True)), Severity.INFO),
}
CONTENTS: Tripped = {
    "XPKG303": (
        lambda: judge_image(
            image(layer(_STREAM, base=True, compression="none", media_type=media_types.OCI_LAYER_ZSTD))
        ),
        Severity.INFO,
    ),
    "XPKG306": (lambda: judge_image(image(layer(_STREAM, file("a"), base=True))), Severity.WARNING),
    "XPKG307": (
        lambda: with_layer_facts(package(PROVIDER), limit="it inflates to more than 1024 MiB"),
        Severity.WARNING,
    ),
    "XPKG308": (
        lambda: judge_image(image(replace(OTHER, diff_id=_ZERO), _BASE), whole=True),
        Severity.ERROR,
    ),
    "XPKG309": (
        lambda: indexed(on("linux/amd64"), on("linux/arm64"), programs=(starting("linux/amd64"),)),
        Severity.WARNING,
    ),
    "XPKG310": (
        lambda: indexed(
            on("linux/amd64"), on("linux/arm64"), programs=(starting("", fault=StartFault.ABSENT, layer=None),)
        ),
        Severity.WARNING,
    ),
    "XPKG406": (
        lambda: judge_image(
            image(_BASE, layer(file("package.yaml"))),
            hidden=(ShadowedFile(layer=0, path="package.yaml", by=1, how=Shadowing.OVERWRITTEN),),
        ),
        Severity.WARNING,
    ),
    "XPKG407": (
        lambda: judge_image(
            image(_BASE, layer(file("package.yaml"))), flattened=FlattenedFile(layer=1, sha256=digest(b"")[7:])
        ),
        Severity.WARNING,
    ),
    "XPKG409": (truncated, Severity.WARNING),
    "XPKG410": (lambda: judge_image(image(layer(_STREAM, file("a")))), Severity.INFO),
    "XPKG411": (
        lambda: with_layer_facts(package(PROVIDER), side_file_error="document 1 has no kind"),
        Severity.WARNING,
    ),
    "XPKG412": (lambda: judge_image(image(layer(file(".registry/app.yaml")))), Severity.INFO),
}
IMAGES: Tripped = {
    "XPKG001": (lambda: judge_image(package(PROVIDER), is_compressed=True), Severity.WARNING),
    "XPKG009": (lambda: judge_image(package(PROVIDER), obstacles=(OBSTACLE,)), Severity.ERROR),
    "XPKG101": (of_platforms, Severity.ERROR),
    "XPKG102": (lambda: of_platforms("linux/arm64", "linux/s390x"), Severity.ERROR),
    "XPKG103": (lambda: of_platforms("linux/arm64"), Severity.ERROR),
    "XPKG104": (lambda: of_platforms("linux/amd64", None), Severity.WARNING),
    "XPKG105": (lambda: of_platforms(None, platform={"os": "", "architecture": ""}), Severity.ERROR),
    "XPKG106": (lambda: of_platforms("linux/amd64", "unknown/unknown"), Severity.INFO),
    "XPKG201": (lambda: judge_image(package(PROVIDER), manifest_error=_OTHER_DIGEST), Severity.ERROR),
    "XPKG202": (lambda: judge_image(image()), Severity.ERROR),
    "XPKG204": (lambda: judge_image(image(BASE, layer(file("a"), base=True))), Severity.WARNING),
    "XPKG205": (lambda: judge_image(package(PROVIDER, base=False)), Severity.WARNING),
    "XPKG206": (
        lambda: judge_image(image(OTHER, labels={LABEL + OTHER.digest: "base"})),
        Severity.WARNING,
    ),
    "XPKG207": (
        lambda: judge_image(image(OTHER, BASE, labels={LABEL + OTHER.digest: "base"})),
        Severity.WARNING,
    ),
    "XPKG211": (lambda: judge_image(package(PROVIDER), config_error="it is no JSON"), Severity.WARNING),
    "XPKG213": (lambda: judge_image(package(PROVIDER)), Severity.WARNING),
    "XPKG301": (lambda: with_layer_facts(package(PROVIDER), mismatch="size differs"), Severity.ERROR),
    "XPKG302": (lambda: judge_image(cut(gzip(tar(file("package.yaml", PROVIDER)))[:40])), Severity.ERROR),
    "XPKG304": (lambda: judge_image(cut(tar(file("a", "b" * 3000))[:2000])), Severity.ERROR),
    "XPKG305": (lambda: with_layer_facts(package(PROVIDER), actual_diff_id="sha256:" + "0" * 64), Severity.WARNING),
    "XPKG401": (lambda: judge_image(image(layer(file("readme.txt"), base=True))), Severity.ERROR),
    "XPKG402": (lambda: judge_image(image(layer(file("a/package.yaml", PROVIDER), base=True))), Severity.WARNING),
    "XPKG403": (lambda: judge_image(image(layer(file("./package.yaml", PROVIDER), base=True))), Severity.WARNING),
    "XPKG404": (
        lambda: judge_image(image(layer(file("package.yaml", PROVIDER), file("a/package.yaml"), base=True))),
        Severity.WARNING,
    ),
    "XPKG405": (lambda: judge_image(image(layer(symlink("package.yaml", "b"), base=True))), Severity.ERROR),
    "XPKG408": (
        lambda: judge_image(image(layer(file("../x"), file("package.yaml", PROVIDER)))),
        Severity.ERROR,
    ),
    "XPKG413": (
        lambda: judge_image(image(layer(folder("./"), file("package.yaml", PROVIDER)))),
        Severity.ERROR,
    ),
    **ARCHIVES,
    **CHILDREN,
    **MARKINGS,
    **CONTENTS,
}
"""All of them together."""
