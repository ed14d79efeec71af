"""What is replied of the tags of a repository."""

from dataclasses import replace

from builders.goldens import Golden
from builders.registry.faulty import FaultyRegistry, faulty
from builders.registry.lacking import NAME, lacking, reached

from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Request
from xpkgtui.sources.access import Access

__all__ = ["faulty"]


def test_what_a_registry_lacks_is_said_as_was_agreed(faulty: FaultyRegistry, golden: Golden) -> None:
    options = reached(faulty)
    requests: tuple[Request, ...] = (
        ListTags(repository=NAME, options=options),
        *(LookAtTags(repository=NAME, tags=(tag,), options=options) for tag in ("v1.0.0", "v0.9.0")),
        *(
            ListTags(repository=name, options=replace(options, access=Access(offline=True)))
            for name in (NAME, "a:b:c")
        ),
    )
    golden("lacking_tags", lacking(faulty, "tags/list|manifests/v1", *requests))
