//! Vectors of f32 that begin at a cache line, without unsafe code.

/// The floats of a cache line, which is also the widest register.
pub(crate) const LINE: usize = 16;

/// Floats whose first one lies at the beginning of a cache line, so that no load of a register's
/// width crosses from one line to the next.
///
/// It is made once and never grows, so the place of its buffer does not change.
pub(crate) struct AlignedFloats {
    buffer: Vec<f32>,
    start: usize,
    len: usize,
}

impl AlignedFloats {
    /// Zeros.
    pub(crate) fn zeros(len: usize) -> AlignedFloats {
        let buffer = vec![0.0; len + LINE];
        let line_bytes = LINE * size_of::<f32>();
        let past = buffer.as_ptr().addr() % line_bytes;
        let start = (line_bytes - past) % line_bytes / size_of::<f32>();
        AlignedFloats { buffer, start, len }
    }
}

impl std::ops::Deref for AlignedFloats {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        &self.buffer[self.start..self.start + self.len]
    }
}

impl std::ops::DerefMut for AlignedFloats {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.buffer[self.start..self.start + self.len]
    }
}

/// `len`, rounded up to whole lines.
pub(crate) const fn padded(len: usize) -> usize {
    len.next_multiple_of(LINE)
}
