"""OLM v0 installs the first bundles, by its preferences, that go together."""

from collections.abc import Sequence

from builders.packages.operators import Document, api, bundle, channel, offers, package, sole, wants, wants_api

from xpkgtui.formats.dependencies.operators.resolver import PreferredCatalogs, ResolvedRoot, Resolver

TWO = [package("p1"), channel("p1", "p1.v1.0.0", "p1.v2.0.0"), bundle("p1", "1.0.0"), bundle("p1", "2.0.0")]


def resolver(*catalogs: Sequence[Document]) -> Resolver:
    """The resolver for p0 of the first catalog."""
    found = [offers(list(one), f"c{number}") for number, one in enumerate(catalogs)]
    entry = found[0].entry("p0")
    assert entry is not None
    return Resolver(entry, PreferredCatalogs(found))


def chosen(*catalogs: Sequence[Document]) -> list[str]:
    """The names of the bundles that are installed; none where nothing is."""
    solved = resolver(*catalogs).solve()
    assert solved is not None
    return [one.bundle.name for one in solved]


def test_the_highest_of_the_default_channel_comes_first() -> None:
    alpha = channel("p1", "p1.v1.0.0", "p1.v2.0.0", "p1.v3.0.0", name="alpha")
    assert chosen([*sole("p0", wants("p1")), *TWO, alpha, bundle("p1", "3.0.0")]) == ["p0.v1.0.0", "p1.v2.0.0"]


def test_another_channel_serves_where_the_default_one_does_not() -> None:
    alpha = channel("p1", "p1.v3.0.0", name="alpha")
    more = [*TWO, alpha, bundle("p1", "3.0.0")]
    assert chosen([*sole("p0", wants("p1", ">2.0.0")), *more]) == ["p0.v1.0.0", "p1.v3.0.0"]


def test_a_skipped_bundle_is_never_chosen() -> None:
    skipping = channel("p1", "p1.v1.0.0", "p1.v2.0.0")
    skipping["entries"][1]["skips"] = ["p1.v1.0.0"]
    assert chosen([*sole("p0", wants("p1", "<2.0.0")), package("p1"), skipping, *TWO[2:]]) == []


def test_of_several_providers_the_first_package_by_name_is_chosen() -> None:
    found = chosen([*sole("p0", wants_api("A")), *sole("p2", api("A")), *sole("p1", api("A"))])
    assert found == ["p0.v1.0.0", "p1.v1.0.0"]


def test_the_own_catalog_comes_before_others() -> None:
    own = [*sole("p0", wants("p1")), package("p1"), channel("p1", "p1.v1.0.0"), bundle("p1", "1.0.0")]
    assert chosen(own, TWO) == ["p0.v1.0.0", "p1.v1.0.0"]


def test_another_catalog_serves_where_the_own_one_does_not() -> None:
    assert chosen(sole("p0", wants("p1")), TWO) == ["p0.v1.0.0", "p1.v2.0.0"]


def test_a_bundle_without_what_it_requires_is_passed_over() -> None:
    newest = bundle("p1", "2.0.0", wants("gone"))
    assert chosen([*sole("p0", wants("p1")), *TWO[:3], newest]) == ["p0.v1.0.0", "p1.v1.0.0"]


def test_of_a_package_one_bundle_is_installed() -> None:
    assert chosen([*sole("p0", wants("p1", "<2.0.0"), wants("p1", ">=2.0.0")), *TWO]) == []


def test_what_a_later_bundle_requires_takes_an_earlier_choice_back() -> None:
    asking = resolver([*sole("p0", wants("p1"), wants("p2")), *TWO, *sole("p2", wants("p1", "<2.0.0"))])
    solved = asking.solve()
    assert solved is not None
    assert [one.bundle.name for one in solved] == ["p0.v1.0.0", "p1.v1.0.0", "p2.v1.0.0"]
    assert asking.went_back


def test_of_an_api_one_provider_is_installed() -> None:
    one, two = sole("p1", api("A")), sole("p2", api("A"), api("B"))
    assert chosen([*sole("p0", wants("p1"), wants("p2")), *one, *two]) == []
    assert chosen([*sole("p0", wants_api("A"), wants_api("B")), *one, *two]) == ["p0.v1.0.0", "p2.v1.0.0"]


def test_a_bundle_with_an_api_twice_is_never_installed() -> None:
    assert chosen([*sole("p0", wants_api("A")), *sole("p1", api("A"), api("A"))]) == []


def test_a_deprecated_bundle_is_never_installed() -> None:
    assert chosen([*sole("p0", wants("p1")), *sole("p1", ("olm.deprecated", {}))]) == []


def test_packages_may_require_each_other() -> None:
    assert chosen([*sole("p0", wants("p1")), *sole("p1", wants("p0"))]) == ["p0.v1.0.0", "p1.v1.0.0"]


def test_a_range_that_cannot_be_read_ends_everything_wherever_it_stands() -> None:
    (fault,) = resolver([*sole("p0", wants("p1")), *sole("p1", wants("p2", "v1"))]).faults
    assert (fault.about, fault.is_quoted) == ("p1.v1.0.0", True)
    assert fault.message.startswith('Could not parse Range "v1"')


def test_a_channel_with_two_heads_ends_everything() -> None:
    two = channel("p1", "p1.v1.0.0", "p1.v2.0.0")
    del two["entries"][1]["replaces"]
    (fault,) = resolver([*sole("p0", wants("p1")), package("p1"), two, *TWO[2:]]).faults
    assert (fault.about, fault.message) == ("channel stable of package p1", "the channel has 2 heads")


def test_a_search_that_never_ends_is_given_up() -> None:
    """Forty packages, of which any two are in the way of each other, but for the first versions of all."""
    numbers = range(1, 41)
    wanted = [wants(f"p{number}") for number in numbers]
    documents = sole("p0", *wanted)
    for number in numbers:
        of = f"p{number}"
        documents += [package(of), channel(of, f"{of}.v1.0.0", f"{of}.v2.0.0"), bundle(of, "1.0.0")]
        documents.append(bundle(of, "2.0.0"))
    documents += sole("last", api("X"))
    documents[2] = bundle("p0", "1.0.0", *wanted, wants("q1"), wants("q2"))
    documents += [*sole("q1", api("X")), *sole("q2", api("X"))]
    assert resolver(documents).solve() is None


def test_of_requirements_of_which_any_two_go_together_the_last_one_is_to_blame() -> None:
    versions = ("1.0.0", "2.0.0", "3.0.0")
    three = [
        package("p1"),
        channel("p1", *(f"p1.v{one}" for one in versions)),
        *(bundle("p1", one) for one in versions),
    ]
    root = sole("p0", wants("p1", "<3.0.0"), wants("p2"), wants("p3"))
    others = [*sole("p2", wants("p1", ">1.0.0")), *sole("p3", wants("p1", "<2.0.0 || >2.0.0"))]
    found = ResolvedRoot(resolver([*root, *three, *others]))
    asking = found.resolver.root
    assert (found.chosen, found.is_hopeless, found.unknown) == ((), False, "")
    assert [str(found.answer(asking, one)[1]) for one in asking.bundle.requires] == ["met", "met", "conflict"]
    why = "Nothing that satisfies it can be installed with all that it requires."
    assert found.why(asking, asking.bundle.requires[2], []) == why
