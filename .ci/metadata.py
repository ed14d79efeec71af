"""What the built package says of itself: README with whole addresses, links, and one time for all files."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#)([^)]*)\)")


class CustomMetadataHook(MetadataHookInterface):
    """Hatchling's name for what a project adds to its metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the description and the links; the files of a build have the time that this sets."""
        sys.dont_write_bytecode = True
        sys.path.insert(0, self.root)
        from xpkgtui.reporting.addresses import HOME

        tree = f"{HOME.project}/v{metadata['version']}"
        picture, page = f"https://raw.githubusercontent.com/{tree}", f"{HOME.repository}/blob/v{metadata['version']}"
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = _LINK.sub(lambda link: f"{link[1]}[{link[2]}]({picture if link[1] else page}/{link[3]})", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = HOME.urls
        os.environ.setdefault("SOURCE_DATE_EPOCH", moment(Path(self.root)))


def moment(root: Path) -> str:
    """The time of the commit; an sdist has it as the time of its files."""
    if (packed := root / "PKG-INFO").exists():
        return str(int(packed.stat().st_mtime))
    command = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return str(int((root / "pyproject.toml").stat().st_mtime))
