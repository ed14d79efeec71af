"""The case for the judge, made from what was read."""

from xpkgtui.inspection.session import Session
from xpkgtui.rules.case import Case, LayerFacts
from xpkgtui.sources.source import ImageRoot


def case_of(session: Session) -> Case:
    """Everything that rules look at; layers that were not read say so."""
    image = session.image
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
        manifest_error=session.manifest_error,
        config_error=session.config_error,
        layers=tuple(
            session.facts.get(layer.index, LayerFacts(index=layer.index)) for layer in (image.layers if image else ())
        ),
        reading=session.reading,
        stream=session.stream,
        notes=session.root.notes if isinstance(session.root, ImageRoot) else (),
    )
