"""Values that documents share, known by what they are and not by what they equal."""

from xpkgtui.documents.shared import Shared


def test_only_what_was_added_is_shared() -> None:
    one, same = [1], [1]
    shared = Shared()
    assert one not in shared
    shared.add(one)
    assert one in shared
    assert same not in shared


def test_a_check_is_passed_by_shared_values_for_itself_alone() -> None:
    one, other = [1], [1]
    shared = Shared()
    shared.add(one)
    assert not shared.is_right("check", one)
    shared.passed("check", [one, other])
    found = [shared.is_right(check, value) for check in ("check", "another") for value in (one, other)]
    assert found == [True, False, False, False]
    shared.add(other)
    assert not shared.is_right("check", other)
    shared.passed("check", [other])
    assert shared.is_right("check", one) is shared.is_right("check", other) is True
