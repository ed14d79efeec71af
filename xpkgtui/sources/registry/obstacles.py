"""What in a registry's answers keeps Crossplane's library from getting what this client gets."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from xpkgtui.errors import Malformed, Obstacle, Obstructed
from xpkgtui.golang.json_syntax import fault_of_json
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.json_value import read_object
from xpkgtui.sources.registry.answer import Answer
from xpkgtui.sources.registry.go_client import head_fault, length_fault, page_obstacle, status_words, tags_fault
from xpkgtui.visible import clip, line

_NO_GZIP = "gzip: invalid header"
_LONGEST = 400
_CODED = r"invalid character '\x1f' looking for beginning of value"
"""What the reader of JSON says of the first byte of gzip."""


def of_manifest(answer: Answer, data: bytes) -> Iterator[Obstacle]:
    """What keeps the library from an image, or from the index that it is in."""
    yield from _of_any(answer, Obstructed.IMAGE, "")
    if answer.is_mislabeled:
        yield Obstacle(
            what=Obstructed.IMAGE, cause="the registry labels the manifest as gzip, which it is not", says=_NO_GZIP
        )
    label = answer.header("Content-Type")
    if label not in media_types.ACCEPTED and not malformed(answer):
        try:
            document = read_object(data)
        except Malformed:
            return
        if isinstance(document.get("manifests"), list) and "layers" not in document:
            shown = f"as {line(clip(label, 60))}" if label else "without a Content-Type"
            yield Obstacle(
                what=Obstructed.INDEX,
                cause=f"the registry sends the index {shown}, so its client looks for layers there",
            )


def malformed(answer: Answer) -> str:
    """What `net/http` says of a header line that is none; empty where there is no such line."""
    head = getattr(getattr(answer.response.raw, "_original_response", None), "msg", None)
    return head_fault(answer.response.raw.headers.items(), str(head.get_payload() or "") if head is not None else "")


def of_layer(answer: Answer, descriptor: Descriptor) -> Iterator[Obstacle]:
    """What keeps the library from the bytes of a layer."""
    digest = str(descriptor.digest)
    yield from _of_any(answer, Obstructed.LAYER, digest)
    if answer.is_mislabeled:
        is_gzip = descriptor.media_type.endswith("gzip")
        yield Obstacle(
            what=Obstructed.CODED_LAYER if is_gzip else Obstructed.LAYER,
            cause="the registry labels the layer as compressed on the way, which it is not",
            says="" if is_gzip else _NO_GZIP,
            digest=digest,
        )


def of_page(answer: Answer, data: bytes, url: str) -> Iterator[Obstacle]:
    """What keeps the library from a page of tags, or from the next one."""
    yield from _of_any(answer, Obstructed.TAGS, "")
    if (fault := fault_of_json(data.lstrip())) is not None:
        cause = "the registry sends its tags as something that is not JSON"
        yield Obstacle(what=Obstructed.TAGS, cause=cause, says=fault.message)
    elif says := tags_fault(data):
        yield Obstacle(what=Obstructed.TAGS, cause="the registry lists something else than names as tags", says=says)
    link = answer.header("Link")
    if link:
        opening, target = link[:1], link[1:].partition(">")
        if opening != "<" or not target[1]:
            says = (
                f"failed to parse link header: missing '{'>' if opening == '<' else '<'}' in: {line(clip(link, 200))}"
            )
            yield Obstacle(what=Obstructed.TAGS, cause="the registry's Link is not in angle brackets", says=says)
        elif target[0]:
            with suppress(ValueError):
                if (found := page_obstacle(url, urljoin(url, target[0]))) is not None:
                    yield found


def elsewhere(url: str, link: str) -> str:
    """The address of the next page where the link names another path of the same host; else empty."""
    with suppress(ValueError):
        target = urljoin(url, link[1:].partition(">")[0]) if link.startswith("<") else url
        own, other = urlsplit(url), urlsplit(target)
        if own[:2] == other[:2] and own.path != other.path and target.isprintable():
            return target
    return ""


def _of_any(answer: Answer, what: Obstructed, digest: str) -> Iterator[Obstacle]:
    if answer.blocked is not None:
        yield replace(answer.blocked, what=what, digest=digest)
    if answer.coded_as not in ("", "gzip"):  # the only one that Go's client takes off
        cause = f"the registry sends it as {answer.coded_as}, which its client leaves as it is"
        says = "" if what is Obstructed.LAYER else _CODED
        yield Obstacle(what=what, cause=cause, says=says, digest=digest)
    fault, cause = malformed(answer), "the registry sends a malformed header line"
    if not fault and not answer.response.raw.chunked:
        fault, cause = length_fault(answer.lines("Content-Length")), "the registry sends no number as the length"
    if fault:
        # A hostile registry may repeat a login there, and an address may be signed.
        said = (f'Get "{answer.response.url}": net/http: HTTP/1.x transport connection broken: ', fault)
        says = "".join(clip(answer.secrets.hide(one) if answer.secrets else one, _LONGEST) for one in said)
        yield Obstacle(what=what, cause=cause, says=says, digest=digest)
    if answer.status != 200:
        url = answer.response.url
        says = status_words("GET", url, answer.status, b"")
        cause = f"the registry answers {answer.status} instead of 200"
        yield Obstacle(what=what, cause=cause, says=says, digest=digest)
