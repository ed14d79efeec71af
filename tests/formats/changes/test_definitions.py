"""Whole definitions that only one of two packages has, and the one that may take the place of another."""

from builders.cases import each_row
from builders.packages.case_facts import case_about
from builders.packages.notebook.format import NOTEBOOK

from xpkgtui.formats.changes.comparison import Changes, PackageComparison, side_of
from xpkgtui.rules.changes.change import Change


def crd(name: str = "buckets.example.org", kind: str = "Bucket") -> str:
    """A definition of this name."""
    plural, _, group = name.partition(".")
    return (
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
        f"metadata: {{name: {name}}}\nspec:\n  group: {group}\n  names: {{kind: {kind}, plural: {plural}}}\n"
        "  versions: [{name: v1}, {name: v2}]\n"
    )


OTHER = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: buckets.example.com}\n"


def compared(old: list[str], new: list[str], **stored: tuple[str, ...]) -> list[Change]:
    """The changes of two packages with these documents."""
    before, after = (
        side_of(
            case_about("x", stored=tuple((f"{name}.example.org", versions) for name, versions in stored.items())),
            "---\n".join(documents).encode(),
            NOTEBOOK.ruleset(),
        )
        for documents in (old, new)
    )
    return [one for part in PackageComparison(before, after, Changes()).slices() for one in part.changes]


def test_a_new_definition_is_told_with_its_versions() -> None:
    (one,) = compared([OTHER], [OTHER, crd()])
    assert (one.id, one.message, one.before) == ("CHG116", "Bucket is new: v1, v2", None)
    assert one.after == '{"group":"example.org","kind":"Bucket","plural":"buckets"}'
    assert one.old is None
    assert one.new is not None
    assert (one.new.line, one.new.document) == (5, 2)


@each_row(
    ("new", "successor"),
    [
        ([crd("buckets.example.com")], "; Bucket of example.com may take its place"),
        ([crd("buckets.example.com"), crd("buckets.example.net")], ""),
        ([crd("pails.example.com")], ""),
        ([OTHER], ""),
        ([], ""),
    ],
)
def test_a_definition_that_is_gone_names_the_one_new_one_of_its_plural(new: list[str], successor: str) -> None:
    (one, *_) = [one for one in compared([crd()], new) if one.id == "CHG115"]
    assert one.message == f"Bucket is removed{successor}"
    assert one.who == "Clusters with objects of buckets.example.org: nothing acts on them any more."
    assert one.before == '{"group":"example.org","kind":"Bucket","plural":"buckets"}'
    assert (one.after, one.new) == (None, None)


def test_a_definition_that_was_there_before_takes_no_place() -> None:
    both = [crd(), crd("buckets.example.com")]
    (one,) = compared(both, both[1:])
    assert one.message == "Bucket is removed"


def test_what_the_cluster_stores_is_asked_by_the_name_of_the_definition() -> None:
    old, new = crd(), crd().replace("[{name: v1}, {name: v2}]", "[{name: v2}]")
    assert compared([old], [new])[0].message == "v1 is removed"
    assert compared([old], [new], buckets=("v2",))[0].message == "v1 is removed; this cluster stores nothing in it"
    stored = compared([old], [new], buckets=("v1",))[0].message
    assert stored == "v1 is removed, and this cluster stores objects in it"
    assert compared([old], [new], pails=("v1",))[0].message == "v1 is removed"
