//! The date as games carry it.

/// Seconds of a day.
const DAY: u64 = 86_400;

/// The day of a time in seconds since 1970 (UTC), as `2011.05.21`.
///
/// # Source
/// The civil calendar from a count of days: years begin in March, so that the leap day is the last.
///
/// # Examples
/// ```
/// assert_eq!(togyz_play::date_of(1_305_936_000), "2011.05.21");
/// ```
#[must_use]
pub fn date_of(seconds: u64) -> String {
    // 1. Days since 1 March of the year 0, cut into eras of 400 years.
    let days = seconds / DAY + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    // 2. The year of the era; a 4-year, a 100-year and a 400-year cycle have leap days.
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // 3. Months from March have 153 days in five.
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_689_599, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(date_of(seconds), date);
        }
    }
}
