"""Libraries work as ever without what they can do without, and everyone else has it."""

import subprocess
import sys
from subprocess import PIPE, STDOUT

import pytest

_BEGUN = "import sys; from xpkgtui.doing_without import do_without; do_without()"
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
    """What a fresh interpreter prints, on both outputs."""
    words = [sys.executable, "-c", code]
    return subprocess.run(words, stdout=PIPE, stderr=STDOUT, text=True, check=True).stdout.strip()


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


@pytest.mark.parametrize(("before", "is_loaded"), [("import sys", "True"), (_BEGUN, "False")])
def test_requests_loads_nothing_that_guesses_encodings_and_says_nothing_of_it(before: str, is_loaded: str) -> None:
    assert printed(f"{before}; import requests; print('charset_normalizer' in sys.modules)") == is_loaded


def test_requests_reads_answers_without_it() -> None:
    read = "answer = requests.Response(); answer.status_code, answer._content = 200, 'é'.encode()"
    assert printed(f"{_BEGUN}; import requests; {read}; print(answer.text, answer.apparent_encoding)") == "é utf-8"


@pytest.mark.parametrize("order", ["charset_normalizer, requests", "requests, charset_normalizer"])
def test_others_have_what_guesses_encodings(order: str) -> None:
    guess = "charset_normalizer.from_bytes('é'.encode()).best().encoding"
    assert printed(f"{_BEGUN}; import {order}; print({guess})") == "utf_8"
