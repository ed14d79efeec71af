"""Rules about labels of the meta object, families of providers and groups to sign in."""

from builders.cases import each_row
from builders.oci.images import package
from builders.packages.judgements import CRD, PROVIDER, judge_image, judge_stream
from formats.xpkg.rules.vectors.metas import FAMILY, META, NOP_FAMILY, annotated, depending, labeled
from formats.xpkg.rules.vectors.streams import PLATFORM, changed, stream

from xpkgtui.rules.finding import Severity

THEY = ("XPKG814", "XPKG815", "XPKG816")


def test_format_v2_minds_labels() -> None:
    (finding,) = judge_stream(META["labeled"], "format-v2").of("XPKG814")
    assert finding.severity is Severity.WARNING
    assert finding.message == "Provider provider-nop has the label team; Package Format v2 uses annotations instead"
    assert finding.place.field == "metadata.labels"


def test_format_v2_minds_labels_of_objects_where_they_stand() -> None:
    text = stream(PROVIDER, changed(CRD, "metadata:\n", "metadata:\n  labels: {a: b}\n"))
    (finding,) = judge_stream(text, "format-v2").of("XPKG814")
    assert finding.place.field == "metadata.labels"


def test_many_labels_are_reported_in_one_sentence() -> None:
    labels = ", ".join(f"l{number}: x" for number in range(5_000))
    judged = judge_stream(changed(PROVIDER, "  annotations:\n", f"  labels: {{{labels}}}\n  annotations:\n"))
    assert judged.said("XPKG814") == (
        "Provider provider-nop has 5,000 labels: l0, l1, l2 and 4,997 more; "
        "Crossplane copies them to the package revision"
    )


def test_labels_of_objects_are_not_checked() -> None:
    text = stream(PROVIDER, changed(CRD, "metadata:\n", "metadata:\n  labels: {a: b}\n"))
    assert judge_stream(text).of("XPKG814") == []


@each_row("name", ["family", "member of a family", "good dependencies"])
def test_families_that_are_whole_are_left_alone(name: str) -> None:
    assert judge_stream(META[name]).of("XPKG815") == []


def test_a_dependency_on_a_family_wants_the_label() -> None:
    assert judge_stream(META["dependency on a family without the label"]).said("XPKG815") == (
        "Provider provider-nop depends on provider-family-nop but has no label pkg.crossplane.io/provider-family"
    )


def test_a_configuration_is_of_no_family() -> None:
    text = depending(f"provider: {NOP_FAMILY}, version: v1.0.0", meta=PLATFORM)
    assert judge_stream(text).of("XPKG815") == []


def test_a_family_knows_itself_by_its_reference() -> None:
    built, label = package(labeled(FAMILY, "provider-family-nop")), "a.io/org/provider-family-nop:v1"
    assert judge_image(built, source=label).of("XPKG815") == []
    assert judge_image(built, source="a.io/org/provider-nop:v1").of("XPKG815")


def test_a_family_of_another_name_is_known_by_its_dependency() -> None:
    text = depending("provider: a.io/org/common, version: v1.0.0", meta=labeled(FAMILY, "common"))
    assert judge_stream(text).of("XPKG815") == []


def test_a_group_that_is_defined_can_be_signed_in_by() -> None:
    assert judge_stream(META["group to sign in"]).of("XPKG816") == []


def test_a_group_that_a_family_may_bring_is_a_fact() -> None:
    (finding,) = judge_stream(META["group to sign in of a family"]).of("XPKG816")
    assert finding.severity is Severity.INFO
    assert finding.message.endswith("; provider-family-nop may bring it")


def test_what_could_not_be_read_may_define_the_group() -> None:
    text = stream(META["group to sign in without a definition"], "a: [\n")
    assert judge_stream(text).of("XPKG816") == []


def test_no_group_to_sign_in_is_not_a_problem() -> None:
    assert judge_stream(stream(PROVIDER, CRD)).of("XPKG816") == []


@each_row(
    "text",
    [
        changed(PROVIDER, "  annotations:\n", "  labels: [a]\n  annotations:\n"),
        changed(PROVIDER, "  annotations:\n", f"  labels: {{{FAMILY}: [a]}}\n  annotations:\n"),
        changed(PROVIDER, "  annotations:\n", f"  labels: {{{FAMILY}: null}}\n  annotations:\n"),
        changed(PROVIDER, "  annotations:\n", "  annotations:\n    auth.upbound.io/group: [a]\n"),
        changed(PROVIDER, "spec:\n", "spec:\n  dependsOn: {a: b}\n"),
        "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata: []\nspec: x\n",
        labeled(FAMILY, "x" * 100_000),
        annotated("auth.upbound.io/group", "\\u202e\\x1b" * 10_000),
    ],
)
def test_other_shapes_break_no_rule(text: str) -> None:
    judged = judge_stream(text)
    assert not any("could not be judged" in one.message for one in judged.findings)
    assert all(len(one.message) < 500 for rule in THEY for one in judged.of(rule))
