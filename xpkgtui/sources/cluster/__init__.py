"""What is installed in a cluster, as `kubectl` tells it; no client library is used."""
