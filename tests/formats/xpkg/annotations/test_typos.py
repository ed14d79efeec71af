"""Near misses of annotations and labels, and what was probably meant."""

from collections.abc import Iterator

from builders.cases import each_row

from xpkgtui.formats.xpkg.annotations.typos import LayerNames, annotation_typo, label_typos

KEY = "io.crossplane.xpkg"
HEX = "0b82" * 16
DIFF = "sha256:" + "d1" * 32


class Counted(tuple[LayerNames, ...]):
    """Layers that count how often all of them are iterated."""

    walks = 0

    def __iter__(self) -> Iterator[LayerNames]:
        self.walks += 1
        return super().__iter__()

    def __reversed__(self) -> Iterator[LayerNames]:
        self.walks += 1
        return iter(self[::-1])


LAYERS = (
    LayerNames(index=0, digest="sha256:" + "ee" * 32),
    LayerNames(index=1, digest=f"sha256:{HEX}", diff_id=DIFF),
)


@each_row(
    ("key", "value"),
    [
        (KEY, "Base"),
        (KEY, " base"),
        ("io.crossplane.xpkgs", "base"),
        ("io.crossplane.xpkg/base", "true"),
        ("org.crossplane.xpkg", "base"),
        ("IO.crossplane.xpkg", "base"),
    ],
)
def test_a_near_miss_says_what_was_meant(key: str, value: str) -> None:
    assert "base" in annotation_typo(key, value)
    assert "probably meant" in annotation_typo(key, value)


@each_row(("key", "value"), [(KEY, "base"), (KEY, "upbound"), (KEY, "schema.python"), ("a.b", "base")])
def test_what_is_meant_as_it_stands_is_not_a_near_miss(key: str, value: str) -> None:
    assert not annotation_typo(key, value)


@each_row(
    ("named", "layer", "words"),
    [
        (DIFF, 1, "it is the diff ID of layer 1"),
        (f"sha256:{HEX[:12]}", 1, "its whole digest"),
        (HEX[:7], 1, "its whole digest"),
        (HEX, 1, "begins with sha256:"),
        (f"sha256:{HEX.upper()}", 1, "lowercase"),
        ("sha512:" + "ab" * 64, None, "not by sha512"),
        ("sha256:" + "77" * 32, None, "no layer of this image"),
        ("", None, "it names no layer"),
    ],
)
def test_a_label_that_names_no_layer_says_why(named: str, layer: int | None, words: str) -> None:
    (typo,) = label_typos([(f"{KEY}:{named}" if named else KEY, "base")], LAYERS)
    assert typo.layer == layer
    assert words in typo.meant


def test_many_labels_are_looked_up_in_many_layers_once() -> None:
    layers = Counted(LAYERS * 100)
    typos = label_typos([(f"{KEY}:sha256:{number:08x}", "base") for number in range(200)], layers)
    assert len(typos) == 200
    assert layers.walks < 5


def test_a_label_with_a_typo_in_its_key_is_reported_with_its_layer() -> None:
    (typo,) = label_typos([(f"{KEY}s:sha256:{HEX}", "base")], LAYERS)
    assert typo.layer == 1


def test_right_labels_and_labels_of_others_are_not_typos() -> None:
    assert label_typos([(f"{KEY}:sha256:{HEX}", "base"), ("maintainer", "me")], LAYERS) == ()
