//! Vectors that begin at a cache line, without unsafe code.

/// The floats of a cache line, which is also the widest register.
pub(crate) const LINE: usize = 16;

/// The bytes of a cache line.
const LINE_BYTES: usize = 64;

/// Numbers whose first one lies at the beginning of a cache line, so that no load of a register's
/// width crosses from one line to the next.
///
/// It is made once and never grows, so the place of its buffer does not change.
pub(crate) struct Aligned<T> {
    buffer: Box<[T]>,
    start: usize,
    len: usize,
}

/// The weights and sums of the f32 forward pass.
pub(crate) type AlignedFloats = Aligned<f32>;

impl<T: Copy + Default> Aligned<T> {
    /// Zeros. The size of a `T` divides that of a cache line.
    pub(crate) fn zeros(len: usize) -> Aligned<T> {
        let buffer = vec![T::default(); len + LINE_BYTES / size_of::<T>()].into_boxed_slice();
        let past = buffer.as_ptr().addr() % LINE_BYTES;
        let start = (LINE_BYTES - past) % LINE_BYTES / size_of::<T>();
        Aligned { buffer, start, len }
    }
}

impl<T> std::ops::Deref for Aligned<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.buffer[self.start..self.start + self.len]
    }
}

impl<T> std::ops::DerefMut for Aligned<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.buffer[self.start..self.start + self.len]
    }
}

/// `len`, rounded up to whole lines of floats.
pub(crate) const fn padded(len: usize) -> usize {
    len.next_multiple_of(LINE)
}
