//! What is written can be read, and nothing else can: every damage is a typed error, never a panic.

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use togyz_files::{ContentHash, FileError, FileKind, HEADER_BYTES, decode, encode};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    name: String,
    counts: Vec<u64>,
    weights: Vec<f32>,
    note: Option<String>,
}

const PLAIN: FileKind = FileKind {
    magic: *b"TOGYZTST",
    version: 3,
    name: "test record",
    max_bytes: 1 << 16,
    compress: false,
};
const PACKED: FileKind = FileKind {
    compress: true,
    ..PLAIN
};

fn record() -> Record {
    Record {
        name: "bel".repeat(20),
        counts: vec![0, 1, 162, u64::MAX, 7, 7, 7, 7],
        weights: vec![0.5, -1.25, f32::MIN_POSITIVE],
        note: Some("qandyqaqpan".to_owned()),
    }
}

/// The file with its header's fields changed and the checksum made right again: a hostile file.
fn forge(file: &[u8], change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut file = file.to_vec();
    change(&mut file);
    let covered: Vec<u8> = [&file[..32], &file[HEADER_BYTES..]].concat();
    let checksum = ContentHash::of(&covered);
    file[32..64].copy_from_slice(checksum.as_bytes());
    file
}

/// The file with this body, and lengths that fit it.
fn with_body(body: &[u8]) -> Vec<u8> {
    let file = encode(&PLAIN, &record()).expect("a small record");
    forge(&file, |file| {
        file.truncate(HEADER_BYTES);
        file.extend_from_slice(body);
        file[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
        file[24..32].copy_from_slice(&(body.len() as u64).to_le_bytes());
    })
}

fn read(file: &[u8], kind: &FileKind) -> Result<Record, FileError> {
    decode("a test", file, kind)
}

#[test]
fn round_trip() {
    for kind in [PLAIN, PACKED] {
        let file = encode(&kind, &record()).expect("a small record");
        assert_eq!(read(&file, &kind).expect("as written"), record());
        assert_eq!(encode(&kind, &record()).expect("again"), file, "same bytes");
    }
}

#[test]
fn either_kind_reads_compressed_and_plain_bodies() {
    let packed = encode(&PACKED, &record()).expect("a small record");
    let plain = encode(&PLAIN, &record()).expect("a small record");
    assert!(packed.len() < plain.len(), "repetition compresses");
    assert_eq!(read(&packed, &PLAIN).expect("flagged"), record());
    assert_eq!(read(&plain, &PACKED).expect("flagged"), record());
}

#[test]
fn a_body_that_does_not_shrink_is_stored_plain() {
    let noise: Vec<u8> = (0..8_u32)
        .flat_map(|i| *ContentHash::of(&i.to_le_bytes()).as_bytes())
        .collect();
    let plain = encode(&PLAIN, &noise).expect("noise");
    assert_eq!(encode(&PACKED, &noise).expect("noise"), plain);
}

#[test]
fn cut_at_every_length() {
    for kind in [PLAIN, PACKED] {
        let file = encode(&kind, &record()).expect("a small record");
        for length in 0..file.len() {
            let error = read(&file[..length], &kind).expect_err("cut short");
            assert!(
                matches!(error, FileError::Truncated { .. }),
                "{length} bytes: {error}"
            );
        }
        let longer = [&file[..], b"!"].concat();
        let error = read(&longer, &kind).expect_err("too long");
        assert!(matches!(error, FileError::TrailingBytes { .. }), "{error}");
    }
}

#[test]
fn every_bit_flipped() {
    for kind in [PLAIN, PACKED] {
        let file = encode(&kind, &record()).expect("a small record");
        for bit in 0..8 * file.len() {
            let mut damaged = file.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let error = read(&damaged, &kind).expect_err("damaged");
            let fits = matches!(
                (bit / 8, &error),
                (0..5, FileError::Foreign { .. })
                    | (5..8, FileError::OtherKind { .. })
                    | (8..12, FileError::Version { supported: 3, .. })
                    | (
                        12..16,
                        FileError::UnknownFlags { .. } | FileError::Checksum { .. }
                    )
                    | (
                        16..32,
                        FileError::Truncated { .. }
                            | FileError::TrailingBytes { .. }
                            | FileError::TooLarge { .. }
                            | FileError::Checksum { .. },
                    )
                    | (32.., FileError::Checksum { .. })
            );
            assert!(fits, "bit {bit}: {error}");
            assert!(error.to_string().starts_with("a test: "), "{error}");
        }
    }
}

#[test]
fn hostile_headers() {
    let plain = encode(&PLAIN, &record()).expect("a small record");
    let packed = encode(&PACKED, &record()).expect("a small record");
    let set = |file: &[u8], at: usize, value: u64| {
        forge(file, |file| {
            file[at..at + 8].copy_from_slice(&value.to_le_bytes());
        })
    };
    for huge in [PLAIN.max_bytes + 1, 1 << 40, u64::MAX - 63, u64::MAX] {
        for at in [16, 24] {
            let error = read(&set(&packed, at, huge), &PACKED).expect_err("too large");
            assert!(matches!(error, FileError::TooLarge { .. }), "{error}");
        }
    }
    // Within the bound, but not what the body decompresses to.
    for decoded in [0, 1, PACKED.max_bytes] {
        for file in [&packed, &plain] {
            let error = read(&set(file, 24, decoded), &PACKED).expect_err("wrong length");
            assert!(matches!(error, FileError::Malformed { .. }), "{error}");
        }
    }
    // A plain body that claims to be compressed.
    let flagged = forge(&plain, |file| file[12] = 1);
    let error = read(&flagged, &PLAIN).expect_err("no zstd frame");
    assert!(matches!(error, FileError::Malformed { .. }), "{error}");
}

#[test]
fn hostile_bodies() {
    // bincode's varint: 253 announces a u64.
    let claim = |length: u64| [&[253][..], &length.to_le_bytes()].concat();
    let cases = [
        ("empty", vec![]),
        ("a text of 2^60 bytes", claim(1 << 60)),
        ("a text of 512 KiB", claim(1 << 19)),
        (
            "a list of 2^60 numbers",
            [&[0][..], &claim(1 << 60)].concat(),
        ),
        ("a text that is not UTF-8", vec![1, 0xff, 0, 0, 0]),
        ("an option that is neither", vec![0, 0, 0, 2]),
        ("a byte too many", vec![0, 0, 0, 0, 0]),
    ];
    for (what, body) in cases {
        let error = read(&with_body(&body), &PLAIN).expect_err(what);
        assert!(
            matches!(error, FileError::Malformed { .. }),
            "{what}: {error}"
        );
    }
    assert!(
        read(&with_body(&[0, 0, 0, 0]), &PLAIN).is_ok(),
        "the plainest record"
    );
}

#[test]
fn a_bomb_stops_at_the_bound() {
    // 16 MiB of zeros shrink to a few hundred bytes.
    let bomb = FileKind {
        max_bytes: 1 << 25,
        ..PACKED
    };
    let file = encode(&bomb, &vec![0_u8; 1 << 24]).expect("within its own bound");
    assert!(file.len() < 1 << 14);
    let honest = decode::<Vec<u8>>("bomb", &file, &PACKED).expect_err("above the bound");
    assert!(matches!(honest, FileError::TooLarge { .. }), "{honest}");
    let lying = forge(&file, |file| {
        file[24..32].copy_from_slice(&PACKED.max_bytes.to_le_bytes());
    });
    let lying = decode::<Vec<u8>>("bomb", &lying, &PACKED).expect_err("above the claim");
    assert!(matches!(lying, FileError::Malformed { .. }), "{lying}");
}

#[test]
fn a_value_above_the_bound_is_not_encoded() {
    let error = encode(&PLAIN, &vec![7_u8; 1 << 17]).expect_err("too large");
    assert!(
        matches!(error, FileError::TooLarge { max: 0x1_0000, .. }),
        "{error}"
    );
}

#[test]
fn large_bodies_pass_every_limit() {
    // Sizes on both sides of the limits that decoding chooses from.
    let kind = FileKind {
        max_bytes: 1 << 26,
        ..PLAIN
    };
    for length in [1 << 16, 1 << 18, (1 << 23) + 1] {
        let numbers: Vec<u64> = (0..length / 4).map(|i| i % 251).collect();
        let bytes = vec![3_u8; usize::try_from(length).expect("small")];
        let value = (numbers, String::from_utf8(bytes).expect("ascii"));
        let file = encode(&kind, &value).expect("within the bound");
        assert!(decode::<(Vec<u64>, String)>("large", &file, &kind).expect("whole") == value);
    }
}

#[test]
fn hashes_as_text() {
    let hash = ContentHash::of(b"otau");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    assert!(hash.to_string().starts_with(&hash.short()));
    let good = hash.to_string();
    for bad in [
        "",
        "0",
        &good[1..],
        &format!("{good}0"),
        &good.replace(['0', '1', '2'], "g"),
    ] {
        let error = bad.parse::<ContentHash>().expect_err(bad);
        assert!(error.to_string().contains("64 hexadecimal"), "{error}");
    }
    let bytes = encode(&PLAIN, &hash).expect("small");
    assert_eq!(
        decode::<ContentHash>("hash", &bytes, &PLAIN).expect("as written"),
        hash
    );
}

proptest! {
    #[test]
    fn any_record_comes_back(
        name in ".{0,40}",
        counts in prop::collection::vec(any::<u64>(), 0..50),
        weights in prop::collection::vec(-1e9_f32..1e9, 0..50),
        note in prop::option::of(".{0,20}"),
        compress in any::<bool>(),
    ) {
        let record = Record { name, counts, weights, note };
        let kind = FileKind { compress, ..PLAIN };
        let file = encode(&kind, &record).expect("small");
        prop_assert_eq!(read(&file, &kind).expect("as written"), record);
    }

    #[test]
    fn any_bytes_are_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(read(&bytes, &PLAIN).is_err());
    }

    #[test]
    fn any_body_is_a_record_or_malformed(body in prop::collection::vec(any::<u8>(), 0..200)) {
        match read(&with_body(&body), &PLAIN) {
            Ok(_) | Err(FileError::Malformed { .. }) => {}
            Err(other) => prop_assert!(false, "{}", other),
        }
    }
}
