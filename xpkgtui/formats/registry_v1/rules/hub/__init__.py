"""Rules about how a catalog such as OperatorHub presents an operator."""
