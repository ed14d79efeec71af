"""Rules about the bytes of layers: types, damage, limits and other files of the base layer."""

import lzma
import struct
from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import BuiltImage, image, package
from builders.oci.layers import BuiltLayer, file, folder, layer, layer_of, tar, zstd
from builders.packages.judgements import DOCKER_ARCHIVE, PROVIDER, Judgement, case_of, judge_case, judge_image
from formats.xpkg.rules.vectors.images import cut, with_layer_facts

from xpkgtui.limits import LIMITS
from xpkgtui.oci import media_types
from xpkgtui.rules.finding import Acceptance, Severity

BASE = layer(file("package.yaml", PROVIDER), base=True)
STREAM = file("package.yaml", PROVIDER)


@pytest.mark.parametrize("is_archive", [True, False])
def test_layer_with_damage_at_its_end_cannot_be_pushed_from_an_archive(is_archive: bool) -> None:
    damaged = replace(BASE, blob=BASE.blob[:-8] + bytes(8))
    fields: dict[str, Any] = DOCKER_ARCHIVE if is_archive else {}
    assert ("XPKG302" in judge_image(image(damaged), **fields).errors) is is_archive


@pytest.mark.parametrize("rest", [bytes(512), b"garbage"], ids=["zeros", "other bytes"])
def test_bytes_after_a_layer_are_more_of_it_when_an_archive_is_pushed(rest: bytes) -> None:
    trailed = replace(BASE, blob=BASE.blob + rest)
    (found,) = judge_image(image(trailed), **DOCKER_ARCHIVE).of("XPKG302")
    assert found.says == "gzip: invalid header"
    assert judge_image(image(trailed)).of("XPKG302") == []


@each_row(
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
        == "Layer 0 (annotated base) has media type tar+gzip, but it is compressed with zstd"
    )


def test_layer_that_was_not_read_has_any_type() -> None:
    other = layer(file("a"), compression="none", media_type=media_types.OCI_LAYER_GZIP)
    assert judge_image(image(other, BASE)).of("XPKG303") == []


def test_other_files_of_the_base_layer_are_named() -> None:
    judged = judge_image(image(layer(STREAM, folder("b/"), file("b/c"), base=True)))
    assert judged.said("XPKG306") == (
        "Layer 0 (annotated base) holds 3 entries, not only package.yaml: b/c and 1 more"
    )


def test_other_files_of_the_base_layer_are_reported_once() -> None:
    judged = judge_image(image(layer(STREAM, file("b"), base=True)))
    assert judged.rules & {"XPKG306", "XPKG410"} == {"XPKG306"}


def test_base_layer_without_package_says_nothing_of_its_other_files() -> None:
    assert judge_image(image(layer(file("a"), file("b"), base=True))).of("XPKG306") == []


def test_limit_is_not_damage() -> None:
    judged = with_layer_facts(package(PROVIDER), limit="it inflates to more than 1024 MiB")
    assert judged.errors == set()


def test_what_only_crossplane_cannot_read_is_an_error_with_its_words() -> None:
    skippable = struct.pack("<II", 0x184D2A50, 4) + b"abcd" + zstd(tar(file("package.yaml", PROVIDER)))
    (found,) = judge_image(image(layer_of(skippable, base=True))).of("XPKG304")
    assert found.severity is Severity.ERROR
    assert found.says is not None
    assert found.says in found.message


def test_older_managers_refuse_zstd() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), base=True, compression="zstd")), "crossplane-1")
    assert "XPKG302" in judged.errors


def test_newer_managers_read_zstd() -> None:
    judged = judge_image(image(layer(file("package.yaml", PROVIDER), base=True, compression="zstd")))
    assert judged.of("XPKG302") == []


def test_damage_behind_the_file_is_a_warning() -> None:
    judged = judge_image(cut(tar(file("package.yaml", PROVIDER), file("a", "b" * 3000))[:3500]))
    assert [one.severity for one in judged.of("XPKG304")] == [Severity.WARNING]


def test_layer_that_was_not_read_leaves_the_verdict_open() -> None:
    case, _ = case_of(package(PROVIDER))
    assert case.reading is not None
    reading = replace(case.reading, stage="fetch", unread=0, message="not fetched")  # type: ignore[arg-type]
    judged = judge_case(replace(case, reading=reading, stream=None), None)
    assert judged.verdict.acceptance is None


def test_older_managers_count_diff_ids() -> None:
    built = package(PROVIDER)
    assert [one.says for one in _old(_without_diff_ids(built)).of("XPKG305")] == [
        "invalid package layer: mismatched fs layers (1) and diff ids (0)"
    ]


def test_newer_managers_do_not_count_diff_ids() -> None:
    assert judge_image(_without_diff_ids(package(PROVIDER))).of("XPKG305") == []


@pytest.mark.parametrize(
    ("profile", "severity"), [("crossplane", Severity.WARNING), ("crossplane-1", Severity.ERROR)]
)
def test_older_managers_read_a_layer_to_its_end(profile: str, severity: Severity) -> None:
    whole = layer(file("package.yaml", PROVIDER), file("z", "z" * 2000), base=True).blob
    damaged = replace(layer(file("package.yaml", PROVIDER), base=True), blob=whole[:-8] + bytes(4) + whole[-4:])
    assert _severities(judge_image(image(damaged), profile), "XPKG302") == [severity]


def _old(built: BuiltImage) -> Judgement:
    return judge_image(built, "crossplane-1")


def _without_diff_ids(built: BuiltImage) -> BuiltImage:
    return image(*built.layers, config=b'{"architecture":"amd64","os":"linux","config":{}}')


def _severities(judged: Judgement, rule: str) -> list[Severity]:
    return [one.severity for one in judged.of(rule)]


def test_a_layer_of_xz_is_called_one() -> None:
    data = tar(file("package.yaml", PROVIDER))
    judged = judge_image(image(layer_of(lzma.compress(data), base=True, inflated=data)))
    assert "it is xz data, which readers of images do not decompress" in judged.said("XPKG304")


PLAIN = layer(file("bin/provider"), compression="none")
LOST = replace(layer(file("bin/provider")), diff_id="sha256:" + "0" * 64)
"""A layer of another diff_id than its config says."""


@each_row("profile", ["crossplane", "crossplane-1"])
@each_row(("other", "rule"), [(PLAIN, "XPKG302"), (LOST, "XPKG305")], ids=["plain", "diff_id"])
def test_layer_that_nobody_reads_makes_no_reader_refuse(profile: str, other: BuiltLayer, rule: str) -> None:
    judged = judge_image(image(other, BASE), profile, whole=True)
    assert [one.severity for one in judged.of(rule)] == ([Severity.WARNING] if rule == "XPKG305" else [])
    assert judged.errors <= {"XPKG308"}
    assert judged.verdict.acceptance is Acceptance.ACCEPTED


@pytest.mark.parametrize(("other", "rule"), [(PLAIN, "XPKG302"), (LOST, "XPKG305")], ids=["plain", "diff_id"])
def test_layer_below_the_package_is_validated_where_all_are_flattened(other: BuiltLayer, rule: str) -> None:
    built = image(other, layer(STREAM))
    assert [one.severity for one in judge_image(built, "crossplane-1", whole=True).of(rule)] == [Severity.ERROR]


def test_damage_that_nobody_reads_does_not_explain_what_a_reader_says() -> None:
    skippable = b"\x50\x2a\x4d\x18\x01\x00\x00\x00x" + zstd(tar(STREAM))
    damaged = layer_of(b"\x1f\x8b\x08\x00broken")
    judged = judge_image(image(damaged, layer_of(skippable, base=True)), whole=True)
    assert [one.layer for one in (finding.place for finding in judged.of("XPKG304"))] == [1]


@pytest.mark.parametrize(("number", "undecided"), [(0, False), (1, True)])
def test_limit_leaves_the_verdict_open_only_where_the_layer_is_read(number: int, undecided: bool) -> None:
    judged = with_layer_facts(image(layer(file("a")), BASE), number, limit=LIMITS.reached("entries"), read=True)
    assert [one.undecided for one in judged.of("XPKG307")] == [undecided]
