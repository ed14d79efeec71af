"""Rules about single fields of the meta object."""

import pytest
from builders.cases import each_row
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.metas import MANY_DEFINITIONS, META
from formats.xpkg.rules.vectors.streams import changed, stream

from xpkgtui.rules.finding import Severity

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_finding_stands_at_the_field_and_line() -> None:
    text = META["yes among capabilities"].replace("[yes]", "[safe-start,\n    flying]")
    place = judge_stream(stream(CRD, text)).of("XPKG615")[0].place
    assert (place.document, place.field, place.line) == (
        2,
        "spec.capabilities[1]",
        len((CRD + text).splitlines()) + 1,
    )


def test_build_looks_at_the_name_and_not_at_dependencies() -> None:
    assert "XPKG607" in judge_stream(META["no name"], "build").rules
    assert judge_stream(META["latest"], "build").of("XPKG904") == []


def test_name_is_required_by_the_older_format() -> None:
    assert "XPKG607" in judge_stream(META["no name"], "format-v2").errors


def test_name_in_capitals_is_a_warning() -> None:
    assert [one.severity for one in judge_stream(META["name in capitals"]).of("XPKG607")] == [W]


def test_name_of_another_type_is_reported_by_its_type_alone() -> None:
    judged = judge_stream(changed(PROVIDER, "name: provider-nop", "name: [a]"))
    assert (judged.of("XPKG607"), "XPKG616" in judged.errors) == ([], True)


def test_older_managers_used_the_image() -> None:
    assert [one.severity for one in judge_stream(META["function image"], "crossplane-1").of("XPKG614")] == [I]


def test_older_format_requires_an_image() -> None:
    older = META["deprecated version"]
    assert "XPKG614" in judge_stream(older, "format-v2").errors
    assert judge_stream(older + "  controller: {image: a.io/b:v1}\n", "format-v2").of("XPKG614") == []


def test_capabilities_are_compared_as_crossplane_compares_them() -> None:
    said = [one.message.partition(": ")[2] for one in judge_stream(META["capabilities"]).of("XPKG615")]
    assert said == [
        "the capability SafeStart counts as safe-start",
        "the capability flying has no effect in Crossplane",
    ]


@pytest.mark.parametrize("name", ["capabilities of text", "list among capabilities"])
def test_wrong_capabilities_silence_the_wrong_type(name: str) -> None:
    assert judge_stream(META[name]).errors == {"XPKG615"}


def test_surprise_silences_the_capability() -> None:
    assert judge_stream(META["yes among capabilities"]).errors == {"XPKG508"}


@each_row(("constraint", "count"), [(">=v1.14.0", 1), (">=v1.14.0, <v2.0.0", 0), (">=v2.0.0", 1)])
def test_safe_start_matters_where_the_version_has_it(constraint: str, count: int) -> None:
    text = stream(PROVIDER, *MANY_DEFINITIONS).replace(">=v1.14.0", constraint)
    assert len(judge_stream(text).of("XPKG620")) == count


@pytest.mark.parametrize(("version", "count"), [("1.20", 0), ("2.0", 1)])
def test_safe_start_came_with_crossplane_2_0(version: str, count: int) -> None:
    found = judge_stream(stream(PROVIDER, *MANY_DEFINITIONS), crossplane=version).of("XPKG620")
    assert [one.place.field for one in found] == ["spec"] * count
    found = judge_stream(stream(f"{PROVIDER}  capabilities: [flying]\n", *MANY_DEFINITIONS), crossplane=version).of(
        "XPKG620"
    )
    assert [one.place.field for one in found] == ["spec.capabilities"] * count


def test_few_definitions_may_all_be_active() -> None:
    assert not judge_stream(stream(PROVIDER, *MANY_DEFINITIONS[1:])).of("XPKG620")
