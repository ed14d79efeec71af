"""Programs that keep passwords: `docker-credential-NAME`."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import read_object
from xpkgtui.visible import clip, line

_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LARGEST_ANSWER = 64 << 10
_TIMEOUT = 10.0
"""Seconds a helper may take; those of clouds ask their own servers."""

Ask = Callable[[str, str, Mapping[str, str]], tuple[str, str] | None]
"""`(helper, server, environment)` -> user and secret, None where it knows none; raises `Malformed` otherwise."""


def ask(name: str, server: str, environment: Mapping[str, str], timeout: float = _TIMEOUT) -> tuple[str, str] | None:
    """User and secret of `server` from the helper `name`; raises `Malformed` where it cannot be run."""
    if not _NAME.fullmatch(name):
        raise Malformed("the credential helper has an invalid name")
    program = shutil.which(f"docker-credential-{name}", path=environment.get("PATH", os.defpath))
    if program is None or not os.path.isabs(program):
        raise Malformed(f"the credential helper docker-credential-{name} is not installed")
    status, said, complaint = _run(program, name, server, environment, timeout)
    if status != 0:
        # Helpers print this on stdout; there is no other sign of "no credentials".
        if "credentials not found" in said.decode("utf-8", "replace").lower():
            return None
        words = _words(said, complaint)
        raise Malformed(
            f"docker-credential-{name} fails: {words}"
            if words
            else f"docker-credential-{name} ended with status {status}"
        )
    try:
        answer = read_object(said)
    except Malformed:
        raise Malformed(f"docker-credential-{name} prints something that is not JSON") from None
    user, secret = answer.get("Username"), answer.get("Secret")
    if not isinstance(user, str) or not isinstance(secret, str):
        raise Malformed(f"docker-credential-{name} answered without Username and Secret")
    return (user, secret) if secret else None


def _run(
    program: str, name: str, server: str, environment: Mapping[str, str], timeout: float
) -> tuple[int, bytes, bytes]:
    """Its status, and what it wrote to standard output and standard error."""
    # Files, not pipes: a grandchild that keeps a pipe open would block the read after the helper has exited.
    with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as errors:
        question.write(server.encode())
        question.seek(0)
        try:
            child = subprocess.Popen(
                [program, "get"],
                stdin=question,
                stdout=answer,
                stderr=errors,
                env=dict(environment),
                start_new_session=True,
            )
        except OSError as error:
            raise Malformed(f"docker-credential-{name} cannot be started: {error.strerror}") from error
        try:
            status = child.wait(timeout)
        except subprocess.TimeoutExpired:
            raise Malformed(f"docker-credential-{name} gave no answer in {timeout:g} seconds") from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        answer.seek(0)
        said = answer.read(_LARGEST_ANSWER + 1)
        errors.seek(0)
        complaint = errors.read(_LARGEST_ANSWER)
    if len(said) > _LARGEST_ANSWER:
        raise Malformed(f"docker-credential-{name} answered more than 64 kB")
    return status, said, complaint


def _words(said: bytes, complaint: bytes) -> str:
    """Its own reason: the first line of one of the two; an answer in JSON may be a secret."""
    for written in (complaint, said):
        words = written.decode("utf-8", "replace").strip()
        if words and not words.startswith("{"):
            return line(clip(words.splitlines()[0], 200))
    return ""
