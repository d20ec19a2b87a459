"""Teaching a set of cubes: from a few pictures a face to a reader that knows them."""
