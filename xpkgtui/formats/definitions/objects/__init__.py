"""What the API server says of one object against one version of a CustomResourceDefinition."""
