"""Whether an installation with the policies of a cluster takes an image: the question, and the answer as values."""
