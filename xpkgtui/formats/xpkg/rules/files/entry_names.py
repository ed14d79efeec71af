"""Rules about names of entries at which flattening stops (408, 413)."""

from collections.abc import Iterator

from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, Where, rule
from xpkgtui.formats.xpkg.subject.subjects import ImageSubject
from xpkgtui.formats.xpkg.tools.eras import DECIDING


@rule("XPKG408", "names stay inside the image", "EWI", spec="W", format_v2="W", stage=Stage.FILE)
def names_are_safe(subject: ImageSubject) -> Iterator[Problem]:
    """No entry of a flattened image has a name that leads out of the root folder.

    Why: Crossplane 2.4 silently stops flattening at such a name. It drops a relative link that leads out of the
    image.
    When it bites: Crossplane does not find what comes after that entry, package.yaml for example.
    Fix: Build the layer without `../`, leading backslashes and drive letters in names.
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract).
    """
    if not subject.is_flattened:
        return
    stopped = subject.stop is not None
    for facts in subject.read_layers:
        if facts.unsafe:
            name, more = facts.unsafe[0].name, _more(len(facts.unsafe) - 1)
            where = f"the unsafe name {name} of layer {facts.index}{more}"
            yield Problem(
                level=0 if stopped else 1,
                message=f"Crossplane 2.4 stops flattening at {where}",
                says=DECIDING.missing if stopped else None,
                where=Where(layer=facts.index, entry=name),
            )
        if facts.escaping_links:
            name, more = facts.escaping_links[0], _more(len(facts.escaping_links) - 1)
            message = f"Crossplane drops the link {name}{more} of layer {facts.index}, which leads out of the image"
            yield Problem(level=2, message=message, where=Where(layer=facts.index, entry=name))


@rule(
    "XPKG413",
    "no layer has an entry for its root folder",
    "EWI",
    spec="I",
    format_v2="I",
    readers=("manager-2.4",),
    stage=Stage.FILE,
)
def no_dot_entry(subject: ImageSubject) -> Iterator[Problem]:
    """No layer of a flattened image has an entry `./`.

    Why: Crossplane 2.4.0 to 2.4.2 take `./` for an unsafe name and silently stop flattening there. Earlier and
    later versions read the same image. With a layer annotated base it does no harm.
    When it bites: An image made with `tar c .` and pushed without annotations installs on 2.3 and fails on 2.4.
    Fix: Push with `crossplane xpkg push`, or make the archive from names (`tar c *`).
    Source: go-containerregistry 0.21.8 pkg/v1/mutate (Extract), fixed in 0.21.9.
    """
    if not subject.is_flattened:
        return
    stopped, stops = subject.stop is not None, subject.target.way.quirks.stops_at_unsafe
    for facts in subject.read_layers:
        if facts.dot_entry is not None:
            yield Problem(
                level=0 if stopped else 1 if stops else 2,
                message=f"Crossplane 2.4 stops flattening at the entry ./ of layer {facts.index}",
                says=DECIDING.missing if stopped else None,
                where=Where(layer=facts.index, entry="./"),
            )


def _more(count: int) -> str:
    return f" and {count:,} more" if count > 0 else ""
