"""The description of the built package: README without what only works inside the repository."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?://)[^)]*\)\n+", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?://)[^)]*\)")


class CustomMetadataHook(MetadataHookInterface):
    """Hatchling's name for what a project adds to its metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the description; a package index has no files of the repository, and gives headings no names."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = _LINK.sub(r"\1", _PICTURE.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
