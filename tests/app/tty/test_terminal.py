"""The terminal, and how the program ends without one."""

import signal

from xpkgtui.app.tty.terminal import code_of


def test_a_program_that_a_signal_ended_has_the_code_that_shells_give_it() -> None:
    assert [code_of(one) for one in (signal.SIGHUP, signal.SIGTERM)] == [129, 143]
