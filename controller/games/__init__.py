"""The games that a table can host: value-object libraries without clock, threads or I/O."""
