"""What the rules say of packages with one mistake each, whole: `goldens/findings_*.txt`."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from builders.goldens import Golden, once
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.packages.edited import as_yaml, differences
from builders.packages.judgements import CRD, PROVIDER, Judgement, judge_image, judge_stream
from formats.xpkg.changes.texts import META as META_OBJECT
from formats.xpkg.changes.texts import MRD, SMALL
from formats.xpkg.rules.in_words import as_judged, in_words
from formats.xpkg.rules.test_format_v2 import FAULTY, NEAR
from formats.xpkg.rules.test_format_v2 import PROVIDER as FORMAT_V2
from formats.xpkg.rules.test_own_readers import IMAGES
from formats.xpkg.rules.vectors.compositions import COMPOSITIONS, INNER, NETWORK
from formats.xpkg.rules.vectors.images import BASE, LABEL, OTHER, archived, indexed, of_platforms, on
from formats.xpkg.rules.vectors.metas import MANY_DEFINITIONS, META
from formats.xpkg.rules.vectors.newer_kinds import OPERATIONS, operation
from formats.xpkg.rules.vectors.objects import OBJECTS, configuration
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, DEFINITIONS, VECTORS, stream

from xpkgtui.documents.document import build
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.rules.case import MissingLayer

INNER_COMPOSITION = COMPOSITIONS["patch"].rpartition("---\n")[2]
STREAMS_BY_GOLDEN: Mapping[str, Mapping[str, str]] = {
    "streams": VECTORS,
    "metas": META,
    "objects": OBJECTS,
    "compositions": COMPOSITIONS,
    "operations": {name: configuration(text) for name, text in OPERATIONS.items()},
    "format_v2": {**{name: text for name, (text, *_) in FAULTY.items()}, **NEAR},
    "definitions": {name: stream(PROVIDER, text) for name, text in DEFINITIONS.items()},
}


WIDE, PROGRAMS = ("streams", "metas", "format_v2"), ("crossplane", "crossplane-1", "spec")


@pytest.mark.parametrize("name", STREAMS_BY_GOLDEN)
def test_what_is_said_of_streams(name: str, golden: Golden) -> None:
    cases = {case: partial(judge_stream, text) for case, text in STREAMS_BY_GOLDEN[name].items()}
    golden(f"findings_{name}", once(in_words(cases, RULESET.profiles if name in WIDE else PROGRAMS)))


def test_what_is_said_of_images(golden: Golden) -> None:
    golden("findings_images", once(in_words({name: partial(judge_image, built) for name, built in IMAGES.items()})))


RICH: Mapping[str, tuple[str, str]] = {
    "meta": ("", META_OBJECT),
    "composite": (CONFIGURATION, SMALL["xrd"]),
    "composition": (stream(CONFIGURATION, NETWORK, INNER), INNER_COMPOSITION),
    "managed": (PROVIDER, MRD),
    "definition": (PROVIDER, CRD),
    "webhooks": (PROVIDER, SMALL["webhooks"]),
}
"""A package, and the object of it that is changed."""


def test_what_is_said_of_one_change_of_an_object(golden: Golden) -> None:
    found = []
    for name, (package, text) in RICH.items():

        def lines(value: Any, package: str = package) -> Iterator[str]:
            document = as_yaml(value)
            judged = judge_stream(stream(package, document) if package else document)
            yield f"{judged.verdict.acceptance}: {judged.verdict.reason}"
            for one in judged.findings:
                yield f"{one.severity.name[0]} {one.rule} {one.place.field} {one.message} | {one.says} | {one.fix}"

        found.append(differences({name: build(text).tree.value}, lines))
    golden("findings_of_variants", "".join(found))


def many(form: str, count: int = 60, sep: str = ", ") -> str:
    """So many of these, with a number in each."""
    return sep.join(form.replace("#", str(number)) for number in range(count))


def with_schema(properties: str) -> str:
    return stream(PROVIDER, CRD.replace("          properties:\n", f"          properties:\n{properties}"))


FLOODS: Mapping[str, tuple[str, str]] = {
    "unknown fields": ("crossplane", f"{PROVIDER}  other: 1\n{many('  k#: 1', sep=chr(10))}\n"),
    "fields of other types": ("crossplane", PROVIDER + many("  dependsOn: [{provider: 5}]", 1)),
    "annotations of numbers": (
        "crossplane",
        PROVIDER.replace("annotations:\n", f"annotations:\n{many('    a.b/k#: 5', sep=chr(10))}\n"),
    ),
    "annotations with odd names": (
        "crossplane",
        PROVIDER.replace("annotations:\n", f"annotations:\n{many('    k#!: x', sep=chr(10))}\n"),
    ),
    "annotations of no kind": (
        "crossplane",
        PROVIDER.replace(
            "annotations:\n",
            f"annotations:\n{many('    friendly-kind-name.meta.crossplane.io/k#: x', sep=chr(10))}\n",
        ),
    ),
    "labels with odd values": (
        "crossplane",
        PROVIDER.replace("  annotations:\n", f"  labels: {{{many('k#: -')}}}\n  annotations:\n"),
    ),
    "annotations of a known prefix": (
        "crossplane",
        PROVIDER.replace("annotations:\n", f"annotations:\n{many('    meta.crossplane.io/k#: x', sep=chr(10))}\n"),
    ),
    "capabilities": ("crossplane", f"{PROVIDER}  capabilities: [{many('c#')}]\n"),
    "dependencies": ("crossplane", f"{PROVIDER}  dependsOn: [{many('{provider: a.io/b/c, version: v1.#.0}', 70)}]\n"),
    "meta objects": ("crossplane", stream(*[PROVIDER.replace("provider-nop", f"p{number}") for number in range(53)])),
    "schemas of no type": ("crossplane", with_schema(many("            p#: {type: x}", sep="\n") + "\n")),
    "properties of numbers": ("crossplane", with_schema(many("            p#: {description: 5}", sep="\n") + "\n")),
    "choices that are bools": (
        "crossplane",
        with_schema(many("            p#: {type: string, enum: [yes]}", sep="\n") + "\n"),
    ),
    "steps of one name": (
        "crossplane",
        configuration(operation(f"{{mode: Pipeline, pipeline: [{many('{step: a, functionRef: {name: f}}', 70)}]}}")),
    ),
    "composition with too many steps": (
        "crossplane",
        stream(
            CONFIGURATION,
            COMPOSITION.replace("{step: one", f"{many('{step: s#, functionRef: {name: f}}', 99)}, {{step: one"),
        ),
    ),
    "19 definitions": ("crossplane", stream(PROVIDER, *MANY_DEFINITIONS[:19])),
    "20 definitions": ("crossplane", stream(PROVIDER, *MANY_DEFINITIONS[:20])),
    "controller": (
        "format-v2",
        FORMAT_V2.replace("  controller:\n", f"  controller:\n{many('    k#: 1', sep=chr(10))}\n"),
    ),
    "requests": ("format-v2", f"{FORMAT_V2}  permissionRequests: [{many('{verbs: 5}')}]\n"),
}
"""Streams with more of something than is said one by one."""


def test_floods_are_counted(golden: Golden) -> None:
    lines = []
    for name, (profile, text) in FLOODS.items():
        found = judge_stream(text, profile).findings
        last = {one.rule: one for one in found}
        counts = Counter(one.rule for one in found)
        lines += [
            f"# {name}",
            *(f"{rule} ({counts[rule]}): {one.place.field}: {one.message}" for rule, one in last.items()),
        ]
    golden("findings_of_floods", "\n".join(lines) + "\n")


NOWHERE: dict[str, object] = {"platform": {"os": "", "architecture": ""}}
PLAINS = tuple(layer(file(f"f{number}"), compression="none") for number in range(8))
STRAYS = {f"{LABEL}sha256:{number:064}": "upbound" * 20 for number in range(8)}
PACKAGED = file("package.yaml", PROVIDER)
IMAGE_FLOODS: Mapping[str, Callable[[], Judgement]] = {
    "missing layers": lambda: archived(
        BASE, *[OTHER] * 7, missing=tuple(MissingLayer(layer=n, name=f"{n}{'n' * 80}") for n in range(8))
    ),
    "labels that are left": lambda: archived(BASE, labels=STRAYS),
    "labels that are left in an image": lambda: judge_image(image(BASE, labels=STRAYS)),
    "bases in an archive": lambda: archived(BASE, *PLAINS, bases=tuple(range(9))),
    "plain layers": lambda: archived(BASE, *PLAINS),
    "bases": lambda: judge_image(image(*(layer(file(f"{n}"), base=True) for n in range(8)), BASE)),
    "other packages": lambda: judge_image(
        image(layer(PACKAGED, *(file(f"{n}/package.yaml", PROVIDER) for n in range(8)), base=True))
    ),
    "other files": lambda: judge_image(
        image(layer(PACKAGED, *(file(f"{'n' * 80}{n}.yaml") for n in range(8)), base=True))
    ),
    "no package but similar": lambda: judge_image(
        image(layer(*(file(f"{n}/package.yml", PROVIDER) for n in range(8)), base=True))
    ),
    "entries twice": lambda: judge_image(image(layer(PACKAGED, *[file(f"a{n // 2}") for n in range(16)], base=True))),
    "annotations nearly right": lambda: judge_image(
        image(BASE, *(layer(file(f"{n}"), annotation=f"bas{n}") for n in range(8)))
    ),
    "the last of 256 layers": lambda: judge_image(image(*[OTHER] * 255, BASE), crossplane="2.1"),
    "the last of 257 layers": lambda: judge_image(image(*[OTHER] * 256, BASE), crossplane="2.1"),
    "entries of one platform": lambda: indexed(*[on("linux/amd64")] * 9),
    "entries of no platform": lambda: indexed(on("linux/amd64"), *[NOWHERE] * 9),
    "entries of other platforms": lambda: of_platforms(*(f"os{n}/x" for n in range(9))),
}


def test_floods_in_images_are_counted(golden: Golden) -> None:
    judged = {name: judge() for name, judge in IMAGE_FLOODS.items()}
    golden(
        "findings_of_image_floods",
        in_words({name: partial(as_judged, one) for name, one in judged.items()}, ["its own"]),
    )
