//! End to end tests over the built binaries, and the rules of the house.
