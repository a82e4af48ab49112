"""Entry points of data processing runs. They need Python 3.9, the standard library and Ray, nothing else."""
