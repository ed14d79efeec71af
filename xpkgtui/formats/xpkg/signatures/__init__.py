"""How Crossplane verifies packages by ImageConfigs: crossplane-runtime pkg/xpkg/signature, above cosign 3.0.6."""
