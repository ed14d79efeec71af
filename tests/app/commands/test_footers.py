"""The footer of every situation, whole; and which situation it is."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden
from builders.inspection import ports

from xpkgtui.app.commands import screens
from xpkgtui.app.commands.footers import Situation, hints, situation
from xpkgtui.app.state.selection import PaneId, Selection, Subject, TabId
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Loading, Ready
from xpkgtui.rules.changes.change import Level
from xpkgtui.rules.finding import Acceptance, Verdict

SPARED = ("filter", "list.enter", "layer.what_if", "tab.next", "wrap", "files.view", "refresh")
OVERLAYS: dict[str, tuple[Any, dict[str, tuple[object, ...]]]] = {
    "changes": (
        screens.change_hints,
        {"is_failed": (False, True), "can_risk": (False, True), "level": tuple(Level)},
    ),
    "dependencies": (
        screens.dependency_hints,
        dict.fromkeys(("is_failed", "has_trouble", "has_rest", "is_asking"), (False, True)),
    ),
    "examples": (
        screens.example_hints,
        {"enter": ("", "Fetch"), **dict.fromkeys(("is_read", "is_text", "has_failed"), (False, True))},
    ),
    "referrers": (
        screens.referrer_hints,
        dict.fromkeys(("can_open", "can_verify", "is_text", "is_known"), (False, True)),
    ),
    "schemas": (
        screens.schema_hints,
        dict.fromkeys(("has_versions", "has_other", "is_compared", "is_text"), (False, True)),
    ),
    "tags": (screens.tag_hints, dict.fromkeys(("is_failed", "is_explained", "asks"), (False, True))),
}


def _line(footer: tuple[tuple[str, str], ...]) -> str:
    return "  ".join(f"{key} {label}" for key, label in footer)


def _of_package() -> Iterator[str]:
    for one in Situation:
        yield f"{one}: {_line(hints(one))}"
        for spared in SPARED:
            without = _line(hints(one, {spared}))
            if without != _line(hints(one)):
                yield f"    without {spared}: {without}"


def _of_overlays() -> Iterator[str]:
    for name, (made, facts) in OVERLAYS.items():
        for values in product(*facts.values()):
            given = dict(zip(facts, values, strict=True))
            said = ", ".join(f"{fact}={value}" for fact, value in given.items() if value)
            yield f"{name}({said}): {_line(made(**given))}"
    yield f"spare in changes: {' '.join(screens.spare_changes())}"


def test_footers_are_what_was_agreed(golden: Golden) -> None:
    golden("footers", "\n".join([*_of_package(), *_of_overlays(), ""]))


FINE = ports.inspection(*ports.package())
WARNED = ports.inspection(*ports.package(ports.finding()))
WRONG = replace(WARNED, verdict=Ready(Verdict(acceptance=Acceptance.REFUSED, reason="", culprit=ports.finding())))
PRICED = replace(FINE, reading=replace(FINE.reading, unread=1))  # type: ignore[type-var]
BUSY = replace(FINE, objects=Loading("Reading"))
LOST = replace(FINE, failure=Failure(kind=FailureKind.NETWORK, title=""))
SEVERAL = replace(FINE, failure=Failure(kind=FailureKind.USAGE, title="", suggestions=("a",)))
PACKAGE = Selection()
WHY, MANUAL = (Selection(verdict=True, tabs={Subject.VERDICT: tab}) for tab in (TabId.WHY, TabId.MANUAL))


def test_the_key_that_judges_what_is_composed_is_shown_where_packages_compose() -> None:
    given = {"is_failed": False, "has_trouble": False, "has_rest": False, "is_asking": False}
    shown = [str(screens.dependency_hints(**given, is_composing=one)) for one in (True, False)]
    assert ["Composes" in one for one in shown] == [True, False]


@each_row(
    ("inspection", "selection", "target", "facts", "expected"),
    [
        (LOST, PACKAGE, PaneId.OBJECTS, {}, Situation.LOST),
        (SEVERAL, PACKAGE, PaneId.OBJECTS, {}, Situation.ERROR),
        (FINE, PACKAGE, PaneId.DETAIL, {}, Situation.DETAIL),
        (FINE, PACKAGE, PaneId.DETAIL, {"is_text": False}, Situation.BYTES),
        (FINE, PACKAGE, PaneId.DETAIL, {"is_searched": True}, Situation.SEARCHED),
        (FINE, WHY, PaneId.DETAIL, {"is_searched": True}, Situation.SEARCHED),
        (FINE, PACKAGE, PaneId.OBJECTS, {"is_searched": True, "is_text": False}, Situation.OBJECTS),
        (FINE, WHY, PaneId.DETAIL, {}, Situation.FINE),
        (WRONG, WHY, PaneId.DETAIL, {}, Situation.WHY),
        (WRONG, WHY, PaneId.FINDINGS, {}, Situation.FINDINGS),
        (WRONG, WHY, PaneId.READERS, {"busy": True}, Situation.READERS),
        (WRONG, MANUAL, PaneId.DETAIL, {}, Situation.MANUAL),
        (BUSY, PACKAGE, PaneId.FILES, {"busy": True}, Situation.LOADING),
        (BUSY, PACKAGE, PaneId.FILES, {}, Situation.FILES),
        (FINE, PACKAGE, PaneId.FILES, {"busy": True}, Situation.FILES),
        (PRICED, PACKAGE, PaneId.OBJECTS, {}, Situation.PRICED),
        (PRICED, PACKAGE, PaneId.LAYERS, {}, Situation.PRICED),
        (PRICED, PACKAGE, PaneId.PLATFORMS, {}, Situation.PLATFORMS),
        (PRICED, PACKAGE, PaneId.DETAIL, {}, Situation.DETAIL),
        (replace(FINE, reading=None), PACKAGE, PaneId.LAYERS, {}, Situation.LAYERS),
        (WRONG, PACKAGE, PaneId.OBJECTS, {}, Situation.WARNED),
        (WRONG, PACKAGE, PaneId.FILES, {}, Situation.FILES),
    ],
)
def test_the_situation_is_what_has_the_keys_and_what_is_known_of_it(
    inspection: Inspection, selection: Selection, target: PaneId, facts: dict[str, bool], expected: Situation
) -> None:
    given = {"busy": False, "is_text": True, "is_searched": False, **facts}
    assert situation(inspection, selection, target, **given) is expected
