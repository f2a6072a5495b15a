//! What a hostile length costs: counted, for the system would promise memory that nobody has.

use peak_alloc::PeakAlloc;
use togyz_files::{ContentHash, FileError, FileKind, HEADER_BYTES, decode, encode};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// A kind that would allow an exabyte.
const VAST: FileKind = FileKind {
    magic: *b"TOGYZTST",
    version: 3,
    name: "test record",
    max_bytes: 1 << 62,
    compress: true,
};

/// The file with a body of another length promised, by its header and by the compressed frame itself,
/// and the checksum made right again.
fn promising(file: &[u8], bytes: u64) -> Vec<u8> {
    let (head, body) = file.split_at(HEADER_BYTES);
    // RFC 8878: four bytes of magic, a descriptor, here with one byte of size, then the blocks.
    assert_eq!(body[4], 0x20, "a short frame of one segment");
    let (magic, blocks) = (&body[..4], &body[6..]);
    // The same with eight bytes of size.
    let body = [magic, &[0xe0], &bytes.to_le_bytes(), blocks].concat();
    let mut file = [head, &body].concat();
    file[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
    file[24..32].copy_from_slice(&bytes.to_le_bytes());
    let covered: Vec<u8> = [&file[..32], &body].concat();
    file[32..64].copy_from_slice(ContentHash::of(&covered).as_bytes());
    file
}

#[test]
fn a_length_that_the_bytes_cannot_come_to_claims_no_memory() {
    let text = "bel".repeat(20);
    let file = encode(&VAST, &text).expect("a small record");
    // The honest length in its longest form is read.
    let honest = promising(&file, 61);
    assert_eq!(decode::<String>("a test", &honest, &VAST).ok(), Some(text));
    for promised in [1 << 30, 1 << 40, 1 << 60] {
        let lying = promising(&file, promised);
        MEMORY.reset_peak_usage();
        let before = MEMORY.current_usage();
        let error = decode::<String>("a test", &lying, &VAST).expect_err("another length");
        assert!(matches!(error, FileError::Malformed { .. }), "{error}");
        let claimed = MEMORY.peak_usage() - before;
        assert!(
            claimed < 16 << 20,
            "{claimed} bytes for {promised} promised"
        );
    }
    // What can be there is believed: the most that zstd makes of zeros.
    let zeros = vec![0_u8; 1 << 22];
    let file = encode(&VAST, &zeros).expect("within bounds");
    let back: Vec<u8> = decode("zeros", &file, &VAST).expect("as written");
    assert_eq!(back, zeros);
}
