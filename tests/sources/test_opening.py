"""The opening of a SOURCE that is neither a file nor a folder."""

import io
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.gate import IS_WHOLE
from builders.inspection.opened import outcome, refusal

from xpkgtui.errors import NotAPackage, NotFound, Usage


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, mkfifo: Callable[[Path], None]) -> None:
    mkfifo(tmp_path / "pipe")
    error = refusal(tmp_path / "pipe", tmp_path)
    assert "a named pipe" in error.title
    assert "standard input" in error.hint


def test_a_socket_and_a_device_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        assert "a socket" in refusal("socket", tmp_path).title
    assert "a device" in refusal("/dev/null", tmp_path).title


def test_a_folder_on_standard_input_is_told(tmp_path: Path) -> None:
    class Folder(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            raise IsADirectoryError(21, "Is a directory")

    assert isinstance(refusal("-", tmp_path, Folder()), NotFound)


def test_standard_input_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert isinstance(refusal("-", tmp_path), Usage)


def test_everything_in_the_corpus_opens_or_ends_in_an_error_of_ours(corpus: Path, tmp_path: Path) -> None:
    # Every third: those that hold a package are opened end to end as well.
    paths = sorted(corpus.rglob("*"))[:: 3 if IS_WHOLE else 20]
    assert len(paths) > (500 if IS_WHOLE else 70)
    assert all(outcome(path, tmp_path) for path in paths)


def test_a_file_on_standard_input_that_never_ends_is_not_waited_for(tmp_path: Path) -> None:
    class Endless(io.BytesIO):
        """As a file like /proc/kmsg reads without blocking."""

        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(size) or None  # type: ignore[return-value]

    error = refusal("-", tmp_path, Endless(b"---\napiVersion: v1\n"))
    assert isinstance(error, NotAPackage)
    assert "no end" in error.title


def test_a_file_on_standard_input_is_read_without_blocking(tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text("---\napiVersion: v1\nkind: X\n")
    with (tmp_path / "package.yaml").open("rb") as file:
        outcome("-", tmp_path, file)
        assert not os.get_blocking(file.fileno())
