"""Rules about the file that a package is in (0xx)."""

from collections.abc import Iterator

from xpkgtui.rules.rule import Problem, rule
from xpkgtui.rules.subject import ImageSubject


@rule("XPKG001", "the file is one that Crossplane's own tools read", "EW", spec="EW", format_v2="EW")
def readable_file(subject: ImageSubject) -> Iterator[Problem]:
    """A source is a docker archive, an OCI layout, a package.yaml or the package manager's compressed cache of one.

    Why: Nothing else is a package in any form, and there is nothing to judge.
    When it bites: An archive that was compressed as a whole is read here, but `crossplane xpkg push` does not read
    it.
    Fix: Build the archive with `crossplane xpkg build`, and do not compress it again: its layers are compressed
    already.
    Source: crossplane-runtime pkg/xpkg (build and push), go-containerregistry pkg/v1/tarball.
    """
    if "gzipped" in subject.case.notes:
        yield Problem(
            level=1,
            message="The archive is compressed as a whole; `crossplane xpkg push` does not read it so",
            fix="Decompress it (gunzip) before it is pushed.",
        )
