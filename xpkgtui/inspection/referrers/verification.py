"""Signatures verified by a process of its own, which alone loads libraries of cryptography."""

import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import xpkgtui
from xpkgtui.codec import Unreadable
from xpkgtui.errors import Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.referrers.checks import Check, CheckAnswer, CheckAnswers, CheckOutcome, CheckRequest
from xpkgtui.referrers.verifying import ANSWERS, NO_LIBRARY, REQUESTS

SECONDS = 60.0
"""The time of the process."""
_MOST = 2_000
"""Checks of one call."""
_LONGEST = 4 << 20
"""Bytes of the answers."""
BOOT = "import sys; sys.path[:0] = sys.argv[1:]; from xpkgtui.referrers.verifying import main; sys.exit(main())"
"""The program of the process."""


async def verified(checks: Sequence[Check], pool: Threads, root: str = "") -> dict[Check, CheckAnswer]:
    """What the checks give; what the process does not say is unknown. Raises `Usage` without the libraries."""
    some = tuple(checks[:_MOST])
    known = dict.fromkeys(checks, _unknown(f"only {_MOST:,} signatures are verified in one call"))
    if some:
        request = REQUESTS.encode(CheckRequest(checks=some, root=root))
        answers = await pool.run(lambda: _asked(request, len(some)))
        known.update(zip(some, answers, strict=True))
    return known


def _unknown(says: str) -> CheckAnswer:
    return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says=says)


def _asked(request: bytes, count: int) -> CheckAnswers:
    """The answers of the process, one for each check; where it gives none, why."""
    data, code = run(request)
    if code == NO_LIBRARY:
        raise Usage(
            "Signatures are verified with the libraries cryptography and sigstore, which are not installed.",
            hint="Install them: pip install 'xpkgtui[verify]'",
        )
    if code:
        return (_unknown("the process that verifies ended without an answer"),) * count
    with suppress(Unreadable):
        answers = ANSWERS.decode(data)
        if len(answers) == count:
            return answers
    return (_unknown("the process that verifies answered something else"),) * count


def run(request: bytes) -> tuple[bytes, int]:
    """What the process writes, as far as that is read, and its exit code; it is ended when its time is over."""
    paths = [str(Path(xpkgtui.__file__).parents[1]), *(one for one in sys.path if Path(one).is_absolute())]
    process = subprocess.Popen(
        [sys.executable, "-I", "-c", BOOT, *paths],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    timer = threading.Timer(SECONDS, process.kill)
    timer.start()
    try:
        with suppress(BrokenPipeError):
            process.stdin.write(request)
            process.stdin.close()
        data = process.stdout.read(_LONGEST + 1)
        if len(data) > _LONGEST:
            process.kill()
        return data, process.wait()
    finally:
        timer.cancel()
        process.stdout.close()
