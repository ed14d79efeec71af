"""Rules about keys of annotations and labels."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.metas import META, annotated
from formats.xpkg.rules.vectors.objects import CLAIMS, OLDER_XRD
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, changed, stream

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_rule_about_the_package_points_at_a_field() -> None:
    text = stream(CRD, annotated("friendly-group-name.meta.crossplane.io/nep.example.org"))
    place = judge_stream(text).of("XPKG811")[0].place
    assert (place.document, text.splitlines()[(place.line or 0) - 1].split(":")[0].strip('" ')) == (
        2,
        "friendly-group-name.meta.crossplane.io/nep.example.org",
    )


def test_friendly_name_in_disorder_is_put_in_order() -> None:
    said = judge_stream(META["friendly name in disorder"]).said("XPKG810")
    assert said.endswith("did you mean friendly-name.meta.crossplane.io?")


@each_row("name", ["blank in a key", "long label", "large annotations"])
def test_unsound_annotations_refuse_the_package(name: str) -> None:
    assert judge_stream(META[name]).errors == {"XPKG812"}


def test_unsound_annotations_of_what_is_not_installed_are_a_warning() -> None:
    odd = changed(COMPOSITION, "{name: things}", "{name: things, labels: {a b: c}}")
    assert [one.severity for one in judge_stream(stream(PROVIDER, odd)).of("XPKG812")] == [W]
    assert [one.severity for one in judge_stream(stream(CONFIGURATION, odd)).of("XPKG812")] == [E]


@each_row(("labels", "is_told"), [("{a b: null}", True), ("{a: null}", False), ("{a: 5}", False)])
def test_a_value_of_nothing_counts_as_empty_text_and_others_are_told_elsewhere(labels: str, is_told: bool) -> None:
    odd = changed(COMPOSITION, "{name: things}", f"{{name: things, labels: {labels}}}")
    assert bool(judge_stream(stream(CONFIGURATION, odd)).of("XPKG812")) is is_told


@pytest.mark.parametrize(("size", "shown"), [(80, "k" * 80), (81, f"{'k' * 79}…")])
def test_a_long_key_is_cut(size: int, shown: str) -> None:
    assert judge_stream(annotated("k" * size)).said("XPKG813").endswith(f" annotation {shown} has no prefix")


def test_friendly_name_of_a_claim_names_something() -> None:
    meta = annotated("friendly-kind-name.meta.crossplane.io/thing.example.org")
    offered = changed(OLDER_XRD, "spec:\n", "spec:\n" + CLAIMS)
    assert judge_stream(stream(meta, offered)).of("XPKG811") == []
    assert len(judge_stream(stream(meta, OLDER_XRD)).of("XPKG811")) == 1


def test_a_finalizer_that_is_no_qualified_name_is_refused() -> None:
    kept = changed(CRD, "metadata:\n", "metadata:\n  finalizers: [a b, a.example.org/b]\n")
    (found,) = judge_stream(stream(PROVIDER, kept)).of("XPKG812")
    assert (found.place.field, (found.says or "")[:46]) == (
        "metadata.finalizers[0]",
        'metadata.finalizers: Invalid value: "a b": nam',
    )


def test_no_number_of_finalizers_hides_one_that_is_refused() -> None:
    names = ", ".join(f"a.example.org/{number}" for number in range(60))
    kept = changed(CRD, "metadata:\n", f"metadata:\n  finalizers: [{names}, a b]\n")
    assert [one.place.field for one in judge_stream(stream(PROVIDER, kept)).of("XPKG812")] == [
        "metadata.finalizers[60]"
    ]


def test_finalizers_that_exclude_each_other_are_refused() -> None:
    kept = changed(CRD, "metadata:\n", "metadata:\n  finalizers: [orphan, foregroundDeletion]\n")
    assert judge_stream(stream(PROVIDER, kept)).errors == {"XPKG812"}
