"""Rules about what layers hold beside package.yaml, and about layers that hide each other's files."""

import hashlib

import pytest
from builders.oci.images import image, package
from builders.oci.layers import BuiltLayer, file, folder, layer
from builders.packages.judgements import PROVIDER, judge_image
from builders.vectors.images import truncated, with_layer_facts

from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing
from xpkgtui.oci import media_types
from xpkgtui.rules.case import Flattened
from xpkgtui.rules.finding import Severity

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)
TOP = layer(file("a"))


@pytest.mark.parametrize(
    ("compression", "media_type"),
    [
        ("gzip", media_types.DOCKER_LAYER),
        ("gzip", media_types.OCI_LAYER_GZIP),
        ("zstd", media_types.OCI_LAYER_ZSTD),
        ("none", media_types.DOCKER_LAYER_PLAIN),
        ("gzip", "text/plain"),
    ],
)
def test_type_that_fits_or_promises_nothing_is_fine(compression: str, media_type: str) -> None:
    built = image(layer(STREAM, base=True, compression=compression, media_type=media_type))
    assert judge_image(built).of("XPKG303") == []


def test_type_and_bytes_are_named() -> None:
    built = image(layer(STREAM, base=True, compression="zstd", media_type=media_types.OCI_LAYER_GZIP))
    assert (
        judge_image(built).said("XPKG303")
        == "The type of layer 0 (annotated base) is tar+gzip; it is compressed with zstd"
    )


def test_layer_that_was_not_read_has_any_type() -> None:
    other = layer(file("a"), compression="none", media_type=media_types.OCI_LAYER_GZIP)
    assert judge_image(image(other, BASE)).of("XPKG303") == []


def test_other_files_of_the_base_layer_are_named() -> None:
    judged = judge_image(image(layer(STREAM, folder("b/"), file("b/c"), base=True)))
    assert judged.said("XPKG306") == ("Layer 0 (annotated base) holds 3 entries, not package.yaml alone: b/c, ...")


def test_other_files_of_the_base_layer_are_told_once() -> None:
    judged = judge_image(image(layer(STREAM, file("b"), base=True)))
    assert judged.rules & {"XPKG306", "XPKG410"} == {"XPKG306"}


def test_base_layer_without_package_says_nothing_of_its_other_files() -> None:
    assert judge_image(image(layer(file("a"), file("b"), base=True))).of("XPKG306") == []


def test_limit_is_no_damage() -> None:
    judged = with_layer_facts(package(PROVIDER), limit="it inflates to more than 1024 MiB")
    assert judged.errors == set()


def test_files_that_one_layer_hides_are_one_finding() -> None:
    hidden = tuple(ShadowedFile(layer=0, path=path, by=1, how=Shadowing.REMOVED) for path in ("x/a", "x/b"))
    judged = judge_image(image(BASE, TOP), hidden=hidden)
    assert judged.said("XPKG406") == "Layer 1 removes x/a and 1 more of layer 0 (annotated base)"


def test_flattening_that_gives_the_same_bytes_is_fine() -> None:
    same = Flattened(layer=1, sha256=hashlib.sha256(PROVIDER.encode()).hexdigest())
    assert judge_image(image(BASE, TOP), flattened=same).of("XPKG407") == []


def test_file_that_flattening_takes_away_is_told() -> None:
    judged = judge_image(image(BASE, TOP), flattened=Flattened(layer=1, sha256=None))
    assert judged.said("XPKG407") == "Layer 1 takes package.yaml out of the flattened image"


@pytest.mark.parametrize("profile", ["spec", "format-v2"])
def test_cut_is_a_fact_for_documents(profile: str) -> None:
    assert [one.severity for one in truncated(profile).of("XPKG409")] == [Severity.INFO]


def test_cut_is_a_warning_and_refuses_nothing() -> None:
    assert [one.severity for one in truncated().of("XPKG409")] == [Severity.WARNING]


@pytest.mark.parametrize(
    ("others", "said"),
    [
        ((file("a"),), "There is 1 entry beside package.yaml in layer 0, which Crossplane ignores"),
        ((file("a"), file("b")), "There are 2 entries beside package.yaml in layer 0, which Crossplane ignores"),
    ],
)
def test_other_files_are_counted(others: tuple[object, ...], said: str) -> None:
    built: BuiltLayer = layer(STREAM, *others)  # type: ignore[arg-type]
    assert judge_image(image(built)).said("XPKG410") == said


def test_layer_that_was_not_read_says_nothing_of_its_files() -> None:
    assert judge_image(image(TOP, BASE)).of("XPKG410") == []
