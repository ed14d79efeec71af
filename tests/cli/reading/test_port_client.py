"""Commands at a port."""

import signal

from builders.inspection import ports

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.reading.port_client import ask_port
from xpkgtui.service.port import Port


class Long:
    """Counts how often a text is made of it."""

    texts = 0

    def __repr__(self) -> str:
        self.texts += 1
        return "long"


def test_no_text_is_made_of_a_result_which_may_have_very_many_rows() -> None:
    result = Long()

    async def work(_port: Port) -> Long:
        return result

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert ask_port(CommandContext(open_port=lambda: ports.FakePort(ports.opening())), work) is result
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.texts == 0
