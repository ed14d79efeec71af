"""Connections to a registry: sockets, TLS, proxies, and why one fails."""
