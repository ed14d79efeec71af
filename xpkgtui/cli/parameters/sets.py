"""The options of commands about sets of manifests."""

import sys
from collections.abc import Sequence

import click

from xpkgtui.errors import Usage

KUBE = "kube:"
"""What a cluster is called that kubectl asks."""
_LARGEST = 16 << 20
"""Bytes of standard input that are read."""

installed_option = click.option(
    "--installed",
    metavar="FILE",
    help="What is installed already: Lock, package objects and their revisions, as kubectl prints them; or "
    "kube:[CONTEXT], a cluster that kubectl asks.",
)


def set_text(paths: Sequence[str]) -> str:
    """Standard input, where it is one of the PATHs."""
    if "-" not in paths:
        return ""
    data = sys.stdin.buffer.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Usage("standard input is larger than 16 MiB")
    return data.decode("utf-8", "surrogateescape")
