"""The stored answers of Crossplane's own libraries, in `tests/oracle` beside the scripts that ask for them."""

import json
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).parents[1] / "oracle"


def answers(name: str) -> Any:
    """The answers in `tests/oracle/NAME.json`."""
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
