"""Rules about names of entries at which flattening stops (408, 413)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.readers.package_manager import MANAGER_2_4
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import ImageSubject


@rule("XPKG408", "names stay inside the image", "EWI", crossplane_1="WI", spec="W", format_v2="W", stage=Stage.FILE)
def names_are_safe(subject: ImageSubject) -> Iterator[Problem]:
    """A flattened image has no entry whose name leaves the root.

    Why: Crossplane 2.4 stops flattening at such a name and does not say so; a relative link that leads out is
    dropped.
    When it bites: What lies behind that entry, package.yaml perhaps, is not found.
    Fix: Build the layer without `../`, leading backslashes and drive letters in its names.
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract).
    """
    if not subject.is_flattened:
        return
    stopped = subject.found_nothing
    for facts in subject.read_layers:
        if facts.unsafe:
            name, more = facts.unsafe[0].name, _more(len(facts.unsafe) - 1)
            where = f"Layer {facts.index} has the entry {name}{more}"
            yield Problem(
                level=0 if stopped else 1,
                message=f"{where}; Crossplane 2.4 stops flattening there",
                says=MANAGER_2_4.missing if stopped else None,
                layer=facts.index,
                entry=name,
            )
        if facts.escaping_links:
            name, more = facts.escaping_links[0], _more(len(facts.escaping_links) - 1)
            message = f"Layer {facts.index} has the link {name}{more}, which leads out of the image and is dropped"
            yield Problem(level=2, message=message, layer=facts.index, entry=name)


@rule(
    "XPKG413",
    "no layer has an entry for its own root",
    "EW",
    crossplane_1="I",
    spec="I",
    format_v2="I",
    readers=("manager-2.4",),
    stage=Stage.FILE,
)
def no_dot_entry(subject: ImageSubject) -> Iterator[Problem]:
    """A flattened image has no entry `./`.

    Why: Crossplane 2.4.0 to 2.4.2 take it for an unsafe name and stop flattening there, silently; before and after,
    the same image is read. With a layer annotated base it does no harm.
    When it bites: Images made with `tar c .` and pushed without annotations install on 2.3 and fail on 2.4.
    Fix: Push with `crossplane xpkg push`, or make the archive from names (`tar c *`).
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract), mended in 0.21.9.
    """
    if not subject.is_flattened:
        return
    stopped = subject.found_nothing
    for facts in subject.read_layers:
        if facts.dot_entry is not None:
            yield Problem(
                level=0 if stopped else 1,
                message=f"Layer {facts.index} has an entry ./ for its root; Crossplane 2.4 stops flattening there",
                says=MANAGER_2_4.missing if stopped else None,
                layer=facts.index,
                entry="./",
            )


def _more(count: int) -> str:
    return f" and {count:,} more" if count > 0 else ""
