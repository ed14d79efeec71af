"""What rules, findings and verdicts are made of."""

from builders.goldens import Golden
from builders.vocabulary import declared

from xpkgtui.rules import admission, case, finding, manual_page, rule, ruleset, verdict, wording
from xpkgtui.rules.changes import change


def test_the_vocabulary_is_what_was_agreed(golden: Golden) -> None:
    golden("vocabulary", declared(admission, case, ruleset, finding, manual_page, rule, verdict, wording, change))
