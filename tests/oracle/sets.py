"""Compares Crossplane's own controllers with ours about whole sets: `python tests/oracle/sets.py PROGRAM SEED COUNT`.

PROGRAM runs Crossplane 2.4's reconcilers: it reads a question a line (objects, the order in which they are applied,
what registries hold, flags) and answers with the cluster in the end, `otherwise` under the schedules that end
otherwise. COUNT random sets are made from SEED, or a file of questions in its place is asked as it stands. Shows the
first fields that differ of each set, and the smallest set that still differs. Hashes and UIDs are masked.
"""

import copy
import json
import random
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from builders.random_sets import random_set  # noqa: E402

from xpkgtui.errors import Malformed  # noqa: E402
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of  # noqa: E402
from xpkgtui.formats.xpkg.dependencies.lock import ClusterImageConfig, LockDependency, lock_dependency  # noqa: E402
from xpkgtui.formats.xpkg.dependencies.reconciler import Flags  # noqa: E402
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, versioned  # noqa: E402
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind  # noqa: E402
from xpkgtui.formats.xpkg.sets.admission import SetAdmission  # noqa: E402
from xpkgtui.formats.xpkg.sets.contents import MRD, MemberContents, brought  # noqa: E402
from xpkgtui.formats.xpkg.sets.controllers.cluster import Condition, Crossplane  # noqa: E402
from xpkgtui.formats.xpkg.sets.controllers.world import Schedule, World  # noqa: E402
from xpkgtui.formats.xpkg.summary import Profile  # noqa: E402
from xpkgtui.formats.xpkg.tools.crossplane_versions import tag_reading, target_of  # noqa: E402
from xpkgtui.formats.xpkg.tools.linter import NOT_ONE_META, bad_constraint  # noqa: E402
from xpkgtui.untyped import field, listing, text  # noqa: E402

Node = dict[str, Any]
_HASH = re.compile(r"-[0-9a-f]{12}\b")
_CYCLE = re.compile(r'detected cycle on: [^\s"]+')
_SCHEDULES = (Schedule.GIVEN, Schedule.REVERSE, Schedule.EAGER)
_READING = tag_reading("2.4")
_EDITION = target_of(Profile.CROSSPLANE, "2.4").edition
_MOST_SHOWN = 6
_MOST_SHRUNK = 3
"""Sets that differ of which the smallest is sought."""


class _Program(Crossplane):
    """Crossplane 2.4, whatever version it says that it is."""

    @property
    def minor(self) -> str:
        """The release whose code runs."""
        return "2.4"


class Registries:
    """What registries hold, as a question tells it."""

    def __init__(self, held: Node) -> None:
        self._held = {PackageReference.parse(name).name: tags for name, tags in held.items()}

    def contents(self, reference: str) -> MemberContents:
        """What is behind a reference."""
        parsed = PackageReference.parse(reference)
        found = self._found(parsed)
        if isinstance(found, str):
            shown = f"fetch package {reference}" if "@" in reference else f"resolve {parsed.text} to digest"
            return MemberContents(fault=f"cannot {shown}: {found}")
        documents = found["documents"]
        named = (GroupVersionKind.of(str(one.get("apiVersion")), str(one.get("kind"))) for one in documents)
        unknown = next((one for one in named if _EDITION.role_of(one) is None), None)
        if unknown:
            return MemberContents(fault=f"cannot parse package {reference}: {_EDITION.unregistered(unknown)}")
        metas = [one for one in documents if str(one.get("apiVersion")).startswith("meta.pkg")]
        spec = field(metas[0], "spec") if metas else None
        constraint = text(field(spec, "crossplane", "version"))
        invalid = NOT_ONE_META if len(metas) != 1 else ""
        if constraint and not invalid:
            invalid = bad_constraint(constraint, _READING.dialect) or ""
        capabilities = [str(one).lower().replace("-", "") for one in listing(field(spec, "capabilities"))]
        return MemberContents(
            digest=_digest(found),
            invalid=invalid,
            kind=text(field(metas[0], "kind")) if metas else "",
            constraint=constraint,
            dependencies=tuple(
                lock_dependency(one) or LockDependency(package=one.package, constraints=one.version)
                for one in dependencies_of(spec)
            ),
            is_safe_start="safestart" in capabilities,
            objects=tuple(brought(one) for one in documents if one not in metas),
        )

    def _found(self, reference: PackageReference) -> Node | str:
        """The package, or what the registry says."""
        tags = self._held.get(reference.name)
        if tags is None:
            return f"REGISTRY has no repository {reference.name}"
        found: Node | None = tags.get(reference.identifier) if reference.identifier else None
        if found is None:
            whole = (one for tag, one in sorted(tags.items()) if tag and not one.get("error"))
            found = next((one for one in whole if _digest(one) == reference.identifier), None)
        if found is None:
            return f"REGISTRY has no {versioned(reference.name, reference.identifier)}"
        return str(found["error"]) if found.get("error") else found

    def refusal(self, path: str, configs: Sequence[ClusterImageConfig]) -> str:
        """Nothing is verified."""
        return ""

    def tags(self, repository: str) -> tuple[str, ...]:
        """The tags of a repository; raises `Malformed`."""
        tags = self._held.get(repository)
        if tags is None:
            raise Malformed(f"REGISTRY has no repository {repository}")
        if tags.get("", {}).get("error"):
            raise Malformed(tags[""]["error"])
        return tuple(sorted(tag for tag in tags if tag))


def _digest(package: Node) -> str:
    """The digest that is given, or one of the documents."""
    parts = (json.dumps(one, separators=(",", ":"), ensure_ascii=False) for one in package.get("documents") or ())
    stream = "".join(f"---\n{part}\n" for part in parts)
    return str(package.get("digest") or f"sha256:{sha256(stream.encode()).hexdigest()}")


def answer_of(question: Node, schedule: Schedule) -> Node:
    """Our cluster in the end, in the words in which both are compared."""
    flags = Flags(
        upgrades=bool(question.get("upgrades") or question.get("downgrades")),
        downgrades=bool(question.get("downgrades")),
        reading=_READING,
    )
    crossplane = _Program(
        version=(question.get("crossplane") or "v2.4.0").removeprefix("v"),
        flags=flags,
        unavailable=frozenset(question.get("unavailable") or ()),
    )
    activations = question.get("activations")
    if activations is None:
        activations = ("*",)
    registries = Registries(question["registry"])
    world = World(question["objects"], crossplane, registries, schedule, activations, SetAdmission("2.4"))
    world.run(_waves(question))
    cluster = world.cluster
    return {
        "ended": world.has_ended,
        "packages": {
            f"{one.manifest.kind} {one.manifest.name}": "paused"
            if one.is_paused
            else {
                "source": one.manifest.package,
                "resolved": one.resolved,
                "by": "Crossplane" if one.is_derived else "user",
                "Healthy": _said(one.healthy),
                "Installed": _said(one.installed),
            }
            for one in cluster.packages.values()
        },
        "revisions": {
            f"{one.kind}Revision {one.package} {one.number}": [str(one.state), _said(one.healthy)]
            for one in cluster.revisions.values()
        },
        "lock": sorted([_masked(one.name), one.source, one.version, one.kind] for one in cluster.lock.packages),
        "resolved": _masked(cluster.lock_says),
        "definitions": {
            f"{one.brought.kind} {one.brought.name}": [
                _masked(one.controller),
                one.is_active if one.brought.kind == MRD else None,
            ]
            for one in cluster.definitions.values()
        },
        "refused": sorted(_masked(one.message) for one in world.refused),
    }


def real_answer(answer: Node) -> Node:
    """Crossplane's cluster in the end, in the same words."""
    packages: Node = {}
    for one in answer["packages"]:
        conditions = {each["type"]: each for each in one["conditions"]}
        packages[f"{one['kind']} {one['name']}"] = (
            "paused"
            if "Synced" in conditions
            else {
                "source": one["source"],
                "resolved": one.get("resolved", ""),
                "by": one["by"],
                "Healthy": _condition(conditions.get("Healthy")),
                "Installed": _condition(conditions.get("Installed")),
            }
        )
    revisions: Node = {}
    for one in answer["revisions"]:
        conditions = {each["type"]: each for each in one["conditions"]}
        healthy = _condition(conditions.get("RevisionHealthy"))
        revisions[f"{one['kind']} {one['package']} {one['number']}"] = [one["state"], healthy]
    lock = answer["lock"]
    return {
        "ended": answer["ended"],
        "packages": packages,
        "revisions": revisions,
        "lock": sorted(
            [_masked(one["name"]), one["source"], one["version"], one.get("kind", "")] for one in lock["packages"]
        ),
        "resolved": "".join(_masked(one.get("message", "")) for one in lock["conditions"]),
        "definitions": {
            f"{one['kind']} {one['name']}": [_masked(one.get("controller", "")), one.get("active")]
            for one in answer["definitions"]
        },
        "refused": sorted(_masked(one["error"]) for one in answer["refused"]),
    }


def _waves(question: Node) -> Sequence[Sequence[int]]:
    order = question.get("order")
    if not order:
        return [range(len(question["objects"]))]
    return order if isinstance(order[0], list) else [order]


def _masked(said: str) -> str:
    said = _CYCLE.sub("detected cycle on: ANY", said.replace("UID …", "UID UID"))
    said = said.replace("deploymentruntimeconfigs.pkg", "DeploymentRuntimeConfig.pkg")  # as a cache of objects says
    return _HASH.sub("-HASH", said)


def _said(condition: Condition) -> list[str]:
    return [str(condition.status), _masked(condition.message)]


def _condition(condition: Node | None) -> list[str]:
    return [condition["status"], _masked(condition.get("message", ""))] if condition else ["Unknown", ""]


class Oracle:
    """The program that runs Crossplane's reconcilers."""

    def __init__(self, program: str) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen((program,), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)

    def ask(self, question: Node) -> Node:
        """The whole answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(question), file=self._process.stdin, flush=True)
        answer: Node = json.loads(self._process.stdout.readline())["answer"]
        return answer

    def stop(self) -> None:
        """Ends the program."""
        self._process.kill()
        self._process.wait()


def differences(question: Node, answer: Node) -> Iterator[tuple[str, object, object]]:
    """What differs, of the first schedule in which something does: the field, ours, and Crossplane's."""
    for schedule in _SCHEDULES:
        real = answer if schedule is Schedule.GIVEN else answer.get("otherwise", {}).get(schedule.value, answer)
        if "panic" in real or "error" in real:
            continue
        try:
            ours = answer_of(question, schedule)
        except Exception:  # a set that breaks us is shown as one that differs
            yield f"{schedule}", traceback.format_exc(limit=-2), "an answer"
            return
        # Of a name that is refused and that Crossplane then takes the program says now the one and now the other.
        refused = tuple(
            f"{text(field(one, 'metadata', 'name'))}/by" for one in question["objects"] if ours["refused"]
        )
        found = [one for one in _differing(ours, real_answer(real), f"{schedule}") if not one[0].endswith(refused)]
        if found:
            yield from found
            return


def _differing(ours: object, real: object, path: str) -> Iterator[tuple[str, object, object]]:
    if isinstance(ours, dict) and isinstance(real, dict):
        for key in sorted({*ours, *real}):
            yield from _differing(ours.get(key), real.get(key), f"{path}/{key}")
    elif ours != real:
        yield path, ours, real


def smallest(oracle: Oracle, question: Node) -> Node:
    """The set without what can be left out so that it still differs."""
    is_shrinking = True
    while is_shrinking:
        is_shrinking = False
        for smaller in _smaller(question):
            if any(differences(smaller, oracle.ask(smaller))):
                question, is_shrinking = smaller, True
                break
    return question


def _smaller(question: Node) -> Iterator[Node]:
    """The set without one object, repository, tag, document of a package, or flag."""
    for number in range(len(question["objects"])):
        less = copy.deepcopy(question)
        del less["objects"][number]
        waves = [
            [_moved(one, number) for one in wave if one not in (number, -number - 1)] for wave in _waves(question)
        ]
        less["order"] = [wave for wave in waves if wave]
        if less["order"]:
            yield less
    for name, tags in question["registry"].items():
        yield _without(question, ("registry", name))
        for tag, package in tags.items():
            yield _without(question, ("registry", name, tag))
            for number in range(1, len(package.get("documents") or ())):
                yield _without(question, ("registry", name, tag, "documents", number))
    for flag in ("upgrades", "downgrades", "crossplane", "activations", "unavailable"):
        if flag in question:
            yield _without(question, (flag,))


def _moved(index: int, gone: int) -> int:
    """The index of an object after another one is gone."""
    if index < 0:
        return -_moved(-index - 1, gone) - 1
    return index - (index > gone)


def _without(question: Node, path: Sequence[str | int]) -> Node:
    less: Any = copy.deepcopy(question)
    inner = less
    for one in path[:-1]:
        inner = inner[one]
    del inner[path[-1]]
    whole: Node = less
    return whole


def questions(seed: str, count: int) -> Iterator[Node]:
    """Random sets, or those of a file."""
    if Path(seed).is_file():
        yield from map(json.loads, filter(None, Path(seed).read_text().split("\n")[:count]))
        return
    for number in range(count):
        yield random_set(random.Random(f"{seed} {number}"), f"{seed}-{number}")


def main(program: str, seed: str, count: str) -> int:
    oracle = Oracle(program)
    asked = differing = 0
    for question in questions(seed, int(count)):
        asked += 1
        found = list(differences(question, oracle.ask(question)))
        if not found:
            if not asked % 50:
                print(f"{asked} asked, {differing} differ", flush=True)
            continue
        differing += 1
        print(f"=== {question['id']}", flush=True)
        for path, ours, real in found[:_MOST_SHOWN]:
            print(f"  {path}\n    ours  {str(ours)[:400]}\n    real  {str(real)[:400]}")
        if differing <= _MOST_SHRUNK:
            print(f"  smallest  {json.dumps(smallest(oracle, question))}", flush=True)
    oracle.stop()
    print(f"{asked} sets under {len(_SCHEDULES)} schedules: {differing} differ")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
