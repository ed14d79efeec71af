"""The Overview has what `rbac` says, in short."""

from builders.cases import each_row
from builders.packages.used import objects_in
from formats.xpkg.permissions.test_account import CRD, REQUESTS, SAFE, XRD, meta

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.xpkg.format import XPKG
from xpkgtui.formats.xpkg.permissions.account import once_installed

WIDE = """\
! reads and writes every Secret
! does everything (*) with configmaps, events
! does everything (*) with leases of coordination.k8s.io
manages its own resources, and may not delete them"""
FAMILY = "pkg.crossplane.io/provider-family: seas"


def said(*documents: str, target: str = "2.4") -> dict[str, str]:
    package = objects_in(XPKG, *documents)
    return dict(once_installed(package, package.meta_value(), target))


@each_row(
    ("documents", "may"),
    [
        ((meta(), CRD), WIDE),
        ((meta(),), "nothing: it gets no role"),
        ((meta(labels=FAMILY), CRD), f"{WIDE}\nthe same with resources of its family seas"),
        ((meta(spec=REQUESTS), CRD), f"{WIDE}\nasks for 1 more permission: which Crossplane ignores"),
        ((meta("Function"), CRD), "nothing: it gets no role"),
        ((meta("Configuration"),), "nothing itself"),
        ((meta("Configuration"), XRD), "nothing itself; those who use its composite resources get roles for them"),
    ],
)
def test_what_it_may_do(documents: tuple[str, ...], may: str) -> None:
    assert said(*documents)["may do"] == may


def test_what_runs_and_costs() -> None:
    found = said(meta(spec=SAFE), CRD)
    assert found["runs"].startswith("a Deployment, no replica: none runs until the first of its managed resources")
    assert found["costs"].startswith("1 definition with 1 version, ")
    assert said(meta("Configuration"))["may do"] == "nothing itself"


def test_nothing_is_said_of_a_meta_object_alone() -> None:
    assert list(once_installed(PackageObjects(), {"kind": "Provider"}, "2.4")) == []
