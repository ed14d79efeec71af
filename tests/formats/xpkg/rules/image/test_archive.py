"""Rules about the archive that an image is in: what they say beside, instead of others, and under other profiles."""

import pytest
from builders.cases import each_row
from builders.oci.images import image, package
from builders.oci.layers import file, layer
from builders.packages.judgements import DOCKER_ARCHIVE, PROVIDER, judge_image
from formats.xpkg.rules.vectors.images import LABEL, archived

from xpkgtui.errors import Obstacle, Obstructed
from xpkgtui.rules.case import MissingLayer
from xpkgtui.rules.finding import Acceptance, Severity

ARCHIVE_RULES = {f"XPKG00{number}" for number in range(2, 9)}
BASE = layer(file("package.yaml", PROVIDER), base=True)
OTHER = layer(file("a"))
PLAIN_BASE = layer(file("package.yaml", PROVIDER), base=True, compression="none")
PLAIN = layer(file("a"), compression="none")
ZERO = "sha256:" + "0" * 64


def test_good_archive_has_no_finding_about_archives() -> None:
    assert archived(BASE, OTHER).rules & (ARCHIVE_RULES | {"XPKG205", "XPKG206"}) == set()


def test_rules_about_archives_are_silent_elsewhere() -> None:
    assert judge_image(package(PROVIDER, base=False)).rules & ARCHIVE_RULES == set()


def test_missing_layer_is_reported_once() -> None:
    judged = archived(BASE, missing=(MissingLayer(layer=0, name="l.tar.gz"),))
    assert judged.of("XPKG002")[0].says == "file l.tar.gz not found in tar"


def test_chosen_image_of_a_layout_is_nothing_special() -> None:
    assert judge_image(package(PROVIDER), is_chosen=True).of("XPKG003") == []


def test_library_says_how_many_diff_ids_there_are() -> None:
    (found,) = archived(BASE, OTHER, diff_ids=1).of("XPKG004")
    assert found.says == (
        "tarball manifest references 2 layer(s) but config has 1 rootfs.diff_ids; the config may not describe a "
        "runnable image (for example, a buildkit cacheconfig)"
    )


@pytest.mark.parametrize(
    ("layers", "severity"),
    [((PLAIN_BASE, PLAIN), Severity.WARNING), ((PLAIN, PLAIN_BASE), Severity.ERROR)],
    ids=["another layer", "the package"],
)
def test_plain_layer_without_diff_id_is_left_out(layers: tuple[object, ...], severity: Severity) -> None:
    bases = (layers.index(PLAIN_BASE),)
    judged = archived(*layers, bases=bases, diff_ids=1)  # type: ignore[arg-type]
    assert [one.severity for one in judged.of("XPKG004")] == [severity]


def test_config_that_cannot_be_read_says_nothing_of_diff_ids_and_labels() -> None:
    judged = judge_image(package(PROVIDER), **DOCKER_ARCHIVE, image=None)
    assert judged.rules & ARCHIVE_RULES == set()


@each_row(("missing", "reported"), [(0, False), (1, True), (2, False)])
def test_layers_that_are_missing_are_not_compared_in_how_they_are_stored(missing: int, reported: bool) -> None:
    judged = archived(BASE, OTHER, PLAIN, missing=(MissingLayer(layer=missing, name="l.tar.gz"),))
    assert bool(judged.of("XPKG008")) is reported


def test_stray_base_label_is_reported_as_one_of_an_archive() -> None:
    judged = archived(BASE, bases=(), labels={LABEL + ZERO: "base"})
    assert judged.rules & {"XPKG005", "XPKG006", "XPKG205", "XPKG206"} == {"XPKG005", "XPKG006"}


def test_missing_base_label_is_reported_instead_of_the_annotation() -> None:
    assert archived(BASE, bases=()).rules & {"XPKG006", "XPKG205", "XPKG212"} == {"XPKG006"}


def test_label_of_a_plain_layer_is_lost_where_the_push_compresses() -> None:
    said = archived(PLAIN_BASE, PLAIN).said("XPKG006")
    assert (
        said == "Layer 0 is labeled base, but the push compresses it anew; after a push, no layer is annotated base"
    )
    assert "XPKG006" not in archived(OTHER, PLAIN_BASE, bases=(1,)).rules


def test_format_v2_knows_no_labels() -> None:
    assert archived(BASE, bases=(), profile="format-v2").rules & {"XPKG006", "XPKG205"} == {"XPKG205"}


def test_two_base_labels_are_reported_instead_of_two_annotations() -> None:
    assert archived(BASE, OTHER, bases=(0, 1)).rules & {"XPKG007", "XPKG204"} == {"XPKG007"}


@pytest.mark.parametrize("profile", ["crossplane-1", "spec"])
def test_two_base_labels_are_refused_where_two_annotations_are(profile: str) -> None:
    assert "XPKG007" in archived(BASE, OTHER, bases=(0, 1), profile=profile).errors


def test_all_layers_plain_are_alike() -> None:
    assert archived(PLAIN_BASE, PLAIN).of("XPKG008") == []


def test_compressed_layers_behind_a_plain_one_are_named() -> None:
    judged = archived(PLAIN, BASE, OTHER, bases=(1,))
    assert judged.said("XPKG008") == "Layer 0 is plain, but layers 1, 2 are compressed; all are read as plain"


@pytest.mark.parametrize(("count", "named"), [(5, "1, 2, 3, 4, 5"), (6, "1, 2, 3, 4, 5 and 1 more")])
def test_five_layers_are_named_and_the_others_counted(count: int, named: str) -> None:
    judged = archived(PLAIN_BASE, *[OTHER] * count)
    assert judged.said("XPKG008") == f"Layer 0 is plain, but layers {named} are compressed; all are read as plain"


@each_row(
    ("layers", "severity"),
    [
        ((PLAIN, BASE), Severity.ERROR),
        ((PLAIN_BASE, OTHER), Severity.ERROR),
        ((PLAIN, OTHER, PLAIN_BASE), Severity.WARNING),
        ((BASE, PLAIN), Severity.WARNING),
    ],
    ids=["the package is compressed", "a compressed one above", "a compressed one below", "another that is plain"],
)
def test_package_in_or_below_a_compressed_layer_taken_for_plain_is_not_found(
    layers: tuple[object, ...], severity: Severity
) -> None:
    bases = tuple(number for number, one in enumerate(layers) if one in (BASE, PLAIN_BASE))
    judged = archived(*layers, bases=bases)  # type: ignore[arg-type]
    assert [one.severity for one in judged.of("XPKG008")] == [severity]


_INDEX = Obstacle(what=Obstructed.INDEX, cause="its type")
_CODED = Obstacle(what=Obstructed.CODED_LAYER, cause="its label", digest=BASE.digest)
_REALM = Obstacle(what=Obstructed.ALL, cause="its realm", says="invalid realm", before="")
_SUM = "error verifying sha256 checksum after reading"


@each_row(
    ("obstacle", "crossplane", "says"),
    [
        (_INDEX, "2.4", "package.yaml not found in package"),
        (_INDEX, "1.20", "invalid package image: validating layers"),
        (_INDEX, "1.12", "failed to open package stream file: EOF"),
        (_CODED, "2.4", f"cannot read package contents: {_SUM}"),
        (_CODED, "2.1", "invalid package layer: gzip: invalid header"),
        (_REALM, "2.4", "invalid realm"),
        (_REALM, "2.3", None),
    ],
)
def test_what_keeps_crossplane_from_fetching_is_told_in_its_words(
    obstacle: Obstacle, crossplane: str, says: str | None
) -> None:
    judged = judge_image(image(BASE), crossplane=crossplane, obstacles=(obstacle,))
    assert [one.says for one in judged.of("XPKG009")] == ([says] if says else [])
    assert judged.verdict.reason.startswith(obstacle.cause if says else "package.yaml from layer 0 (annotated base)")


def test_what_crossplane_makes_of_a_package_that_it_cannot_fetch_is_told_too() -> None:
    judged = judge_image(image(BASE), obstacles=(_INDEX,))
    assert judged.verdict.acceptance is Acceptance.REFUSED
    assert judged.verdict.reason == "its type; it accepts the package itself"


def test_a_package_that_is_refused_itself_is_said_to_be_so_behind_what_keeps_it_from_being_fetched() -> None:
    judged = judge_image(image(layer(file("other.yaml"), base=True)), obstacles=(_REALM,))
    assert judged.verdict.acceptance is Acceptance.REFUSED
    assert judged.verdict.reason.startswith("its realm; it refuses the package itself too: ")
