//! The forward pass in f32, for two widths of registers.
//!
//! Every sum is taken in one order whatever the width: a table row after the other, and in a dense
//! layer the inputs 0, 4, 8, .. apart from 1, 5, 9, .. and so on, the four sums added at the end.
//! Four independent sums keep the multipliers busy, where one would wait for its own result.

/// The pass over registers of `$LANES` floats.
macro_rules! forward {
    (
        $name:ident, $features:literal, [$register:ty; $LANES:expr],
        $load:path, $store:path, $splat:path, $add:path, $max:path, $mul_add:path
    ) => {
        pub(in crate::kernel::wide) mod $name {
            use std::arch::x86_64::*;

            use crate::aligned::LINE;
            use crate::packed::{Packed, PackedDense};

            /// Floats in a register.
            const LANES: usize = $LANES;
            /// Sums that a dense layer takes apart.
            const APART: usize = 4;

            /// One forward pass; its result is the line of the heads.
            #[target_feature(enable = $features)]
            pub(in crate::kernel::wide) fn forward(
                packed: &Packed,
                rows: &[u16],
                buffers: [&mut [f32]; 2],
            ) -> [f32; LINE] {
                let [mut input, mut output] = buffers;
                first_layer(packed, rows, input);
                for layer in &packed.layers {
                    dense::<true>(layer, input, output);
                    std::mem::swap(&mut input, &mut output);
                }
                dense::<false>(&packed.heads, input, output);
                let mut heads = [0.0; LINE];
                heads.copy_from_slice(&output[..LINE]);
                heads
            }

            /// `output = relu(bias + the sum of the rows)`.
            #[target_feature(enable = $features)]
            #[inline]
            fn first_layer(packed: &Packed, rows: &[u16], output: &mut [f32]) {
                let width = packed.width / LANES;
                let (table, _) = packed.table.as_chunks();
                let (bias, _) = packed.bias.as_chunks();
                let (output, _) = output[..packed.width].as_chunks_mut();
                let mut at = 0;
                // Blocks of columns whose sums all stay in registers, large ones first.
                while at + 8 <= width {
                    sum_rows::<8>(table, bias, rows, width, at, output);
                    at += 8;
                }
                while at + 2 <= width {
                    sum_rows::<2>(table, bias, rows, width, at, output);
                    at += 2;
                }
                while at < width {
                    sum_rows::<1>(table, bias, rows, width, at, output);
                    at += 1;
                }
            }

            /// The `N` registers of columns that begin at `at`.
            #[target_feature(enable = $features)]
            #[inline]
            fn sum_rows<const N: usize>(
                table: &[[f32; LANES]],
                bias: &[[f32; LANES]],
                rows: &[u16],
                width: usize,
                at: usize,
                output: &mut [[f32; LANES]],
            ) {
                let mut sums = [$splat(0.0); N];
                let bias = &bias[at..][..N];
                for i in 0..N {
                    sums[i] = $load(&bias[i]);
                }
                for &row in rows {
                    let row = &table[usize::from(row) * width + at..][..N];
                    for i in 0..N {
                        sums[i] = $add(sums[i], $load(&row[i]));
                    }
                }
                let output = &mut output[at..][..N];
                for i in 0..N {
                    $store(&mut output[i], $max(sums[i], $splat(0.0)));
                }
            }

            /// `output = weight * input + bias`, then ReLU if asked for.
            #[target_feature(enable = $features)]
            #[inline]
            fn dense<const RELU: bool>(layer: &PackedDense, input: &[f32], output: &mut [f32]) {
                let width = layer.outputs / LANES;
                let (weight, _) = layer.weight.as_chunks();
                let (bias, _) = layer.bias.as_chunks();
                let (output, _) = output[..layer.outputs].as_chunks_mut();
                let input = &input[..layer.inputs];
                let mut at = 0;
                while at + 2 <= width {
                    columns::<2, RELU>(weight, bias, input, width, at, output);
                    at += 2;
                }
                while at < width {
                    columns::<1, RELU>(weight, bias, input, width, at, output);
                    at += 1;
                }
            }

            /// The `N` registers of outputs that begin at `at`.
            #[target_feature(enable = $features)]
            #[inline]
            fn columns<const N: usize, const RELU: bool>(
                weight: &[[f32; LANES]],
                bias: &[[f32; LANES]],
                input: &[f32],
                width: usize,
                at: usize,
                output: &mut [[f32; LANES]],
            ) {
                let zero = $splat(0.0);
                let mut sums: [[$register; N]; APART] = [[zero; N]; APART];
                let (inputs, _) = input.as_chunks::<APART>();
                for (inputs, rows) in inputs.iter().zip(weight.chunks_exact(APART * width)) {
                    for apart in 0..APART {
                        let input = $splat(inputs[apart]);
                        let row = &rows[apart * width + at..][..N];
                        for i in 0..N {
                            sums[apart][i] = $mul_add(input, $load(&row[i]), sums[apart][i]);
                        }
                    }
                }
                let (bias, output) = (&bias[at..][..N], &mut output[at..][..N]);
                for i in 0..N {
                    let even = $add(sums[0][i], sums[2][i]);
                    let odd = $add(sums[1][i], sums[3][i]);
                    let sum = $add($load(&bias[i]), $add(even, odd));
                    $store(&mut output[i], if RELU { $max(sum, zero) } else { sum });
                }
            }
        }
    };
}

forward!(
    avx2,
    "avx2,fma",
    [__m256; super::super::HALF_LINE],
    super::super::load_floats,
    super::super::store_floats,
    _mm256_set1_ps,
    _mm256_add_ps,
    _mm256_max_ps,
    _mm256_fmadd_ps
);

forward!(
    avx512,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni",
    [__m512; LINE],
    super::super::load_line,
    super::super::store_line,
    _mm512_set1_ps,
    _mm512_add_ps,
    _mm512_max_ps,
    _mm512_fmadd_ps
);
