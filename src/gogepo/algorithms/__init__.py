"""The methods, each complete in one file, on one protocol (protocol.py)."""
