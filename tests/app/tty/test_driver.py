"""The wait for keys, which ends when the screen does. A wait that does not end runs into the limit of the test."""

import os
import selectors
import time

import pytest
from builders.cases import each_row
from textual.events import Key

from xpkgtui.app.textual_private import KeyParser
from xpkgtui.app.tty.driver import KeySelector


def test_nothing_is_waited_for_where_no_terminal_is() -> None:
    with KeySelector() as selector:
        assert selector.select(None) == []


@pytest.mark.parametrize("keys", [b"", b"q"])
def test_the_wait_ends_when_it_is_stopped_and_keys_are_not_lost(keys: bytes) -> None:
    terminal, keyboard = os.pipe()
    with KeySelector() as selector:
        selector.register(terminal, selectors.EVENT_READ)
        os.write(keyboard, keys)
        KeySelector.stop()
        stopped = [key.fd for key, _ in selector.select(None)]
        KeySelector.start()
        os.write(keyboard, b"x")
        started = [key.fd for key, _ in selector.select(None)]
    os.close(terminal)
    os.close(keyboard)
    assert (stopped, started) == ([terminal] if keys else [], [terminal])


@each_row(
    ("typed", "keys"),
    [
        ("\x1bq", ["escape", "q"]),
        ("\x1b/", ["escape", "slash"]),
        ("\x1bS", ["escape", "S"]),
        ("\x1b:", ["escape", "colon"]),
        ("\x1b", ["escape"]),
        ("\x1b[A", ["up"]),
        ("\x1bOP", ["f1"]),
    ],
)
def test_escape_and_a_key_in_one_moment_are_two_keys(
    typed: str, keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.constants.ESCAPE_DELAY", 0)
    parser = KeyParser()
    found = [*parser.feed(typed)]
    time.sleep(0.001)
    found += parser.tick()
    assert [one.key for one in found if isinstance(one, Key)] == keys
