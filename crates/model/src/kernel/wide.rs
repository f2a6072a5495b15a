//! The integer forward pass with the instructions of wide x86 registers.
//!
//! The one place of unsafe code: loads and stores of whole registers. Each goes through a reference
//! to an array of the register's size, so none can leave its slice. The safe twin is
//! [`integer`](super::integer); a test holds both equal to the bit.
#![expect(
    unsafe_code,
    reason = "registers are loaded and stored through pointers"
)]

use std::arch::x86_64::*;

use togyz_rules::Position;

use super::outputs;
use crate::aligned::LINE;
use crate::features::Features;
use crate::integers::{COLUMNS, GROUP, INPUTS, IntegerDense, Integers, SUMMED, summed};
use crate::prediction::{Prediction, prediction};

/// Proof that the processor has AVX-512 with VNNI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vnni(());

impl Vnni {
    /// The proof, if it can be had.
    pub(super) fn try_new() -> Option<Vnni> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        has.then_some(Vnni(()))
    }
}

/// One forward pass; its result is the sums of the heads.
#[inline]
pub(super) fn forward512(
    _: Vnni,
    integers: &Integers,
    rows: &[u16; SUMMED],
    buffers: [&mut [i16]; 2],
) -> [i32; LINE] {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { avx512::forward(integers, rows, buffers) }
}

/// The same with AVX2.
#[inline]
pub(super) fn forward256(
    _: pulp::x86::V3,
    integers: &Integers,
    rows: &[u16; SUMMED],
    buffers: [&mut [i16]; 2],
) -> [i32; LINE] {
    // SAFETY: the token proves that the processor has AVX2.
    unsafe { avx2::forward(integers, rows, buffers) }
}

/// What the model expects of a position: features, forward pass and softmax in wide registers.
#[inline]
pub(super) fn predict512(
    _: Vnni,
    integers: &Integers,
    buffers: [&mut [i16]; 2],
    position: &Position,
) -> Prediction {
    // SAFETY: the token proves that the processor has the instructions.
    unsafe { avx512::predict(integers, buffers, position) }
}

/// The same with AVX2.
#[inline]
pub(super) fn predict256(
    _: pulp::x86::V3,
    integers: &Integers,
    buffers: [&mut [i16]; 2],
    position: &Position,
) -> Prediction {
    // SAFETY: the token proves that the processor has AVX2.
    unsafe { avx2::predict(integers, buffers, position) }
}

/// Half of a register of 64 bytes.
const HALF: usize = COLUMNS / 2;

#[inline]
#[target_feature(enable = "avx512f")]
fn load512(from: &[i16; COLUMNS]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store512(to: &mut [i16; COLUMNS], value: __m512i) {
    // SAFETY: the array has the 64 bytes that are written, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load256(from: &[i16; HALF]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store256(to: &mut [i16; HALF], value: __m256i) {
    // SAFETY: the array has the 32 bytes that are written, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn load128(from: &[i16; INPUTS]) -> __m128i {
    // SAFETY: the array has the 16 bytes that are read, and the load asks for no alignment.
    unsafe { _mm_loadu_si128(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn sums512(from: &[i32; GROUP]) -> __m512i {
    // SAFETY: the array has the 64 bytes that are read, and the load asks for no alignment.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_sums512(to: &mut [i32; GROUP], value: __m512i) {
    // SAFETY: the array has the 64 bytes that are written, and the store asks for no alignment.
    unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn sums256(from: &[i32; GROUP / 2]) -> __m256i {
    // SAFETY: the array has the 32 bytes that are read, and the load asks for no alignment.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store_sums256(to: &mut [i32; GROUP / 2], value: __m256i) {
    // SAFETY: the array has the 32 bytes that are written, and the store asks for no alignment.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), value) }
}

/// AVX-512 with VNNI.
mod avx512 {
    use super::*;

    /// What the model expects of a position.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn predict(
        integers: &Integers,
        buffers: [&mut [i16]; 2],
        position: &Position,
    ) -> Prediction {
        let rows = summed(Features::of(position).rows());
        let sums = forward(integers, &rows, buffers);
        prediction(&outputs(&sums, integers), position.legal_moves())
    }

    /// One forward pass; its result is the sums of the heads.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    pub(super) fn forward(
        integers: &Integers,
        rows: &[u16; SUMMED],
        buffers: [&mut [i16]; 2],
    ) -> [i32; LINE] {
        let [mut input, mut output] = buffers;
        first_layer(integers, rows, input);
        for layer in &integers.layers {
            hidden(layer, input, output);
            std::mem::swap(&mut input, &mut output);
        }
        let [sums] = dense::<1>(&integers.heads, input, 0);
        let mut heads = [0; LINE];
        store_sums512(&mut heads, sums);
        heads
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    #[inline]
    fn first_layer(integers: &Integers, rows: &[u16; SUMMED], output: &mut [i16]) {
        let width = integers.width / COLUMNS;
        let (table, _) = integers.table.as_chunks::<COLUMNS>();
        let (output, _) = output[..integers.width].as_chunks_mut::<COLUMNS>();
        let mut at = 0;
        while at + 8 <= width {
            sum_rows::<8>(table, rows, width, at, output);
            at += 8;
        }
        while at + 4 <= width {
            sum_rows::<4>(table, rows, width, at, output);
            at += 4;
        }
        while at < width {
            sum_rows::<1>(table, rows, width, at, output);
            at += 1;
        }
    }

    /// The `N` registers of columns that begin at `at`.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    #[inline]
    fn sum_rows<const N: usize>(
        table: &[[i16; COLUMNS]],
        rows: &[u16; SUMMED],
        width: usize,
        at: usize,
        output: &mut [[i16; COLUMNS]],
    ) {
        let mut sums = [_mm512_setzero_si512(); N];
        for &row in rows {
            let row = &table[usize::from(row) * width + at..][..N];
            for i in 0..N {
                sums[i] = _mm512_add_epi16(sums[i], load512(&row[i]));
            }
        }
        let output = &mut output[at..][..N];
        for i in 0..N {
            store512(
                &mut output[i],
                _mm512_max_epi16(sums[i], _mm512_setzero_si512()),
            );
        }
    }

    /// A layer of the trunk.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    #[inline]
    fn hidden(layer: &IntegerDense, input: &[i16], output: &mut [i16]) {
        let groups = layer.outputs / GROUP;
        let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
        let mut group = 0;
        while group + 2 <= groups {
            let sums = dense::<2>(layer, input, group);
            for (to, sums) in output[group..][..2].iter_mut().zip(sums) {
                store256(to, activation(sums, layer.shift));
            }
            group += 2;
        }
        if group < groups {
            let [sums] = dense::<1>(layer, input, group);
            store256(&mut output[group], activation(sums, layer.shift));
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    #[inline]
    fn activation(sums: __m512i, shift: u32) -> __m256i {
        let positive = _mm512_max_epi32(sums, _mm512_setzero_si512());
        let shift = _mm_cvtsi32_si128(shift.cast_signed());
        _mm512_cvtsepi32_epi16(_mm512_sra_epi32(positive, shift))
    }

    /// The sums of `N` groups of outputs.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
    #[inline]
    fn dense<const N: usize>(layer: &IntegerDense, input: &[i16], group: usize) -> [__m512i; N] {
        let groups = layer.outputs / GROUP;
        let (weight, _) = layer.weight.as_chunks::<COLUMNS>();
        let (bias, _) = layer.bias.as_chunks::<GROUP>();
        let (input, _) = input[..layer.inputs].as_chunks::<INPUTS>();
        let mut sums = [[_mm512_setzero_si512(); 4]; N];
        for (input, weight) in input.iter().zip(weight.chunks_exact(groups * 4)) {
            let input = _mm512_broadcast_i32x4(load128(input));
            let weight = &weight[group * 4..][..N * 4];
            for i in 0..N {
                for j in 0..4 {
                    let weight = load512(&weight[i * 4 + j]);
                    sums[i][j] = _mm512_dpwssd_epi32(sums[i][j], weight, input);
                }
            }
        }
        let mut whole = [_mm512_setzero_si512(); N];
        for i in 0..N {
            let [a, b, c, d] = sums[i];
            let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
            let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
            let sum =
                _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
            whole[i] = _mm512_add_epi32(sum, sums512(&bias[group + i]));
        }
        whole
    }
}

/// AVX2.
mod avx2 {
    use super::*;

    /// What the model expects of a position.
    #[target_feature(enable = "avx2")]
    pub(super) fn predict(
        integers: &Integers,
        buffers: [&mut [i16]; 2],
        position: &Position,
    ) -> Prediction {
        let rows = summed(Features::of(position).rows());
        let sums = forward(integers, &rows, buffers);
        prediction(&outputs(&sums, integers), position.legal_moves())
    }

    /// One forward pass; its result is the sums of the heads.
    #[target_feature(enable = "avx2")]
    pub(super) fn forward(
        integers: &Integers,
        rows: &[u16; SUMMED],
        buffers: [&mut [i16]; 2],
    ) -> [i32; LINE] {
        let [mut input, mut output] = buffers;
        first_layer(integers, rows, input);
        for layer in &integers.layers {
            hidden(layer, input, output);
            std::mem::swap(&mut input, &mut output);
        }
        let mut heads = [0; LINE];
        let (halves, _) = heads.as_chunks_mut::<{ GROUP / 2 }>();
        for (half, to) in halves.iter_mut().enumerate() {
            store_sums256(to, dense(&integers.heads, input, half));
        }
        heads
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn first_layer(integers: &Integers, rows: &[u16; SUMMED], output: &mut [i16]) {
        let width = integers.width / HALF;
        let (table, _) = integers.table.as_chunks::<HALF>();
        let (output, _) = output[..integers.width].as_chunks_mut::<HALF>();
        let mut at = 0;
        while at + 8 <= width {
            sum_rows::<8>(table, rows, width, at, output);
            at += 8;
        }
        while at + 2 <= width {
            sum_rows::<2>(table, rows, width, at, output);
            at += 2;
        }
    }

    /// The `N` registers of columns that begin at `at`.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn sum_rows<const N: usize>(
        table: &[[i16; HALF]],
        rows: &[u16; SUMMED],
        width: usize,
        at: usize,
        output: &mut [[i16; HALF]],
    ) {
        let mut sums = [_mm256_setzero_si256(); N];
        for &row in rows {
            let row = &table[usize::from(row) * width + at..][..N];
            for i in 0..N {
                sums[i] = _mm256_add_epi16(sums[i], load256(&row[i]));
            }
        }
        let output = &mut output[at..][..N];
        for i in 0..N {
            store256(
                &mut output[i],
                _mm256_max_epi16(sums[i], _mm256_setzero_si256()),
            );
        }
    }

    /// A layer of the trunk.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn hidden(layer: &IntegerDense, input: &[i16], output: &mut [i16]) {
        let (output, _) = output[..layer.outputs].as_chunks_mut::<GROUP>();
        let shift = _mm_cvtsi32_si128(layer.shift.cast_signed());
        for (group, to) in output.iter_mut().enumerate() {
            let activation = |sums| {
                let positive = _mm256_max_epi32(sums, _mm256_setzero_si256());
                _mm256_sra_epi32(positive, shift)
            };
            let low = activation(dense(layer, input, group * 2));
            let high = activation(dense(layer, input, group * 2 + 1));
            // Packing keeps to halves of registers: low, high, low, high quarters.
            let packed = _mm256_packs_epi32(low, high);
            store256(to, _mm256_permute4x64_epi64::<0b11_01_10_00>(packed));
        }
    }

    /// The sums of half a group of outputs.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn dense(layer: &IntegerDense, input: &[i16], half: usize) -> __m256i {
        let groups = layer.outputs / GROUP;
        let (weight, _) = layer.weight.as_chunks::<HALF>();
        let (bias, _) = layer.bias.as_chunks::<{ GROUP / 2 }>();
        let (input, _) = input[..layer.inputs].as_chunks::<INPUTS>();
        let mut sums = [_mm256_setzero_si256(); 4];
        for (input, weight) in input.iter().zip(weight.chunks_exact(groups * 8)) {
            let input = _mm256_broadcastsi128_si256(load128(input));
            let weight = &weight[half / 2 * 8..][..8];
            for j in 0..4 {
                let weight = load256(&weight[j * 2 + half % 2]);
                let products = _mm256_madd_epi16(weight, input);
                sums[j] = _mm256_add_epi32(sums[j], products);
            }
        }
        let [a, b, c, d] = sums;
        let ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
        let cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
        let sum = _mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
        _mm256_add_epi32(sum, sums256(&bias[half]))
    }
}
