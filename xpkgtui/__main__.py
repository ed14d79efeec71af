"""The console entry: `xpkgtui`, `kubectl-xpkg` and `python -m xpkgtui`."""

import os
import sys
import threading


def main() -> None:
    """Runs the program; never returns."""
    from xpkgtui.cli.program import program

    try:
        program.main()
    except SystemExit as end:
        # A thread that still reads from a registry must not keep an interrupted program from ending.
        if end.code == 130 and threading.active_count() > 1:
            sys.stderr.flush()
            os._exit(130)
        raise


if __name__ == "__main__":
    main()
