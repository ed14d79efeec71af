"""The first line: reference, kind and digest."""

from xpkgtui.app.drawing.bands import identity
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Resolved
from xpkgtui.sources.source import SourceForm


def test_a_reference_has_a_form_without_its_registry() -> None:
    assert identity.identity(Inspection(source="xpkg.io/org/name:v1")).short == "org/name:v1"


def test_a_reference_by_digest_does_not_say_it_twice() -> None:
    digest = f"sha256:{'ab' * 32}"
    resolved = Resolved(form=SourceForm.REGISTRY, reference=f"xpkg.io/org/name:v1@{digest}", digest=digest)
    shown = identity.identity(Inspection(source=resolved.reference, resolved=resolved))
    assert (shown.reference, shown.short, shown.digest) == ("xpkg.io/org/name:v1", "org/name:v1", digest)


def test_a_path_has_no_shorter_form() -> None:
    assert identity.identity(Inspection(source="/tmp/registry.io/name.xpkg")).short == ""


def test_what_the_next_comparison_begins_with_is_marked_behind_its_kind() -> None:
    shown = identity.PackageIdentity(reference="a", kind="Provider")
    marked = [
        one.marked(is_marked).kind for one in (shown, identity.PackageIdentity()) for is_marked in (True, False)
    ]
    assert marked == ["Provider · marked", "Provider", "marked", ""]
