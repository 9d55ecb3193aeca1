"""Pictures and tables from records; nothing here imports JAX or an algorithm."""
