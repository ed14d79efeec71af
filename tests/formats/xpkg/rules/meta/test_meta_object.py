"""Rules about the meta object, and the shapes of all objects."""

from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.metas import META
from formats.xpkg.rules.vectors.streams import VECTORS, changed, stream

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_flood_of_fields_is_counted_and_said() -> None:
    fields = "".join(f"  unknown{number}: 1\n" for number in range(80))
    reported = judge_stream(PROVIDER + fields).of("XPKG613")
    assert (len(reported), reported[-1].message.split(": ")[1]) == (
        51,
        "at least 30 more fields are unknown and dropped",
    )


@each_row(
    ("fields", "reported"),
    [
        ("spec: []\nmetadata: {name: p, uid: yes}\n", "ObjectMeta.metadata.uid"),
        ("metadata: {uid: [], name: yes}\n", "ObjectMeta.metadata.name"),
        ("metadata: {finalizers: [a, b, c, d, e, f, g, h, i, j, [], 2]}\n", "ObjectMeta.metadata.finalizers"),
        ("metadata: {annotations: {b/c: 1}, creationTimestamp: today}\n", "parsing time"),
        ("metadata: {annotations: {b/c: 1}, creationTimestamp: 5}\n", "ObjectMeta.metadata.creationTimestamp"),
    ],
    ids=["keys of the object", "keys below", "numbers", "what stops it at once", "a number for a time"],
)
def test_wrong_type_that_is_reported_is_the_first_in_the_order_of_the_keys(fields: str, reported: str) -> None:
    judged = judge_stream("apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\n" + fields)
    culprit = judged.verdict.culprit
    assert culprit is not None
    assert reported in (culprit.says or "")


def test_ignored_image_silences_the_unknown_field() -> None:
    judged = judge_stream(META["controller image"])
    assert (judged.of("XPKG613"), "spec.controller.image and" in judged.said("XPKG614")) == ([], True)


def test_empty_controller_that_older_builds_write_is_worth_knowing_only() -> None:
    judged = judge_stream(PROVIDER + "  controller: {}\n")
    assert (judged.of("XPKG613"), [one.severity for one in judged.of("XPKG614")]) == ([], [I])
    assert "Crossplane 1.x writes it at a build" in judged.said("XPKG614")


def test_the_old_format_names_its_own_meta_objects() -> None:
    judged = judge_stream(PROVIDER, "format-v2")
    assert judged.said("XPKG602") == (
        "Provider provider-nop: meta.pkg.crossplane.io/v1 Provider is not in Package Format v2, "
        "which has v1alpha1 Provider and Configuration"
    )
    assert "v1alpha1" in judged.of("XPKG602")[0].fix


def test_a_thousand_meta_objects_are_counted() -> None:
    found = judge_stream(stream(*[PROVIDER] * 1000)).of("XPKG601")
    assert (len(found), found[0].message.endswith(" and 995 more")) == (49, True)


def test_broken_meta_object_is_not_missed_as_well() -> None:
    assert judge_stream(VECTORS["broken meta"]).of("XPKG601") == []


def test_line_and_column_of_a_field_are_reported() -> None:
    text = stream(PROVIDER, changed(CRD, "served: true", "served: maybe"))
    place = judge_stream(text).of("XPKG616")[0].place
    assert (place.document, place.field, text.splitlines()[(place.line or 0) - 1].strip()) == (
        2,
        "spec.versions[0].served",
        "served: maybe",
    )


def test_tagged_number_is_a_wrong_type_and_not_a_surprise() -> None:
    assert judge_stream(VECTORS["tagged number for a text"]).rules >= {"XPKG616"}


def test_surprise_silences_the_wrong_type_of_its_field_only() -> None:
    text = changed(VECTORS["yes for a text"], "Apache-2.0", "[a]")
    judged = judge_stream(text)
    assert [one.place.field for one in judged.of("XPKG616")] == ['metadata.annotations["meta.crossplane.io/license"]']


def test_unknown_field_suggests_the_nearest() -> None:
    assert "did you mean dependsOn?" in judge_stream(VECTORS["unknown field"]).said("XPKG613")


def test_unknown_kind_suggests_the_known_version() -> None:
    assert "is not supported for Provider; use meta.pkg.crossplane.io/v1" in judge_stream(
        VECTORS["provider of v1beta1"]
    ).said("XPKG602")


def test_fork_silences_the_unknown_meta_object() -> None:
    assert judge_stream(VECTORS["fork of IBM"]).of("XPKG602") == []


def test_plain_constraint_silences_the_wrong_type() -> None:
    assert judge_stream(VECTORS["plain constraint"]).of("XPKG616") == []


def test_a_misspelled_kind_suggests_the_kind_alone() -> None:
    judged = judge_stream(changed(PROVIDER, "kind: Provider", "kind: Provder"))
    assert judged.said("XPKG602").endswith("kind Provder is not supported in meta.pkg.crossplane.io/v1; use Provider")
