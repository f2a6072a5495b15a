//! What the transposition table tells the machine about its memory. It changes no result.
//!
//! The one place of unsafe code in this crate.
#![cfg_attr(
    target_os = "linux",
    expect(unsafe_code, reason = "advice about memory takes pointers")
)]

/// Asks the system to back an empty buffer by large pages, where there are such: keys lead
/// anywhere in the table, and with pages of 4 KiB most probes of a large one miss the table of
/// pages too.
pub(crate) fn large_pages<T>(buffer: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let buffer = buffer.spare_capacity_mut();
        let bytes = size_of_val(buffer);
        let start = buffer.as_mut_ptr().cast::<std::ffi::c_void>();
        let skipped = start.align_offset(PAGE);
        let whole = bytes.saturating_sub(skipped) / PAGE * PAGE;
        if whole > 0 {
            // SAFETY: the range lies within the buffer, begins and ends at a page, and the advice
            // leaves its contents as they are.
            let advised = unsafe {
                let start = start.byte_add(skipped);
                rustix::mm::madvise(start, whole, rustix::mm::Advice::LinuxHugepage)
            };
            // A system without large pages does as well, only slower.
            debug_assert!(advised.is_ok() || advised.is_err());
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = buffer;
}
