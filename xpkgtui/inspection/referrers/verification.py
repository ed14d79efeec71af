"""Signatures verified by a process of its own, which alone loads a library of cryptography."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import xpkgtui
from xpkgtui.errors import Usage
from xpkgtui.fetching.threads import Threads
from xpkgtui.referrers.checks import SignatureCheck, written
from xpkgtui.referrers.verifying import NO_LIBRARY

_SECONDS = 60.0
_MOST = 2_000
"""Checks of one call."""
_BOOT = "import sys; sys.path[:0] = sys.argv[1:]; from xpkgtui.referrers.verifying import main; sys.exit(main())"


async def verified(checks: Sequence[SignatureCheck], pool: Threads) -> dict[SignatureCheck, bool]:
    """What the checks give; those that cannot be made are left out. Raises `Usage` without the library."""
    some = checks[:_MOST]
    if not some:
        return {}
    answers = await pool.run(lambda: _asked(some))
    return {one: answer == "1" for one, answer in zip(some, answers, strict=False) if answer != "?"}


def _asked(checks: Sequence[SignatureCheck]) -> str:
    paths = [str(Path(xpkgtui.__file__).parents[1]), *(one for one in sys.path if Path(one).is_absolute())]
    try:
        ended = subprocess.run(
            [sys.executable, "-I", "-c", _BOOT, *paths],
            input=written(checks),
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    if ended.returncode == NO_LIBRARY:
        raise Usage(
            "Signatures are verified with the library cryptography, which is not installed.",
            hint="Install it: pip install 'xpkgtui[verify]'",
        )
    return ended.stdout if ended.returncode == 0 else ""
