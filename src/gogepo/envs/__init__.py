"""Environments and rollouts in Gymnasium and NumPy: nothing here imports JAX."""
