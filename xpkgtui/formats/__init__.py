"""Which kind of package it is, and which kinds of object it may hold."""
