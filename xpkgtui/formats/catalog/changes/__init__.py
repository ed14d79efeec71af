"""How catalogs of OLM are compared: packages, channels, bundles and deprecations, document by document."""

from xpkgtui.formats.catalog.changes import bundle_rules, channel_rules
from xpkgtui.formats.catalog.changes.bundle_rules import compare_bundles
from xpkgtui.formats.catalog.changes.channels import compare_channels, compare_deprecations, compare_packages
from xpkgtui.formats.catalog.model.blobs import BUNDLE, CHANNEL, DEPRECATIONS, PACKAGE
from xpkgtui.formats.changes.comparison import Changes

CHANGES = Changes(
    pairs={
        ("", PACKAGE): compare_packages,
        ("", CHANNEL): compare_channels,
        ("", BUNDLE): compare_bundles,
        ("", DEPRECATIONS): compare_deprecations,
    },
    modules=(channel_rules, bundle_rules),
)
