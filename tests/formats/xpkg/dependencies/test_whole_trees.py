"""What a person is told of resolutions, whole: `goldens/dependencies.txt`, and of small parts beside it.

The worlds are those of the differential run of locks; the first package of a lock is the one that is asked about.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from builders.goldens import Golden, lines_of
from builders.packages.edited import differences
from differential.tables import stored
from formats.xpkg.dependencies.test_resolution import World, contents, opened, provider, tags

from xpkgtui.documents.document import build
from xpkgtui.errors import Malformed, Usage
from xpkgtui.formats.dependencies.needed import DependencyTree, ImageFacts
from xpkgtui.formats.dependencies.questions import (
    Answer,
    ContentsOf,
    PackageOpened,
    Question,
    ResolveOptions,
    RootPackage,
    TagsFound,
    TagsOf,
)
from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.formats.xpkg.dependencies.families import families_among
from xpkgtui.formats.xpkg.dependencies.lock import objects_of_lock, read_image_configs, read_lock
from xpkgtui.formats.xpkg.dependencies.references import PackageReference, fault_of_reference, is_qualified
from xpkgtui.formats.xpkg.dependencies.resolution import DEPENDENCIES

Node = dict[str, Any]
FLAGS = {
    "default": ResolveOptions(),
    "upgrades": ResolveOptions(upgrades=True),
    "downgrades": ResolveOptions(upgrades=True, downgrades=True, crossplane="1.20"),
}


class StoredWorld(World):
    """Registries that answer as a case of the differential run says."""

    def __init__(self, case: Node) -> None:
        super().__init__({})
        self.answers = Answers(case)


class Answers(dict[Question, Answer]):
    def __init__(self, case: Node) -> None:
        self._case = case

    def __missing__(self, question: Question) -> Answer:
        if isinstance(question, TagsOf):
            found = self._case["tags"].get(question.repository)
            return TagsFound(tags=tuple(found)) if found else TagsFound(fault="not there")
        assert isinstance(question, ContentsOf)
        name, _, version = question.reference.partition(":")
        return package(self._case["contents"].get(name, {}).get(version, []))


def package(asked: list[Node], kind: str = "Provider") -> PackageOpened:
    entries: list[Node] = []
    for one in asked:
        named: Node = {key: one[key] for key in ("apiVersion", "kind") if key in one}
        key = "package" if named else one.get("type", "x").lower()
        entries.append({**named, key: one["package"], "version": one["constraints"]})
    return PackageOpened(kind=kind, meta={"metadata": {"name": "it"}, "spec": {"dependsOn": entries}})


def stored_lines() -> Iterator[str]:
    written: set[str] = set()
    for number, text in enumerate(stored("locks")):
        case = json.loads(text)
        if not case["lock"]:
            continue
        first, *others = case["lock"]
        lock = json.dumps({"kind": "Lock", "packages": others}) if others else ""
        for name, options in FLAGS.items():
            tree = StoredWorld(case).resolve(package(first["dependencies"]), replace(options, installed=lock))
            yield from new_lines(f"case {number}, {name}", tree, written)


def new_lines(name: str, tree: DependencyTree, written: set[str]) -> Iterator[str]:
    """The lines of a tree that were not written before."""
    parts = {"package": tree.packages, "edge": tree.edges, "step": tree.steps}
    parts |= {"clash": tree.clashes, "remark": tree.remarks}
    lines = [f"{part}: {'; '.join(lines_of(one))}" for part, found in parts.items() for one in found]
    lines += [f"unread: {tree.unread}"] if tree.unread else []
    if new := [line for line in lines if line not in written]:
        written.update(new)
        yield from (f"# {name}", *new)


def test_stored_worlds(golden: Golden) -> None:
    golden("dependencies_of_stored_worlds", "\n".join(stored_lines()) + "\n")


DIGEST = "sha256:" + "1" * 64
EXAMPLE = ImageFacts(digest=DIGEST, size=1)
MANY = tuple(f"v1.{minor}.0" for minor in range(30))
POLICY = (
    "kind: ImageConfig\nmetadata: {name: a}\nspec: {matchImages: [{prefix: a.io/}], rewriteImage: {prefix: %s}}\n"
)
ANSWERS: tuple[tuple[Question, Answer], ...] = (
    tags("p", "v1.0.0", "v2.0.0", "v2.1.0-rc.1"),
    contents("p:v2.0.0", provider("a.io/org/q *", definitions=("a.x", "b.x"), image=EXAMPLE)),
    contents("p:v1.0.0", provider(definitions=("a.x",), image=EXAMPLE)),
    contents(f"p@{DIGEST}", provider()),
    tags("q", "v1.0.0"),
    contents("q:v1.0.0", provider(definitions=("b.x",), image=EXAMPLE)),
    tags("priced", "v1.0.0"),
    contents("priced:v1.0.0", PackageOpened(is_priced=True)),
    tags("another", "v1.0.0"),
    contents("another:v1.0.0", PackageOpened(is_priced=True)),
    tags("broken", "v1.0.0"),
    contents("broken:v1.0.0", PackageOpened(fault="it is broken")),
    (TagsOf(repository="a.io/org/away"), TagsFound(fault="no route to host", is_unreachable=True)),
    (TagsOf(repository="a.io/org/gone"), TagsFound(fault="it is not there")),
    tags("lost", "v1.0.0"),
    contents("lost:v1.0.0", PackageOpened(fault="no route to host", is_unreachable=True)),
    tags("function", "v1.0.0"),
    contents("function:v1.0.0", opened(kind="Function")),
    tags("newer", "v1.0.0"),
    contents("newer:v1.0.0", PackageOpened(kind="Provider", meta={"spec": {"crossplane": {"version": ">v9"}}})),
    tags("circle", "v1.0.0"),
    contents("circle:v1.0.0", provider("a.io/root *")),
    tags("self", "v1.0.0"),
    contents("self:v1.0.0", provider("a.io/org/self *", "a.io/org/p *")),
    tags("thirteen", *MANY[:13]),
    contents("thirteen:v1.12.0", provider()),
    tags("twelve", *MANY[:12]),
    contents("twelve:v1.11.0", provider()),
    tags("many", *MANY),
    contents("many:v1.29.0", provider()),
    contents("many:v1.9.0", provider()),
    (TagsOf(repository="b.io/org/p"), TagsFound(tags=("v1.0.0",))),
    (ContentsOf(reference="b.io/org/p:v1.0.0"), provider(definitions=("a.x",))),
    tags("member", "v1.0.0"),
    contents(
        "member:v1.0.0",
        PackageOpened(
            kind="Provider",
            meta={
                "metadata": {"labels": {"pkg.crossplane.io/provider-family": "p"}},
                "spec": {"dependsOn": [{"provider": "b.io/org/p", "version": "*"}]},
            },
        ),
    ),
)
WORLD = dict(ANSWERS)
ASKED = {
    "chain": ("a.io/org/p >=v1",),
    "digest": (f"a.io/org/p {DIGEST}",),
    "two constraints": ("a.io/org/p <v2", "a.io/org/p >=v2"),
    "nothing fits": ("a.io/org/p >v9", "a.io/org/q *"),
    "no constraint": ("a.io/org/p newest",),
    "priced": ("a.io/org/priced *",),
    "two priced": ("a.io/org/priced *", "a.io/org/another *"),
    "broken": ("a.io/org/broken *", "a.io/org/q *"),
    "away": ("a.io/org/away *", "a.io/org/q *"),
    "gone": ("a.io/org/gone *",),
    "lost": ("a.io/org/lost *",),
    "another kind": ("a.io/org/function *",),
    "for a newer version": ("a.io/org/newer *",),
    "circle": ("a.io/org/circle *", "a.io/org/q *"),
    "itself": ("a.io/org/self *", "a.io/org/q *"),
    "prerelease": ("a.io/org/p >=v2.1.0-0",),
    "many versions": ("a.io/org/many *", "a.io/org/many <v1.10.0"),
    "not a reference": ("a.io/ORG/p *", "a.io/org/q *"),
    "two of one name": ("a.io/org/p v1.0.0", "b.io/org/p *"),
    "family elsewhere": ("a.io/org/member *",),
    "unqualified": ("org/p *",),
    "no package": (" *",),
    "thirteen versions": ("a.io/org/thirteen *", "a.io/org/twelve *"),
    "three gone": ("a.io/org/gone *", "a.io/org/x *", "a.io/org/y *"),
    "four gone": ("a.io/org/gone *", "a.io/org/x *", "a.io/org/y *", "a.io/org/z *"),
}
LOCK = """\
kind: Lock
packages:
- {name: p-0123456789ab, source: a.io/org/p, version: v1.0.0, kind: Provider, apiVersion: pkg.crossplane.io/v1}
- {name: many-0123456789ab, source: a.io/org/many, version: v1.9.0, type: Provider, dependencies: []}
"""
MOVED = f"""{LOCK}- {{name: a.io/root@v1, source: z.io/old, version: v1.0.0, kind: Configuration, apiVersion: a/v1}}
- {{name: other, source: z.io/other, version: v1.0.0, kind: Configuration, apiVersion: a/v1}}
"""
OPTIONS = {
    "alone": ResolveOptions(),
    "moved": ResolveOptions(installed=MOVED),
    "beside": ResolveOptions(installed=LOCK),
    "beside, with upgrades": ResolveOptions(installed=LOCK, upgrades=True, downgrades=True),
    "on 1.20": ResolveOptions(crossplane="1.20", downgrades=True),
}


class Missing(dict[Question, Answer]):
    def __missing__(self, question: Question) -> Answer:
        if isinstance(question, TagsOf):
            return TagsFound(fault="nothing is there")
        return PackageOpened(fault="nothing is there")


def told_lines() -> Iterator[str]:
    written: set[str] = set()
    for name, asked in ASKED.items():
        for known, options in OPTIONS.items():
            world = World({})
            world.answers = Missing(WORLD)
            yield from new_lines(f"{name}, {known}", world.resolve(opened(*asked), options), written)
        for root in (RootPackage(source="folder", opened=opened(*asked)), REMOTE):
            yield from new_lines(f"{name}, direct", DEPENDENCIES.direct(root), written)
    for reference in ("", f"a.io/root@{DIGEST}", "a.io/root", "not a REFERENCE"):
        world = World({})
        world.answers = Missing(WORLD)
        yield from new_lines(f"root {reference}", world.resolve(opened("a.io/org/p *"), reference=reference), written)
    for prefix in ("b.io/", '""', "B/"):
        world = World({})
        world.answers = Missing(WORLD)
        tree = world.resolve(opened("a.io/org/p *"), ResolveOptions(policies=(POLICY % prefix,)))
        yield from new_lines(f"rewritten to {prefix}", tree, written)


REMOTE = RootPackage(source="a.io/root:v1", reference="a.io/root:v1", opened=opened("a.io/org/p *", image=EXAMPLE))


def test_trees_are_what_was_agreed(golden: Golden) -> None:
    golden("dependencies", "\n".join(told_lines()) + "\n")


def test_entries_are_read_as_was_agreed(golden: Golden) -> None:
    def lines(meta: Any) -> Iterator[str]:
        for one in dependencies_of(meta.get("spec")):
            words = (one.key, one.title, one.is_pinned, one.repository, one.suffix)
            yield from (*lines_of(one), f"{one.number}: {words}")

    entries: list[Any] = [
        {"provider": "a.io/b:v1@sha256:0", "version": DIGEST},
        {"configuration": "a.io/b@sha256:0", "function": "c:v1"},
        {"apiVersion": "a/v1", "kind": "K", "package": "localhost:5000/x", "provider": "y"},
        None,
        "text",
    ]
    golden("dependency_entries", differences({"meta": {"spec": {"dependsOn": entries}}}, lines))


SMALL = {
    "lock": """\
apiVersion: pkg.crossplane.io/v1beta1
kind: Lock
packages:
- name: one-0123456789ab
  source: a.io/one
  version: v1.0.0
  apiVersion: pkg.crossplane.io/v1
  kind: Provider
  type: Provider
  dependencies: [{package: a.io/two, constraints: v1, type: Function}]
- {name: two-0123456789abc, source: a.io/two, version: sha256:0, type: Function}
""",
    "configs": """\
kind: ImageConfig
metadata: {name: all}
spec:
  matchImages: [{prefix: a.io}, {type: Prefix}]
  rewriteImage: {prefix: b.io}
  registry: {authentication: {pullSecretRef: {name: key}}}
  verification: {provider: Cosign}
""",
}


def test_locks_and_configs_are_read_as_was_agreed(golden: Golden) -> None:
    def lines(value: Any) -> Iterator[str]:
        text = json.dumps(value)
        try:
            packages = read_lock(text) if "packages" in value else ()
            yield from (*lines_of(packages), *lines_of(objects_of_lock(packages), "object"))
            yield from lines_of(read_image_configs([text]) if "packages" not in value else ())
        except Usage as problem:
            yield f"{problem} {problem.hint}"

    values = {name: build(text).tree.value for name, text in SMALL.items()}
    golden("locks", differences(values, lines))


REFERENCES = (
    *(
        "a.io/b",
        "a.io/b:v1",
        f"a.io/b@{DIGEST}",
        f"a.io/b:v1@{DIGEST}",
        "a",
        "a:v1",
        "a/b",
        "docker.io/a",
        "docker.io/a/b",
    ),
    *(
        "localhost/a",
        "host:5000/a/b:v1",
        "a.io/B",
        "a.io/b:",
        "a.io/b@sha256:0",
        "a.io/b:v 1",
        "",
        "a.io/",
        "a.io//b",
    ),
    *("index.docker.io/a", "http://a.io/b", "a.io/b:v1:v2", "[::1]:80/ab", "a.io/" + "b" * 255, "a.io/" + "b" * 256),
    *("a.io/" + "b" * 4_096, "a.io/b:" + "v" * 128, "a.io/b:" + "v" * 129, "a b.io/cd", "a.io:x/cd"),
)


def test_references_are_read_as_was_agreed(golden: Golden) -> None:
    lines = []
    for text in REFERENCES:
        shown = text if len(text) < 100 else f"{text[:10]}… ({len(text)})"
        lines.append(f"# {shown}: {'qualified' if is_qualified(text) else ''} {fault_of_reference(text)}"[:200])
        for strict in (False, True):
            try:
                found = PackageReference.parse(text, is_strict=strict)
                words = (found.registry, found.repository, found.identifier, found.source)
                lines.append(f"{'strict' if strict else 'read'}: {' | '.join(one[:80] for one in words)}")
            except Malformed as problem:
                lines.append(f"{'strict' if strict else 'read'}: {problem}"[:120])
    packages = ("a/provider-aws-s3", "b/provider-family-x", "b/provider-x-y", "b/provider-x", "c/provider-gcp-beta-a")
    lines += [f"family {name}: {', '.join(found)}" for name, found in families_among(packages).items()]
    golden("references_of_packages", "\n".join(lines) + "\n")
