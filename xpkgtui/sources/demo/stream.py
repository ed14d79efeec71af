"""The package.yaml of the built-in package, as `crossplane xpkg build` would write it."""

from xpkgtui.sources.demo.definitions import definition
from xpkgtui.sources.demo.kinds import every_kind
from xpkgtui.sources.demo.prose import meta
from xpkgtui.sources.demo.yaml_text import encode


def package_yaml() -> bytes:
    """Meta first, every document after a separator, and a separator at the end."""
    documents = [meta(), *(definition(kind) for kind in every_kind())]
    return ("---\n" + "".join(f"{encode(document)}---\n" for document in documents)).encode()
