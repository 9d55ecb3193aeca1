"""The methods, each complete in its file, on one protocol (protocol.py)."""
