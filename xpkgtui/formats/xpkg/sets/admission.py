"""What the API server says of objects of Crossplane's own kinds, by the definitions of a release."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from xpkgtui.formats.definitions.objects.faults import ObjectError
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectNames
from xpkgtui.formats.xpkg.tools.facts import MINORS, minor_of
from xpkgtui.untyped import field, mapping, text

_Served = Mapping[str, tuple[int, bool, bool]]
"""By group, version and kind: the number of a schema, whether objects are namespaced, whether they have a status."""
_OF_SERVER = frozenset(("managedFields", "resourceVersion"))
"""Fields of metadata that an object has which was read from a cluster."""


@cache
def _lines() -> list[str]:
    """Kinds by release, a schema in each line behind them, and pieces that several of these have.

    `tests/oracle/make_crossplane_kinds.py` wrote it; `{"=": 7}` stands for the piece in line 7, from 0.
    """
    return Path(__file__).with_name("crossplane_kinds.jsonl").read_text(encoding="utf-8").splitlines()


@cache
def _served(version: str) -> _Served:
    """The kinds of a release, of one that is not kept those of the nearest that is."""
    minor = minor_of(version)
    releases: dict[str, dict[str, Any]] = json.loads(_lines()[0])
    known = [*MINORS, minor].index(minor)
    nearest = min(releases, key=lambda one: abs(MINORS.index(one) - known))
    return {name: (row[0], row[1], row[2]) for name, row in releases[nearest].items()}


def _schema(line: int) -> Any:
    """The schema, or the piece of several schemas, in a line."""
    return json.loads(_lines()[line], object_hook=lambda node: _schema(node["="]) if "=" in node else node)


@cache
def _judge(name: str, number: int, is_namespaced: bool, has_status: bool) -> ObjectJudge:
    group, version, kind = name.split("/")
    names = ObjectNames(group=group, kind=kind, is_namespaced=is_namespaced)
    schema = {"openAPIV3Schema": _schema(1 + number)}
    return ObjectJudge(
        names, {"name": version, "schema": schema, "subresources": {"status": {}} if has_status else {}}
    )


@cache
def is_of_crossplane(group: str) -> bool:
    """Whether some release serves kinds of a group by definitions of its own."""
    releases: dict[str, dict[str, Any]] = json.loads(_lines()[0])
    return any(name.partition("/")[0] == group for kinds in releases.values() for name in kinds)


class SetAdmission:
    """The API server of a cluster with a release of Crossplane, asked about the objects of one set."""

    def __init__(self, minor: str, *, is_strict: bool = False) -> None:
        """`is_strict` of a client that has unknown fields refused, as kubectl does; else they are dropped."""
        self._served = _served(minor)
        self._is_strict = is_strict
        self._judged: dict[int, ObjectJudgement | None] = {}

    def versions_of(self, group: str, kind: str) -> list[str]:
        """The versions of a kind that are served."""
        names = (one.split("/") for one in self._served)
        return [version for each, version, served in names if (each, served) == (group, kind)]

    def judged(self, number: int, value: object) -> ObjectJudgement | None:
        """What is said of the object with this number; None of a kind that is not Crossplane's."""
        if number not in self._judged:
            self._judged[number] = self._asked(value)
        return self._judged[number]

    def refusal(self, number: int, value: object) -> str:
        """The message with which an object is refused; empty where it is taken, or where that is not certain."""
        found = self.judged(number, value)
        return found.message if found is not None else ""

    def objection(self, value: object) -> str:
        """The message with which an object is refused, for its kind too; empty where it is taken."""
        api_version, kind = text(field(value, "apiVersion")), text(field(value, "kind"))
        group, _, version = api_version.rpartition("/")
        if is_of_crossplane(group) and version not in self.versions_of(group, kind):
            return f'no matches for kind "{kind}" in version "{api_version}"'
        found = self._asked(value)
        return found.message if found is not None else ""

    def siblings(self, value: object, path: str) -> tuple[str, ...]:
        """The fields that are known beside one, as its definition has them."""
        found = self._schema(value)
        for part in path.split(".")[:-1]:
            name, _, rest = part.partition("[")
            found = field(found, "properties", name)
            for _ in range(rest.count("]")):
                found = field(found, "items")
        return tuple(map(str, field(found, "properties") or ()))

    def _schema(self, value: object) -> object:
        row = self._served.get(_name(value))
        return _schema(1 + row[0]) if row else None

    def _asked(self, value: object) -> ObjectJudgement | None:
        name = _name(value)
        row = self._served.get(name)
        if row is None or not isinstance(value, dict):
            return None
        meta = mapping(value.get("metadata"))
        if self._is_strict and meta.get("generateName") and not meta.get("name"):
            says = f"from {meta['generateName']}: cannot use generate name with apply"
            error = ObjectError(field="metadata.generateName", message=says)
            return ObjectJudgement(errors=(error,), message=says, is_unread=True)
        if _OF_SERVER & meta.keys():  # kubectl creates an object without them
            value = {**value, "metadata": {key: one for key, one in meta.items() if key not in _OF_SERVER}}
        judge = _judge(name, *row)
        return judge.judge(value if self._is_strict else judge.stored(value).value)


def _name(value: object) -> str:
    return f"{text(field(value, 'apiVersion'))}/{text(field(value, 'kind'))}"
