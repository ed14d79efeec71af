"""The matrix in words: who agrees, who refuses, and who is worth a word in the verdict."""

from dataclasses import replace

from builders.cases import each_row
from builders.screens import readers

from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.formats.judging.stream_verdict import OlderVerdict
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading, ReadStage
from xpkgtui.reporting.contents import readings
from xpkgtui.rules.finding import Acceptance

TORN, AGREED = readers.torn(), readers.agreed()


def refused_by(*names: str) -> ReaderComparison:
    rows = tuple(readers.refusing(one) if one.name in names else readers.accepting(one) for one in READERS)
    return ReaderComparison(results=rows)


def excluded(one: ReaderResult) -> ReaderResult:
    assert one.verdict is not None
    return replace(one, verdict=replace(one.verdict, is_excluded=True))


def test_readers_that_take_the_same_bytes_agree() -> None:
    assert readings.tally(AGREED) == "all nine readers agree"
    assert readings.tally(TORN) == "nine readers, two answers"


def test_reader_that_misses_objects_has_an_answer_of_its_own() -> None:
    last = AGREED.results[-1]
    fewer = replace(last, reading=replace(last.reading, layer=3, sha256=None))
    other = replace(AGREED, results=(*AGREED.results[:-1], fewer))
    assert readings.tally(other) == "nine readers, two answers"


def test_outcome_counts_those_that_decide_like_the_deciding_one() -> None:
    deciding = TORN.of("manager-2.4")
    assert deciding is not None
    assert readings.outcome(TORN, deciding) == "three refuse"
    because = readings.because(TORN, deciding, WORDING)
    assert because.startswith('no kind "Bucket" is registered')
    assert "; Crossplane 1.0 – 1.20, " in because


def test_acceptance_names_the_package() -> None:
    deciding = AGREED.of("manager-2.4")
    assert deciding is not None
    assert readings.because(AGREED, deciding, WORDING) == "Provider provider-aws-s3, 2 objects"


def test_newest_manager_that_refuses_is_named_first() -> None:
    found = readings.dissenters(refused_by("manager-1.13", "manager-2.0", "extract"), WORDING, "manager-2.4")
    assert [readings.newest(one, WORDING) for one in found] == ["2.1", "1.20", "crossplane xpkg extract"]


def test_versions_out_of_support_and_the_specification_surprise_nobody() -> None:
    assert readings.dissenters(refused_by("spec", "manager-1.0", "manager-1.7"), WORDING, "manager-2.4") == ()


def test_versions_that_the_package_excludes_surprise_nobody() -> None:
    found = refused_by("manager-1.13", "manager-2.0")
    for name in ("manager-1.13", "manager-2.0"):
        rows = found.results
        found = replace(found, results=tuple(excluded(one) if one.reader.name == name else one for one in rows))
    assert readings.dissenters(found, WORDING, "manager-2.4") == ()
    assert readings.tally(replace(AGREED, results=tuple(map(excluded, AGREED.results[:2])) + AGREED.results[2:])) == (
        "all nine readers agree"
    )


def test_versions_with_one_message_are_named_as_one_span() -> None:
    found = refused_by("manager-1.13", "manager-2.0", "manager-2.2", "extract")
    assert [names for names, _ in readings.refusals(found, WORDING)] == [
        "Crossplane 1.13 – 2.3, crossplane xpkg extract"
    ]


def test_nothing_is_looked_for_in_a_stream() -> None:
    assert AGREED.has_ways
    rows = tuple(replace(one, reading=replace(one.reading, layers_read=(), layer=None)) for one in AGREED.results)
    assert not ReaderComparison(results=rows).has_ways


def test_reader_that_is_shown_does_not_dissent_from_itself() -> None:
    assert readings.dissenters(refused_by("manager-2.4"), WORDING, "manager-2.4") == ()


def test_layer_is_said_to_lack_the_file_only_where_it_was_searched() -> None:
    row = AGREED.results[0]

    def taken(stage: ReadStage) -> str:
        return readings.taken(replace(row, reading=Reading(reader="x", stage=stage, layer=2)), "package.yaml")

    assert taken(ReadStage.EXTRACT) == "layer 2, no package.yaml in it"
    assert taken(ReadStage.READ) == "layer 2, nothing of it"
    assert taken(ReadStage.SELECT) == "nothing"


def test_one_reader_is_named_and_none_is_no_error() -> None:
    reader = KnownReader(name="one", title="Tide 1.0")
    alone = ReaderComparison(results=(ReaderResult(reader=reader, reading=Reading(reader="one")),))
    assert readings.headline(alone) == "Tide 1.0: undecided."
    assert readings.tally(alone) == "one reader"
    assert readings.headline(ReaderComparison()) == "No reader reads anything of it."


def of(*results: ReaderResult) -> ReaderComparison:
    return ReaderComparison(results=results)


YES, NO, OPEN = (
    tuple(make(one) for one in READERS) for make in (readers.accepting, readers.refusing, readers.unread)
)


@each_row(
    ("comparison", "sentence"),
    [
        (of(YES[0]), f"{READERS[0].title}: accepts."),
        (of(*YES[:3]), "All three readers accept."),
        (of(*NO[:2]), "Both readers refuse."),
        (of(*OPEN[:2]), "Both readers undecided."),
        (of(*YES[:2], NO[2]), "Two accept, one refuses. They read two different streams."),
        (of(YES[0], *(replace(one, reading=YES[0].reading) for one in NO[1:3])), "One accepts, two refuse."),
        (of(YES[0], NO[1], OPEN[2]), "One accepts, one refuses, one undecided. They read two different streams."),
        (
            of(YES[0], replace(YES[1], reading=replace(YES[1].reading, sha256="c"))),
            "Two accept. They read two different streams.",
        ),
    ],
)
def test_the_readers_are_counted_in_a_sentence(comparison: ReaderComparison, sentence: str) -> None:
    assert readings.headline(comparison) == sentence


READ = YES[0].reading


@each_row(
    ("reading", "words"),
    [
        (READ, "layer 2  package.yaml"),
        (replace(READ, unread=1), "layer 1 was not read"),
        (replace(READ, parts=(), sha256=None, layer=3, stage=None), "layer 3  0 objects"),
        (Reading(reader="x", stage=ReadStage.SELECT), "nothing"),
        (Reading(reader="x", stage=ReadStage.EXTRACT), "nothing"),
        (Reading(reader="x", stage=ReadStage.EXTRACT, layer=1), "layer 1, no package.yaml in it"),
        (Reading(reader="x", stage=ReadStage.READ, layer=1), "layer 1, nothing of it"),
    ],
)
def test_what_a_reader_takes(reading: Reading, words: str) -> None:
    one = replace(YES[0], reading=reading)
    assert readings.taken(one, "package.yaml") == words
    assert readings.taken_in_short(one, "package.yaml") == words.partition("  ")[0].partition(", no ")[0]


def test_a_result_has_a_word_and_a_sign() -> None:
    rows = (YES[0], NO[0], OPEN[0], next(one for one in YES if one.reader.only_extracts))
    assert [readings.result(one) for one in rows] == ["accepts", "refuses", "undecided", "extracts"]
    assert [readings.sign_of(one, "◌") for one in rows[:3]] == ["✓", "✗", "◌"]
    hollow = replace(YES[0], reading=replace(READ, sha256=None, pieces=()))
    assert readings.sign_of(hollow) == "!"


def test_an_older_version_has_a_word_and_a_sign() -> None:
    acceptances = (Acceptance.ACCEPTED, Acceptance.REFUSED, None)
    older = [OlderVerdict(first="1.0", last="1.1", acceptance=one) for one in acceptances]
    assert [readings.older_result(one) for one in older] == ["✓ accepts", "✗ refuses", "? undecided"]


def test_a_reader_that_reads_no_object_accepts_nothing() -> None:
    hollow = replace(YES[1], reading=Reading(reader="x", layer=1, layers_read=(1,)))
    for one in (hollow, replace(YES[1], reading=Reading(reader="of no layers"))):
        assert (one.acceptance, readings.result(one), readings.sign_of(one)) == (None, "nothing", "!")
    assert readings.headline(of(*NO[:2], hollow)) == "Two refuse, one reads nothing."
    assert readings.outcome(of(YES[0], hollow), YES[0]) == "one accepts"
    assert readings.outcome(of(OPEN[0], hollow), OPEN[0]) == "one undecided"
