"""The command line; slow modules are imported inside functions, so that `--help` is quick."""
