//! The forward pass, for the widest registers that the processor has.

use togyz_rules::Position;

use crate::aligned::LINE;
use crate::features::Features;
use crate::integers::{IntegerBuffers, Integers, summed};
use crate::packed::Packed;
use crate::prediction::{Prediction, prediction};

mod integer;
mod portable;
#[cfg(target_arch = "x86_64")]
mod wide;

/// Which instructions compute the forward pass.
///
/// In integers all of them give the same bits. In f32, AVX2 and AVX-512 add in the same order and
/// give the same bits; the portable kernel rounds after each multiplication and may differ in the
/// last digits. AVX-512 asks for VNNI too; processors without it use AVX2.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Instructions);

#[derive(Clone, Copy, Debug)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(wide::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(wide::Vnni),
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
            wide::Vnni::try_new().map(Instructions::Avx512),
            wide::Avx2::try_new().map(Instructions::Avx2),
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
            Instructions::Avx512(..) => "avx512",
        }
    }

    /// One forward pass in f32: the outputs of the heads. The buffers hold at least
    /// [`Packed::widest`] floats each.
    #[inline]
    pub(crate) fn forward(
        self,
        packed: &Packed,
        buffers: [&mut [f32]; 2],
        features: &Features,
    ) -> [f32; LINE] {
        let rows = features.rows_of(packed.features);
        // The one place where the processor is asked about: once in a pass, not in every layer.
        match self.0 {
            Instructions::Portable => portable::forward(packed, rows, buffers),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => wide::floats256(avx2, packed, rows, buffers),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(vnni) => wide::floats512(vnni, packed, rows, buffers),
        }
    }

    /// What the model expects of a position, in f32.
    #[inline]
    pub(crate) fn predict(
        self,
        packed: &Packed,
        buffers: [&mut [f32]; 2],
        position: &Position,
    ) -> Prediction {
        let features = Features::of_set(position, packed.features);
        let heads = self.forward(packed, buffers, &features);
        prediction(&heads, position.legal_moves())
    }

    /// One forward pass in integers: the outputs of the heads.
    #[inline]
    pub(crate) fn forward_integers(
        self,
        integers: &Integers,
        buffers: IntegerBuffers<'_>,
        features: &Features,
    ) -> [f32; LINE] {
        let summed = summed(features.rows_of(integers.features));
        let rows = summed.rows();
        let sums = match self.0 {
            Instructions::Portable => integer::forward(integers, rows, buffers),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => wide::forward256(avx2, integers, rows, buffers),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(vnni) => wide::forward512(vnni, integers, rows, buffers),
        };
        outputs(&sums, integers)
    }

    /// What the model expects of a position, in integers up to the outputs of the heads.
    #[inline]
    pub(crate) fn predict_integers(
        self,
        integers: &Integers,
        buffers: IntegerBuffers<'_>,
        position: &Position,
    ) -> Prediction {
        match self.0 {
            Instructions::Portable => {
                let features = Features::of_set(position, integers.features);
                let heads = self.forward_integers(integers, buffers, &features);
                prediction(&heads, position.legal_moves())
            }
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2(avx2) => wide::predict256(avx2, integers, buffers, position),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512(vnni) => wide::predict512(vnni, integers, buffers, position),
        }
    }
}

/// The outputs of the heads, from their sums.
#[inline(always)]
fn outputs(sums: &[i32; LINE], integers: &Integers) -> [f32; LINE] {
    let mut heads = [0.0; LINE];
    for i in 0..LINE {
        heads[i] = sums[i] as f32 * integers.scale[i];
    }
    heads
}
