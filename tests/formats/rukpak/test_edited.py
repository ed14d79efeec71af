"""What is said of objects of RukPak in which one value is edited."""

from builders.goldens import Golden
from builders.packages.edited import differences
from builders.packages.judged_folders import judged_text, said_of
from builders.packages.whole import RUKPAK as WHOLE
from builders.packages.whole import objects_of_values, parsed, stream

from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS

FEW = [one for number, one in enumerate(parsed(WHOLE)) if number in (0, 1, 5)]


def test_which_images_are_used(golden: Golden) -> None:
    used = RUKPAK_OBJECTS.used_images()

    def images(values: list[object]) -> list[str]:
        return [str(one) for one in used.of_package(objects_of_values(RUKPAK_OBJECTS, values), "")]

    golden("images_rukpak", differences({"": FEW}, images))


def test_what_is_found(golden: Golden) -> None:
    golden(
        "findings_rukpak",
        differences({"": FEW}, lambda values: said_of(judged_text(RUKPAK_OBJECTS, stream(values).decode()))),
    )
