"""One verdict for each program, by the rules of its profile, in one run."""

import pytest
from builders.cases import failing
from builders.packages.case_facts import case_about
from builders.packages.judgements import CRD, PROVIDER, judge_stream
from formats.xpkg.rules.vectors.streams import VECTORS, stream

from xpkgtui.errors import Cancelled
from xpkgtui.formats.judging.profile_verdicts import judge_by_profiles
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, StreamVerdict
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.rules.case import StreamFile
from xpkgtui.rules.finding import Acceptance

READERS = {"manager-2.4": "crossplane", "xpkg build": "build"}


def verdicts(text: str, *, is_stopped: bool = False) -> dict[str, StreamVerdict]:
    data = text.encode()
    reading, file = Reading(reader="stream", size=len(data)), StreamFile(path="", size=len(data), sha256="")
    case = case_about("package.yaml", has_manifest=False, reading=reading, stream=file)
    found = judge_by_profiles(
        case,
        data,
        RULESET,
        READERS,
        role_of=XPKG.role_of,
        measured=frozenset({"manager-2.4"}),
        stop=lambda: is_stopped,
    )
    return dict(found)


def test_each_decides_as_its_profile_does() -> None:
    assert failing(VECTORS, decides_alike) == {}


def decides_alike(name: str) -> None:
    text = VECTORS[name]
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    found = verdicts(text)
    assert {reader: found[reader].acceptance for reader in READERS} == {
        reader: judge_stream(text, profile).verdict.acceptance for reader, profile in READERS.items()
    }


def test_one_that_accepts_has_all_objects() -> None:
    found = verdicts(stream(PROVIDER, "# nothing\n", CRD))["xpkg build"]
    assert (found.acceptance, found.refusal) == (Acceptance.ACCEPTED, None)
    assert [(one.document, one.kind, one.role.value) for one in found.objects] == [
        (1, "Provider", "meta"),
        (3, "CustomResourceDefinition", "object"),
    ]


def test_one_that_stops_at_a_document_has_those_before_it_and_says_what_the_program_prints() -> None:
    text = stream(PROVIDER, VECTORS["config map"].split("---\n")[1], CRD)
    found = verdicts(text)["manager-2.4"]
    culprit = judge_stream(text).verdict.culprit
    assert found.refusal is not None
    assert culprit is not None
    assert (found.refusal.message, found.refusal.document) == (culprit.says, 2)
    assert found.refusal.stage is ReadStage.PARSE
    assert [one.kind for one in found.objects] == ["Provider"]


def test_only_those_are_called_measured_that_were() -> None:
    assert {reader: one.measured for reader, one in verdicts(PROVIDER).items()} == {
        "manager-2.4": True,
        "xpkg build": False,
    }


def test_no_reader_makes_no_verdict() -> None:
    assert judge_by_profiles(case_about("x"), b"", RULESET, {}, role_of=XPKG.role_of, stop=lambda: False) == {}


def test_older_versions_are_named_by_the_first_and_the_last() -> None:
    older = OlderVerdict(first="2.2", last="2.3", acceptance=None)
    assert (older.span(), older.span(" to ")) == ("2.2 – 2.3", "2.2 to 2.3")
    assert OlderVerdict(first="2.2", last="2.2", acceptance=None).span() == "2.2"


def test_it_ends_when_it_is_stopped() -> None:
    with pytest.raises(Cancelled):
        verdicts(PROVIDER, is_stopped=True)
