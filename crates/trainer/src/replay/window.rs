//! How much of the past is learnt from, and how often.

use crate::config::ReplayConfig;

/// How many of the newest rows make up the window when `total` rows have been played in all.
///
/// Grows by `window_expand` rows a row at first, then more slowly.
///
/// # Source
/// KataGo, `python/shuffle.py` and `SelfplayTraining.md`: a power law that begins at `min_rows`
/// with slope `window_expand`.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of rows far below 2^53"
)]
pub fn window_rows(config: &ReplayConfig, total: u64) -> u64 {
    if total <= config.min_rows {
        return total;
    }
    let scale = config.min_rows as f64;
    let exponent = config.window_exponent;
    let grown = (total as f64).powf(exponent) - scale.powf(exponent);
    let slope_at_start = exponent * scale.powf(exponent - 1.0);
    let window = scale + config.window_expand * grown / slope_at_start;
    (window as u64).min(total)
}

/// The oldest generation whose games may be learnt from when `played` generations have been played:
/// `max_staleness` before the newest.
#[must_use]
pub(crate) fn oldest_allowed(config: &ReplayConfig, played: usize) -> usize {
    match config.max_staleness as usize {
        0 => 0,
        limit => played.saturating_sub(limit + 1),
    }
}

/// How many steps may still be made so that each row played is drawn at most
/// `samples_per_row` times on average; none before there are `min_rows` rows.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts of rows far below 2^53"
)]
pub fn steps_allowed(config: &ReplayConfig, batch: usize, total: u64, drawn: u64) -> u64 {
    if total < config.min_rows {
        return 0;
    }
    let allowed = (total as f64 * config.samples_per_row) as u64;
    allowed.saturating_sub(drawn) / batch as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: ReplayConfig = ReplayConfig {
        min_rows: 1000,
        window_exponent: 0.65,
        window_expand: 0.4,
        max_mib: 1,
        samples_per_row: 4.0,
        average_duplicates: false,
        max_staleness: 0,
    };

    #[test]
    fn window_begins_whole_and_grows_slower_than_the_rows() {
        for total in [0, 1, 999, 1000] {
            assert_eq!(window_rows(&CONFIG, total), total);
        }
        // The first growth is window_expand a row.
        assert_eq!(window_rows(&CONFIG, 1010), 1003);
        let sizes: Vec<u64> = (1..100).map(|k| window_rows(&CONFIG, 1000 * k)).collect();
        let growth: Vec<u64> = sizes.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(
            growth
                .windows(2)
                .all(|pair| pair[1] <= pair[0] + 1 && pair[0] > 0)
        );
    }

    #[test]
    fn exponent_one_is_a_line() {
        let config = ReplayConfig {
            window_exponent: 1.0,
            ..CONFIG
        };
        assert_eq!(window_rows(&config, 11_000), 5000);
    }

    #[test]
    fn steps_follow_the_reuse_limit() {
        let cases = [
            (999, 0, 0),
            (1000, 0, 40),
            (1000, 3900, 1),
            (1000, 4000, 0),
            (1000, 9000, 0),
            (2000, 4000, 40),
        ];
        for (total, drawn, steps) in cases {
            assert_eq!(
                steps_allowed(&CONFIG, 100, total, drawn),
                steps,
                "{total} {drawn}"
            );
        }
    }
}
