"""What an operator runs: its deployments, their images and its webhooks."""

from collections.abc import Iterator
from itertools import islice

from xpkgtui.formats.fact import Fact, amount, brief, heading, listed, rest, spec
from xpkgtui.untyped import field, listing, mapping, text

_MANY = 20


def running(value: object) -> Iterator[Fact]:
    """Deployments, then the images that they and the ClusterServiceVersion name, then webhooks."""
    deployments = listing(field(spec(value), "install", "spec", "deployments"))
    images = list(_images(value, deployments))
    by_tag = [name for name in images if not _is_pinned(name)]
    yield heading("Images", _counted(len(images), len(by_tag)))
    yield "deployments", listed(brief(field(one, "name")) or "(no name)" for one in deployments) or "none"
    for name in islice((*by_tag, *(one for one in images if _is_pinned(one))), _MANY):
        yield "✓ by digest" if _is_pinned(name) else "! by tag", brief(name)
    if more := rest(len(images) - _MANY):
        yield "", more.strip()
    hooks = listing(spec(value).get("webhookdefinitions"))
    if hooks:
        yield "webhooks", listed(f"{text(field(one, 'type'))} {text(field(one, 'generateName'))}" for one in hooks)


def _counted(images: int, by_tag: int) -> str:
    return amount(images, "image") + (f", {by_tag:,} not pinned" if by_tag else ", all pinned" if images else "")


def _is_pinned(name: str) -> bool:
    return "@sha256:" in name or "@sha512:" in name


def _images(value: object, deployments: list[object]) -> Iterator[str]:
    """Each image once: of the containers, then the related ones."""
    found: dict[str, None] = {}
    for one in deployments:
        pod = mapping(field(one, "spec", "template", "spec"))
        for container in (*listing(pod.get("initContainers")), *listing(pod.get("containers"))):
            found.setdefault(text(field(container, "image")))
    for one in listing(spec(value).get("relatedImages")):
        found.setdefault(text(field(one, "image")))
    yield from (name for name in found if name)
