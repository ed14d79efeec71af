"""What a person is told of a resolution, by answers that are given by hand."""

from collections.abc import Mapping
from dataclasses import replace

from xpkgtui.formats.dependencies.needed import DependencyTree, PackageState
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
from xpkgtui.formats.xpkg.dependencies.resolution import DEPENDENCIES

API = "pkg.crossplane.io/v1"


def opened(*wanted: str, kind: str = "Configuration", **more: object) -> PackageOpened:
    """A package that asks for providers, each `repository constraint`."""
    entries = [{"provider": one.partition(" ")[0], "version": one.partition(" ")[2]} for one in wanted]
    meta = {"metadata": {"name": "it"}, "spec": {"dependsOn": entries}}
    return PackageOpened(kind=kind, meta=meta, **more)  # type: ignore[arg-type]


def provider(*wanted: str, **more: object) -> PackageOpened:
    return opened(*wanted, kind="Provider", **more)


class World:
    """Registries that answer by hand, and count what they are asked."""

    def __init__(self, answers: Mapping[Question, Answer]) -> None:
        self.answers = dict(answers)
        self.asked: list[Question] = []

    def resolve(
        self, root: PackageOpened, options: ResolveOptions | None = None, reference: str = "a.io/root:v1"
    ) -> DependencyTree:
        one = RootPackage(source=reference or "folder", reference=reference, opened=root)
        asking = DEPENDENCIES.resolve(one, options or ResolveOptions())
        known: dict[Question, Answer] = {}
        try:
            questions = next(asking)
            while True:
                self.asked += questions[:1]
                known[questions[0]] = self.answers[questions[0]]
                questions = asking.send(known)
        except StopIteration as end:
            tree: DependencyTree = end.value
            return tree


def tags(name: str, *names: str) -> tuple[Question, Answer]:
    return TagsOf(repository=f"a.io/org/{name}"), TagsFound(tags=names)


def contents(reference: str, found: PackageOpened) -> tuple[Question, Answer]:
    return ContentsOf(reference=f"a.io/org/{reference}"), found


def state(tree: DependencyTree, name: str) -> PackageState:
    found = tree.package(f"a.io/org/{name}")
    assert found is not None
    return found.state


def test_what_a_package_asks_for_itself_needs_no_question() -> None:
    root = RootPackage(source="folder", opened=opened("a.io/org/p >=v1", "a.io/org/p <v2"))
    tree = DEPENDENCIES.direct(root)
    assert [one.package for one in tree.packages] == ["folder", "a.io/org/p"]
    assert [one.constraint for one in tree.packages[1].asked_by] == [">=v1", "<v2"]
    assert (tree.is_resolved, tree.packages[1].state) == (False, PackageState.UNKNOWN)


def test_only_what_is_needed_is_asked_for() -> None:
    world = World(dict((tags("p", "v1.0.0", "v2.0.0"), contents("p:v2.0.0", provider()))))
    tree = world.resolve(opened("a.io/org/p >=v1"))
    assert state(tree, "p") is PackageState.MET
    assert world.asked == [TagsOf(repository="a.io/org/p"), ContentsOf(reference="a.io/org/p:v2.0.0")]


def test_what_is_likely_to_follow_is_asked_ahead() -> None:
    root = RootPackage(source="r", opened=opened("a.io/org/p *", "a.io/org/q *"))
    asking = DEPENDENCIES.resolve(root, ResolveOptions())
    assert next(asking) == (TagsOf(repository="a.io/org/p"), TagsOf(repository="a.io/org/q"))
    then = asking.send(dict([tags("q", "v1.0.0")]))
    assert then == (TagsOf(repository="a.io/org/p"), ContentsOf(reference="a.io/org/q:v1.0.0"))


def test_a_package_that_was_not_fetched_for_its_size_is_installed_and_said_to_be_unknown_inside() -> None:
    answers = dict((tags("p", "v1.0.0"), contents("p:v1.0.0", PackageOpened(is_priced=True))))
    tree = World(answers).resolve(opened("a.io/org/p *"))
    assert state(tree, "p") is PackageState.MET
    assert tree.unread == "1 package was not opened because of the size"


def test_a_package_that_excludes_this_crossplane_never_joins() -> None:
    found = provider()
    meta = {"metadata": {"name": "p"}, "spec": {"crossplane": {"version": ">=v9"}}}
    answers = dict((tags("p", "v1.0.0"), contents("p:v1.0.0", PackageOpened(kind="Provider", meta=meta))))
    tree = World(answers).resolve(opened("a.io/org/p *"))
    assert found.fault == ""
    one = tree.package("a.io/org/p")
    assert one is not None
    assert (one.state, one.says) == (
        PackageState.MISSING,
        "package is not compatible with Crossplane version (v2.4.0)",
    )


def test_an_entry_that_names_no_package_is_refused_as_crossplane_does() -> None:
    root = PackageOpened(kind="Configuration", meta={"spec": {"dependsOn": [{"version": "*"}]}})
    tree = World({}).resolve(root)
    assert tree.steps[0].evidence.startswith("encountered an invalid dependency")


def test_one_repository_in_two_spellings_is_two_packages() -> None:
    answers: dict[Question, Answer] = {
        TagsOf(repository="index.docker.io/org/p"): TagsFound(tags=("v1.0.0",)),
        ContentsOf(reference="index.docker.io/org/p:v1.0.0"): provider(),
    }
    tree = World(answers).resolve(opened("docker.io/org/p *", "index.docker.io/org/p *"))
    assert "are one repository" in tree.remarks[0].message


def test_versions_beside_the_constraints_say_which_would_serve_all() -> None:
    lock = (
        "kind: Lock\npackages:\n- {name: p-0123456789ab, source: a.io/org/p, version: v2.0.0, kind: Provider, "
        f"apiVersion: {API}, dependencies: []}}\n"
    )
    answers = dict((tags("p", "v1.0.0", "v1.5.0", "v2.0.0", "v3.0.0-rc.1"), contents("p:v2.0.0", provider())))
    tree = World(answers).resolve(opened("a.io/org/p <v2", "a.io/org/p >=v1.2"), ResolveOptions(installed=lock))
    one = tree.package("a.io/org/p")
    assert one is not None
    assert one.state is PackageState.CONFLICT
    assert one.serves == ("v1.5.0",)
    assert [(row.version, row.meets, row.note) for row in one.near] == [
        ("v3.0.0-rc.1", (None, None), "prerelease: only if a constraint names one"),
        ("v2.0.0", (False, True), "installed"),
        ("v1.5.0", (True, True), "would satisfy all"),
        ("v1.0.0", (True, False), ""),
    ]
    assert "v1.5.0 satisfies all" in one.outcome


def test_a_local_package_of_any_name_is_resolved() -> None:
    root = RootPackage(source="folder", opened=opened("a.io/org/p *", kind="Configuration"))
    meta = {"metadata": {"name": "Ä x"}, "spec": {"dependsOn": [{"provider": "a.io/org/p", "version": "*"}]}}
    asking = DEPENDENCIES.resolve(replace(root, opened=replace(root.opened, meta=meta)), ResolveOptions())
    assert next(asking) == (TagsOf(repository="a.io/org/p"),)


def test_an_endless_chain_of_packages_ends_and_says_so() -> None:
    class Endless(dict[Question, Answer]):
        def __missing__(self, question: Question) -> Answer:
            if isinstance(question, TagsOf):
                return TagsFound(tags=("v1.0.0",))
            assert isinstance(question, ContentsOf)
            number = int(question.reference.partition(":")[0].rpartition("-")[2])
            return provider(f"a.io/org/p-{number + 1} *")

    world = World({})
    world.answers = Endless()
    tree = world.resolve(opened("a.io/org/p-1 *"))
    assert tree.unread.startswith("too many packages are needed")
    assert len(tree.packages) > 300
