"""The Overview of a meta object: description, requirements, icon and readme."""

from xpkgtui.formats.xpkg.overview import meta

overview, meta_facts = meta.of_meta, meta.meta_facts
