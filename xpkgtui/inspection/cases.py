"""The case for the judge, made from what was read."""

from xpkgtui.filesystem.layer_facts import LayerFacts
from xpkgtui.inspection import index_entries
from xpkgtui.inspection.session import Session
from xpkgtui.rules.case import Case, Missing
from xpkgtui.sources.source import ImageRoot, StreamRoot


def case_of(session: Session) -> Case:
    """Everything that rules look at; layers that were not read say so."""
    apart = index_entries.apart(session)
    image = None if apart else session.image
    root = session.root if isinstance(session.root, ImageRoot) else None
    return Case(
        source=session.source,
        form=session.form,
        profile=session.options.profile,
        crossplane=session.options.crossplane,
        index=session.index,
        children=session.children,
        chosen=session.chosen,
        shown=session.shown,
        image=image,
        apart=apart,
        manifest_error=session.manifest_error,
        config_error=None if apart else session.config_error,
        layers=tuple(
            session.facts.get(layer.index, LayerFacts(index=layer.index)) for layer in (image.layers if image else ())
        ),
        reading=None if apart else session.reading,
        stream=session.stream,
        origins=session.origins,
        missing=tuple(Missing(layer=layer, name=name) for layer, name in (root.missing if root else ())),
        hidden=session.hidden,
        flattened=session.flattened,
        streams=tuple(sorted(session.streams.items())),
        examples_error=session.root.examples_error if isinstance(session.root, StreamRoot) else None,
        notes=root.notes if root else (),
    )
