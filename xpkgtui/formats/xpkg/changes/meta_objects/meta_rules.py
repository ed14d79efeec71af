"""Rules about changes of the object that describes a package: what it needs, and what Crossplane does with it."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.formats.xpkg.changes.places import few, value_or_none
from xpkgtui.rules.changes.rule import At, Words, change


@change("CHG260", "A version of Crossplane is no longer supported", clients="BC", stored="BC")
def crossplane_narrowed(at: At, gone: str, *, is_supported: bool) -> Words:
    """`spec.crossplane.version` leaves out versions of Crossplane that the old package took.

    Why: Crossplane does not install a package whose constraint leaves out its own version, unless the package object
    sets ignoreCrossplaneConstraints.
    When it bites: During the upgrade: `package is not compatible with Crossplane version`.
    Fix: Upgrade Crossplane first.
    Source: Crossplane, package revisions; Masterminds/semver in the version that each Crossplane has.
    """
    return Words(
        message=f"no longer supports Crossplane {gone}: {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who=f"Clusters with Crossplane {gone}: it does not install the package.",
        first=(
            "See which version you have:",
            spelled("kubectl get deployment crossplane -n crossplane-system -o wide"),
        ),
        level=int(not is_supported),
    )


@change("CHG261", "The supported versions of Crossplane changed", clients="AW", stored="AW")
def crossplane_changed(at: At, added: str) -> Words:
    """`spec.crossplane.version` is another constraint, and takes each version of Crossplane that it took.

    Why: It can be installed on more clusters, or on the same ones.
    When it bites: Never.
    Fix: No action needed.
    Source: Crossplane, package revisions.
    """
    more = f"supports Crossplane {added} too" if added else "supports the same versions of Crossplane"
    return Words(message=f"{more}: {value_or_none(at.after)}, was {value_or_none(at.before)}", level=int(not added))


@change("CHG262", "The type of the package changed", clients="B", stored="B")
def package_kind_changed(at: At) -> Words:
    """A Provider, Configuration or Function is a package of another type.

    Why: Crossplane installs a package only from an object of its own type.
    When it bites: During the upgrade: `package meta type is not Provider`.
    Fix: Install it with an object of the new type, and remove the old one.
    Source: Crossplane, linters of packages.
    """
    return Words(
        message=f"is a {at.after}, was a {at.before}",
        who=f"Clusters that have it as a {at.before}: the new version does not become healthy.",
    )


@change("CHG263", "The API version of the package object changed", clients="CW", stored="CW")
def meta_api_changed(at: At, needs: str) -> Words:
    """The object that describes the package is of another version of meta.pkg.crossplane.io.

    Why: Each Crossplane parses the versions that it knows. v1 of Provider and Configuration has been there since 1.0,
    v1 of Function since 1.17.2.
    When it bites: On older versions of Crossplane: `no kind "Function" is registered`.
    Fix: Upgrade Crossplane first.
    Source: Crossplane, schemes of packages.
    """
    return Words(
        message=f"apiVersion is {at.after}, was {at.before}" + (f": it needs Crossplane {needs}" if needs else ""),
        who=f"Clusters with Crossplane before {needs}." if needs else "",
        level=int(not needs),
    )


@change("CHG264", "The name in the package changed", clients="W", stored="W")
def meta_renamed(at: At) -> Words:
    """The object that describes the package has another name.

    Why: Crossplane names what it installs by the object of the cluster, not by this name.
    When it bites: Never; builds name their files by it.
    Fix: No action needed.
    Source: Crossplane, package manager; crossplane xpkg build.
    """
    return Words(message=f"metadata.name is {at.after}, was {at.before}")


@change("CHG265", "A dependency of the package is added", clients="C", stored="A")
def dependency_added(at: At, package: str, kind: str, version: str) -> Words:
    """The package depends on a package that it did not depend on.

    Why: Crossplane installs what is missing, in the highest version that fits. If it is there in a version that does
    not fit, the package does not become healthy.
    When it bites: During the upgrade: `missing dependencies` or `incompatible dependencies`.
    Fix: See that the cluster can pull it; where it is installed, that its version fits.
    Source: Crossplane 2.4, dependency manager.
    """
    return Words(
        message=f"depends on {kind or 'package'} {package} {version}",
        who="Clusters that cannot pull it, and those that have it in a version that does not fit.",
        first=("See what is installed:", spelled("kubectl get providers,functions,configurations")),
    )


@change("CHG266", "A dependency of the package is removed", clients="A", stored="A")
def dependency_removed(at: At, package: str) -> Words:
    """The package does not depend on a package any more.

    Why: What is installed stays installed; a new cluster does not get it.
    When it bites: Where something else relies on it without saying so.
    Fix: Remove it from the cluster if nothing uses it.
    Source: Crossplane, dependency manager.
    """
    return Words(message=f"does not depend on {package} any more")


@change("CHG267", "The constraint of a dependency changed", clients="CAW", stored="AAW")
def dependency_changed(at: At, package: str, *, level: int, excludes: bool) -> Words:
    """The package depends on other versions of a package, or names it as another type.

    Why: By default Crossplane does not change an installed version that does not fit: the package does not become
    healthy. With upgrades of dependencies enabled, it goes to the lowest version that fits.
    When it bites: During the upgrade: `incompatible dependencies`.
    Fix: Bring the dependency to a version that both constraints take, or the new one, before the upgrade.
    Source: Crossplane 2.4, dependency manager.
    """
    who = (
        "Every cluster: no version fits both constraints, so the dependency has to change along."
        if excludes
        else "Clusters with a version that the new one leaves out."
    )
    return Words(
        message=f"depends on {package} {at.after}, was {at.before}",
        who=who if not level else "",
        first=()
        if level
        else ("See which version is installed:", spelled("kubectl get providers,functions,configurations")),
        level=level,
    )


@change("CHG268", "The package gained a capability", clients="CA", stored="AA")
def capability_added(at: At, name: str, *, is_safe_start: bool) -> Words:
    """`spec.capabilities` lists a capability that it did not list.

    Why: With `safe-start`, Crossplane 2.0 and later keep the kinds of a provider inactive until a
    ManagedResourceActivationPolicy names them. Crossplane's chart makes a policy that names all (`*`), unless
    provider.defaultActivations is set. What is active stays active.
    When it bites: On clusters without such a policy: `no matches for kind`, for kinds that are not active yet.
    Fix: Name the kinds that you use in a ManagedResourceActivationPolicy, before the upgrade.
    Source: Crossplane 2.0, ManagedResourceDefinition and its conversion; capabilities.
    """
    return Words(
        message=f"gained the capability {name}" + (": its kinds start inactive" if is_safe_start else ""),
        who="Clusters with Crossplane 2 and no ManagedResourceActivationPolicy that names the kinds in use."
        if is_safe_start
        else "",
        first=(
            "With Crossplane 2, see which kinds are activated:",
            spelled("kubectl get managedresourceactivationpolicies -o yaml"),
        )
        if is_safe_start
        else (),
        level=int(not is_safe_start),
    )


@change("CHG269", "The package lost a capability", clients="BC", stored="BC")
def capability_removed(at: At, name: str, *, is_safe_start: bool) -> Words:
    """`spec.capabilities` does not list a capability any more; a Function without the list can compose.

    Why: Compositions and Operations whose function lacks the capability do not run. A provider without `safe-start`
    has all its kinds activated.
    When it bites: Right after the upgrade: condition `MissingCapabilities`.
    Fix: Find Compositions and Operations that call the function.
    Source: Crossplane 2.0, capabilities.
    """
    if is_safe_start:
        return Words(
            message=f"lost the capability {name}: all its kinds are activated",
            who="Clusters that activate few kinds: all of them are made.",
            level=1,
        )
    is_run = name in ("composition", "operation")
    whose = f"{name.capitalize()}s that call the function: they do not run."
    return Words(message=f"lost the capability {name}", who=whose if is_run else "", level=int(not is_run))


@change("CHG270", "The permissions that the package asks for changed", clients="C", stored="A")
def permissions_changed(at: At, added: Sequence[str], gone: Sequence[str]) -> Words:
    """`spec.controller.permissionRequests` of a Provider differ.

    Why: Crossplane up to 1.20 gives a provider the permissions that it asks for, if the RBAC manager's ClusterRole
    allows all of them; one that is not allowed means no permissions at all. From 2.0 on the field does nothing.
    When it bites: During the upgrade, on Crossplane up to 1.20.
    Fix: Allow them in crossplane:allowed-provider-permissions; on Crossplane 2 bind a role to the provider yourself.
    Source: Crossplane 1.20, RBAC manager; removed in 2.0.
    """
    more = f"asks for {few(added)}" if added else ""
    less = f"asks for {few(gone)} no longer" if gone else ""
    return Words(
        message="; ".join(filter(None, (more, less))),
        who="Clusters with Crossplane up to 1.20 that do not allow them." if added else "",
    )


@change("CHG271", "The image that the package runs changed", clients="C", stored="A")
def image_changed(at: At) -> Words:
    """The field that names the image of the controller, or of the function, is another one.

    Why: Crossplane up to 1.20 runs this image; from 2.0 on it runs the package's own image, whatever the field says.
    When it bites: During the upgrade: the image has to be pulled from where it is.
    Fix: See that the cluster can pull the image.
    Source: Crossplane 2.0, runtime of packages.
    """
    return Words(
        message=f"{at.field} is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who="Clusters with Crossplane up to 1.20, and mirrors; from 2.0 on, clusters run the image of the package.",
    )


@change("CHG272", "The family of the provider changed", clients="C", stored="A")
def family_changed(at: At) -> Words:
    """The label pkg.crossplane.io/provider-family is another one, or gone.

    Why: Providers of one family may act on all resources of its members.
    When it bites: When the provider reads the ProviderConfig that its family shares: `forbidden`.
    Fix: Upgrade all providers of the family together.
    Source: Crossplane, RBAC manager, provider families.
    """
    return Words(
        message=f"the provider family is {value_or_none(at.after)}, was {value_or_none(at.before)}",
        who="Clusters with other providers of the family.",
    )


@change("CHG273", "The object that describes the package is new or gone", clients="B", stored="B")
def meta_changed(at: At, *, is_new: bool) -> Words:
    """Only one of the two packages has an object of meta.pkg.crossplane.io.

    Why: Crossplane reads no package without one.
    When it bites: During the upgrade: `not exactly one package meta type`.
    Fix: See what `xpkgtui check` says.
    Source: xpkg specification; Crossplane, linters of packages.
    """
    return Words(message="is new" if is_new else "is gone, and the new package has no other")


@change("CHG274", "A dependency moved to another repository", clients="C", stored="C")
def dependency_moved(at: At, old: str, new: str, version: str) -> Words:
    """The package depends on a package of the same name in another repository.

    Why: To Crossplane these are two packages. It installs the new one beside the old one; both have the same
    definitions, which only one of them can control, so the new one does not become healthy. If that one moves
    first, the old one is installed once more.
    When it bites: During the upgrade, in clusters that have the old one.
    Fix: Upgrade with skipDependencyResolution, then set `spec.package` of the installed dependency to the new
    repository, so that its definitions stay with it, and take skipDependencyResolution back.
    Source: Crossplane, dependency manager; establisher of package revisions; run on 2.4.0 and 1.20.0.
    """
    return Words(
        message=f"depends on {new} {version} instead of {old}",
        who="Clusters that have the old one: both cannot control the same definitions.",
        first=(
            "See what is installed:",
            spelled("kubectl get providers,functions,configurations"),
            "Upgrade with spec.skipDependencyResolution: true, so that neither of them is installed once more.",
            f"Then set spec.package of {old} to {new}, and skipDependencyResolution to false.",
        ),
    )
