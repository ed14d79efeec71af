"""Targets of sets of manifests, of what kubectl says is installed, and of the channels of catalogs."""

import json
import re
import tempfile
from functools import partial
from pathlib import Path

from builders.packages.objects import COMPOSITION, POLICY, XRD
from builders.program.headless import run
from builders.registry.clusters import package_object, revision_object, stored
from fuzz.mutating import as_json, as_lines
from fuzz.target import Target, require_safe

from xpkgtui.errors import Usage
from xpkgtui.formats.dependencies.questions import Answer, PackageOpened, Question, TagsFound, TagsOf
from xpkgtui.formats.known import set_planner
from xpkgtui.formats.sets.objects import ManifestFile
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.formats.sets.reading import read_set

_SET = """apiVersion: pkg.crossplane.io/v1
kind: Provider
metadata: {name: apple, annotations: {a: "##[error]x", b: "##vso[task.x]y"}}
spec: {package: "registry.example/acme/apple:v1.0.0"}
---
apiVersion: pkg.crossplane.io/v1beta1
kind: ImageConfig
metadata: {name: "::error::x"}
spec: {matchImages: [{prefix: "##teamcity[x]"}]}
---
apiVersion: apple.example.org/v1
kind: Tree
metadata: {name: one}
spec: {height: "\\n::stop-commands::x"}
"""
_APPLE = "registry.example/acme/apple:v0.9.0"
_INSTALLED = {
    "kind": "List",
    "items": [
        package_object("Provider", "apple", _APPLE, "apple-0123456789ab"),
        revision_object("Provider", "apple-0123456789ab", _APPLE, defines=("trees.a.io",)),
        {"apiVersion": "pkg.crossplane.io/v1beta1", "kind": "Lock", "metadata": {"name": "lock"}, "packages": []},
        stored("trees.a.io", "v1"),
    ],
}
_CATALOG = """schema: olm.package
name: tide
defaultChannel: "::error::x"
---
schema: olm.channel
package: tide
name: "::error::x"
entries:
- {name: tide.v1, replaces: tide.v0, skips: [tide.v0], skipRange: "<1.0.0 ##[error]x"}
- {name: tide.v0}
---
schema: olm.bundle
package: tide
name: tide.v1
image: a.io/b:v1
properties: [{type: olm.package, value: {packageName: tide, version: 1.0.0}}]
"""
_FORMS = {
    "plan": ("text", "yaml", "markdown", "github", "gitlab", "junit", "sarif"),
    "outdated": ("text",),
    "upgrades": ("text", "dot", "mermaid"),
}
_AS_IT_IS = ("yaml", "dot", "mermaid")


def _answers(command: str, data: bytes, *, is_installed: bool = False) -> None:
    """What is not known is no success, JSON is JSON, and nothing printed is a command of a build server."""
    with tempfile.TemporaryDirectory() as folder:
        given, cluster = Path(folder) / "given.yaml", Path(folder) / "cluster.yaml"
        given.write_bytes(_SET.encode() if is_installed else data)
        cluster.write_bytes(data)
        words = (command, "--no-cache", str(given), *(() if command == "upgrades" else ("--offline",)))
        words += ("--installed", str(cluster)) if is_installed else ()
        forms = _FORMS[command]
        for form in ("json", forms[len(data) % len(forms)]):
            ended = run(*words, "--format", form)
            assert ended.exit_code != 70, ended.stderr
            if form == "json":
                found = json.loads(ended.stdout or "{}")
                assert ended.exit_code or not found.get("unread"), "not all is known, and it ends 0"
            rows = (ended.stderr + (ended.stdout if form not in _AS_IT_IS else "")).splitlines()
            commands = [one for one in rows if _OBEYED.search(one)]
            assert not commands, commands


def _planned(data: bytes) -> None:
    """The plan of a set whose registries have nothing: its findings are at lines that exist."""
    planning = set_planner().plan(read_set([ManifestFile(path="set.yaml", data=data)], (), ()), PlanOptions())
    found: dict[Question, Answer] = {}
    try:
        questions = next(planning)
        while True:
            found |= {
                one: TagsFound(fault="none") if isinstance(one, TagsOf) else PackageOpened(fault="none")
                for one in questions
            }
            questions = planning.send(found)
    except StopIteration as end:
        for one in end.value.findings:
            require_safe(one.message + one.fix + one.says)
            assert 1 <= (one.place.line or 1) <= data.count(b"\n") + 1, "a line outside of the file"


_OBEYED = re.compile(r"##(?:\[|vso\[|teamcity\[)|^\s*::(?!(?:error|warning|notice) (?:file|title)=)\S")


SETS = (
    Target(
        name="sets",
        check=_planned,
        expected=(Usage,),
        seeds=lambda: (_SET.encode(), *(f"{_SET}---\n{one}".encode() for one in (XRD, COMPOSITION, POLICY))),
        mutated=as_lines,
        largest=1 << 13,
    ),
    *(
        Target(
            name=name,
            check=check,
            seeds=partial(tuple, (seed.encode(),)),
            mutated=mutated,
            largest=1 << 13,
            seconds=5.0,
            inputs=3,
        )
        for name, check, seed, mutated in (
            ("plan", partial(_answers, "plan"), _SET, as_lines),
            ("outdated", partial(_answers, "outdated"), _SET, as_lines),
            ("upgrades", partial(_answers, "upgrades"), _CATALOG, as_lines),
            ("plan-installed", partial(_answers, "plan", is_installed=True), json.dumps(_INSTALLED), as_json),
            ("outdated-installed", partial(_answers, "outdated", is_installed=True), json.dumps(_INSTALLED), as_json),
        )
    ),
)
