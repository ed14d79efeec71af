"""What the body of a refusal says: a registry's error, a gateway's or a store's, plain words, or a page of HTML."""

import html
import json
import re
from collections.abc import Iterator
from contextlib import suppress

from xpkgtui.oci import media_types
from xpkgtui.visible import clip, line

_TITLE = re.compile(rb"<title[^>]{0,200}>([^<]{1,300})", re.IGNORECASE)

_USUAL = re.compile(
    r"(requested )?access to the (requested )?resource is (denied|not authorized)|"
    r"(authentication|authorization) (is )?required|(access |permission )?denied|unauthorized|forbidden|"
    r"no basic auth credentials",
    re.IGNORECASE,
)
"""What registries say to a client that is not logged in, which is not a reason of its own."""


def is_page(content_type: str, data: bytes) -> bool:
    """Whether a body is a page of HTML, by its label and its first characters."""
    start = data[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    is_labelled = media_types.bare(content_type) in ("text/html", "application/xhtml+xml")
    return start.startswith((b"<!doctype html", b"<html")) or (is_labelled and start.startswith(b"<"))


def title_of(data: bytes) -> str:
    """The title of a page of HTML, as one visible line; empty where it has none."""
    found = _TITLE.search(data[:65536])
    return line(clip(" ".join(html.unescape(found[1].decode("utf-8", "replace")).split()), 100)) if found else ""


def said(body: bytes, content_type: str) -> Iterator[str]:
    """The words of a refusal: of a registry, of a gateway, of a store, plain ones, or the title of a page."""
    if is_page(content_type, body):
        yield f"a web page, \u201c{title_of(body)}\u201d" if title_of(body) else "a web page"
        return
    with suppress(ValueError, RecursionError, AttributeError, LookupError, TypeError):
        document = json.loads(body)
        first = document["errors"][0] if "errors" in document else document
        for key in ("code", "message", "error", "error_description", "detail", "details"):
            text = first.get(key)
            if isinstance(text, str) and text and (not key.startswith("detail") or "message" not in first):
                yield " ".join(text.split())
        return
    if found := re.search(rb"<Message>([^<]{1,300})</Message>", body):
        yield " ".join(found[1].decode("utf-8", "replace").split())
    elif body.strip() and media_types.bare(content_type) in ("text/plain", ""):
        yield " ".join(body[:1000].decode("utf-8", "replace").split())


def reason_of(words: str) -> str:
    """What the words of a refusal say more than that a login is wanted; empty where nothing."""
    code, _, message = words.partition(" ")
    reason = message if code.isupper() else words
    return "" if len(reason.split()) < 2 or _USUAL.fullmatch(reason.rstrip(".")) else reason
