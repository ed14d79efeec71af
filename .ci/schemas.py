"""The schemas of the JSON documents and the man pages in the built package: made of what declares them."""

import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Hatchling's name for what a project adds to a build."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Puts them into the wheel; a checkout that is installed as it stands has none."""
        if version == "editable":
            return
        sys.dont_write_bytecode = True
        sys.path.insert(0, self.root)
        from xpkgtui.cli.man_page import man_pages
        from xpkgtui.cli.program import program
        from xpkgtui.reporting.documents.schemas import DOCUMENTS, schema_of

        self._folder = tempfile.TemporaryDirectory()
        # They have much in common: one file takes half of what a file for each would.
        schemas = Path(self._folder.name, "schemas.json")
        every = {name: schema_of(name) for name in DOCUMENTS}
        schemas.write_text(json.dumps(every, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
        build_data["force_include"][str(schemas)] = "xpkgtui/schemas.json"
        for name, text in man_pages(program):
            path = Path(self._folder.name, name)
            path.write_text(text, "utf-8")
            build_data["shared_data"][str(path)] = f"share/man/man1/{name}"

    def finalize(self, version: str, _build_data: dict[str, Any], artifact_path: str) -> None:
        """Compresses the wheel as far as it goes."""
        if version == "editable":
            return
        with zipfile.ZipFile(artifact_path) as archive:
            members = [(one, archive.read(one)) for one in archive.infolist()]
        with zipfile.ZipFile(artifact_path, "w") as archive:
            for one, data in members:
                archive.writestr(one, data, zipfile.ZIP_DEFLATED, 9)
