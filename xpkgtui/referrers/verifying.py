"""A process of its own that verifies signatures with `cryptography` and `sigstore`: checks in, answers out."""

import sys

from xpkgtui.codec import Codec
from xpkgtui.referrers.checks import Check, CheckAnswer, CheckAnswers, CheckOutcome, CheckRequest, SignatureCheck

NO_LIBRARY = 3
"""The exit code where a library is not installed."""
REQUESTS: Codec[CheckRequest] = Codec(CheckRequest)
ANSWERS: Codec[CheckAnswers] = Codec(CheckAnswers)
_LONGEST = 500


def main() -> int:
    """Reads a request, and writes an answer for each check."""
    try:
        import cryptography  # noqa: F401

        request = REQUESTS.decode(sys.stdin.buffer.read())
        answers = tuple(Answering(request.root).of(check) for check in request.checks)
    except ImportError:
        return NO_LIBRARY
    sys.stdout.buffer.write(ANSWERS.encode(answers))
    return 0


class Answering:
    """Makes checks; the trusted root is read for the first that needs it."""

    def __init__(self, root: str) -> None:
        self._root = root

    def of(self, check: Check) -> CheckAnswer:
        """What a check gives; what breaks a library is no answer."""
        if isinstance(check, SignatureCheck):
            from xpkgtui.referrers.keyed import of_key

            return CheckAnswer(outcome=of_key(check))
        try:
            # Loads a library that keys do without.
            from xpkgtui.referrers.keyless import trusted

            return trusted(self._root).of(check)
        except Exception as error:  # noqa: BLE001 - whatever a hostile bundle does to the libraries
            says = f"the library cannot read it: {type(error).__name__}: {error}"
            return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says=says[:_LONGEST])


if __name__ == "__main__":
    sys.exit(main())
