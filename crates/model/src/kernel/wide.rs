//! The forward pass with the instructions of wide x86 registers.
//!
//! The one place of unsafe code: loads and stores of whole registers. Each goes through a reference
//! to an array of the register's size, so none can leave its slice. The safe twins are
//! [`integer`](super::integer), which a test holds equal to the bit, and [`portable`](super::portable).
#![expect(
    unsafe_code,
    reason = "registers are loaded and stored through pointers"
)]

mod avx2;
mod avx512;
mod floats;
mod inputs;
mod softmax;

use std::arch::x86_64::*;

use togyz_rules::Position;

use crate::aligned::LINE;
use crate::integers::{IntegerBuffers, Integers, OFFSET};
use crate::packed::Packed;
use crate::prediction::Prediction;
use softmax::HALF_LINE;

/// Proof that the processor has AVX-512 with VNNI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vnni(());

impl Vnni {
    /// The proof, if it can be had.
    pub(super) fn try_new() -> Option<Vnni> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        has.then_some(Vnni(()))
    }
}

/// Proof that the processor has AVX2 with FMA.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof, if it can be had.
    pub(super) fn try_new() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        has.then_some(Avx2(()))
    }
}

/// One forward pass in f32; its result is the line of the heads.
#[inline]
pub(super) fn floats512(
    _: Vnni,
    packed: &Packed,
    rows: &[u16],
    buffers: [&mut [f32]; 2],
) -> [f32; LINE] {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { floats::avx512::forward(packed, rows, buffers) }
}

/// The same with AVX2.
#[inline]
pub(super) fn floats256(
    _: Avx2,
    packed: &Packed,
    rows: &[u16],
    buffers: [&mut [f32]; 2],
) -> [f32; LINE] {
    // SAFETY: the token proves that the processor has AVX2 and FMA.
    unsafe { floats::avx2::forward(packed, rows, buffers) }
}

/// One forward pass in integers; its result is the sums of the heads.
#[inline]
pub(super) fn forward512(
    _: Vnni,
    integers: &Integers,
    rows: &[u16],
    buffers: IntegerBuffers<'_>,
) -> [i32; LINE] {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { avx512::forward(integers, rows, buffers) }
}

/// The same with AVX2.
#[inline]
pub(super) fn forward256(
    _: Avx2,
    integers: &Integers,
    rows: &[u16],
    buffers: IntegerBuffers<'_>,
) -> [i32; LINE] {
    // SAFETY: the token proves that the processor has AVX2.
    unsafe { avx2::forward(integers, rows, buffers) }
}

/// What the model expects of a position: features, forward pass and softmax in wide registers.
#[inline]
pub(super) fn predict512(
    _: Vnni,
    integers: &Integers,
    buffers: IntegerBuffers<'_>,
    position: &Position,
) -> Prediction {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { avx512::predict(integers, buffers, position) }
}

/// The same with AVX2.
#[inline]
pub(super) fn predict256(
    _: Avx2,
    integers: &Integers,
    buffers: IntegerBuffers<'_>,
    position: &Position,
) -> Prediction {
    // SAFETY: the token proves that the processor has AVX2.
    unsafe { avx2::predict(integers, buffers, position) }
}

/// Numbers whose every pattern of bits is one, so that registers of them may be loaded and stored.
trait Number: Copy {}
impl Number for u8 {}
impl Number for i8 {}
impl Number for u16 {}
impl Number for i16 {}
impl Number for i32 {}

/// What was added to the weights of these rows, of which there are at most 57.
#[inline]
fn offsets(rows: &[u16]) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "at most 57")]
    let rows = rows.len() as u8;
    i16::from(rows) * OFFSET
}

/// Numbers of `LEN` in all fill a register of `BYTES`.
const fn fills<T, const LEN: usize>(bytes: usize) {
    assert!(size_of::<[T; LEN]>() == bytes, "one register");
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load512<T: Number, const LEN: usize>(from: &[T; LEN]) -> __m512i {
    const { fills::<T, LEN>(64) };
    // SAFETY: the array has the 64 bytes that are read, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store512<T: Number, const LEN: usize>(to: &mut [T; LEN], value: __m512i) {
    const { fills::<T, LEN>(64) };
    // SAFETY: the array has the 64 bytes that are written, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load256<T: Number, const LEN: usize>(from: &[T; LEN]) -> __m256i {
    const { fills::<T, LEN>(32) };
    // SAFETY: the array has the 32 bytes that are read, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store256<T: Number, const LEN: usize>(to: &mut [T; LEN], value: __m256i) {
    const { fills::<T, LEN>(32) };
    // SAFETY: the array has the 32 bytes that are written, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn load128<T: Number, const LEN: usize>(from: &[T; LEN]) -> __m128i {
    const { fills::<T, LEN>(16) };
    // SAFETY: the array has the 16 bytes that are read, and the load asks for no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_floats(from: &[f32; HALF_LINE]) -> __m256 {
    // SAFETY: the array has the 32 bytes that are read, and the load asks for no alignment.
    unsafe { _mm256_loadu_ps(from.as_ptr()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_floats(to: &mut [f32; HALF_LINE], value: __m256) {
    // SAFETY: the array has the 32 bytes that are written, and the store asks for no alignment.
    unsafe { _mm256_storeu_ps(to.as_mut_ptr(), value) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_line(from: &[f32; LINE]) -> __m512 {
    // SAFETY: the array has the 64 bytes that are read, and the load asks for no alignment.
    unsafe { _mm512_loadu_ps(from.as_ptr()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_line(to: &mut [f32; LINE], value: __m512) {
    // SAFETY: the array has the 64 bytes that are written, and the store asks for no alignment.
    unsafe { _mm512_storeu_ps(to.as_mut_ptr(), value) }
}
