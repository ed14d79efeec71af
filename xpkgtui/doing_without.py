"""Libraries without what they can do without: a library asks for it while it is loaded, and takes the failure for an
answer.

asyncio does without ssl, which is a third of loading it: loops of this program speak to its own processes only, and
requests, which speaks to registries, loads ssl for itself. requests does without what guesses the encoding of a text,
which is a fifth of loading it: only the bytes of an answer are looked at here.
"""

import sys
import warnings
from collections.abc import Sequence
from types import ModuleType

_WITHOUT = {"ssl": "asyncio", "chardet": "requests", "charset_normalizer": "requests"}
"""The library that does without each."""
_SAID = "Unable to find acceptable character detection dependency"
"""How requests says so, on the error output."""


def do_without() -> None:
    """Has these libraries do without from now on, unless they are loaded already."""
    if DoingWithout not in sys.meta_path:
        sys.meta_path.insert(0, DoingWithout)


class DoingWithout:
    """A finder that knows nothing of a module while the library that does without it is loaded."""

    @staticmethod
    def find_spec(name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None) -> None:
        """Nothing: every other module, and these for anyone else, is left to Python."""
        library = _WITHOUT.get(name)
        if library is None or not _is_being_loaded(library):
            return
        if library == "requests":
            warnings.filterwarnings("ignore", _SAID)
        raise ImportError(f"{library} does without it", name=name)


def _is_being_loaded(name: str) -> bool:
    """Whether a module is half loaded, as Python marks it."""
    return bool(getattr(getattr(sys.modules.get(name), "__spec__", None), "_initializing", False))
