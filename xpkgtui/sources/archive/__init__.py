"""Images in tars: what `docker save`, `crossplane xpkg build` and writers of OCI archives make."""
