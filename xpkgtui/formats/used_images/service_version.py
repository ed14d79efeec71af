"""The images of an operator: those that its ClusterServiceVersion lists, and those that its deployments use."""

from collections.abc import Iterator

from xpkgtui.formats.used_images.pods import of_pod
from xpkgtui.formats.used_images.used import ImageRole, UsedImage
from xpkgtui.untyped import field, listing, text

_MOST = 10_000
"""Related images, and deployments, that are read."""
_LONGEST = 80


def of_service_version(
    value: object, *, asked_by: str = "", listed: frozenset[str] = frozenset()
) -> Iterator[UsedImage]:
    """Related images, then those of deployments; `listed` has others that mirroring tools know of.

    opm adds the images of deployments when it renders a catalog. It adds none of variables, so an operand that is not
    in `relatedImages` is in no list at all.
    """
    related = [text(field(one, "image")) for one in listing(field(value, "spec", "relatedImages"))[:_MOST]]
    known = listed.union(related)
    for number, image in enumerate(related):
        if image:
            place = f"spec.relatedImages[{number}]"
            yield UsedImage(reference=image, role=ImageRole.RELATED, place=place, asked_by=asked_by)
    deployments = listing(field(value, "spec", "install", "spec", "deployments"))
    for one in deployments[:_MOST]:
        place = f"Deployment {text(field(one, 'name'))[:_LONGEST] or '(no name)'}"
        pod = field(one, "spec", "template", "spec")
        yield from of_pod(pod, place, asked_by=asked_by, is_listed=known.__contains__)
