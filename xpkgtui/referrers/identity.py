"""The identity in a certificate that is trusted: who it is for, and who vouches for that."""

from collections.abc import Sequence

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustedIdentity:
    """An identity, exactly or by regular expressions of Go; what is empty may be anything."""

    issuer: str = ""
    subject: str = ""
    issuer_pattern: str = ""
    subject_pattern: str = ""

    def matches(self, subjects: Sequence[str], issuer: str) -> bool | None:
        """Whether a certificate is of this identity; None where that cannot be said."""
        is_issuer = _matches(self.issuer_pattern, self.issuer, (issuer,))
        is_subject = _matches(self.subject_pattern, self.subject, subjects)
        if is_issuer is False or is_subject is False:
            return False
        return None if is_issuer is None or is_subject is None else True


def _matches(pattern: str, exact: str, values: Sequence[str]) -> bool | None:
    if pattern:
        # Requests name identities, and most of them none.
        from xpkgtui.golang.regexp.matching import is_found

        found = [is_found(pattern, value) for value in values]
        return True if True in found else None if None in found else False
    return exact in values if exact else True
