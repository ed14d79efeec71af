"""YAML of trees: block or flow by chance, with scalars whose text matters as they are."""

import json
import re
from random import Random
from typing import Any

Tree = Any
"""Mappings and lists of JSON, with `Raw` where the text of a scalar matters."""
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9./]{3,}")


class Raw(str):
    """The text of a scalar, as it is to be written."""

    __slots__ = ()


def written(tree: Tree, chance: Random, indent: int = 0) -> str:
    """The tree as YAML, its strings quoted where they have to be."""
    if isinstance(tree, Raw):
        return str(tree)
    if isinstance(tree, str):
        is_plain = _PLAIN.fullmatch(tree) and chance.random() < 0.7
        return tree if is_plain else json.dumps(tree, ensure_ascii=chance.random() < 0.5)
    is_flow = indent and chance.random() < 0.1 and _is_plain(tree)
    if not isinstance(tree, dict | list) or not tree or is_flow:
        return json.dumps(tree)
    start = "\n" + "  " * indent
    if isinstance(tree, list):
        return "".join(f"{start}- {written(item, chance, indent + 1)}" for item in tree)
    return "".join(f"{start}{_key(key, chance)}: {written(item, chance, indent + 1)}" for key, item in tree.items())


def _key(key: str, chance: Random) -> str:
    return key if key.isalnum() and chance.random() < 0.95 else json.dumps(key, ensure_ascii=False)


def _is_plain(tree: Tree) -> bool:
    """Whether no text of a scalar in it matters."""
    if isinstance(tree, dict | list):
        return all(map(_is_plain, tree.values() if isinstance(tree, dict) else tree))
    return not isinstance(tree, Raw)
