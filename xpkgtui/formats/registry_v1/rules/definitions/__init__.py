"""Rules about CustomResourceDefinitions."""
