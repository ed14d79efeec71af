"""The console entry: `xpkgtui`, `kubectl-xpkg`, what completes that, and `python -m xpkgtui`."""

import gc
import os
import sys

_INTERRUPTED = (129, 130, 131, 143)
"""Exit codes after SIGHUP, SIGINT, SIGQUIT and SIGTERM."""


def main() -> None:
    """Runs the program; never returns."""
    if sys.platform == "win32":
        # Most of what follows imports what Windows does not have.
        sys.stderr.write("xpkgtui: Windows is not supported: use WSL (https://learn.microsoft.com/windows/wsl)\n")
        sys.exit(2)
    try:
        hurry()
        from xpkgtui.cli.calls import plain_call
        from xpkgtui.cli.context import CommandContext

        context = CommandContext()
        if os.path.basename(sys.argv[0]) == "kubectl_complete-xpkg":
            from xpkgtui.cli.commands.completion import for_kubectl

            sys.exit(for_kubectl(sys.argv[1:], context))
        if call := plain_call(sys.argv[1:], context):
            sys.exit(call())
        from xpkgtui.cli.program import program

        program.main(obj=context)
    except KeyboardInterrupt:
        # It came before the program could handle it.
        os._exit(130)
    except SystemExit as end:
        # Imported this late, so that an early interrupt finds `main` running.
        import threading

        # A thread that still reads from a registry must not keep an interrupted program from ending.
        if end.code in _INTERRUPTED and threading.active_count() > 1:
            import atexit

            atexit._run_exitfuncs()
            sys.stderr.flush()
            os._exit(end.code)
        # Python takes apart what it frees; what is frozen is left to the system.
        gc.freeze()
        raise


def hurry() -> None:
    """Prepares Python for a command that takes less time than it takes to start."""
    # What a start makes stays: searching it for cycles took a tenth of a command on a small package, even once.
    gc.set_threshold(150_000, 20, 100)


if __name__ == "__main__":
    main()
