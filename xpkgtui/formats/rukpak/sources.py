"""Where the content of a Bundle comes from, in words, and whether it can change under it."""

import re

from xpkgtui.untyped import field, listing, mapping, text

KINDS = ("git", "image", "configMaps", "upload", "http")
"""The blocks of a source, of which a Bundle has one."""
REFS = ("branch", "commit", "tag")
_DIGEST = re.compile(r"@[A-Za-z0-9_+.-]+:[0-9a-fA-F]{32,}\Z")
_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")


NAMED_BY = {"image": ("image", "ref"), "git": ("git", "ref"), "http": ("http", "url")}
"""The field of a source that names its content, by its type."""


def movable(source: object) -> str:
    """Why the content can change under the same Bundle; empty where it cannot, or nothing says so."""
    if text(field(source, "type")) == "image" and (image := text(field(source, "image", "ref"))):
        return "" if _DIGEST.search(image) else f"the image {image} has no digest"
    ref = mapping(field(source, "git", "ref"))
    if text(field(source, "type")) == "git":
        for name in ("branch", "tag"):
            if said := text(ref.get(name)):
                return f"the {name} {said} can move"
        commit = text(ref.get("commit"))
        return f"the commit {commit} is not a whole one" if commit and not _COMMIT.match(commit) else ""
    if text(field(source, "type")) == "http" and (url := text(field(source, "http", "url"))):
        return f"{url} can serve other bytes"
    return ""


def in_words(source: object) -> str:
    """A source: `image quay.io/a/b@sha256:…`."""
    kind = text(field(source, "type"))
    match kind:
        case "image":
            return f"image {text(field(source, 'image', 'ref')) or '(no reference)'}"
        case "git":
            ref = mapping(field(source, "git", "ref"))
            at = ", ".join(f"{name} {text(ref[name])}" for name in REFS if name in ref)
            folder = text(field(source, "git", "directory")) or "./manifests"
            return f"{folder} of git repository {text(field(source, 'git', 'repository'))} at {at or '(nothing)'}"
        case "http":
            return f"archive {text(field(source, 'http', 'url')) or '(no url)'}"
        case "upload":
            return "uploaded to RukPak after the Bundle is made"
        case "configMaps":
            maps = listing(field(source, "configMaps"))
            named = (f"{text(field(one, 'configMap', 'name'))} at {text(field(one, 'path')) or '/'}" for one in maps)
            return f"ConfigMaps {', '.join(named) or '(none)'}"
    return f"unknown type {kind}" if kind else "no type"
