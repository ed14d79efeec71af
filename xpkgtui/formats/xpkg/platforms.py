"""Which entry of an index Crossplane reads."""

from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT


def choose(index: Index) -> int | None:
    """The first entry for linux/amd64: Crossplane sets no platform, and that is the library's default."""
    return index.first_match(DEFAULT)
