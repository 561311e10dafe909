"""What the fused kernels and their alternatives cost on a GPU, in one process: see docs/Benchmarks.md."""
