"""The terminal under the screen."""

import signal

from xpkgtui.app.tty.terminal import code_of


def test_a_program_that_a_signal_ended_has_the_exit_code_that_shells_give_it() -> None:
    assert (code_of(signal.SIGHUP), code_of(signal.SIGTERM)) == (129, 143)
