#![no_main]
//! See `togyz_tests::targets::reviews`.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| togyz_tests::targets::reviews(bytes));
