"""One file of a folder of this machine, put where the asker can read it."""

from os.path import normpath
from pathlib import Path

from xpkgtui.errors import NotFound
from xpkgtui.inspection.files.contents import Taken
from xpkgtui.inspection.files.folders import names_of
from xpkgtui.limits import Limits
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import StreamRoot
from xpkgtui.visible import size as in_words

_PIECE = 1 << 18


def take_file(root: StreamRoot, path: str, target: Path, limits: Limits, *, examples: str = "") -> Taken:
    """Writes a file that was looked at, no link followed out of the folder; raises `XpkgError`.

    Those in the folder of `examples` lie beside the package: they can be read, although the list of files lacks them.
    """
    names = names_of(root)
    is_example = bool(examples) and path.startswith(f"{examples}/") and normpath(path) == path
    if root.folder is None or (path not in names and not is_example):
        if any(name.startswith(f"{path}/") for name in names):
            raise _is_folder(path)
        raise NotFound(f"there is no {path} among the files that were looked at.")
    if (root.folder / path).is_dir():
        raise _is_folder(path)
    size, is_cut = 0, False
    with FileBlob(open_regular(root.folder / path, root.folder)) as blob, target.open("wb") as sink:
        while data := blob.read(min(_PIECE, limits.file - size + 1)):
            is_cut = size + len(data) > limits.file
            sink.write(data[: limits.file - size])
            size += len(data)
            if is_cut:
                break
    losses = (("cut", f"only the first {in_words(limits.file)} are shown"),) if is_cut else ()
    return Taken(
        layer=None,
        facts=losses,
        incomplete="; ".join(text for _, text in losses),
        limit=limits.reached("file") if is_cut else None,
    )


def _is_folder(path: str) -> NotFound:
    return NotFound(f"{path} is a folder.", hint="`ls` lists what is in it.")
