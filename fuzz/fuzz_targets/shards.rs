#![no_main]
//! See `togyz_tests::targets::shards`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| togyz_tests::targets::shards(bytes));
