//! The forward pass, for the widest registers that the processor has.

use crate::aligned::AlignedFloats;
use crate::features::Features;
use crate::packed::{HEADS, Packed};
use crate::prediction::{OUTCOMES, POLICY, RawOutput};

mod portable;
#[cfg(target_arch = "x86_64")]
mod simd;

/// Which instructions compute the forward pass.
///
/// AVX2 and AVX-512 add in the same order and give the same bits; the portable kernel rounds after
/// each multiplication and may differ in the last digits.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
}

impl Kernel {
    /// The fastest kernel that this processor runs.
    #[must_use]
    pub fn detect() -> Kernel {
        Kernel::available().next().unwrap_or(Kernel::PORTABLE)
    }

    /// The kernel that runs everywhere.
    pub const PORTABLE: Kernel = Kernel(Instructions::Portable);

    /// The kernels that this processor runs, the fastest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            pulp::x86::V4::try_new().map(Instructions::Avx512),
            pulp::x86::V3::try_new().map(Instructions::Avx2),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide: [Option<Instructions>; 0] = [];
        wide.into_iter()
            .flatten()
            .map(Kernel)
            .chain([Kernel::PORTABLE])
    }

    /// What it is called: `avx512`, `avx2` or `portable`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Instructions::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(_) => "avx512",
        }
    }

    /// One forward pass. The buffers hold at least [`Packed::widest`] floats each.
    #[inline]
    pub(crate) fn forward(
        self,
        packed: &Packed,
        buffers: &mut [AlignedFloats; 2],
        features: &Features,
        output: &mut RawOutput,
    ) {
        let [a, b] = buffers;
        let rows = features.rows();
        #[cfg(target_arch = "x86_64")]
        let pass = |buffers| simd::Pass {
            packed,
            rows,
            buffers,
        };
        // The one place where the processor is asked about: once in a pass, not in every layer.
        let heads = match self.0 {
            Instructions::Portable => portable::forward(packed, rows, [a, b]),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(simd) => pulp::Simd::vectorize(simd, pass([a, b])),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(simd) => pulp::Simd::vectorize(simd, pass([a, b])),
        };
        output.policy.copy_from_slice(&heads[..POLICY]);
        output
            .wdl
            .copy_from_slice(&heads[POLICY..POLICY + OUTCOMES]);
        output.margin = heads[HEADS - 1];
    }
}
