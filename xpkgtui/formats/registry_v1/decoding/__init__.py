"""The Go types that tools of OLM decode objects into, and where a document does not fit them."""
