"""Errors that travel between processes and end in exit codes."""

import errno

from xpkgtui import errors
from xpkgtui.errors import Corrupt, NotAPackage, NotFound, Unauthorized, Unreachable, Usage, XpkgError


def test_each_error_has_a_kind_of_its_own() -> None:
    kinds = (XpkgError, Usage, NotFound, NotAPackage, Unauthorized, Unreachable, Corrupt, errors.OutOfMemory)
    words = "bug usage not-found not-a-package authentication network corrupt undecided"
    assert " ".join(error.kind for error in kinds) == words
    assert " ".join(errors.FailureKind) == f"{words} price stopped output"


def test_failure_holds_all_that_the_error_says() -> None:
    failure = NotFound("title", hint="hint", tried=("a", "b"), suggestions=("v1",)).failure()
    assert (failure.kind, failure.title, failure.hint) == ("not-found", "title", "hint")
    assert (failure.tried, failure.suggestions) == (("a", "b"), ("v1",))


def test_malformed_is_no_error_that_ends_an_inspection() -> None:
    assert not issubclass(errors.Malformed, XpkgError)
    assert not issubclass(errors.Cancelled, XpkgError)


def test_a_choice_among_images_is_a_question() -> None:
    assert Usage("a", suggestions=("b",)).failure().is_question
    assert not Usage("a").failure().is_question
    assert not NotFound("a", suggestions=("b",), details=("c",)).failure().is_question


def test_bytes_are_to_blame_or_the_way_to_them() -> None:
    blamed = [one("a") for one in (Corrupt, errors.DigestMismatch, NotFound, Unreachable, Unauthorized, Usage)]
    assert [errors.blames_package(one) for one in blamed] == [True, True, True, False, False, False]


def test_too_little_memory_is_said_in_words() -> None:
    error = errors.OutOfMemory()
    assert error.title == "There is not enough memory to read this package."
    assert error.hint.startswith("Raise the limit on memory (ulimit -v, or that of the container), or read fewer")
    found = [MemoryError(), OSError(errno.ENOMEM, "x"), OSError(errno.ENOSPC, "x"), ValueError()]
    assert [errors.is_out_of_memory(one) for one in found] == [True, True, False, False]


def test_what_is_corrupt_is_to_be_got_again() -> None:
    assert Corrupt("a").hint == "get it again from where it came, or build it again"
    assert (Corrupt("a", hint="b").hint, NotFound("a").hint) == ("b", "")
