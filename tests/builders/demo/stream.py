"""The package.yaml of the built-in package, from which its file was made."""

from builders.demo.definitions import definition
from builders.demo.kinds import every_kind
from builders.demo.prose import meta
from builders.demo.yaml_text import encode


def package_yaml() -> bytes:
    """The stream as `crossplane xpkg build` writes it: meta first, and separators before and after each document."""
    documents = [meta(), *(definition(kind) for kind in every_kind())]
    return ("---\n" + "".join(f"{encode(document)}---\n" for document in documents)).encode()
