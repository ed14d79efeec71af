"""What is said of objects of RukPak in which one value is edited."""

from builders.goldens import Golden
from builders.packages.edited import changed
from builders.packages.whole import RUKPAK as WHOLE
from builders.packages.whole import facts_of_edits, objects_of_values, parsed

from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_rukpak", facts_of_edits(RUKPAK_OBJECTS, WHOLE))


def test_which_images_are_used(golden: Golden) -> None:
    used = RUKPAK_OBJECTS.used_images()

    def images(values: list[object]) -> list[str]:
        return [str(one) for one in used.of_package(objects_of_values(RUKPAK_OBJECTS, values), "")]

    golden("images_rukpak", changed(parsed(WHOLE), images))
