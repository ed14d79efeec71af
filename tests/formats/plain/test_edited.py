"""What is said of a plain bundle in which one value is edited."""

from builders.goldens import Golden
from builders.packages.whole import PLAIN as WHOLE
from builders.packages.whole import facts_of_edits

from xpkgtui.formats.plain.format import PLAIN


def test_what_facts_say(golden: Golden) -> None:
    golden("facts_plain", facts_of_edits(PLAIN, WHOLE))
