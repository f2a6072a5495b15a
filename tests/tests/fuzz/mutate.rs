//! Damage, seeded: the same seed makes the same bytes everywhere.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Numbers and marks at which parsers and decoders tend to break.
const EDGES: [&[u8]; 16] = [
    b"\0",
    b"\xff",
    b"\xff\xff\xff\xff\xff\xff\xff\xff",
    b"\xfd\xff\xff\xff\xff\xff\xff\xff\x7f",
    b"\xfb\xff\xff",
    b"99999999999999999999",
    b"-1",
    b"nan",
    b"1e999",
    b"\n",
    b"\r\n",
    b"\"",
    b"{",
    b"[",
    "½\u{feff}".as_bytes(),
    b",",
];

/// The longest that a mutation makes of a file of the corpus, beyond its own length.
const MOST_ADDED: usize = 4096;

/// Makes one wrong file after the other out of right ones.
pub(crate) struct Mutator<'a> {
    corpus: &'a [Vec<u8>],
    rng: ChaCha8Rng,
}

impl<'a> Mutator<'a> {
    pub(crate) fn new(corpus: &'a [Vec<u8>], seed: u64) -> Mutator<'a> {
        assert!(!corpus.is_empty());
        Mutator {
            corpus,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// A file of the corpus after one to four changes.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().clone();
        let most = bytes.len() + MOST_ADDED;
        for _ in 0..self.rng.random_range(1..=4) {
            self.change(&mut bytes);
        }
        bytes.truncate(most);
        bytes
    }

    fn seed(&mut self) -> &'a Vec<u8> {
        &self.corpus[self.rng.random_range(0..self.corpus.len())]
    }

    /// A place in the bytes, or their end; headers are short and matter, so half are near the front.
    fn place(&mut self, bytes: &[u8]) -> usize {
        let end = bytes.len();
        let near = if self.rng.random() { end } else { end.min(96) };
        self.rng.random_range(0..=near)
    }

    fn change(&mut self, bytes: &mut Vec<u8>) {
        let at = self.place(bytes);
        match self.rng.random_range(0..7) {
            // A flipped bit.
            0 | 1 => {
                let bit = 1 << self.rng.random_range(0..8);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= bit;
                }
            }
            // The end is missing.
            2 => bytes.truncate(at),
            // Something between.
            3 => {
                let edge = EDGES[self.rng.random_range(0..EDGES.len())];
                bytes.splice(at..at, edge.iter().copied());
            }
            // Something instead.
            4 => {
                let edge = EDGES[self.rng.random_range(0..EDGES.len())];
                let end = bytes.len().min(at + edge.len());
                bytes.splice(at..end, edge.iter().copied());
            }
            // A part goes, or comes twice.
            5 => {
                let end = bytes.len().min(at + self.rng.random_range(1..64));
                let part = bytes[at..end].to_vec();
                if self.rng.random() {
                    bytes.splice(at..at, part);
                } else {
                    bytes.splice(at..end, []);
                }
            }
            // It goes on as another file.
            _ => {
                let other = self.seed();
                let from = self.place(other);
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
        }
    }
}
