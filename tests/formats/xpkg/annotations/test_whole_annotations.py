"""What is said of misspelled annotations and labels, and of descriptions: `goldens/annotations.txt`."""

from collections.abc import Iterator

import pytest
from builders.goldens import Golden, lines_of, once
from builders.oci.images import image
from builders.oci.layers import file, layer
from formats.xpkg.annotations.test_typos import DIFF, HEX, KEY, LAYERS

from xpkgtui.formats.xpkg.annotations.descriptions import is_one_sentence, missing
from xpkgtui.formats.xpkg.annotations.layers import with_base
from xpkgtui.formats.xpkg.annotations.typos import annotation_typo, is_near_key, label_typos, near_misses

VALUES = (
    "base",
    "Base",
    " base",
    "bas",
    "ba",
    "b",
    "b-a-s-e",
    "basement",
    "basse",
    "bases",
    "xbasex",
    "upbound",
    "",
    "v" * 60,
)
KEYS = (
    *(
        KEY,
        "io.crossplane.xpkgs",
        "io.crossplane.xpkg/base",
        "io.crossplane.xpkg/x",
        "org.crossplane.xpkg",
        "x.crossplane.xpkg",
    ),
    *("IO.crossplane.xpkg", "io-crossplane-xpkg", "io.crossplane.xp", "io.crosplane.xkg", "io.crosplan.xkg", "xpkg"),
    *(
        "io.crossplane.package",
        " io.crossplane.xpkg",
        "io.crossplane.xpkg.",
        "io.crossplane.xpkg/BASE ",
        "a" * 9,
        "a" * 40,
    ),
)
NAMED = (
    *(
        DIFF,
        f"sha256:{HEX[:12]}",
        HEX[:6],
        HEX[:5],
        HEX[:7].upper(),
        HEX,
        f"sha256:{HEX.upper()}",
        "sha512:" + "ab" * 64,
    ),
    *("sha256:" + "77" * 32, "", "md5:x", "a" * 30 + ":x", f"md5:{HEX[:12]}", f"sha256:{HEX}", "sha256:" + "f" * 20),
)
SENTENCES = (
    *(
        "One.",
        "One. Two.",
        "One! Two",
        "One? Two",
        "One, e.g. two.",
        "By Acme Inc. of Rome.",
        "Version 1.2 of it.",
        "",
    ),
    *(
        "One (two.) Three.",
        'One "two." Three.',
        "One.\nTwo.",
        "One\ntwo.",
        "One\n\ntwo",
        "One\r\n \r\ntwo",
        "一。二",
        "一。",
    ),
    *("See No. 5 of it.", "a.b.c. is d", "vs. it", f"{'x' * 61} vs. it", f"{'x' * 62} Inc. it", f"{'x' * 70}Inc. it"),
)


def lines() -> Iterator[str]:
    for key in KEYS:
        yield f"{key}: near {is_near_key(key)}"
        yield from (f"  {value}: {said}" for value in VALUES if (said := annotation_typo(key, value)))
    for named in NAMED:
        for value in ("base", "Base"):
            for head in (KEY, f"{KEY}s", "other"):
                label = f"{head}:{named}" if named else head
                for typo in label_typos([(label, value)], LAYERS):
                    yield f"{typo.key}: {typo.value}: layer {typo.layer}: {typo.meant}"
    for text in SENTENCES:
        yield f"{text!r} is one sentence: {is_one_sentence(text)}"
    given = {"meta.crossplane.io/license": "x", "meta.crossplane.io/source": "", "maintainer": "x"}
    yield f"missing: {missing(given, is_v2=False)} {missing(given, is_v2=True)}"


def of_images() -> Iterator[str]:
    one, two = layer(file("a"), base=True), layer(file("b"), annotation="Base")
    manifest = {KEY: "base", "io.crossplane.xpkgs": "x", "other": "y"}
    built = image(
        one,
        two,
        annotations=manifest,
        labels={f"{KEY}:{two.digest}": "bas", f"{KEY}s:{one.digest}": "base", KEY: "x"},
    )
    parsed = built.parsed()
    yield from lines_of(near_misses(parsed))
    changed = with_base(parsed, 1)
    yield from lines_of([one.mark for one in changed.layers], "marks")
    yield from lines_of(changed.config and dict(changed.config.labels), "labels")
    yield from lines_of([one.mark for one in built.parsed(derive=True).layers], "derived")


def test_annotations_are_judged_as_was_agreed(golden: Golden) -> None:
    golden("annotations", once("\n".join((*lines(), *of_images())) + "\n"))


@pytest.mark.parametrize(("count", "found"), [(499, 1), (500, 0)])
def test_five_hundred_labels_are_looked_at(count: int, found: int) -> None:
    labels = [(f"other{number}", "x") for number in range(count)]
    assert len(label_typos([*labels, (KEY, "base")], LAYERS)) == found
