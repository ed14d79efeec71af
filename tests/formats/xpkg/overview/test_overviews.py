"""What a meta object says of its package."""

import pytest
from builders.cases import each_row
from builders.packages.metas import aws, meta
from formats.xpkg.rules.test_format_v2 import PROVIDER

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.overview import DependencyRow
from xpkgtui.formats.xpkg.overview import overview as of_meta

FAMILY = "xpkg.upbound.io/upbound/provider-family-aws"


def test_known_annotations_are_described_by_what_they_mean() -> None:
    assert [label for label, _ in of_meta(aws(), "2.4").said] == [
        "name",
        "description",
        "maintainer",
        "source",
        "license",
    ]


def test_what_is_not_given_is_named() -> None:
    given = {"meta.crossplane.io/license": "MIT", "meta.crossplane.io/readme": "Read on.", "maintainer": "Somebody"}
    assert of_meta(meta(annotations=given), "2.4").said[-1] == ("not given", "maintainer, source, description")
    assert of_meta(value(PROVIDER), "2.4").said[-1][0] == "not given"


def test_unknown_annotations_are_described_as_they_are() -> None:
    overview = of_meta(meta(annotations={"company": "Upbound", "meta.crossplane.io/other": "x"}), "2.4")
    assert overview.others == (("company", "Upbound"), ("meta.crossplane.io/other", "x"))


def test_a_readme_that_is_not_text_is_an_annotation_like_others() -> None:
    overview = of_meta(
        meta(annotations={"meta.crossplane.io/readme": ["a", "b"], "meta.crossplane.io/iconURI": 1}), "2.4"
    )
    assert overview.others == (("meta.crossplane.io/readme", "(2 entries)"), ("meta.crossplane.io/iconURI", "1"))


def value(text: str) -> object:
    """The value of a text that is one document."""
    found = parse(text.encode(), split(text.encode()).chunks[0])
    assert isinstance(found, PackageDocument)
    return found.value


def test_package_format_v2_asks_for_a_controller_and_permissions() -> None:
    overview = of_meta(value(PROVIDER), "2.4")
    assert (overview.needs, overview.fits) == ("needs v0.13.0; 2.4 does not satisfy it", False)
    assert overview.deprecated == (
        ("controller", "example/provider-example:v0.1.0"),
        ("asks for", "* on things in example.org"),
    )
    assert overview.capabilities == ()
    assert (overview.others_title, overview.others[0]) == ("passed on", ("company", "Somebody"))


def test_the_same_fields_of_crossplane_are_no_longer_read() -> None:
    overview = of_meta(value(PROVIDER.replace(".ibm.", ".")), "2.4")
    assert overview.needs.startswith("needs v0.13.0, in the spelling of Package Format v2")
    assert all(said.endswith("(ignored since Crossplane 2.0)") for _, said in overview.deprecated)
    assert overview.others_title == "annotations"


def test_friendly_names_stand_beside_what_they_name() -> None:
    keys = {
        "friendly-kind-name.meta.crossplane.io/bucket.s3": "Bucket",
        "friendly-group-name.meta.crossplane.io/s3": "S3",
    }
    assert of_meta(meta(annotations=keys), "2.4").friendly == (("bucket.s3", "Bucket"), ("s3", "S3"))


def test_lines_that_an_author_broke_flow() -> None:
    overview = of_meta(meta(annotations={"meta.crossplane.io/description": "one\ntwo\n\nthree\n"}), "2.4")
    assert overview.said[0] == ("description", "one two\n\nthree")


def test_a_long_value_says_how_much_is_cut() -> None:
    ((_, text),) = of_meta(meta(annotations={"a/b": "x" * 5_000}), "2.4").others
    assert text.endswith("… (4,000 more characters are on the YAML tab)")


def test_more_annotations_than_anybody_reads_are_counted() -> None:
    overview = of_meta(meta(annotations={f"a/{number}": "" for number in range(1_000)}), "2.4")
    assert len(overview.others) == 201
    assert overview.others[-1] == ("", "800 more are on the YAML tab")


@pytest.mark.parametrize(("size", "last"), [(995, "a/12"), (996, "")])
def test_annotations_are_shown_until_the_page_is_full(size: int, last: str) -> None:
    notes = {f"a/{number:02}": "x" * 996 for number in range(12)} | {"a/11": "x" * size, "a/12": ""}
    overview = of_meta(meta(annotations=notes), "2.4")
    assert overview.others[-1] == (last, "" if last else "1 more are on the YAML tab")


@each_row(
    ("crossplane", "version", "text", "fits"),
    [
        (None, "2.4", "any version", None),
        ({"version": ">=v2.0.0"}, "2.4", "needs >=v2.0.0; 2.4 satisfies it", True),
        ({"version": ">=v2.4.1"}, "2.4", "needs >=v2.4.1; 2.4 satisfies it", True),
        ({"version": ">=v2.0.0"}, "1.20", "needs >=v2.0.0; 1.20 does not satisfy it", False),
        ({"version": "newest"}, "2.4", "needs newest, which is not a valid constraint for 2.4", False),
        ({"version": 2}, "2.4", "its constraint cannot be read", False),
        ([], "2.4", "its constraint cannot be read", False),
        (
            "v0.13.0",
            "2.4",
            "needs v0.13.0, in the spelling of Package Format v2, which Crossplane refuses",
            False,
        ),
    ],
)
def test_the_constraint_on_crossplane_is_judged(
    crossplane: object, version: str, text: str, fits: bool | None
) -> None:
    overview = of_meta(meta(crossplane=crossplane), version)
    assert (overview.needs, overview.fits) == (text, fits)


@each_row(
    ("entry", "wanted"),
    [
        (
            {"apiVersion": "pkg.crossplane.io/v1", "kind": "Provider", "package": FAMILY, "version": ">=v1"},
            DependencyRow(kind="Provider", package=FAMILY, version=">=v1"),
        ),
        (
            {"provider": FAMILY, "version": ">=v1"},
            DependencyRow(kind="Provider", package=FAMILY, version=">=v1"),
        ),
        (
            {"configuration": "a", "provider": "b"},
            DependencyRow(kind="Configuration", package="a", note="provider: b is ignored"),
        ),
        ({"package": FAMILY}, DependencyRow(package=FAMILY, note="has no apiVersion and no kind")),
        ({"version": ">=v1"}, DependencyRow(version=">=v1", note="names no package")),
        ("a/b", DependencyRow(note="names no package: a/b")),
        (None, DependencyRow(note="names no package:")),
    ],
)
def test_a_dependency_is_described_in_its_own_spelling(entry: object, wanted: DependencyRow) -> None:
    assert of_meta(meta(dependsOn=[entry]), "2.4").dependencies == (wanted,)


@each_row(
    ("kind", "given", "words"),
    [
        ("Provider", ["safe-start"], ("safe-start", "its managed resources are inactive until they are activated")),
        (
            "Provider",
            ["SafeStart"],
            ("SafeStart", "counts as safe-start: its managed resources are inactive until they are activated"),
        ),
        ("Function", ["operation"], ("operation", "its function can be a step of an Operation")),
        ("Function", None, ("none given", "a function can be a step of a Composition")),
        ("Provider", None, ("none given", "")),
        ("Provider", ["flying"], ("flying", "Crossplane does not know it")),
        ("Provider", "safe-start", ("safe-start", "is not a list")),
    ],
)
def test_capabilities_are_described_in_words(kind: str, given: object, words: tuple[str, str]) -> None:
    assert of_meta(meta(kind, capabilities=given), "2.4").capabilities == (words,)


def test_what_older_versions_took_is_described() -> None:
    request = {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get", "list"]}
    overview = of_meta(meta(controller={"image": "a/b:v1", "permissionRequests": [request]}), "2.4")
    assert overview.deprecated == (
        ("controller", "a/b:v1  (ignored since Crossplane 2.0)"),
        ("asks for", "get, list on secrets in the core group  (ignored since Crossplane 2.0)"),
    )


@each_row("value", [None, [], "x", 1, {}, {"metadata": []}, {"spec": "x"}, {"metadata": {"annotations": []}}])
def test_any_shape_has_an_overview(value: object) -> None:
    overview = of_meta(value, "2.4")
    assert [label for label, _ in overview.said] == ["not given"]
    assert (overview.dependencies, overview.readme) == ((), ())


def test_lists_of_a_hostile_package_stay_small_all_together() -> None:
    wanted = {"package": "p" * 1_000, "version": "v" * 1_000, "kind": "k" * 1_000}
    labels = {f"{number}" * 300: "x" * 1_000 for number in range(500)}
    value = {
        "kind": "Provider",
        "metadata": {"labels": labels, "annotations": labels},
        "spec": {"dependsOn": [wanted] * 500, "capabilities": ["c" * 1_000] * 500},
    }
    overview = of_meta(value, "2.4")
    assert len(repr(overview)) < 100_000
    assert "more are on the YAML tab" in overview.dependencies[-1].note
