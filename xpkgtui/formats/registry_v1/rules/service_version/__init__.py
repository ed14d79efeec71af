"""Rules about the ClusterServiceVersion."""
