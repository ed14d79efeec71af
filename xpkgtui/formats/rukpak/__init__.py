"""Objects of RukPak: Bundles and BundleDeployments in a stream."""
