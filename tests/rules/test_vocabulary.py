"""What rules, findings and verdicts are made of."""

from builders.goldens import Golden
from builders.vocabulary import declared

from xpkgtui.rules import admission, case, catalogue, finding, manual_page, rule, verdict, wording
from xpkgtui.rules.changes import change, weight


def test_the_vocabulary_is_what_was_agreed(golden: Golden) -> None:
    golden(
        "vocabulary",
        declared(admission, case, catalogue, finding, manual_page, rule, verdict, wording, change, weight),
    )
