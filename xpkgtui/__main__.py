"""The console entry: `xpkgtui`, `kubectl-xpkg` and `python -m xpkgtui`."""

import gc
import os
import sys

_INTERRUPTED = (129, 130, 143)
"""Exit codes after SIGHUP, SIGINT and SIGTERM."""


def main() -> None:
    """Runs the program; never returns."""
    # What a start makes stays: a hundred searches of it for cycles took a tenth of a command on a small package.
    gc.set_threshold(50_000, 20, 100)
    try:
        from xpkgtui.cli.program import program

        program.main()
    except KeyboardInterrupt:
        # It came before the program could handle it.
        os._exit(130)
    except SystemExit as end:
        # Imported this late, so that an early interrupt finds `main` running.
        import threading

        # A thread that still reads from a registry must not keep an interrupted program from ending.
        if end.code in _INTERRUPTED and threading.active_count() > 1:
            sys.stderr.flush()
            os._exit(end.code)
        raise


if __name__ == "__main__":
    main()
