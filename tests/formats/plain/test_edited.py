"""What is said of a plain bundle in which one value is edited."""

from itertools import count
from pathlib import Path
from typing import Any

from builders.goldens import Golden
from builders.packages.edited import changed
from builders.packages.judged_folders import judged, said_of
from builders.packages.plain_bundles import write
from builders.packages.whole import PLAIN as WHOLE
from builders.packages.whole import facts_of_edits, parsed, stream

from xpkgtui.formats.plain.format import PLAIN


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_plain", facts_of_edits(PLAIN, parsed(WHOLE)))


def test_what_is_found(golden: Golden, tmp_path: Path) -> None:
    folders = count()

    def found(values: list[Any]) -> list[str]:
        folder = tmp_path / str(next(folders))
        return said_of(judged(PLAIN, write(folder, {"manifests/a.yaml": stream(values).decode()})))

    golden("findings_plain", changed(parsed(WHOLE)[:3], found))
