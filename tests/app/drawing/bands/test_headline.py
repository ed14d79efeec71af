"""The second line: the verdict, in fewer words where there is little room."""

from dataclasses import replace

from builders.cases import each_row
from builders.goldens import Golden, once
from builders.inspection import ports
from builders.packages.case_facts import case_about
from builders.screens import readers
from builders.screens.states import odd_bands

from xpkgtui.app.drawing.bands import headline
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.formats.xpkg.tools.eras import READERS
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Failed, Loading, PartName, Ready, Waiting
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Severity

FOUND = Finding(rule="XPKG613", severity=Severity.WARNING, message="unknown field", fix="Write shortNames.")


def test_a_judgement_says_how_far_it_is_how_long_it_takes_and_what_it_found() -> None:
    state = Inspection(
        source="x", objects_total=1540, verdict=Loading("Judging", 420, 1540, 186.0), findings=(FOUND,)
    )
    found = headline.headline(state, Options(), busy=True)
    assert (found.clause, found.reason) == ("Checking:", "420 of 1,540 objects · 6 s left")
    assert found.counts.plain == "! 1 warning in all"


def test_the_time_left_is_not_guessed_before_it_can_be_told() -> None:
    state = Inspection(source="x", objects_total=1540, verdict=Loading("Judging", 3, 1540))
    assert headline.headline(state, Options(), busy=True).reason == "3 of 1,540 objects"


def test_what_is_read_already_is_not_opened_again() -> None:
    opened = Inspection(source="x")
    assert shown(opened, busy=True) == ("wait", "◌", "Opening:", "x", "esc cancel")
    assert shown(fold(opened, ports.stream()), busy=True) == ("wait", "◌", "Listing the objects", "", "esc cancel")


@each_row(
    ("waited", "said"),
    [(0, ""), (2, ""), (3, "no answer for 3 s, 30 s at most"), (31, "no answer for 31 s")],
)
def test_a_registry_that_does_not_answer_has_a_clock_and_its_limit(waited: int, said: str) -> None:
    progress = Progressed(part=PartName.PLATFORMS, what="Opening a/b", waited=waited, limit=30)
    band = headline.headline(Inspection(source="a/b", progress=progress), Options(), busy=True)
    assert (band.clause, band.reason) == ("Opening a/b:" if said else "Opening a/b", said)


WHOLE = ports.inspection(*ports.package())
WARNED = ports.inspection(*ports.package(ports.finding("XPKG613", Severity.WARNING)))


def refused(message: str = "the version is missing") -> Inspection:
    return ports.inspection(*ports.package(ports.finding(message=message), acceptance=Acceptance.REFUSED))


def shown(state: Inspection, *, busy: bool = False) -> tuple[str, str, str, str, str]:
    band = headline.headline(state, Options(), busy=busy)
    return band.status, band.sign, band.clause, band.reason, f"{band.key} {band.does}"


LOST = Failure(kind=FailureKind.NETWORK, title="a.example cannot be reached.")
DAMAGED = Failure(kind=FailureKind.CORRUPT, title="Layer 1 is damaged.")
STOPPED = Failure(kind=FailureKind.STOPPED, title="Stopped.")
CHOICE = Failure(kind=FailureKind.USAGE, title="There are two images.", suggestions=("v1", "v2"))
ACCEPTED = "package.yaml from layer 1 (annotated base)"


@each_row(
    ("state", "said"),
    [
        (WHOLE, ("ok", "✓", "Crossplane 2.4 accepts it:", ACCEPTED, "x why")),
        (refused(), ("bad", "✗", "Crossplane 2.4 refuses it:", ACCEPTED, "x why")),
        (ports.inspection(*ports.package(acceptance=None)), ("warn", "!", "Undecided:", ACCEPTED, "x why")),
        (Inspection(source="x", failure=LOST), ("bad", "✗", "Not opened:", "a.example cannot be reached", " ")),
        (Inspection(source="x", failure=CHOICE), ("wait", "?", "Not opened yet:", "There are two images", " ")),
        (
            replace(WHOLE, manifest=Failed(DAMAGED)),
            ("bad", "✗", "Not read:", "Layer 1 is damaged", "x why"),
        ),
        (replace(WHOLE, manifest=Failed(LOST)), ("bad", "✗", "Not read:", "a.example cannot be reached", "r retry")),
        (replace(WHOLE, verdict=Failed(DAMAGED)), ("warn", "!", "Not checked:", "Layer 1 is damaged.", "x why")),
        (
            replace(WHOLE, verdict=Failed(STOPPED), failures=((PartName.FINDINGS, STOPPED),)),
            ("warn", "!", "Not checked:", "Stopped.", "r again"),
        ),
        (
            replace(WHOLE, verdict=Waiting()),
            ("wait", "◌", "Stopped:", "the package was not read completely", "r retry"),
        ),
        (
            replace(WHOLE, verdict=Waiting(), failures=((PartName.LAYERS, STOPPED), (PartName.FILES, DAMAGED))),
            ("warn", "!", "Not checked:", "Layer 1 is damaged.", "r again"),
        ),
    ],
)
def test_the_verdict_or_what_stands_in_its_place(state: Inspection, said: tuple[str, ...]) -> None:
    assert shown(state) == said


def test_findings_are_counted_in_words_and_signs() -> None:
    band = headline.headline(WARNED, Options(), busy=False)
    assert (band.counts.plain, band.marks.plain) == ("! 1 warning in all", "! 1")
    both = ports.inspection(
        *ports.package(*(ports.finding(layer=n) for n in (0, 1)), ports.finding(severity=Severity.WARNING))
    )
    band = headline.headline(both, Options(), busy=False)
    assert (band.counts.plain, headline.marks(both).plain) == ("✗ 2 errors  ! 1 warning in all", "✗ 2  ! 1")
    assert headline.headline(WHOLE, Options(), busy=False).counts.plain == ""


def supposed(state: Inspection) -> Inspection:
    assert isinstance(state.manifest, Ready)
    return replace(state, manifest=Ready(replace(state.manifest.value, what_if=0)))


def test_a_what_if_would_be_accepted_or_refused() -> None:
    accepted, other = (headline.headline(supposed(one), Options(), busy=False) for one in (WHOLE, refused()))
    assert (accepted.sign, accepted.clause) == ("✓", "What if layer 0 were base: Crossplane 2.4 would accept it:")
    assert (other.sign, other.clause) == ("✗", "What if layer 0 were base: Crossplane 2.4 would refuse it:")
    assert other.short_clause == "What if layer 0 were base: 2.4 would refuse:"
    assert (other.status, other.key, other.does) == ("wait", "b", "back")


def test_what_is_not_a_package_is_not_checked_and_the_way_back_is_named() -> None:
    one, other = WHOLE.entries
    attested = replace(WHOLE, platforms=Ready((replace(one, selected=False), replace(other, selected=True))))
    state = replace(attested, case=case_about("x", not_a_package="an attestation"))
    band = headline.headline(state, Options(), busy=False)
    assert (band.status, band.sign, band.clause, band.key) == ("wait", "–", "Not checked:", "-")
    assert band.does == "back to linux/amd64"


def test_what_another_version_refuses_is_said_of_what_is_accepted() -> None:
    def judged(*names: str, severity: Severity | None = None) -> headline.Headline:
        rows = tuple(readers.refusing(one) if one.name in names else readers.accepting(one) for one in READERS)
        found = replace(ports.finding(message="it is odd; so"), cause="it is odd")
        finding = replace(found, readers=(names[0],), severity=severity or Severity.INFO)
        state = replace(WHOLE, comparison=ReaderComparison(results=rows))
        state = replace(state, findings=(finding,)) if severity is not None else state
        return headline.headline(state, Options(), busy=False)

    one = judged("manager-1.13")
    assert (one.status, one.sign, one.clause) == ("warn", "!", "Accepted by Crossplane 2.4, refused by 1.20:")
    assert (one.brief_clause, one.short_clause) == (
        "Crossplane 2.4 accepts, 1.20 refuses:",
        "2.4 accepts, 1.20 refuses:",
    )
    assert one.reason.startswith("no kind")
    assert judged("manager-1.13", "manager-2.0").clause == "Accepted by Crossplane 2.4, refused by 2.1 and 1 more:"
    blamed = judged("manager-1.13", severity=Severity.WARNING)
    assert (blamed.reason, blamed.short_reasons) == ("it is odd; so", ("it is odd; so", "it is odd"))
    assert judged("manager-1.13", severity=Severity.INFO).status == "ok"


def test_what_another_version_accepts_of_other_bytes_is_told() -> None:
    rows = tuple(readers.accepting(one) for one in READERS)
    other = tuple(
        replace(one, reading=replace(one.reading, layer=0, sha256="b")) if one.reader.name == "manager-1.13" else one
        for one in rows
    )
    band = headline.headline(replace(WHOLE, comparison=ReaderComparison(results=other)), Options(), busy=False)
    assert (band.status, band.sign, band.reason) == ("warn", "!", "these are two different packages")
    assert band.clause == "Crossplane 2.4 accepts layer 2, 1.20 layer 0:"
    assert band.short_clause == "2.4 accepts layer 2, 1.20 layer 0:"
    same = headline.headline(replace(WHOLE, comparison=ReaderComparison(results=rows)), Options(), busy=False)
    assert same.status == "ok"


def test_the_first_warning_of_an_accepted_package_stands_in_the_band() -> None:
    warned = (ports.finding(message="a fact", severity=Severity.INFO), ports.finding(message="it is odd"))
    warned = (warned[0], replace(warned[1], severity=Severity.WARNING))
    band = headline.headline(ports.inspection(*ports.package(*warned)), Options(), busy=False)
    assert (band.status, band.clause) == ("ok", "Crossplane 2.4 accepts it, but:")
    assert band.short_clause == "2.4 accepts, but:"
    assert (band.reason, band.short_reasons) == ("it is odd", ("it is odd",))
    name = ObjectName(api_version="v1", kind="A", name="a")
    named = replace(warned[1], object=name, message=f"{name}: it is odd")
    band = headline.headline(ports.inspection(*ports.package(named)), Options(), busy=False)
    assert (band.reason, band.short_reasons) == ("A a: it is odd", ("it is odd",))


def test_what_a_folder_leaves_out_by_itself_stands_in_the_band() -> None:
    state = ports.inspection(*ports.package(ports.finding(severity=Severity.WARNING)))
    assert state.resolved
    band = headline.headline(
        replace(state, resolved=replace(state.resolved, excluded=("bad.yaml",))), Options(), busy=False
    )
    assert (band.clause, band.reason) == (
        "Crossplane 2.4 accepts it, but:",
        "xpkgtui.toml of the folder leaves out bad.yaml",
    )


def test_what_is_checked_is_named_before_the_verdict() -> None:
    state = replace(WHOLE, verdict=Loading("Checking", 1, 2), objects_total=2)
    band = headline.headline(state, Options(), busy=True)
    assert band.clause == "Checking package.yaml from layer 1 (annotated base):"
    assert (band.short_clause, band.short_reasons) == ("Checking layer 1:", ("1 of 2 objects", "1 of 2 objects"))
    assert state.reading is not None
    flat = replace(state, reading=replace(state.reading, annotated=False))
    assert "(all layers flattened)" in headline.headline(flat, Options(), busy=True).clause


def test_a_transfer_says_how_far_it_is() -> None:
    progress = Progressed(part=PartName.LAYERS, what="Reading layer 1", done=1_000_000, total=4_000_000, rate=500_000)
    band = headline.headline(Inspection(source="a/b", progress=progress), Options(), busy=True)
    assert (band.clause, band.reason) == ("Reading layer 1:", "1.0 of 4.0 MB · 500 kB/s · 6 s left")


def test_bands_of_odd_packages_look_as_they_were_agreed(golden: Golden) -> None:
    golden("bands_odd", once(odd_bands()))
