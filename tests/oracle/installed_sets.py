"""Compares a real Crossplane with `plan` about sets.

Call: `python tests/oracle/installed_sets.py START STOP VERSION SET...`. START and STOP begin and end a control
plane on loopback in the folder that they are given; START prints what to export. VERSION is 2.4 or 1.20. Each SET
is a folder of manifests, whose packages registries of plain http on loopback have; it gets a cluster of its own, is
applied as kubectl applies it, wave by wave, and is at rest where nothing changes for some seconds. Of one with the
folders `before` and `after` the first is applied before `plan` is asked about the second with `--installed kube:`.
Shows where what `plan` said before is not what conditions say after; `open` is a set whose
end hangs on an order, as `plan` says, and is another than that of the order that it tells.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from ruamel.yaml import YAML  # noqa: E402

Node = dict[str, Any]
_LONGEST, _STEADY, _AGAIN, _TRIES = 150.0, 12.0, 75.0, 4
"""Seconds until what Crossplane says counts, seconds of rest after which it counts too where it is as wanted and
where it is not, since Crossplane looks again at what failed after 60 s at most, and rounds of applying."""
_KINDS = ("Provider", "Configuration", "Function")
_WAVE = "argocd.argoproj.io/sync-wave"
_HASH = re.compile(r"-[0-9a-f]{12}\b|UID [^)\"\s]+|sha256:[0-9a-f]{64}")
_STRICT = "strict decoding error: "
_CIRCLE = re.compile(r"detected cycle on: \S+")


def masked(text: str) -> str:
    """A message without what differs from run to run."""
    return _CIRCLE.sub("detected cycle on: ANY", _HASH.sub("-HASH", text)).strip()


def of_server(text: str) -> str:
    """The API server's message in what kubectl prints of it."""
    return masked(re.sub(r'^The (\w+) "', r'\1.pkg.crossplane.io "', text[max(text.find(_STRICT), 0) :]))


def planned(place: Path, version: str, environment: Mapping[str, str], *installed: str) -> Node:
    """What `plan` says of a set, by kind and name: how it ends, its source, and what it prints."""
    words = ["plan", str(place), "--no-cache", "--format", "json", "--crossplane", version, *installed]
    program = [sys.executable, "-m", "xpkgtui", *words]
    found = subprocess.run(program, capture_output=True, text=True, cwd=TESTS.parent, env=environment, check=False)
    document: Node = json.loads(found.stdout)
    for one in document["packages"]:
        end = one["to"] or {}
        one["version"] = end.get("version") or end.get("digest") or one["asked"]
    return {
        f"{one['object']['kind']} {one['object']['name']}": {
            "ends": one["outcome"],
            "package": f"{one['source']}@{one['version']}",
            "says": masked(one["prints"] or ""),
            "order_matters": one["order_matters"],
        }
        for one in document["packages"]
    }


def documents(place: Path) -> Iterator[Node]:
    """The objects of a set, those of lists one by one."""
    for file in sorted(place.rglob("*.y*ml")):
        if "{{" in file.read_text() or file.name == "kustomization.yaml":
            continue
        for value in YAML(typ="safe", pure=True).load_all(file.read_text()):
            listed = (value or {}).get("items", [value] if value else [])
            yield from (one for one in listed if "metadata" in one and "kind" in one)


def wave_of(value: Node) -> int:
    """The sync wave of an object."""
    return int((value["metadata"].get("annotations") or {}).get(_WAVE, 0))


def kubectl(environment: Mapping[str, str], *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """One call."""
    command = ["kubectl", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, env=environment, check=False)


def applied(environment: Mapping[str, str], objects: list[Node]) -> dict[str, str]:
    """What kubectl says of the objects that it does not apply; all are applied at once first."""
    refused: dict[str, str] = {}
    together = "---\n".join(f"{json.dumps(value)}\n" for value in objects)
    if not kubectl(environment, "apply", "-f", "-", text=together).returncode:
        return refused
    for value in objects:
        name = f"{value['kind']} {value['metadata']['name']}"
        answer = kubectl(environment, "apply", "-f", "-", text=json.dumps(value))
        if answer.returncode:
            refused[name] = of_server(answer.stderr)
    return refused


def conditions(environment: Mapping[str, str], refused: Mapping[str, str]) -> Node:
    """How each package object of the cluster is now."""
    kinds = ",".join(f"{one.lower()}s.pkg.crossplane.io" for one in _KINDS)
    found: Node = {
        name: {"ends": "refused", "says": says} for name, says in refused.items() if name.split()[0] in _KINDS
    }
    revisions = ",".join(f"{one.lower()}revisions.pkg.crossplane.io" for one in _KINDS)
    told = {
        (one["kind"], one["metadata"]["labels"]["pkg.crossplane.io/package"]): one
        for one in json.loads(kubectl(environment, "get", revisions, "-o", "json").stdout or "{}").get("items", ())
        if one["spec"].get("desiredState") == "Active"
    }
    for one in json.loads(kubectl(environment, "get", kinds, "-o", "json").stdout or "{}").get("items", ()):
        if f"{one['kind']} {one['metadata']['name']}" in refused:
            continue
        says = {each["type"]: each for each in one.get("status", {}).get("conditions", ())}
        healthy, installed = says.get("Healthy", {}), says.get("Installed", {})
        ends = "installs" if healthy.get("status") == "True" else "refused"
        if (healthy.get("status") == "True" and installed.get("status") != "True") or "paused" in str(says):
            ends = "waits"
        if installed.get("reason") == "InactivePackageRevision" and healthy.get("status") != "False":
            ends = "waits"
        # Before 2.2 a package that cannot be unpacked says so of its installation alone.
        message = (healthy or says.get("Installed", {})).get("message", "") if ends == "refused" else ""
        revision = told.get((f"{one['kind']}Revision", one["metadata"]["name"]), {})
        unhealthy = {
            each["type"]: each.get("message", "")
            for each in revision.get("status", {}).get("conditions", ())
            if each["status"] == "False"
        }
        inner = next(
            (unhealthy[each] for each in ("RevisionHealthy", "Healthy", "RuntimeHealthy") if each in unhealthy), ""
        )
        found[f"{one['kind']} {one['metadata']['name']}"] = {
            "ends": ends,
            "package": one["spec"]["package"],
            "says": masked(inner or message) if ends == "refused" else "",
            "whole": masked(message),
        }
    return found


def at_rest(environment: Mapping[str, str], refused: Mapping[str, str], ours: Node | None = None) -> Node:
    """The packages once nothing changes any more."""
    before: Node = {}
    end, since = time.monotonic() + _LONGEST, time.monotonic()
    while time.monotonic() < end:
        now = conditions(environment, refused)
        if now != before:
            before, since = now, time.monotonic()
        is_wanted = ours is None or not any(differences(ours, now))
        if time.monotonic() - since > (_STEADY if is_wanted else _AGAIN):
            break
        time.sleep(1)
    return before


@contextmanager
def control_plane(start: str, stop: str, version: str) -> Iterator[Mapping[str, str]]:
    """A cluster for one set: the environment in which kubectl reaches it."""
    with tempfile.TemporaryDirectory(prefix="set-") as folder:
        at = f"{folder}/place"
        started = subprocess.run(
            [start, at], capture_output=True, text=True, check=True, env={**os.environ, "CROSSPLANE": version}
        )
        said = dict(word.split("=", 1) for word in started.stdout.split() if "=" in word)
        path = said["PATH"].replace("$PATH", os.environ["PATH"])
        try:
            yield {**os.environ, "KUBECONFIG": said["KUBECONFIG"], "no_proxy": "127.0.0.1", "PATH": path}
        finally:
            subprocess.run([stop, at], capture_output=True, check=False)


def installed(environment: Mapping[str, str], place: Path, ours: Node | None = None) -> Node:
    """What a real Crossplane makes of a set."""
    objects = list(documents(place))
    found: Node = {}
    earlier: dict[str, str] = {}
    waves = sorted({*map(wave_of, objects)})
    for wave in waves:
        mine = [one for one in objects if wave_of(one) == wave]
        refused = applied(environment, mine)
        for _ in range(_TRIES):
            found = at_rest(environment, {**earlier, **refused}, ours if wave == waves[-1] else None)
            again = [one for one in mine if f"{one['kind']} {one['metadata']['name']}" in refused]
            if not again or refused == (now := applied(environment, again)):
                break
            refused = now
        earlier |= refused
    return found


def compared(environment: Mapping[str, str], version: str, place: Path) -> tuple[str, list[str]]:
    """How the two compare about a set, and where they differ."""
    more: tuple[str, ...] = ()
    if (place / "before").is_dir():
        installed(environment, place / "before")
        place, more = place / "after", ("--installed", "kube:")
    ours = planned(place, version, environment, *more)
    found = [*differences(ours, installed(environment, place, ours))]
    open_end = any(one["order_matters"] for one in ours.values())
    return "equal  " if not found else "open   " if open_end else "differs", found


def differences(ours: Node, theirs: Node) -> Iterator[str]:
    """Where they differ."""
    for name in sorted({*ours, *theirs}):
        mine, real = ours.get(name), theirs.get(name)
        if mine is not None and mine["ends"] == "unknown":
            continue
        if mine is None or real is None:
            yield f"{name}: {'only ours' if real is None else 'only theirs'}: {mine or real}"
            continue
        ends = "refused" if mine["ends"] == "conflict" else mine["ends"]
        package = real.get("package", "").replace("@", ":")
        if ends != real["ends"]:
            yield f"{name}: ours {mine['ends']} ({mine['says']}), theirs {real['ends']} ({real['says']})"
        elif real.get("package") and mine["package"].replace("@", ":") != package:
            yield f"{name}: ours {mine['package']}, theirs {package}"
        elif ends == "refused" and mine["says"] not in (real["says"], real.get("whole")):
            yield f"{name}:\n  ours   {mine['says']}\n  theirs {real['says']}\n  whole  {real.get('whole')}"


def main() -> None:
    """Prints a line a set, and the differences."""
    start, stop, version, *places = sys.argv[1:]
    wrong = 0
    for place in (Path(one).resolve() for one in places):
        began = time.monotonic()
        with control_plane(start, stop, version) as environment:
            how, found = compared(environment, version, place)
        wrong += how == "differs"
        print(f"{how} {place} ({time.monotonic() - began:.0f} s)", flush=True)
        for one in found:
            print("   ", one, flush=True)
    print(f"{len(places)} sets, {wrong} differ")


if __name__ == "__main__":
    main()
