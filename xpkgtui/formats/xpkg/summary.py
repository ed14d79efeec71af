"""Crossplane packages by name: who reads them, and who judges them."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.formats.xpkg.profiles import OLDEST, PROFILES, Profile
from xpkgtui.rules.wording import Wording

WORDING = Wording(
    program="Crossplane",
    reader="Crossplane 2.4",
    stream_file="package.yaml",
    judges={
        str(Profile.CROSSPLANE_1): "Crossplane 1.14 to 2.1",
        str(Profile.BUILD): "crossplane xpkg build",
        str(Profile.SPEC): "The xpkg specification",
        str(Profile.FORMAT_V2): "The Package Format v2",
    },
    oldest=OLDEST,
)
SUMMARY = FormatSummary(
    name="xpkg",
    wording=WORDING,
    profiles=tuple(map(str, PROFILES)),
    annotation="io.crossplane.xpkg",
)
