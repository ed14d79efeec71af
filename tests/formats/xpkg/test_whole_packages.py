"""How packages are recognized, the images that they name, and whose kinds their examples are."""

from collections.abc import Iterator
from typing import Any

from builders.goldens import Golden, lines_of
from builders.oci.images import image, labeled
from builders.oci.layers import file, layer
from builders.packages.edited import as_yaml, differences
from builders.packages.judgements import CRD, PROVIDER
from builders.packages.used import objects_in, used
from formats.xpkg.rules.vectors.streams import stream
from formats.xpkg.test_used_images import CONTROLLER, DIGEST, FUNCTION, RUNTIME, asked, needed
from formats.xpkg.test_used_images import PROVIDER as NAMING

from xpkgtui.documents.document import build
from xpkgtui.documents.stream import split
from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.needed import PackageState
from xpkgtui.formats.format import Traces
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.images import IMAGES
from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

OTHER = layer(file("a"))
FORK = PROVIDER.replace("meta.pkg", "meta.pkg.ibm")


def recognitions() -> Iterator[str]:
    for name, text in {"four": stream(*[PROVIDER] * 4), "fork": FORK, "none": CRD}.items():
        heads = split(text.encode()).chunks
        yield from (f"# {name}", *lines_of(XPKG.recognize(Traces(heads=heads))))
        yield f"roles: {', '.join(XPKG.role_of(one) for one in heads)}"
    base = layer(file("package.yaml", PROVIDER), base=True)
    for name, built in {
        "annotated": image(OTHER, base),
        "labeled": image(OTHER, labels={f"io.crossplane.xpkg:{OTHER.digest}": "base"}),
        "both": labeled(image(base)),
        "another annotation": image(layer(file("a"), annotation="upbound")),
        "files": image(layer(file("package.yaml", stream(CRD, PROVIDER)))),
        "files without": image(layer(file("package.yaml", CRD))),
        "no file": image(OTHER),
    }.items():
        parsed = built.parsed()
        folder = ImageFolder("x", read_change_sets(1, built.open_layer), built.open_layer, labels={})
        yield f"# {name}"
        for config in (parsed.config, None):
            yield from lines_of(XPKG.recognize(Traces(manifest=parsed.manifest, config=config, folder=folder)))
    yield from lines_of(XPKG.recognize(Traces(folder=folder)))
    yield from lines_of(IMAGES.marks.landmarks, "landmarks")
    yield f"readers: {', '.join(IMAGES.readers().names)}"


def test_packages_are_recognized_as_was_agreed(golden: Golden) -> None:
    golden("recognition", "\n".join(recognitions()) + "\n")


VALUES: dict[str, Any] = {
    name: build(text).tree.value
    for name, text in {"provider": NAMING, "function": FUNCTION, "runtime": RUNTIME, "controller": CONTROLLER}.items()
}


def test_images_are_found_as_was_agreed(golden: Golden) -> None:
    of_settings = XPKG.used_images().of_settings
    assert of_settings is not None

    def lines(value: Any) -> Iterator[str]:
        text = as_yaml(value)
        for target in ("1.20", "2.4"):
            yield from lines_of(used(XPKG, text, target=target), target)
            try:
                yield from lines_of(list(of_settings(text, target)), f"{target} settings")
            except Usage as problem:
                yield f"{problem} {problem.hint}"

    golden("used_images", differences(VALUES, lines))


def test_images_of_dependencies_are_what_was_agreed(golden: Golden) -> None:
    cases = {
        "installed": asked(">=v1", version="v1.0.0", reference="m.io/nop:v1.0.0"),
        "pinned": asked(DIGEST),
        "pinned twice": asked(DIGEST, DIGEST[:-1] + "2"),
        "open": asked("", ">=v1"),
        "missing": asked(">v9", state=PackageState.MISSING, says="there is none"),
        "missing without a word": asked(">v9", state=PackageState.MISSING),
        "nameless": asked("*", version="v1").__class__(package="", kind="Provider"),
    }
    lines = [
        f"{name}, {target}: {'; '.join(lines_of(one))}"
        for name, package in cases.items()
        for target in ("1.20", "2.4")
        for one in needed(package, VALUES["provider"], target)
    ]
    golden("used_images_of_dependencies", "\n".join(lines) + "\n")


GROUPS = ("pkg", "meta.pkg", "apiextensions", "ops", "protection", "secrets", "other")


def test_owners_of_examples_are_what_was_agreed(golden: Golden) -> None:
    examples = XPKG.examples()
    assert examples is not None
    asks = "spec: {dependsOn: [{provider: a.io/b, version: v1}%s]}\n"
    head = PROVIDER.partition("spec:")[0]
    packages = {
        "alone": (PROVIDER, CRD),
        "one dependency": (head + asks % "", CRD),
        "two dependencies": (head + asks % ", {provider: c, version: v1}", CRD),
        "function": (PROVIDER.replace("kind: Provider", "kind: Function"), CRD),
        "usages": (
            PROVIDER,
            *(CRD.replace("Thing", kind) for kind in ("ProviderConfigUsage", "ClusterProviderConfigUsage")),
        ),
        "no meta object": (CRD,),
    }
    lines = []
    for name, documents in packages.items():
        package = objects_in(XPKG, *documents)
        owner, is_written = examples.owner_of(package), examples.is_written(package)
        lines += [f"{name}: {head.defines}: written {is_written(head)}" for head in package.heads]
        for group in (*(f"{one}.crossplane.io" for one in GROUPS), "pkg.crossplane.io.example.org", "apps", "x.org"):
            lines.append(f"{name}: {group}: {owner(group, 'Kind')}")
    golden("owners_of_examples", "\n".join(lines) + "\n")
