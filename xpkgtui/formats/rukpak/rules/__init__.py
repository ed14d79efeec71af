"""The RPK rules, about Bundles and BundleDeployments."""
