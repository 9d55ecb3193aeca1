"""Runs on disk: their directories, checkpoints, logs, and training from start to summary."""
