"""Operations: when they run, and their steps, which delete nothing."""

from formats.xpkg.changes.packages import ids, the
from formats.xpkg.changes.texts import CRON, META, OPERATION, WATCH, changed, joined

from xpkgtui.rules.changes.change import Level, Weight


def test_an_operation_that_is_new_runs() -> None:
    for text, runs in ((OPERATION, "once"), (CRON, "at 0 2 * * *"), (WATCH, "when a Secret changes")):
        assert the("CHG251", META, joined(META, text)).message == f"is new and runs {runs}"


def test_an_operation_that_is_complete_does_not_run_again() -> None:
    assert ids(OPERATION, changed(OPERATION, ("name: function-a", "name: function-b"))) == ["CHG233", "CHG254"]


def test_steps_of_templates_are_compared() -> None:
    last = "        - step: one\n          functionRef:\n            name: function-a\n"
    added = CRON + last.replace("one", "two")
    assert ids(CRON, added) == ["CHG231"]
    assert the("CHG230", added, CRON).weights.at(Level.CLIENTS) is Weight.CHECK


def test_a_watched_kind_cannot_change() -> None:
    assert the("CHG253", WATCH, changed(WATCH, ("kind: Secret", "kind: X"))).weights.at(Level.STORED) is Weight.BREAKS
    assert the("CHG253", WATCH, changed(WATCH, ("a: b", "a: c"))).weights.at(Level.STORED) is Weight.CHECK
