"""Rules about which packages a package depends on, and in which form: as Crossplane resolves them."""

from builders.cases import each_row
from builders.packages.judgements import DOCKER_ARCHIVE, judge_stream
from formats.xpkg.rules.vectors.metas import META, NOP, depending

from xpkgtui.formats.xpkg.dependencies.entries import dependencies_of
from xpkgtui.rules.finding import Acceptance, Severity

REFUSED = {
    "dependency on nothing": ("XPKG901", "spec.dependsOn[0]"),
    "dependency without a kind": ("XPKG901", "spec.dependsOn[0]"),
    "null for a dependency": ("XPKG901", "spec.dependsOn[0]"),
    "dependency without a version": ("XPKG903", "spec.dependsOn[0]"),
    "latest": ("XPKG904", "spec.dependsOn[0].version"),
    "digest of sha512": ("XPKG904", "spec.dependsOn[0].version"),
    "no registry": ("XPKG905", "spec.dependsOn[0].provider"),
    "registry without a dot": ("XPKG905", "spec.dependsOn[0].provider"),
    "capitals in a dependency": ("XPKG905", "spec.dependsOn[0].provider"),
    "tag in a dependency": ("XPKG906", "spec.dependsOn[0].provider"),
    "digest in a dependency": ("XPKG906", "spec.dependsOn[0].provider"),
}
"""The rule that refuses it, and the field."""
E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741


@each_row("name", REFUSED)
def test_dependency_that_cannot_be_resolved_refuses_the_package(name: str) -> None:
    judged = judge_stream(META[name])
    (finding,) = (one for one in judged.findings if one.severity is E)
    assert (finding.rule, finding.place.field) == REFUSED[name]
    assert judged.verdict.acceptance is Acceptance.REFUSED


@each_row("name", REFUSED)
def test_refusal_is_said_in_the_words_of_crossplane(name: str) -> None:
    assert all(one.says for one in judge_stream(META[name]).findings if one.severity is E)


@each_row("name", ["two forms", "version of two dialects", "tag beside a digest", "meta kind"])
def test_odd_dependency_is_accepted(name: str) -> None:
    judged = judge_stream(META[name])
    assert (judged.verdict.acceptance, W in {one.severity for one in judged.findings}) == (Acceptance.ACCEPTED, True)


def test_explicit_form_counts_first() -> None:
    entry = {"apiVersion": "a/v1", "kind": "B", "package": "a.io/p", "function": "a.io/f", "provider": "a.io/q"}
    (one,) = dependencies_of({"dependsOn": [entry]})
    assert (one.forms, one.package, one.kind) == (("package", "provider", "function"), "a.io/p", "B")


def test_ignored_form_is_named() -> None:
    assert (
        judge_stream(META["two forms"]).said("XPKG902").endswith("Crossplane uses configuration and ignores provider")
    )


def test_half_of_the_explicit_form_is_named() -> None:
    said = judge_stream(META["dependency without a kind"]).said("XPKG901")
    assert said.endswith("apiVersion and package alone are not enough")


def test_entries_that_are_not_mappings_are_left_to_their_type() -> None:
    judged = judge_stream(META["dependency on nothing"].replace("{version: v1.0.0}", "text"))
    assert judged.errors == {"XPKG616"}


def test_older_managers_fill_in_a_registry() -> None:
    judged = judge_stream(META["no registry"], "crossplane-1")
    assert [one.severity for one in judged.of("XPKG905")] == [W]


def test_function_silences_the_form_that_older_formats_lack() -> None:
    text = depending(f"apiVersion: pkg.crossplane.io/v1, kind: Function, package: {NOP}, version: v1.0.0")
    judged = judge_stream(text, "format-v2")
    assert ("XPKG915" in judged.errors, judged.of("XPKG901")) == (True, [])


def test_meta_group_is_distinguished_from_the_group_of_packages() -> None:
    assert judge_stream(META["meta kind"]).said("XPKG908").endswith("the group of packages is pkg.crossplane.io")


def test_package_that_depends_on_itself_is_refused() -> None:
    judged = judge_stream(META["latest"].replace("latest", "v1.0.0"), source=f"{NOP}:v2", is_remote=True)
    assert judged.errors == {"XPKG910"}


def test_package_of_unknown_name_is_not_its_own_dependency() -> None:
    assert judge_stream(META["function dependency"], source=f"{NOP}.xpkg", **DOCKER_ARCHIVE).of("XPKG910") == []


def test_flood_of_dependencies_is_judged() -> None:
    judged = judge_stream(depending(*["provider: 'A:@', version: '>='"] * 1_100))
    assert len(judged.of("XPKG906")) == 1001


def test_deprecated_key_is_named_with_the_releases_that_need_each_form() -> None:
    (found,) = judge_stream(META["function dependency"]).of("XPKG907")
    assert "`function:`" in found.fix
    assert "Crossplane 1.19 and later" in found.fix
    assert "1.18 and earlier" in found.fix
