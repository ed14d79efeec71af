"""The schemas of CompositeResourceDefinitions, as the API server takes them."""
