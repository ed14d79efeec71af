"""Where the user's config, cache and state live on this machine."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import platformdirs

_NAME = "xpkgtui"


def config_file(environment: Mapping[str, str]) -> Path:
    """The user's `config.toml`, whether or not it is there."""
    return _folder(environment, "XDG_CONFIG_HOME", platformdirs.user_config_dir) / "config.toml"


def cache_folder(environment: Mapping[str, str]) -> Path:
    """Where the store lives unless settings say otherwise."""
    return _folder(environment, "XDG_CACHE_HOME", platformdirs.user_cache_dir)


def state_folder(environment: Mapping[str, str]) -> Path:
    """Where what was opened lately is remembered."""
    return _folder(environment, "XDG_STATE_HOME", platformdirs.user_state_dir)


def _folder(environment: Mapping[str, str], variable: str, otherwise: Callable[[str], str]) -> Path:
    """The XDG folder where it is set to an absolute path (as its specification asks), on macOS too."""
    chosen = environment.get(variable, "")
    return Path(chosen) / _NAME if os.path.isabs(chosen) else Path(otherwise(_NAME))
