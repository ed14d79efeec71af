"""What belongs to an image, in words."""

from builders.cases import each_row

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, ReferrerList, What
from xpkgtui.reporting.contents.referrer_list import ListedReferrers


@each_row(
    ("what", "one", "two"),
    [
        (What.SIGNATURE, "1 signature", "2 signatures"),
        (What.ATTESTATION, "1 attestation", "2 attestations"),
        (What.SBOM, "1 SBOM", "2 SBOMs"),
        (What.VEX, "1 VEX document", "2 VEX documents"),
        (What.OTHER, "1 other referrer", "2 other referrers"),
    ],
)
def test_what_belongs_to_an_image_is_counted(what: What, one: str, two: str) -> None:
    found = Referrer(subject="", layout=ReferrerLayout.TAGS, digest="", reference="a", what=what)
    listed = [
        ListedReferrers(inspection=Inspection(source="s"), list=ReferrerList(referrers=(found,) * count))
        for count in range(3)
    ]
    assert [each.counted for each in listed] == ["nothing", one, two]
