"""The picture of the screen as a file of its own."""

from datetime import UTC, datetime
from pathlib import Path


def save(svg: str) -> str:
    """Writes it into the current folder, over nothing that is there; says where, or why not."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    for number in range(100):
        path = Path.cwd() / f"xpkgtui-{stamp}{f'-{number}' if number else ''}.svg"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(svg)
        except FileExistsError:
            continue
        except OSError as error:
            return f"The picture could not be saved: {error.strerror}"
        return f"Saved {path}"
    return "The picture could not be saved: too many of this second."
