"""What is wrong with an image whose annotations and labels do not say the same, in words."""

import io
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from builders.cases import each_row
from builders.goldens import Golden, headed, lines_of
from builders.oci.images import BuiltImage, image, index
from builders.oci.layers import file, layer
from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.test_own_readers import IMAGES

from xpkgtui.formats.images.comparison import ImageOrigin, LayerRepair, ReaderResult, Repair
from xpkgtui.formats.judging.stream_verdict import StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.reader.readers import reader
from xpkgtui.formats.xpkg.repairs import of_image, of_index
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.oci import manifest as manifests
from xpkgtui.oci.asked import AskedRegistries
from xpkgtui.oci.manifest import Index
from xpkgtui.rules.finding import Acceptance

BASE = layer(file("package.yaml", PROVIDER), base=True)
PLAIN = layer(file("package.yaml", PROVIDER))
FOLDED = layer(file("./package.yaml", PROVIDER))
OTHER, SECOND = layer(file("a")), layer(file("b"), base=True)
LABEL = "io.crossplane.xpkg:"


def causes(built: BuiltImage, verdicts: Mapping[str, StreamVerdict] = MappingProxyType({})) -> list[str]:
    """The causes of the repairs that are offered, the likeliest first."""
    parsed = built.parsed()
    results = [
        ReaderResult(
            reader=one,
            reading=reader(one.name).read(parsed, built.open_layer, io.BytesIO()),
            verdict=verdicts.get(one.name),
        )
        for one in READERS
    ]
    return [one.cause for one in of_image(ImageOrigin(repository="a.io/b", tag="v1"), parsed, results, "Provider")]


def test_what_is_damaged_is_not_repaired_by_a_command() -> None:
    built = image(PLAIN, SECOND)
    results = [
        ReaderResult(
            reader=one,
            reading=replace(
                reader(one.name).read(built.parsed(), built.open_layer, io.BytesIO()),
                unverified=one.name == "manager-2.4",
            ),
        )
        for one in READERS
    ]
    (found,) = of_image(
        ImageOrigin(repository="a.io/b", tag="v1", source="a.io/b:v1"), built.parsed(), results, "Provider"
    )
    assert (found.commands, "push the package again" in found.effect) == ((), True)


@each_row(
    ("lead", "end", "acceptance", "missed"),
    [
        ("", "", Acceptance.ACCEPTED, "misses 1 of 2 objects: it drops what comes after the last ---"),
        ("---\n", "", Acceptance.ACCEPTED, "misses 1 of 2 objects: it drops what comes after the last ---"),
        ("---\n", "---\n", Acceptance.ACCEPTED, ""),
        ("", "", Acceptance.REFUSED, ""),
    ],
)
def test_objects_that_validate_misses_are_counted(lead: str, end: str, acceptance: Acceptance, missed: str) -> None:
    stream = f"{lead}{PROVIDER}---\n{CRD}---\n{CRD.replace('nop', 'mop')}{end}"
    base = layer(file("package.yaml", stream), base=True)
    parsed = image(base, labels={LABEL + base.digest: "base"})
    objects = tuple(
        StreamObject(document=number, api_version="v1", kind="A", name="a", role=Role.OBJECT) for number in (1, 2, 3)
    )
    verdict = StreamVerdict(reader="manager-2.4", acceptance=acceptance, objects=objects)
    found = [one for one in causes(parsed, {"manager-2.4": verdict}) if "resource validate misses" in one]
    assert len(found) == bool(missed)
    assert all(missed in one for one in found)


@each_row(
    ("labels", "words"),
    [
        ({LABEL + BASE.digest: "base"}, None),
        ({}, "The config has no label base for layer 1."),
        ({LABEL + OTHER.digest: "base"}, "The config labels layer 0 as base, but layer 1 is annotated base."),
        (
            {LABEL + OTHER.digest: "base", LABEL + BASE.digest: "base"},
            "The config labels layers 0 and 1 as base, but layer 1 is annotated base.",
        ),
        (
            {LABEL + "sha256:" + "0" * 64: "base"},
            "The config has a label base for a layer that this image does not have.",
        ),
        (
            {LABEL + BASE.digest: "base", LABEL + "sha256:" + "0" * 64: "base"},
            "The config has a label base for a layer that this image does not have.",
        ),
    ],
)
def test_labels_are_compared_with_the_annotated_layer(labels: dict[str, str], words: str | None) -> None:
    found = causes(image(OTHER, BASE, labels=labels))
    assert found[:1] == ([f"{words} crossplane resource validate goes by labels alone."] if words else found[:1])
    assert any("goes by labels alone" in one for one in found) is (words is not None)


def test_two_annotated_layers_come_first() -> None:
    (first, *_) = causes(image(BASE, SECOND))
    assert first.startswith("Layers 0 and 1 are annotated base.")


def test_of_two_annotated_layers_the_one_with_the_package_is_kept() -> None:
    kept = [
        one.layer_repair.layer
        for built in (image(BASE, SECOND), image(SECOND, BASE), image(PLAIN, SECOND, layer(file("c"), base=True)))
        for one in repairs(built)[:1]
        if one.layer_repair
    ]
    assert kept == [0, 1, 0]


def test_commands_that_repair_two_causes_are_printed_once() -> None:
    zstd = layer(file("package.yaml", PROVIDER), compression="zstd")
    found = repairs(image(zstd, layer(file("b"), base=True, compression="zstd")))
    assert [bool(one.commands) for one in found] == [True, False]
    assert found[1].effect == "The commands of the first cause repair this too."


def test_an_annotated_layer_without_the_package_is_named() -> None:
    (first, *_) = causes(image(PLAIN, SECOND))
    assert first.startswith("Layer 0 holds package.yaml, but layer 1 is annotated base.")


def test_nothing_can_be_repaired_where_no_layer_has_the_package() -> None:
    assert causes(image(OTHER, SECOND)) == []


REMOTE = ImageOrigin(repository="a.io/b", tag="v1", digest="sha256:12", source="a.io/b:v1")
FILE = ImageOrigin(path="p.xpkg")
RUNTIME = layer(file("bin", "x"))


def repairs(built: BuiltImage, origin: ImageOrigin = REMOTE, kind: str | None = "Provider") -> list[Repair]:
    parsed = built.parsed()
    read = [(one, reader(one.name).read(parsed, built.open_layer, io.BytesIO())) for one in READERS]
    return list(of_image(origin, parsed, [ReaderResult(reader=one, reading=each) for one, each in read], kind))


def commands(found: Repair) -> list[str]:
    return [" ".join(one.words) for one in found.commands]


SAVED = [
    "xpkgtui save a.io/b:v1 --repaired repaired",
    "oras copy --from-oci-layout repaired:v1 a.io/b:v1",
]


def test_what_a_registry_has_is_saved_repaired_and_put_back() -> None:
    marked = layer(file("x", "1"), annotation="upbound")
    (found,) = repairs(image(OTHER, BASE, marked, labels={LABEL + OTHER.digest: "base"}))[:1]
    assert (commands(found), found.layer_repair) == (SAVED, LayerRepair(layer=1))
    assert found.effect.startswith("crossplane resource validate then reads layer 1 as well. All platforms, annot")


@each_row(
    ("labels", "cause"),
    [
        ({LABEL + PLAIN.digest: "base"}, "The manifest has no annotations, but the config's label"),
        ({LABEL + "sha256:" + "0" * 64: "base"}, "The config's labels name layers that"),
        ({}, "No layer is annotated base, and no label names one"),
    ],
)
def test_an_annotation_that_was_lost_is_made_again(labels: dict[str, str], cause: str) -> None:
    found = repairs(image(PLAIN, labels=labels))[0]
    assert found.cause.startswith(cause)
    assert (commands(found), found.layer_repair) == (SAVED, LayerRepair(layer=0))
    assert found.effect.startswith("Layer 0 is then annotated base; readers from Crossplane 1.7 on look in no other.")
    here = repairs(image(PLAIN, labels=labels), FILE)[0]
    assert all("oras" not in one for one in commands(here))


def test_a_registry_is_asked_with_the_flags_that_it_was_asked_with() -> None:
    origin = replace(REMOTE, asked=AskedRegistries(plain_http=("a.io",)))
    found = repairs(image(PLAIN), origin)[0]
    assert commands(found) == [
        "xpkgtui save a.io/b:v1 --repaired repaired --plain-http a.io",
        "oras copy --from-oci-layout --to-plain-http repaired:v1 a.io/b:v1",
    ]


def test_a_layer_in_a_folder_and_one_without_the_package_are_told() -> None:
    moved = repairs(image(layer(file("./package.yaml", PROVIDER), base=True)))[0]
    assert moved.cause.startswith("The entry is called ./package.yaml")
    assert (commands(moved), moved.layer_repair) == (SAVED, LayerRepair(layer=0, entry="./package.yaml"))
    assert moved.effect.startswith("Every reader then finds a layer as crossplane xpkg build writes it.")
    wrong = repairs(image(SECOND, PLAIN))[0]
    assert wrong.cause.startswith("Layer 1 holds package.yaml, but layer 0 is annotated base.")


def test_what_is_nowhere_is_pushed_first() -> None:
    found = repairs(image(BASE, SECOND, RUNTIME), ImageOrigin())
    assert [(commands(one), one.effect.startswith("Push it to a registry")) for one in found] == [([], True)] * len(
        found
    )


@each_row(
    ("platforms", "cause"),
    [
        (("linux/arm64", "linux/arm64", "darwin/amd64"), "The index has linux/arm64, darwin/amd64 only."),
        (("unknown/unknown",), None),
        (("/",), "The entries of the index have an empty platform"),
    ],
)
def test_an_index_of_which_crossplane_takes_no_entry(platforms: tuple[str, ...], cause: str | None) -> None:
    entries = [(image(layer(file(str(number)))), name) for number, name in enumerate(platforms)]
    parsed = manifests.parse(index(*entries).manifest, "")
    assert isinstance(parsed, Index)
    found = of_index(REMOTE, parsed)
    assert [one.cause.startswith(cause or "") for one in found] == ([True] if cause else [])
    assert all(REMOTE.target in commands(one)[-1] for one in found)
    assert cause is None or "arm64" not in cause or commands(of_index(FILE, parsed)[0]) == []


def test_repairs_are_what_was_agreed(golden: Golden) -> None:
    marked = layer(file("x", "1"), annotation="upbound")
    no_layer = {LABEL + "sha256:" + "0" * 64: "base"}
    images = {
        **IMAGES,
        "labels another": image(OTHER, BASE, marked, labels={LABEL + OTHER.digest: "base"}),
        "labels both": image(OTHER, BASE, labels={LABEL + OTHER.digest: "base", LABEL + BASE.digest: "base"}),
        "labels nothing": image(OTHER, BASE, labels=no_layer),
        "lost": image(OTHER, PLAIN, labels={LABEL + PLAIN.digest: "base"}),
        "lost in a folder": image(FOLDED, labels={LABEL + FOLDED.digest: "base"}),
        "compressed anew": image(PLAIN, labels=no_layer),
        "annotates another": image(SECOND, PLAIN),
        "many labels": image(OTHER, BASE, labels={f"{LABEL}sha256:{number:064}": "base" for number in range(21)}),
        "as many labels as may be": image(
            OTHER, BASE, labels={f"{LABEL}sha256:{number:064}": "base" for number in range(19)}
        ),
    }
    lines = []
    for name, built in images.items():
        for origin in (REMOTE, FILE, ImageOrigin()):
            for kind in ("Provider", "Configuration"):
                found = [line for one in repairs(built, origin, kind) for line in lines_of(one, kind)]
                lines += [f"# {name}, {origin.image or origin.path or 'nowhere'}", *found]
    golden("repairs", headed("\n".join(dict.fromkeys(lines))))


def test_repairs_of_an_index_are_what_was_agreed(golden: Golden) -> None:
    lines = []
    for platforms in (("linux/arm64", "darwin/amd64"), ("linux/arm64", "unknown/unknown"), ("/", "linux/arm64")):
        entries = [(image(layer(file(str(number)))), name) for number, name in enumerate(platforms)]
        parsed = manifests.parse(index(*entries).manifest, "")
        assert isinstance(parsed, Index)
        for origin in (REMOTE, FILE, ImageOrigin()):
            lines += [f"# {platforms}", *(line for one in of_index(origin, parsed) for line in lines_of(one))]
    golden("repairs_of_indexes", "\n".join(dict.fromkeys(lines)) + "\n")
