"""What older versions of Crossplane took from a meta object."""

from collections.abc import Iterator, Mapping

from xpkgtui.formats.fact import text
from xpkgtui.untyped import listing, mapping

_IGNORED = "ignored since Crossplane 2.0"


def former_of(wanted: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """The controller's image and the permissions that a spec asks for."""
    controller = mapping(wanted.get("controller"))
    for place, image in (("controller", controller.get("image")), ("image", wanted.get("image"))):
        if image is not None:
            yield place, f"{text(image)}  ({_IGNORED})"
    requests = listing(controller.get("permissionRequests"))
    for request in requests:
        yield "asks for", f"{_permission(mapping(request))}  ({_IGNORED})"


def _permission(request: Mapping[str, object]) -> str:
    verbs, groups, resources, names, addresses = (
        ", ".join(text(item) or '""' for item in listing(request.get(key)))
        for key in ("verbs", "apiGroups", "resources", "resourceNames", "nonResourceURLs")
    )
    words = [verbs or "no verbs", f"on {resources or addresses or 'nothing'}"]
    words += [f"named {names}"] if names else []
    words += [f"in {'the core group' if groups == chr(34) * 2 else groups}"] if groups else []
    return " ".join(words)
