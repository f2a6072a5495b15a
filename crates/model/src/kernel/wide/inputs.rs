//! The rows that a position sums, with AVX-512: what [`Features`](crate::Features) and
//! [`summed`](crate::integers::summed) do one hole after the other, for all holes at once. The order
//! of the rows is another; their sums are the same.
//!
//! A register holds the board in lanes of 16 bits: the mover's holes in lanes 0 to 8, the
//! opponent's in lanes 16 to 24, all others zero.

use std::arch::x86_64::*;

use togyz_rules::{Hole, Position};

use super::{load512, store256};
use crate::features::{
    BARE, CAPTURE_ROWS, COUNTS, FeatureSet, HOLES, KAZAN_ROWS, KAZANS, SLOT_ROWS, SLOTS,
};
use crate::integers::{HALF_LANES, LANES, SUMMED_CAPTURES, Summed, pair_row};

/// The place of each lane on the way round the board, 0 to 17.
const PLACES: [i16; LANES] = by_lane(1, 0);
/// The first row of each lane's hole.
const FIRST_ROWS: [i16; LANES] = by_lane(SLOT_ROWS, 0);
/// The first row of each lane's captures.
const FIRST_CAPTURES: [i16; LANES] = by_lane(CAPTURE_ROWS, SUMMED_CAPTURES);
/// From what a hole's sowing captures to what is captured of the hole.
const TO_HITS: usize = SLOTS * CAPTURE_ROWS;
/// Each lane's number.
const NUMBERS: [i16; LANES] = numbers(0);
/// The lanes of either side backwards.
const BACKWARDS: [i16; LANES] = numbers(15);

/// `first + each * place` in the lanes of holes.
const fn by_lane(each: usize, first: usize) -> [i16; LANES] {
    let mut lanes = [0; LANES];
    let mut place = 0;
    while place < SLOTS {
        lanes[place / HOLES * HALF_LANES + place % HOLES] = word(first + each * place);
        place += 1;
    }
    lanes
}

/// The numbers of the lanes, with some of their bits turned over.
const fn numbers(turned: usize) -> [i16; LANES] {
    let mut lanes = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        lanes[lane] = word(lane ^ turned);
        lane += 1;
    }
    lanes
}

/// The rows of a position.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[inline]
pub(super) fn summed(position: &Position, set: FeatureSet) -> Summed {
    let tuzdiks = [position.own_tuzdik(), position.other_tuzdik()];
    let (own, other) = (row(position.own_holes()), row(position.other_holes()));
    let board = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(own), other);
    let mut summed = Summed::default();

    // 1. The holes, each side's with whether it faces a tuzdik; then kazans and tuzdiks.
    let facing = tuzdiks.map(|tuzdik| word(usize::from(tuzdik.is_some()) * COUNTS));
    let facing = _mm512_inserti64x4::<1>(
        _mm512_castsi256_si512(_mm256_set1_epi16(facing[1])),
        _mm256_set1_epi16(facing[0]),
    );
    let counts = _mm512_min_epu16(board, _mm512_set1_epi16(word(COUNTS - 1)));
    let rows = _mm512_add_epi16(_mm512_add_epi16(lanes(&FIRST_ROWS), facing), counts);
    summed.push(_mm512_castsi512_si256(rows), HOLES);
    summed.push(_mm512_extracti64x4_epi64::<1>(rows), HOLES);
    let kazan = |balls: u8| usize::from(balls).min(KAZAN_ROWS - 1);
    let rows = [
        word(KAZANS + kazan(position.own_kazan())),
        word(KAZANS + KAZAN_ROWS + kazan(position.other_kazan())),
        pair_row(tuzdiks).cast_signed(),
    ];
    let [a, b, c] = rows;
    summed.push(
        _mm256_setr_epi16(a, b, c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        rows.len(),
    );
    if set == FeatureSet::Captures {
        captures(board, tuzdiks, &mut summed);
    }
    summed
}

/// Adds what each hole's sowing captures, and what is captured of each hole.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
#[inline]
fn captures(board: __m512i, [own, other]: [Option<Hole>; 2], summed: &mut Summed) {
    let one = _mm512_set1_epi16(1);
    // 1. Where the last ball of each hole falls, and how many of them fall there: none is left in
    //    the hole, but a single ball goes on by one.
    let sown = _mm512_sub_epi16(board, one);
    // 3641 / 65536 is a little more than an eighteenth: exact for all that a hole can hold.
    let laps = _mm512_mulhi_epu16(sown, _mm512_set1_epi16(3641));
    let in_laps = _mm512_mullo_epi16(laps, _mm512_set1_epi16(word(SLOTS)));
    let dropped = _mm512_add_epi16(laps, one);
    let single = _mm512_cmpeq_epi16_mask(board, one);
    let way = _mm512_sub_epi16(sown, in_laps);
    let way = _mm512_mask_add_epi16(way, single, way, one);
    let place = _mm512_add_epi16(lanes(&PLACES), way);
    let round = _mm512_set1_epi16(word(SLOTS));
    // Without a sign, a place before the first one is larger than any other.
    let place = _mm512_min_epu16(place, _mm512_sub_epi16(place, round));
    let in_second = _mm512_cmpge_epu16_mask(place, _mm512_set1_epi16(word(HOLES)));
    let apart = _mm512_set1_epi16(word(HALF_LANES - HOLES));
    let lane = _mm512_mask_add_epi16(place, in_second, place, apart);

    // 2. What lies there then. Nothing is captured of a tuzdik.
    let at_tuzdik = bit(own, HALF_LANES) | bit(other, 0);
    let bare = _mm512_set1_epi16(word(BARE.into()));
    let targets = _mm512_mask_mov_epi16(board, at_tuzdik, bare);
    let found = _mm512_add_epi16(_mm512_permutexvar_epi16(lane, targets), dropped);

    // 3. What is captured: an even number in the row across, or a tuzdik where there may be one.
    let side = _mm512_xor_si512(lane, lanes(&NUMBERS));
    let across = _mm512_test_epi16_mask(side, _mm512_set1_epi16(word(HALF_LANES)));
    let sowing = across & _mm512_test_epi16_mask(board, board);
    let even = _mm512_testn_epi16_mask(found, one) & _mm512_cmplt_epu16_mask(found, bare);
    const EIGHT: u32 = (1 << (HOLES - 1)) - 1;
    let eight = |tuzdik: Option<Hole>| if tuzdik.is_some() { 0 } else { EIGHT };
    let may_be =
        (eight(own) << HALF_LANES & !bit(other, HALF_LANES)) | (eight(other) & !bit(own, 0));
    let may_be = _mm512_movm_epi16(may_be);
    let may_be = _mm512_movepi16_mask(_mm512_permutexvar_epi16(lane, may_be));
    let tuzdik = _mm512_cmpeq_epi16_mask(found, _mm512_set1_epi16(3)) & may_be;
    let captured = sowing & (even | tuzdik);
    let last_kind = _mm512_set1_epi16(word(CAPTURE_ROWS - 1));
    let kind = _mm512_min_epu16(_mm512_srli_epi16::<1>(found), last_kind);
    let kind = _mm512_mask_mov_epi16(_mm512_sub_epi16(kind, one), tuzdik, last_kind);
    let rows = _mm512_add_epi16(lanes(&FIRST_CAPTURES), kind);
    summed.push_chosen(rows, captured);

    // 4. The same by the hole that is captured. Of several sowings that hit a hole the last counts,
    //    so the lanes go backwards, and those that meet an earlier one are left out.
    let place_rows = _mm512_add_epi16(
        _mm512_mullo_epi16(place, _mm512_set1_epi16(word(CAPTURE_ROWS))),
        _mm512_set1_epi16(word(SUMMED_CAPTURES + TO_HITS)),
    );
    let rows = _mm512_add_epi16(place_rows, kind);
    // What captures nothing gets a key of its own.
    let keys = _mm512_add_epi16(lanes(&NUMBERS), _mm512_set1_epi16(word(LANES)));
    let keys = _mm512_mask_mov_epi16(keys, captured, lane);
    let backwards = lanes(&BACKWARDS);
    let keys = _mm512_permutexvar_epi16(backwards, keys);
    let rows = _mm512_permutexvar_epi16(backwards, rows);
    let captured = _mm512_movepi16_mask(_mm512_permutexvar_epi16(
        backwards,
        _mm512_movm_epi16(captured),
    ));
    let new = |keys: __m256i| {
        let keys = _mm512_cvtepu16_epi32(keys);
        _mm512_testn_epi32_mask(_mm512_conflict_epi32(keys), _mm512_set1_epi32(-1))
    };
    let low = new(_mm512_castsi512_si256(keys));
    let high = new(_mm512_extracti64x4_epi64::<1>(keys));
    let new = u32::from(high) << HALF_LANES | u32::from(low);
    summed.push_chosen(rows, captured & new);
}

impl Summed {
    /// The rows in the first lanes.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[inline]
    fn push(&mut self, rows: __m256i, len: usize) {
        if let Some(to) = self.room() {
            store256(to, rows);
        }
        self.add(len);
    }

    /// The rows in the lanes of a mask.
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[inline]
    fn push_chosen(&mut self, rows: __m512i, mask: u32) {
        let halves = [
            (_mm512_castsi512_si256(rows), mask & 0xffff),
            (_mm512_extracti64x4_epi64::<1>(rows), mask >> HALF_LANES),
        ];
        for (rows, mask) in halves {
            #[expect(clippy::cast_possible_truncation, reason = "16 bits")]
            let chosen = _mm512_maskz_compress_epi32(mask as u16, _mm512_cvtepu16_epi32(rows));
            self.push(_mm512_cvtepi32_epi16(chosen), mask.count_ones() as usize);
        }
    }
}

/// A row of the board in lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn row([first @ .., ninth]: [u8; HOLES]) -> __m256i {
    let first = u64::from_le_bytes(first).cast_signed();
    _mm256_cvtepu8_epi16(_mm_set_epi64x(ninth.into(), first))
}

/// The lane of a tuzdik as a mask; none is no lane.
#[inline]
fn bit(tuzdik: Option<Hole>, first: usize) -> u32 {
    tuzdik.map_or(0, |hole| 1 << (first + hole.index()))
}

#[target_feature(enable = "avx512f")]
#[inline]
fn lanes(from: &[i16; LANES]) -> __m512i {
    load512(from)
}

/// A number of a lane.
#[inline]
const fn word(number: usize) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "rows are below 1996")]
    #[expect(clippy::cast_possible_wrap, reason = "rows are below 1996")]
    let word = number as i16;
    word
}
