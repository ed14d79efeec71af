"""libyaml's parser, loaded without the rest of ruamel.yaml. It comes before any other module of that.

The parser needs one error each of seven modules that compose and write YAML in Python, and that load for 11 ms, a
twelfth of a command on a small package. Until it has them, modules with nothing but that error replace them. An
import of ruamel.yaml afterwards gives all of it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

__all__ = ["CParser", "ScannerError"]

_FAMILY, _PACKAGE = "ruamel", "ruamel.yaml"
_FOR_AN_ERROR = "composer", "constructor", "emitter", "parser", "representer", "scanner", "serializer"
"""Modules of which the parser takes `ComposerError`, `ConstructorError` and so on, and nothing else."""


class _Package(ModuleType):
    """The package of ruamel.yaml, whose own code runs once something is asked of it."""

    def __getattr__(self, name: str) -> Any:
        self.__class__ = ModuleType  # type: ignore[assignment]
        assert self.__spec__ is not None
        assert self.__spec__.loader is not None
        self.__spec__.loader.exec_module(self)
        return getattr(self, name)


@contextmanager
def _errors_only() -> Iterator[None]:
    """While this is open, the modules that are there for an error have nothing else."""
    found = find_spec(_PACKAGE)
    if found is None:
        raise ModuleNotFoundError(f"No module named {_PACKAGE!r}", name=_PACKAGE)
    package = module_from_spec(found)
    package.__class__ = _Package
    sys.modules[_PACKAGE] = package
    setattr(sys.modules[_FAMILY], _PACKAGE.rpartition(".")[2], package)
    from ruamel.yaml.error import MarkedYAMLError

    names = [f"{_PACKAGE}.{name}" for name in _FOR_AN_ERROR]
    try:
        for name in names:
            error = f"{name.rpartition('.')[2].capitalize()}Error"
            sys.modules[name] = ModuleType(name)
            setattr(sys.modules[name], error, type(error, (MarkedYAMLError,), {}))
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)


def _loaded() -> Any:
    """The module of the parser; None where ruamel.yaml.clib is not built."""
    try:
        if _PACKAGE not in sys.modules:
            with _errors_only():
                import _ruamel_yaml
    except (ImportError, AttributeError):
        # Another version may take more of them.
        pass
    try:
        import _ruamel_yaml
    except ImportError:
        return None
    return _ruamel_yaml


_parser = _loaded()
if _parser is not None:
    CParser: Any = _parser.CParser
    ScannerError: Any = _parser.ScannerError
else:
    from ruamel.yaml.scanner import ScannerError

    CParser = None
