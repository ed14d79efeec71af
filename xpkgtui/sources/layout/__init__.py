"""Images in folders: OCI layouts, and what skopeo writes for `dir:`."""
