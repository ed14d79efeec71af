"""Rules about changes of how a stack is installed, and what it depends on."""

from xpkgtui.rules.changes.rule import At, Words, change


@change("CHG461", "The permission scope changed", clients="B", stored="C")
def scope_changed(at: At) -> Words:
    """`permissionScope` of app.yaml is another one.

    Why: A ClusterPackageInstall installs packages of the scope Cluster only, a PackageInstall those of the scope
    Namespaced only.
    When it bites: When the new package is installed by the object that installed the old one: it fails.
    Fix: Install the new package by an object of the other kind.
    Source: Crossplane 0.12, pkg/packages.
    """
    return Words(
        message=f"permissionScope is {at.after or 'not given any more'}, was {at.before or 'not given'}",
        who="Clusters in which the old package is installed: an object of another kind installs the new one.",
    )


@change("CHG462", "A dependency of the stack is added", clients="C", stored="C")
def dependency_new(at: At, name: str) -> Words:
    """`dependsOn` of app.yaml has a definition or a package that the old one did not have.

    Why: The controller of the package uses objects of that kind.
    When it bites: Where nothing in the cluster defines the kind.
    Fix: Install the package that defines it first.
    Source: Crossplane 0.12, pkg/packages.
    """
    return Words(message=f"it depends on {name} now", who=f"Clusters without {name}.")


@change("CHG463", "A dependency of the stack is removed", clients="A", stored="A")
def dependency_gone(at: At, name: str) -> Words:
    """`dependsOn` of app.yaml does not have a definition or a package that the old one had.

    Why: The package that defines it may not be needed any more.
    When it bites: Never.
    Fix: No action.
    Source: Crossplane 0.12, pkg/packages.
    """
    return Words(message=f"it does not depend on {name} any more")
