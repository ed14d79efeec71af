"""Errors that travel between processes and end in exit codes."""

from xpkgtui import errors
from xpkgtui.errors import Corrupt, NotAPackage, NotFound, Unauthorized, Unreachable, Usage, XpkgError


def test_each_error_has_a_kind_of_its_own() -> None:
    kinds = [error.kind for error in (XpkgError, Usage, NotFound, NotAPackage, Unauthorized, Unreachable, Corrupt)]
    assert len(set(kinds)) == len(kinds)


def test_failure_holds_all_that_the_error_says() -> None:
    failure = NotFound("title", hint="hint", tried=("a", "b"), suggestions=("v1",)).failure()
    assert (failure.kind, failure.title, failure.hint) == ("not-found", "title", "hint")
    assert (failure.tried, failure.suggestions) == (("a", "b"), ("v1",))


def test_malformed_is_no_error_that_ends_an_inspection() -> None:
    assert not issubclass(errors.Malformed, XpkgError)
    assert not issubclass(errors.Cancelled, XpkgError)
