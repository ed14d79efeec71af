"""What is said of a catalog in which one value is edited."""

from builders.goldens import Golden
from builders.packages.edited import differences
from builders.packages.whole import CATALOG as WHOLE
from builders.packages.whole import facts_of_edits, objects_of_values, parsed

from xpkgtui.formats.catalog.format import CATALOG

FEW = [one for number, one in enumerate(parsed(WHOLE)) if number in (0, 1, 2, 3, 6, 7)]


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_catalog", facts_of_edits(CATALOG, FEW))


def test_which_images_are_used(golden: Golden) -> None:
    used = CATALOG.used_images()

    def images(values: list[object]) -> list[str]:
        return [str(one) for one in used.of_package(objects_of_values(CATALOG, values), "")]

    golden("images_catalog", differences({"": FEW}, images))
