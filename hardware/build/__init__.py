"""The plans to build the machine: parts, wiring, current budget, printed parts; every number is in one TOML file."""
