"""The verdicts of all readers on a stream; those of the newest manager are also in `differential/streams`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.packages.case_facts import case_about, with_facts
from builders.packages.judgements import CRD, PROVIDER
from formats.xpkg.rules.vectors.streams import COMPOSITION, CONFIGURATION, VECTORS, changed, stream

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.yaml.builder import Builder
from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.judging.stream_verdict import StreamVerdict
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.tools.editions import EDITIONS
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.rules.case import Case, StreamFile
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.judging.documents import Ledger
from xpkgtui.rules.judging.engine import Judgement
from xpkgtui.rules.ruleset import Ruleset

MANAGERS = tuple(dict.fromkeys(one.reader for one in EDITIONS))
FUNCTION = "apiVersion: meta.pkg.crossplane.io/{}\nkind: Function\nmetadata: {{name: f}}\n"


def judge_stream(
    data: bytes,
    readers: Sequence[str],
    *,
    pieces: Sequence[tuple[int, int]] | None = None,
    limits: Limits = LIMITS,
    installed_as: str = "",
    stop: Callable[[], bool] = never,
) -> Mapping[str, StreamVerdict]:
    file = StreamFile(path="", size=len(data), sha256="")
    case = case_about("", reading=Reading(reader="stream", size=len(data)), stream=file, limits=limits)
    case = with_facts(case, installed_as=installed_as)
    return XPKG.judge_stream(data, readers, pieces=pieces, case=case, stop=stop)


def verdicts(text: str | bytes, *readers: str) -> Mapping[str, StreamVerdict]:
    """For a package that asks for no newer version than 1.0."""
    data = text.replace(">=v1.14.0", ">=v1.0.0").encode() if isinstance(text, str) else text
    return judge_stream(data, readers or MANAGERS)


def messages(text: str) -> dict[str, str]:
    return {name: each.refusal.message for name, each in verdicts(text).items() if each.refusal is not None}


def refusing(found: Mapping[str, StreamVerdict]) -> list[str]:
    """The readers that stop."""
    return [name for name, each in found.items() if each.acceptance is Acceptance.REFUSED]


def test_every_edition_accepts_a_plain_provider() -> None:
    text = stream(changed(PROVIDER, "v1.14.0", "v1.0.0"), CRD)
    assert {(name, each.acceptance, each.older) for name, each in verdicts(text).items()} == {
        (name, Acceptance.ACCEPTED, ()) for name in MANAGERS
    }


def test_every_manager_refuses_a_package_under_an_object_of_another_kind_and_the_build_does_not() -> None:
    text = stream(changed(PROVIDER, "v1.14.0", "v1.0.0"), CRD).encode()
    for kind, says in (("Configuration", "package meta type is not Configuration"), ("Provider", None)):
        found = judge_stream(text, (*MANAGERS, "build"), installed_as=kind)
        assert {each.refusal and each.refusal.message for name, each in found.items() if name in MANAGERS} == {says}
        assert found["build"].acceptance is not Acceptance.REFUSED


def test_utf_16_is_read_by_crossplane_and_against_the_specification() -> None:
    found = verdicts(f"\ufeff{PROVIDER}".encode("utf-16-be"), "spec", "manager-2.4")
    assert found["manager-2.4"].acceptance is not Acceptance.REFUSED
    refusal = found["spec"].refusal
    assert refusal is not None
    assert refusal.message == "Document 1 is UTF-16, packages are UTF-8"


def test_functions_are_known_since_1_14_and_as_v1_since_1_17() -> None:
    first = verdicts(stream(FUNCTION.format("v1beta1"), CRD))
    assert refusing(first) == ["manager-1.0", "manager-1.7"]
    (older,) = first["manager-1.13"].older
    assert (older.first, older.last) == ("1.13", "1.13")
    (older,) = verdicts(stream(FUNCTION.format("v1"), CRD))["manager-1.13"].older
    assert (older.first, older.last) == ("1.13", "1.16")


def test_first_functions_parse_in_1_13_and_nothing_installs_them() -> None:
    (older,) = verdicts(FUNCTION.format("v1alpha1"))["manager-1.13"].older
    assert older.refusal is not None
    assert older.refusal.message == "package meta type is not Provider"


def test_constraint_with_a_blank_is_read_since_2_3() -> None:
    found = verdicts(changed(PROVIDER, ">=v1.14.0", ">=v1.0.0 <v3"))
    assert refusing(found) == [*MANAGERS[:4]]
    (older,) = found["manager-2.2"].older
    assert (older.first, older.last, older.acceptance) == ("2.2", "2.2", Acceptance.REFUSED)


def test_object_that_does_not_belong_stops_the_managers_up_to_2_1() -> None:
    said = messages(stream(PROVIDER, COMPOSITION))
    assert said == {
        "manager-1.0": "object is not a CRD",
        "manager-1.7": "object did not pass any of the linters with following errors: object is not a CRD, "
        "object is not an ValidatingWebhookConfiguration, object is not a MutatingWebhookConfiguration",
        "manager-1.13": said["manager-1.7"],
        "manager-2.0": "object did not pass any of the linters with following errors: object is not a CRD, "
        "object is not an MRD, object is not an ValidatingWebhookConfiguration, "
        "object is not a MutatingWebhookConfiguration",
    }


def test_a_version_that_the_constraint_excludes_is_so_wherever_it_stops() -> None:
    newer = changed(PROVIDER, ">=v1.14.0", ">=v2.0.0")
    found = verdicts(stream(newer, "apiVersion: apiextensions.crossplane.io/v2\nkind: Nothing\n"))
    excluded = {name for name, one in found.items() if one.is_excluded}
    assert excluded == {"manager-1.0", "manager-1.7", "manager-1.13"}
    refusal = found["manager-1.13"].refusal
    assert refusal is not None
    assert refusal.stage is ReadStage.PARSE


def test_two_failed_checks_were_worded_otherwise_up_to_1_6() -> None:
    said = messages(stream(CONFIGURATION, CRD))
    assert said["manager-1.0"] == (
        "object did not pass either check: (object is not an XRD), (object is not a Composition)"
    )


def test_comments_alone_were_a_document_without_kind_up_to_1_13() -> None:
    found = verdicts(stream(PROVIDER, "# nothing\n"))
    assert refusing(found) == ["manager-1.0", "manager-1.7"]
    assert [(one.first, one.last) for one in found["manager-1.13"].older] == [("1.13", "1.13")]


def test_blank_document_was_refused_up_to_1_2() -> None:
    found = verdicts(f"{PROVIDER}---\n\n")
    assert [(one.first, one.last) for one in found["manager-1.0"].older] == [("1.0", "1.2")]
    assert refusing(found) == []


def test_documents_behind_a_separator_with_comment_were_hidden_up_to_1_6() -> None:
    found = verdicts(f"{PROVIDER}--- # definitions\n{CRD}", "manager-1.0", "manager-1.7")
    assert [len(each.objects) for each in found.values()] == [1, 2]
    assert refusing(found) == []


def test_separator_that_goes_on_was_text_up_to_1_6() -> None:
    found = verdicts(stream(PROVIDER, CRD) + "--- {a: b}\n", "manager-1.0", "manager-1.7")
    assert [each.acceptance for each in found.values()] == [Acceptance.ACCEPTED, Acceptance.REFUSED]
    assert found["manager-1.7"].refusal is not None
    assert found["manager-1.7"].refusal.message == "invalid Yaml document separator: {a: b}"


def test_first_parsers_blamed_the_wrong_scheme() -> None:
    older = verdicts(changed(PROVIDER, "name: provider-nop", "name: 7"))["manager-1.0"].older
    unknown = 'no kind "Provider" is registered for version "meta.pkg.crossplane.io/v1"'
    assert [one.refusal.message for one in older if one.refusal] == [
        f'{unknown} in scheme "pkg/runtime/scheme.go:100"'
    ]


def test_a_scheme_is_called_by_the_line_that_makes_it() -> None:
    said = messages(changed(PROVIDER, "kind: Provider\n", "kind: Providers\n"))
    lines = {one: text.rpartition(":")[2] for one, text in said.items() if "in scheme" in text}
    assert lines == {
        **dict.fromkeys(("manager-1.0", "manager-1.7", "manager-1.13"), '100"'),
        "manager-2.0": '110"',
        "manager-2.2": '111"',
        "manager-2.4": '111"',
    }


def test_embedded_structs_are_named_since_2_2() -> None:
    said = messages(changed(PROVIDER, '">=v1.14.0"', "1.20"))
    words = said["manager-2.2"].split()
    assert words[-4] == "CrossplaneConstraints.spec.MetaSpec.crossplane.version"
    assert said["manager-2.0"].split() == [*words[:-4], "CrossplaneConstraints.spec.crossplane.version", *words[-3:]]


def test_fields_that_came_later_are_dropped() -> None:
    found = verdicts(changed(PROVIDER, "spec:\n", "spec:\n  capabilities: safe-start\n"))
    assert refusing(found) == ["manager-2.0", "manager-2.2", "manager-2.4"]


def test_older_definitions_of_crossplane_parse_up_to_1_5() -> None:
    old = "apiVersion: apiextensions.crossplane.io/v1beta1\nkind: Composition\nmetadata: {name: c}\n"
    found = verdicts(stream(changed(PROVIDER, "kind: Provider", "kind: Configuration"), old))
    assert refusing(found) == [*found]
    (older,) = found["manager-1.0"].older
    assert (older.first, older.last, older.acceptance) == ("1.0", "1.5", Acceptance.ACCEPTED)


def test_refusal_names_the_document() -> None:
    refusal = verdicts(stream(PROVIDER, VECTORS["config map"].split("---\n")[1]), "manager-2.4")[
        "manager-2.4"
    ].refusal
    assert refusal is not None
    assert refusal.document == 2


def test_objects_end_where_the_parser_stops() -> None:
    verdict = verdicts(stream(PROVIDER, CRD, "a: b\n", CRD), "manager-2.4")["manager-2.4"]
    assert [(one.document, one.kind, one.name) for one in verdict.objects] == [
        (1, "Provider", "provider-nop"),
        (2, "CustomResourceDefinition", "things.nop.example.org"),
    ]


def test_extract_takes_anything() -> None:
    verdict = verdicts(b"\xff\x00", "extract")["extract"]
    assert (verdict.acceptance, verdict.measured) == (Acceptance.ACCEPTED, True)


@each_row(
    ("text", "rule"),
    [
        (FUNCTION.format("v1"), "XPKG606"),
        (CRD, "XPKG601"),
        (stream(PROVIDER, CONFIGURATION), "XPKG601"),
        (stream(PROVIDER, COMPOSITION), "XPKG701"),
        (stream(PROVIDER, VECTORS["config map"].split("---\n")[1]), "XPKG702"),
        (stream(PROVIDER, "a: b\n"), "XPKG506"),
        (PROVIDER + "kind: Provider\n", "XPKG507"),
    ],
)
def test_specification_is_a_reader_too(text: str, rule: str) -> None:
    verdict = verdicts(text, "spec")["spec"]
    assert verdict.refusal is not None
    assert verdict.refusal.broken[0].rule == rule


def test_specification_names_a_kind_by_mistake_and_allows_it() -> None:
    mistake = (
        "apiVersion: admissionregistration.k8s.io/v1\nkind: AdmissionWebhookConfiguration\nmetadata: {name: w}\n"
    )
    found = verdicts(stream(PROVIDER, mistake), "spec", "manager-2.4")
    assert [each.acceptance for each in found.values()] == [Acceptance.ACCEPTED, Acceptance.REFUSED]


def test_validate_reads_pieces() -> None:
    data = f"{CRD}junk: 1\n".encode()
    size = len(CRD)
    whole = judge_stream(data, ["validate"], pieces=[(0, size)])["validate"]
    assert [one.kind for one in whole.objects] == ["CustomResourceDefinition"]
    refusal = judge_stream(data, ["validate"], pieces=[(0, size), (size, 8)])["validate"].refusal
    assert refusal is not None
    assert (refusal.document, refusal.message.rpartition(": ")[2]) == (2, "Object 'Kind' is missing in '…'")


def test_validate_looks_at_definitions_when_it_has_read_all_pieces() -> None:
    poor = changed(CRD, "{kind: Thing, plural: things}", "[]")
    pieces = [(0, len(poor)), (len(poor), len(CRD)), (len(poor) + len(CRD), 8)]
    whole = judge_stream(f"{poor}{CRD}".encode(), ["validate"], pieces=pieces[:2])["validate"]
    assert whole.refusal is not None
    assert (whole.refusal.document, len(whole.objects)) == (1, 2)
    assert whole.refusal.message.startswith("cannot unmarshal CRD YAML: error unmarshaling JSON")
    broken = judge_stream(f"{poor}{CRD}junk: 1\n".encode(), ["validate"], pieces=pieces)["validate"]
    assert broken.refusal is not None
    assert broken.refusal.document == 3


def test_validate_passes_over_comments() -> None:
    assert judge_stream(b"# note\n", ["validate"], pieces=[(0, 7)])["validate"].acceptance is Acceptance.ACCEPTED


def test_limit_leaves_every_reader_undecided() -> None:
    data = stream(PROVIDER, CRD).encode()
    found = judge_stream(data, ["manager-2.4", "spec", "extract"], limits=replace(LIMITS, document=300))
    assert [each.acceptance for each in found.values()] == [None, None, Acceptance.ACCEPTED]
    assert found["manager-2.4"].limit is not None


def test_names_without_a_reader_are_left_out() -> None:
    assert list(verdicts(PROVIDER, "nobody", "spec")) == ["spec"]


def test_judging_can_be_cancelled() -> None:
    with pytest.raises(Cancelled):
        judge_stream(PROVIDER.encode(), ["spec"], stop=lambda: True)


def test_what_versions_install_alike_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[object, ...]] = []

    def counted(case: Case, data: StreamBytes, ruleset: Ruleset[Any, Any, Any], known: Ledger) -> Judgement:
        assert known.stream is not None
        made.append((case.crossplane, *(one.number for one in known.stream.chunks)))
        return Judgement(case, data, ruleset, known)

    monkeypatch.setattr("xpkgtui.formats.xpkg.verdicts.stops.Judgement", counted)
    rules = "type: object\n          x-kubernetes-validations: [{rule: has(self.spec)}]\n"
    found = verdicts(stream(PROVIDER, CRD, changed(CRD, "type: object\n", rules)))
    assert {each.acceptance for each in found.values()} == {Acceptance.ACCEPTED}
    assert len(made) == len(set(made)) > 2


def test_a_block_that_two_readers_take_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[int] = []

    def counted(*of: Any, **more: Any) -> Builder:
        built[-1] += 1
        return Builder(*of, **more)

    monkeypatch.setattr("xpkgtui.documents.yaml.repeats.Builder", counted)
    fields = "".join(
        f"{' ' * 14}field{number}:\n{' ' * 16}description: {number} {'x' * 200}\n" for number in range(40)
    )
    data, judge = stream(PROVIDER, f"{CRD}            status:\n{fields}").encode(), XPKG.judge_stream
    for reader in ("manager-2.4", "validate"):
        built.append(0)
        judge(data, [reader], stop=never)
    assert built[0] > 40 > built[1] > 0
