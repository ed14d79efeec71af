"""asyncio without TLS works as ever, and everyone else has ssl."""

import subprocess
import sys

import pytest

_BEGUN = "import sys; from xpkgtui.without_tls import load_asyncio_without_tls; load_asyncio_without_tls()"
_SPOKEN = """
import asyncio, socket
async def spoken():
    ours, theirs = socket.socketpair()
    _, writer = await asyncio.open_connection(sock=ours)
    reader, _ = await asyncio.open_connection(sock=theirs)
    writer.write(b"heard\\n")
    print((await reader.readline()).decode())
asyncio.run(spoken())
"""


def printed(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(("before", "is_loaded"), [("import sys", "True"), (_BEGUN, "False")])
def test_asyncio_loads_no_ssl(before: str, is_loaded: str) -> None:
    assert printed(f"{before}; import asyncio; print('ssl' in sys.modules)") == is_loaded


def test_loops_speak_to_sockets_without_it() -> None:
    assert printed(f"{_BEGUN}\n{_SPOKEN}") == "heard"


@pytest.mark.parametrize("order", ["ssl, asyncio", "asyncio, ssl"])
def test_others_have_ssl(order: str) -> None:
    assert printed(f"{_BEGUN}; import {order}; print(bool(ssl.create_default_context()))") == "True"


def test_a_command_that_asks_no_registry_loads_no_ssl() -> None:
    code = "import atexit, sys; sys.argv = ['xpkgtui', 'show', 'demo']; from xpkgtui.__main__ import main"
    assert printed(f"{code}; atexit.register(lambda: print('ssl' in sys.modules)); main()").endswith("False")
