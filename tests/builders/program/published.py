"""Every command that a test has printed is of a program, a verb and flags that are there."""

from collections.abc import Iterator

import pytest
from printed.published import fault

from xpkgtui.commands import PrintedCommand


@pytest.fixture(autouse=True, scope="session")
def _commands_are_published() -> Iterator[None]:
    """Asks of each command as its line is made; what holds names of a package is seen here alone."""
    made = PrintedCommand.line.fget  # type: ignore[attr-defined]

    def checked(self: PrintedCommand) -> str:
        assert self.verbs
        assert [said for program, *words in self.parts if (said := fault(program, words))] == []
        return str(made(self))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrintedCommand, "line", property(checked))
        yield
