"""Names as Go's path packages and go-containerregistry 0.21.8 treat them."""

import posixpath

from xpkgtui.patterns import late

_DRIVE = late(r"[A-Za-z]:")


def clean(name: str) -> str:
    """`path.Clean`: unlike a path below the root it keeps a leading slash and leading `..`."""
    if "/." not in name and "//" not in name and name[:1] not in ("", ".", "/") and name[-1] != "/":
        return name
    cleaned = posixpath.normpath(name)
    return cleaned[1:] if cleaned.startswith("//") else cleaned


def last(name: str) -> str:
    """`path.Base`: the last part, whatever slashes follow it."""
    return name.rstrip("/").rpartition("/")[2] or ("/" if name else ".")


def folder(cleaned: str) -> str:
    """`path.Dir` of a cleaned name."""
    before, slash, _ = cleaned.rpartition("/")
    return before or ("/" if slash else ".")


def is_unsafe(cleaned: str) -> bool:
    """Whether flattening stops at this cleaned name: `.`, `../x`, a leading backslash, a drive letter."""
    plain = clean(cleaned.replace("\\", "/")) if "\\" in cleaned else cleaned
    return plain in (".", "..") or plain.startswith("../") or cleaned.startswith("\\") or bool(_DRIVE.match(plain))


def is_root(cleaned: str) -> bool:
    """Whether this cleaned name is the root, with backslashes or without."""
    return clean(cleaned.replace("\\", "/")) == "." and not cleaned.startswith("\\")


def escapes(cleaned: str, linkname: str) -> bool:
    """Whether a link is dropped while flattening, because its relative target leaves the root."""
    target = clean(linkname.replace("\\", "/"))
    if target.startswith("/"):
        return False
    return bool(_DRIVE.match(target)) or clean(f"{folder(cleaned)}/{target}").startswith("..")
