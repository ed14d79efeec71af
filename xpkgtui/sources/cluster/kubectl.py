"""`kubectl get` as a process: started without a shell, bounded in time and size, its answer read as JSON."""

import contextlib
import os
import re
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from typing import Protocol

from xpkgtui.errors import Malformed, NotFound, Unauthorized, Unreachable, XpkgError
from xpkgtui.oci.json_value import read_object
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, text
from xpkgtui.visible import clip, line

LARGEST = 16 << 20
"""Bytes of an answer; an object of a cluster has at most 3 MB."""
_LARGEST_COMPLAINT = 16 << 10
_LINES = 4
"""Lines of kubectl's complaint that are shown."""
_SECONDS = 40.0
"""Seconds that kubectl may take, with the login that it may start."""
_REQUEST_SECONDS = 20
_IF_THERE = "--ignore-not-found"
"""The option with which kubectl prints nothing at all for an object that is not there."""
_POLL = 0.1
_PIECE = 1 << 16
_LOGGED = late(r"[EWI]\d{4} ", re.ASCII)
"""How a line of its log begins, which has the time and stands before its error: `E1126 17:24:41.097172 …`."""
_ABSENT = ("(NotFound)",)
_NO_KIND = ("the server doesn't have a resource type", "the server could not find the requested resource")
_NO_ACCESS = ("(Forbidden)", "(Unauthorized)", "must be logged in", "getting credentials")
_NO_CONTEXT = ("context was not found", "no context exists", '" does not exist')


class UnknownKind(NotFound):
    """The cluster does not know the kind that is asked for."""


class ClusterClient(Protocol):
    """Something that answers `kubectl get`; raises `XpkgError` where there is no answer."""

    def get(self, *words: str) -> dict[str, object]:
        """The object, or the list of objects."""
        ...


class Kubectl:
    """The kubectl on the PATH."""

    def __init__(
        self, context: str, environment: Mapping[str, str], *, offline: bool = False, seconds: float = _SECONDS
    ) -> None:
        """Asks the cluster of `context`, of the current one where it is empty."""
        self._context = context
        self._environment = dict(environment)
        self._offline = offline
        self._seconds = seconds

    def get(self, *words: str) -> dict[str, object]:
        """What `kubectl get WORDS -o json` prints, of which nothing but the outermost shape is checked.

        Raises `NotFound` where kubectl, its context or the object is not there, `UnknownKind`, `Unauthorized`, and
        `Unreachable` where there is no answer, or one that is no JSON object.
        """
        asked = ("get", *words, *([f"--context={self._context}"] if self._context else []))
        if self._offline:
            raise Unreachable("The cluster is not contacted, because --offline is on.", hint="Remove `--offline`.")
        program = shutil.which("kubectl", path=self._environment.get("PATH", os.defpath))
        if program is None or not os.path.isabs(program):
            raise NotFound(
                "kubectl is not installed, and kube: asks the cluster with it",
                hint="Install kubectl, or name the package by its reference.",
                tried=(_command(asked),),
            )
        limit = f"--request-timeout={_REQUEST_SECONDS}s"
        status, said, complaint = self._run([program, *asked, limit, "--output=json"], asked)
        if status != 0:
            raise _refusal(complaint, asked)
        if not said.strip() and _IF_THERE in words:
            return {"kind": "List"}
        try:
            return read_object(said, LARGEST)
        except Malformed as error:
            raise Unreachable(f"kubectl answered with something else: {error}", tried=(_command(asked),)) from error

    def _run(self, command: list[str], asked: tuple[str, ...]) -> tuple[int, bytes, bytes]:
        try:
            child = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environment,
                start_new_session=True,
            )
        except OSError as error:
            reason = error.strerror or str(error)
            raise NotFound(f"kubectl cannot be started: {reason}", tried=(_command(asked),)) from error
        try:
            return self._answer(child, asked)
        finally:
            # With what it has started: a login that still waits.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
            for pipe in (child.stdout, child.stderr):
                if pipe is not None:
                    pipe.close()

    def _answer(self, child: "subprocess.Popen[bytes]", asked: tuple[str, ...]) -> tuple[int, bytes, bytes]:
        said, complaint = bytearray(), bytearray()
        deadline = time.monotonic() + self._seconds
        with selectors.DefaultSelector() as waiting:
            for pipe, kept in ((child.stdout, said), (child.stderr, complaint)):
                if pipe is not None:
                    waiting.register(pipe, selectors.EVENT_READ, kept)
            while waiting.get_map() and time.monotonic() < deadline:
                ready = waiting.select(_POLL)
                if not ready and child.poll() is not None:
                    break  # what it has started keeps its pipes open
                for key, _ in ready:
                    piece = os.read(key.fd, _PIECE)
                    if not piece:
                        waiting.unregister(key.fileobj)
                    elif key.data is said or len(complaint) < _LARGEST_COMPLAINT:
                        key.data.extend(piece)
                if len(said) > LARGEST:
                    title = f"kubectl answered with more than the {LARGEST >> 20} MiB that xpkgtui reads"
                    raise Unreachable(title, tried=(_command(asked),))
        try:
            status = child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Unreachable(
                f"kubectl gave no answer in {self._seconds:g} seconds",
                tried=(_command(asked), *_lines(complaint)),
                hint="See whether the cluster answers: kubectl version",
            ) from None
        return status, bytes(said), bytes(complaint)


def objects(answer: Mapping[str, object]) -> list[object]:
    """The objects of an answer: those of a list, or the only one."""
    return listing(answer.get("items")) if text(answer.get("kind")).endswith("List") else [answer]


def _refusal(complaint: bytes, asked: tuple[str, ...]) -> XpkgError:
    """The error for what kubectl complains of, whose words are its own and those of the cluster."""
    lines = _lines(complaint)
    said = " ".join(lines) or "it gave no reason"
    first = next((one for one in lines if not _LOGGED.match(one)), lines[0] if lines else said)
    tried = (_command(asked), *lines)
    if any(one in said for one in _NO_ACCESS):
        hint = "Log in to the cluster, or ask for leave to get these objects: kubectl auth can-i get " + asked[1]
        return Unauthorized(f"the cluster does not let kubectl in: {first}", hint=hint, tried=tried)
    if any(one in said for one in _NO_KIND):
        hint = "See that its package manager is installed there, and that this is the right cluster."
        return UnknownKind(f"the cluster has no {asked[1]}", hint=hint, tried=tried)
    if any(one in said for one in _ABSENT):
        return NotFound(f"the cluster has none of that name: {first}", hint=f"kubectl get {asked[1]}", tried=tried)
    if any(one in said for one in _NO_CONTEXT):
        return NotFound(f"kubectl has no such context: {first}", hint="kubectl config get-contexts", tried=tried)
    hint = "See whether the cluster answers: kubectl version"
    return Unreachable(f"kubectl cannot ask the cluster: {first}", hint=hint, tried=tried)


def _lines(complaint: bytes | bytearray) -> tuple[str, ...]:
    rows = (clip(line(one.strip()), 300) for one in complaint.decode("utf-8", "replace").splitlines())
    return tuple(one for one in rows if one)[-_LINES:]


def _command(asked: tuple[str, ...]) -> str:
    return f"kubectl {clip(' '.join(asked), 300)}"
