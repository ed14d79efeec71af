"""Rules about package.yaml as a stream of YAML documents."""

from builders.packages.judgements import PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import PLATFORM, VECTORS, changed, stream

from xpkgtui.limits import LIMITS
from xpkgtui.rules.finding import Severity


def test_many_directives_behind_the_end_are_reported_once() -> None:
    assert len(judge_stream(f"{PROVIDER}...\n" + "%X\n" * 100).of("XPKG503")) == 1


def test_many_binary_values_are_counted() -> None:
    labels = "".join(f"    k{number}: !!binary aGk=\n" for number in range(100))
    found = judge_stream(changed(PROVIDER, "  annotations:", f"  labels:\n{labels}  annotations:")).of("XPKG509")
    assert "Provider provider-nop: and 50 more of these" in {one.message for one in found}


def test_a_tag_directive_is_reported_at_its_own_line() -> None:
    assert judge_stream(f"%TAG ! tag:x:\n---\n{PROVIDER}").of("XPKG503")[0].place.line == 1


def test_a_version_of_a_wrong_type_is_not_missing_as_well() -> None:
    assert judge_stream(_depending("1.2")).rules & {"XPKG508", "XPKG903"} == {"XPKG508"}


def test_all_broken_documents_are_reported() -> None:
    judged = judge_stream(stream(PROVIDER, "a: [\n", "b: {\n"))
    assert [one.place.document for one in judged.of("XPKG501")] == [2, 3]


def test_utf_16_is_against_the_specification_and_a_warning_elsewhere() -> None:
    data = f"\ufeff{PROVIDER}".encode("utf-16-be")
    for profile, severity in (
        ("crossplane", Severity.WARNING),
        ("build", Severity.WARNING),
        ("spec", Severity.ERROR),
    ):
        (found,) = judge_stream(data, profile).of("XPKG501")
        assert (found.severity, found.message) == (severity, "Document 1 is UTF-16, packages are UTF-8")


def test_what_nests_deeper_than_json_may_has_no_kind() -> None:
    """Lists in block style are parsed faster than those in brackets."""
    assert "XPKG506" not in judge_stream(f"{PROVIDER}  x:\n  {'- ' * 9_997}[]\n").rules
    (found,) = judge_stream(f"{PROVIDER}  x:\n  {'- ' * 9_998}{{}}\n").of("XPKG506")
    assert found.says == "couldn't get version/kind; json parse error: invalid character '{' exceeded max depth"


def test_empty_stream_is_reported_once() -> None:
    judged = judge_stream("")
    assert (judged.rules, judged.said("XPKG511")) == ({"XPKG511"}, "package.yaml holds no document")


def test_yaml_1_1_surprise_names_text_and_value() -> None:
    said = judge_stream(VECTORS["octal for a label"]).said("XPKG508")
    assert said == "Provider provider-nop: the value 010 is read as the number 8, not as text, at metadata.labels.a"


def test_binary_is_a_warning() -> None:
    assert [one.severity for one in judge_stream(VECTORS["binary"]).of("XPKG509")] == [Severity.WARNING]


def test_directive_without_an_effect_is_a_warning() -> None:
    judged = judge_stream(VECTORS["directive behind dots"])
    assert [one.severity for one in judged.of("XPKG503")] == [Severity.WARNING]


def _depending(version: str) -> str:
    entry = f"{{apiVersion: pkg.crossplane.io/v1, kind: Provider, package: x.example.org/a/b, version: {version}}}"
    return changed(PLATFORM, "spec:\n", f"spec:\n  dependsOn: [{entry}]\n")


def test_documents_beyond_the_limit_of_this_program_leave_the_verdict_undecided() -> None:
    judged = judge_stream(f"---\n{PROVIDER}" + "---\n# nothing\n" * (LIMITS.documents + 5))
    (found,) = judged.of("XPKG307")
    assert (found.severity, found.says, found.undecided) == (Severity.WARNING, None, True)
    assert "xpkgtui reads at most 50,000 documents" in found.message
    assert judged.verdict.acceptance is None


E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


def test_duplicate_key_stands_at_its_second_place() -> None:
    (finding,) = judge_stream(VECTORS["duplicate key"]).of("XPKG507")
    assert (finding.place.line, finding.place.field) == (3, "kind")


def test_aliases_and_merges_are_counted() -> None:
    text = changed(PROVIDER, "readme: Read on.", "readme: &a Read on.\n    other: *a\n    more: *a")
    assert judge_stream(text).said("XPKG510") == "Provider provider-nop uses 2 aliases"


def test_windows_line_ends_are_reported_once() -> None:
    assert [one.severity for one in judge_stream(VECTORS["windows line ends"]).of("XPKG513")] == [I]


def test_byte_order_mark_before_a_document_is_a_fact() -> None:
    assert [one.severity for one in judge_stream(VECTORS["byte order mark"]).of("XPKG513")] == [I]
