"""Documents of bundles as rules look at them, and what a rule says of one."""

from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.rules.rule import AnyRule


def manifest(kind: str, file: str = "manifests/a.yaml", name: str = "a", **fields: Any) -> Item:
    """The first document of a file."""
    chunk = Chunk(number=1, start=0, end=0, first_line=1, line=1, kind=kind)
    value = {"kind": kind, "metadata": {"name": name}, **fields}
    return Item(chunk=chunk, document=PackageDocument(chunk=chunk, value=value), file=file, is_first=True)


def csv(name: str = "a", **spec: Any) -> Item:
    """A ClusterServiceVersion with these fields of its spec."""
    return manifest("ClusterServiceVersion", name=name, spec=spec)


def said(rule: AnyRule, subject: Any) -> list[str]:
    """The field and the message of each problem that a rule finds."""
    return [f"{one.path}: {one.message}" for one in rule.check(subject)]
