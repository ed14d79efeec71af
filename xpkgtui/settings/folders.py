"""The folders of the user's config, cache and state."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import platformdirs

_NAME = "xpkgtui"


def config_file(environment: Mapping[str, str]) -> Path:
    """The path of the user's `config.toml`, which may not exist."""
    return _folder(environment, "XDG_CONFIG_HOME", platformdirs.user_config_dir) / "config.toml"


def cache_folder(environment: Mapping[str, str]) -> Path:
    """The default folder of the cache."""
    return _folder(environment, "XDG_CACHE_HOME", platformdirs.user_cache_dir)


def state_folder(environment: Mapping[str, str]) -> Path:
    """The folder of what is remembered between runs."""
    return _folder(environment, "XDG_STATE_HOME", platformdirs.user_state_dir)


def _folder(environment: Mapping[str, str], variable: str, default: Callable[[str], str]) -> Path:
    """The XDG folder where the variable is an absolute path, as the specification demands, on macOS too."""
    chosen = environment.get(variable, "")
    return Path(chosen) / _NAME if os.path.isabs(chosen) else Path(default(_NAME))
