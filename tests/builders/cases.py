"""One test of many cases: each of them is checked, and a failure names all that fail.

assert failing(STREAMS, is_judged_alike) == {}

@each_row(("text", "value"), [("1", 1), ("0x1", 1)])    # as `pytest.mark.parametrize`, in one test
def test_a_number_is_read(text: str, value: int) -> None: ...
"""

import inspect
from collections.abc import Awaitable, Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from typing import Any, TypeVar

Case = TypeVar("Case", bound=Hashable)
Test = Callable[..., None]


def each_row(
    names: str | Sequence[str], rows: Iterable[Any], ids: Iterable[object] | Callable[[Any], object] = repr
) -> Callable[[Test], Test]:
    """Makes one test of a function and the rows of a table: a test for each of them takes ten times as long."""
    listed = list(rows)
    titles = [ids(row) for row in listed] if callable(ids) else list(ids)
    titled = enumerate(zip(titles, listed, strict=True), 1)
    cases = {f"{number} {title}"[:200]: row for number, (title, row) in titled}
    words = [word.strip() for word in names.split(",")] if isinstance(names, str) else list(names)

    def of_all(test: Test) -> Test:
        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in words]
        assert len(others) + len(words) == len(signature.parameters), "a name of the table is no parameter"

        @wraps(test)
        def of_rows(**fixtures: Any) -> None:
            def check(case: str) -> None:
                values = cases[case] if len(words) > 1 else [cases[case]]
                with _own(fixtures, case.partition(" ")[0]) as given:
                    test(**dict(zip(words, values, strict=True)), **given)

            if found := failing(cases, check):
                raise AssertionError("\n".join(f"{case}: {reason}" for case, reason in found.items()))

        of_rows.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return of_rows

    return of_all


@contextmanager
def _own(fixtures: Mapping[str, Any], row: str) -> Iterator[dict[str, Any]]:
    """The fixtures for a row: of `tmp_path` a folder in it, of `monkeypatch` one that is undone behind the row."""
    given = dict(fixtures)
    with ExitStack() as stack:
        if "tmp_path" in given:
            given["tmp_path"] = fixtures["tmp_path"] / row
            given["tmp_path"].mkdir()
        if "monkeypatch" in given:
            given["monkeypatch"] = stack.enter_context(fixtures["monkeypatch"].context())
        yield given


def failing(cases: Iterable[Case], check: Callable[[Case], object]) -> dict[Case, str]:
    """Maps the cases whose check raises to the reason; raises where there are no cases."""
    asked = list(cases)
    assert asked, "there are no cases"
    found: dict[Case, str] = {}
    for case in asked:
        try:
            check(case)
        except Exception as error:
            found[case] = "\n".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", ())])
    return found


async def failing_later(cases: Iterable[Case], check: Callable[[Case], Awaitable[object]]) -> dict[Case, str]:
    """As `failing`, with a check that is awaited; one case after the other, on one screen."""
    found: dict[Case, str] = {}
    for case in cases:
        try:
            await check(case)
        except Exception as error:
            found[case] = f"{type(error).__name__}: {error}"
    return found
