"""Rules about changes of where the content of a Bundle comes from."""

from xpkgtui.rules.changes.rule import At, Words, change


@change("CHG451", "The source or the class of a Bundle changed", clients="B", stored="B")
def bundle_changed(at: At, word: str, before: str, after: str) -> Words:
    """A Bundle has another source, or another provisioner class.

    Why: RukPak's webhook refuses a change of either.
    When it bites: When the new Bundle is applied over the old one.
    Fix: Make a Bundle with another name; or use a BundleDeployment, which makes a new Bundle by itself.
    Source: RukPak 0.12, internal/webhook/bundle.go.
    """
    return Words(
        message=f"the {word} is {after}, was {before}",
        who="Clusters that have the Bundle: RukPak refuses the new one.",
        first=("Give the new Bundle another name, or delete the old one first.",),
    )


@change("CHG452", "The content of a BundleDeployment changed", clients="C", stored="A")
def content_changed(at: At, word: str, before: str, after: str) -> Words:
    """The template of a BundleDeployment has another source, or another class.

    Why: RukPak makes a Bundle of the new template, and moves what is deployed to its content.
    When it bites: When the BundleDeployment is applied.
    Fix: Compare the content of the two sources.
    Source: RukPak 0.12, api/v1alpha1/bundledeployment_types.go.
    """
    return Words(message=f"the {word} is {after}, was {before}", who="Clusters that deploy it.")
