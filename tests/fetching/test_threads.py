"""Threads that do not delay the end of the program."""

import asyncio
import subprocess
import sys
import threading

import pytest

from xpkgtui.fetching.threads import Threads


async def test_results_and_errors_come_back() -> None:
    threads = Threads()
    assert await threads.run(lambda: 42) == 42
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0)
    threads.close()


async def test_work_on_few_bytes_is_done_at_once_and_on_more_in_a_thread() -> None:
    threads = Threads()
    assert await threads.run(threading.get_ident, on=20_000) == threading.get_ident()
    assert await threads.run(threading.get_ident, on=20_000_000) != threading.get_ident()
    assert await threads.run(threading.get_ident) != threading.get_ident()
    threads.close()


async def test_no_more_threads_than_it_may_have() -> None:
    threads = Threads(2)
    names = await asyncio.gather(*(threads.run(threading.get_ident) for _ in range(20)))
    assert len(set(names)) <= 2
    threads.close()


async def test_work_that_was_cancelled_before_it_began_is_left_out() -> None:
    threads = Threads(1)
    gate, begun = threading.Event(), threading.Event()
    first = asyncio.create_task(threads.run(gate.wait))
    second = asyncio.create_task(threads.run(begun.set))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    gate.set()
    await first
    await threads.run(lambda: None)
    assert not begun.is_set()
    threads.close()


async def test_a_stuck_thread_holds_up_nobody_else() -> None:
    threads = Threads(1)
    gate, begun = threading.Event(), threading.Event()

    def stuck() -> None:
        begun.set()
        gate.wait()

    task = asyncio.create_task(threads.run(stuck))
    assert await asyncio.to_thread(begun.wait, 10)
    waiting = asyncio.create_task(threads.run(lambda: "queued"))
    await asyncio.sleep(0)
    task.cancel()
    assert await waiting == "queued"
    assert await threads.run(lambda: "later") == "later"
    gate.set()
    threads.close()


def test_a_stuck_thread_does_not_keep_the_program_alive() -> None:
    program = """
import asyncio, threading
from xpkgtui.fetching.threads import Threads
async def main():
    threads = Threads()
    begun = threading.Event()
    def stuck():
        begun.set()
        threading.Event().wait()
    task = asyncio.create_task(threads.run(stuck))
    while not begun.is_set():
        await asyncio.sleep(0)
    task.cancel()
asyncio.run(main())
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=20)
