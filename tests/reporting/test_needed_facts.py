"""What the screen, too, says of packages that one needs: names, what is wrong, what runs, what is not known."""

from builders.goldens import Golden
from builders.inspection import listed


def test_what_is_said_of_each_package_is_what_was_agreed(golden: Golden) -> None:
    texts = []
    for title, found in listed.needed().items():
        rows = [
            f"  {found.name(one.package.package)}: {one.edge and one.edge.is_met}, {found.trouble(one)}"
            for one in found.rows
        ]
        said = f"{dict(found.pods)}, installed {len(found.installed)}, priced {found.is_priced}, {found.registries}"
        sets = f"wrong {sorted(found.wrong)}, unknown {sorted(found.unknown)}, {found.downloads}, {found.definitions}"
        texts.append("\n".join((f"== {title}: {found.sentence}", said, sets, *rows)))
    golden("needed_facts", "\n".join(texts) + "\n")
