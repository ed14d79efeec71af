"""A package.yaml without an image: a file, a compressed file of the package cache, or standard input."""

from xpkgtui.sources.source import Source, SourceForm, StreamRoot


class StreamSource(Source):
    """A stream in a regular file; a spooled file is deleted by the resolver."""

    form = SourceForm.STREAM
    has_image = False
    has_manifest = False

    def __init__(self, root: StreamRoot) -> None:
        self._root = root

    def resolve(self) -> StreamRoot:
        """The stream."""
        return self._root
