"""The phases of programs: each rule that one refuses by stands for one of them, and its steps end with that."""

from builders.cases import each_row

from xpkgtui.formats.format import Format
from xpkgtui.formats.images.comparison import ReaderResult
from xpkgtui.formats.judging.stream_verdict import BrokenRule, Refusal, StreamVerdict
from xpkgtui.formats.known import FORMATS
from xpkgtui.formats.registry_v1.matrix import MATRIX
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, OpmTurn
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading, ReadStage, Sign
from xpkgtui.rules.finding import Acceptance, Severity

READERS = {
    f"{format.summary.name} {reader.title}": (format, reader)
    for format in FORMATS
    for reader in (format.images.readers().matrix if format.images else format.summary.readers.of_streams)
    if reader.phases
}
OPM, _, _, OLM_V1, _ = MATRIX
CELLS = 28
"""What a screen has for the name of a reader, at 80 columns too."""


def profile_of(reader: KnownReader, judges: dict[str, str]) -> str:
    """The profile whose consumer has the name that the reader's begins with."""
    return next((profile for profile, name in judges.items() if reader.title.startswith(name)), "xp")


@each_row("name", READERS)
def test_every_rule_that_refuses_stands_for_a_phase(name: str) -> None:
    format, reader = READERS[name]
    profile = profile_of(reader, dict(format.summary.wording.judges))
    refusing = [one.id for one in format.ruleset().rules if Severity.ERROR in one.severities.get(profile, ())]
    assert refusing
    ruled = [phase for phase in reader.phases if phase.rules]
    assert not ruled or [rule for rule in refusing if not any(phase.has(rule, 0, 0) for phase in reader.phases)] == []


def refused(reader: KnownReader, *broken: BrokenRule) -> ReaderResult:
    refusal = Refusal(stage=ReadStage.LINT, message="says", broken=broken)
    verdict = StreamVerdict(reader=reader.name, acceptance=Acceptance.REFUSED, refusal=refusal)
    return ReaderResult(reader=reader, reading=Reading(reader=reader.name, sha256="0" * 64), verdict=verdict)


def test_steps_end_with_the_phase_that_the_program_stops_in() -> None:
    one = refused(
        OPM,
        BrokenRule(rule="OLM022", reason="dependencies.yaml:3: it has no range", count=2, turn=OpmTurn.DEPENDENCIES),
    )
    assert [(step.title, step.sign) for step in one.steps] == [
        ("Looks for both folders", Sign.OK),
        ("Reads the annotations", Sign.OK),
        ("Reads the dependencies", Sign.BAD),
    ]
    assert one.steps[-1].evidence == "dependencies.yaml:3: it has no range, and 1 more"


def test_a_phase_in_which_something_is_wrong_is_never_said_to_be_passed() -> None:
    blamed = BrokenRule(rule="OLM072", reason="two webhooks of one name", count=1, turn=OlmV1Turn.API_SERVICES)
    one = refused(OLM_V1, blamed, BrokenRule(rule="OLM025", reason="it requires a package", count=1))
    assert [step.sign for step in one.steps] == [Sign.BAD, Sign.OK, Sign.OK, Sign.OK, Sign.OK, Sign.BAD]


def test_a_rule_of_no_phase_is_a_step_of_its_own() -> None:
    one = refused(OPM, BrokenRule(rule="OLM999", reason="it is odd", count=1, turn=99))
    assert (one.steps[-1].evidence, one.steps[-1].sign) == ("it is odd", Sign.BAD)
    assert len(one.steps) == len(OPM.phases) + 1


@each_row("name", READERS)
def test_programs_take_bytes_and_accept_what_is_in_them(name: str) -> None:
    """Each word has one sense in `why`."""
    _, reader = READERS[name]
    said = [f"{phase.title}; {phase.passed}".lower().split() for phase in reader.phases]
    assert [words for words in said if {"take", "takes"} & set(words) and "entry" not in words] == []
    assert "accept" not in reader.takes


def test_an_acceptance_passes_every_phase() -> None:
    verdict = StreamVerdict(reader=OPM.name, acceptance=Acceptance.ACCEPTED)
    one = ReaderResult(reader=OPM, reading=Reading(reader=OPM.name, sha256="0" * 64), verdict=verdict)
    assert [(step.title, step.evidence) for step in one.steps] == [(each.title, each.passed) for each in OPM.phases]


@each_row("format", FORMATS, ids=lambda format: format.summary.name)
def test_the_name_of_every_reader_is_seen_whole(format: Format) -> None:
    readers = (*(format.images.readers().matrix if format.images else ()), *format.summary.readers.of_streams)
    assert [one.title for one in readers if len(one.title) > CELLS] == []
