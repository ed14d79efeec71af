"""How objects of RukPak are compared: where the content of Bundles and BundleDeployments comes from."""

from xpkgtui.formats.changes.comparison import Changes
from xpkgtui.formats.rukpak.changes import source_rules
from xpkgtui.formats.rukpak.changes.sources import compare_bundle_deployments, compare_bundles
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT, GROUP

CHANGES = Changes(
    pairs={(GROUP, BUNDLE): compare_bundles, (GROUP, DEPLOYMENT): compare_bundle_deployments},
    modules=(source_rules,),
)
