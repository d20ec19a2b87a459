"""What the product measures of itself: `make bench` writes benchmarks.md."""
