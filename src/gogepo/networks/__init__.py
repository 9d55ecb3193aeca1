"""The networks of the paper in pure JAX: no environments, no files, no printing."""
