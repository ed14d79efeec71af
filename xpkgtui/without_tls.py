"""asyncio without TLS: loops of this program speak to its own processes only, and ssl is a third of loading asyncio.

Registries are spoken to by requests, which loads ssl for itself. asyncio does without it as it does in a Python that
was built without: it asks for ssl while it is loaded, and takes the failure for an answer.
"""

import sys
from collections.abc import Sequence
from types import ModuleType


def load_asyncio_without_tls() -> None:
    """Has asyncio do without ssl from now on, unless it is loaded already."""
    if "asyncio" not in sys.modules and AsyncioWithoutTls not in sys.meta_path:
        sys.meta_path.insert(0, AsyncioWithoutTls)


class AsyncioWithoutTls:
    """A finder that knows of no ssl while asyncio is loaded."""

    @staticmethod
    def find_spec(name: str, _path: Sequence[str] | None = None, _target: ModuleType | None = None) -> None:
        """Nothing: every other module, and ssl for anyone else, is left to Python."""
        if name == "ssl" and _is_being_loaded("asyncio"):
            raise ImportError("asyncio does without it", name=name)


def _is_being_loaded(name: str) -> bool:
    """Whether a module is half loaded, as Python marks it."""
    return bool(getattr(getattr(sys.modules.get(name), "__spec__", None), "_initializing", False))
