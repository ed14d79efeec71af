"""The files of a set of manifests: those of folders, and what each of them is."""

import os
from collections.abc import Iterator
from pathlib import Path

from xpkgtui.errors import NotFound, Usage
from xpkgtui.formats.sets.objects import ManifestFile, SkippedFile, SkipReason
from xpkgtui.limits import LIMITS, Limits, NotRead

_MOST_FILES = 5_000
_LARGEST = 16 << 20
"""Bytes of a file."""
_MOST_DEPTH = 64
_ENDS = (".yaml", ".yml", ".json")
_PACKAGES = {"crossplane.yaml": b"meta.pkg.crossplane.io", "oci-layout": b"", "index.json": b'"manifests"'}
"""The files that make a folder a package, and what is in them: an Application may lie in crossplane.yaml as well."""
_KUSTOMIZATION = "Kustomization"
_TAR_MARK = slice(257, 262)


class ManifestFiles:
    """What lies under some paths."""

    def __init__(self, paths: tuple[str, ...], text: bytes | None = None, limits: Limits = LIMITS) -> None:
        """`text` is what standard input, the path `-`, has."""
        self.files: list[ManifestFile] = []
        self.skipped: list[SkippedFile] = []
        self.unread: list[NotRead] = []
        self._limits, self._entries = limits, 0
        for number, path in enumerate(paths):
            self._source = number
            if path == "-":
                self.files.append(ManifestFile(path="-", data=text or b"", source=number))
            else:
                self._path(Path(path))

    def _path(self, path: Path) -> None:
        """Reads a file or a folder that was named; raises `NotFound`, or `Usage` for what is a package."""
        if path.is_dir():
            if found := _package(path):
                raise Usage(
                    f"{path} is a package: it has {found}", hint=f"`xpkgtui check {path}` judges one package."
                )
            self._root = path.resolve()
            for each in self._walk(path, 0):
                if len(self.files) >= _MOST_FILES:
                    self._leave(str(path), "some of its files", f"a set has at most {_MOST_FILES:,} files", "files")
                    return
                self._file(each)
        elif path.exists():
            if _is_archive(path):
                raise Usage(f"{path} is an archive, not a manifest", hint=f"`xpkgtui check {path}` judges a package.")
            self._file(path)
        else:
            raise NotFound(f"there is no file or folder {path}", hint="Check the path.")

    def _walk(self, folder: Path, depth: int) -> Iterator[Path]:
        if depth > _MOST_DEPTH:
            self._leave(str(folder), "the folder", f"folders are read at most {_MOST_DEPTH} deep", "depth")
            return
        for entry in self._listed(folder):
            path = Path(entry.path)
            if entry.is_dir(follow_symlinks=False):
                if _package(path):
                    self.skipped.append(SkippedFile(path=str(path), why=SkipReason.PACKAGE))
                else:
                    yield from self._walk(path, depth + 1)
            elif not entry.name.endswith(_ENDS) and entry.name != _KUSTOMIZATION and not path.is_dir():
                continue
            elif entry.is_symlink():
                yield from self._linked(path)
            elif entry.is_file():
                yield path
            else:
                self._leave(str(path), "the file", "it is not a regular file")

    def _listed(self, folder: Path) -> Iterator[os.DirEntry[str]]:
        """The entries of a folder that are not hidden, up to the limit of all folders."""
        entries: list[os.DirEntry[str]] = []
        try:
            with os.scandir(folder) as found:
                for entry in found:
                    self._entries += 1
                    if self._entries > self._limits.folder:
                        why = self._limits.reached("folder").sentence
                        self._leave(str(folder), "some of its files", why, "folder")
                        break
                    entries.append(entry)
        except OSError as error:
            self._leave(str(folder), "the folder", error.strerror or str(error))
        yield from sorted((one for one in entries if not one.name.startswith(".")), key=lambda one: one.name)

    def _linked(self, path: Path) -> Iterator[Path]:
        """The file of a link within the folder, unless it is read at its own place."""
        target = Path(os.path.realpath(path))
        if not target.is_relative_to(self._root):
            self._leave(str(path), "what it links to", "a link that leaves the folder is not followed")
        elif not target.exists():
            self._leave(str(path), "the file", "it is a link to nothing")
        elif target.is_file() and (_is_left_out(target.relative_to(self._root)) or not target.name.endswith(_ENDS)):
            yield path

    def _file(self, path: Path) -> None:
        try:
            with path.open("rb") as file:
                data = file.read(_LARGEST + 1)
        except OSError as error:
            self._leave(str(path), "the file", error.strerror or str(error))
            return
        if len(data) > _LARGEST:
            self._leave(str(path), "the file", f"a file of a set has at most {_LARGEST >> 20} MiB", "set-file")
            return
        self.files.append(ManifestFile(path=str(path), data=data, source=self._source))

    def _leave(self, where: str, what: str, why: str, limit: str = "") -> None:
        self.unread.append(NotRead(where=where, what=what, why=why, limit=limit))


def _is_left_out(path: Path) -> bool:
    """Whether the walk leaves a file out, as the folders are hidden in which Kubernetes keeps what it mounts."""
    return any(part.startswith(".") for part in path.parts)


def _package(folder: Path) -> str:
    """The file that makes a folder a package; empty where none does."""
    return next((name for name, mark in _PACKAGES.items() if _has(folder / name, mark)), "")


def _is_archive(path: Path) -> bool:
    if not path.is_file():  # a pipe would wait for its writer
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_TAR_MARK.stop)
    except OSError:
        return False
    return head.startswith(b"\x1f\x8b") or head[_TAR_MARK] == b"ustar"


def _has(path: Path, mark: bytes) -> bool:
    if not path.is_file():  # a pipe would wait for its writer
        return False
    try:
        with path.open("rb") as file:
            return not mark or mark in file.read(_LARGEST)
    except OSError:
        return False
