//! Each error of a described position, with the position that breaks just that rule.

use togyz_rules::{BySide, Hole, Place, Position, PositionError, Setup, SetupError, Side, Variant};

use Side::{Bastaushy, Kostaushy};

fn hole(number: u32) -> Hole {
    Hole::from_number(number).expect("a hole's number")
}

/// The start, changed.
fn changed(variant: Variant, change: impl FnOnce(&mut Setup)) -> Result<Position, SetupError> {
    let mut setup = Setup::start(variant);
    change(&mut setup);
    setup.build()
}

/// The start with the balls of a hole in a kazan and a tuzdik called there.
fn with_tuzdik(setup: &mut Setup, owner: Side, row: Side, number: u32) {
    let hole = hole(number);
    let balls = std::mem::take(&mut setup.rows[row][hole.index()]);
    setup.kazans[owner] += balls;
    setup.tuzdiks[owner].push(Place { row, hole });
}

#[test]
fn the_start_is_a_position() {
    for variant in Variant::ALL {
        assert_eq!(changed(variant, |_| {}), Ok(Position::start(variant)));
    }
}

#[test]
fn a_wrong_total_is_refused() {
    let found = changed(Variant::Togyz, |setup| setup.rows[Bastaushy][3] += 1);
    assert_eq!(
        found,
        Err(SetupError::WrongTotal {
            found: 163,
            expected: 162
        })
    );
    let found = changed(Variant::Bestemshe, |setup| setup.rows[Kostaushy][0] = 0);
    assert_eq!(
        found,
        Err(SetupError::WrongTotal {
            found: 45,
            expected: 50
        })
    );
    // Totals beyond a byte, and beyond 16 bits, do not wrap round to a right one.
    let found = changed(Variant::Togyz, |setup| setup.rows[Bastaushy][0] += 256);
    assert_eq!(
        found,
        Err(SetupError::WrongTotal {
            found: 418,
            expected: 162
        })
    );
    let found = changed(Variant::Togyz, |setup| {
        setup.rows = BySide::new([u16::MAX; 9], [1; 9])
    });
    assert_eq!(
        found,
        Err(SetupError::WrongTotal {
            found: 589_824,
            expected: 162
        })
    );
}

#[test]
fn kazans_above_the_total_are_refused() {
    let found = changed(Variant::Togyz, |setup| setup.kazans = BySide::new(100, 63));
    assert_eq!(
        found,
        Err(SetupError::KazansAboveTotal {
            found: 163,
            total: 162
        })
    );
}

#[test]
fn balls_in_a_hole_that_is_not_there_are_refused() {
    let found = changed(Variant::Qozdatu, |setup| setup.rows[Kostaushy][7] = 1);
    let expected = SetupError::NoSuchHole {
        row: Kostaushy,
        hole: hole(8),
        holes: 7,
    };
    assert_eq!(found, Err(expected));
}

#[test]
fn balls_in_a_tuzdik_are_refused() {
    let found = changed(Variant::Togyz, |setup| {
        setup.tuzdiks[Bastaushy].push(Place {
            row: Kostaushy,
            hole: hole(3),
        });
    });
    let expected = SetupError::BallsInTuzdik {
        row: Kostaushy,
        hole: hole(3),
        balls: 9,
    };
    assert_eq!(found, Err(expected));
}

#[test]
fn a_tuzdik_on_the_last_hole_is_refused() {
    for owner in Side::ALL {
        let found = changed(Variant::Togyz, |setup| {
            with_tuzdik(setup, owner, owner.other(), 9)
        });
        assert_eq!(
            found,
            Err(SetupError::TuzdikOnLastHole {
                owner,
                hole: hole(9)
            })
        );
    }
}

#[test]
fn a_tuzdik_on_the_own_side_is_refused() {
    for owner in Side::ALL {
        let found = changed(Variant::Historic, |setup| {
            with_tuzdik(setup, owner, owner, 2)
        });
        assert_eq!(
            found,
            Err(SetupError::TuzdikOnOwnSide {
                owner,
                hole: hole(2)
            })
        );
    }
}

#[test]
fn tuzdiks_opposite_each_other_are_refused() {
    let found = changed(Variant::Togyz, |setup| {
        with_tuzdik(setup, Bastaushy, Kostaushy, 4);
        with_tuzdik(setup, Kostaushy, Bastaushy, 4);
    });
    assert_eq!(found, Err(SetupError::TuzdiksOpposite { hole: hole(4) }));
}

#[test]
fn a_second_tuzdik_is_refused() {
    let found = changed(Variant::Togyz, |setup| {
        with_tuzdik(setup, Kostaushy, Bastaushy, 1);
        with_tuzdik(setup, Kostaushy, Bastaushy, 2);
    });
    assert_eq!(found, Err(SetupError::SecondTuzdik { owner: Kostaushy }));
}

#[test]
fn a_tuzdik_where_the_variant_has_none_is_refused() {
    for variant in [Variant::Qozdatu, Variant::Bestemshe] {
        let found = changed(variant, |setup| with_tuzdik(setup, Bastaushy, Kostaushy, 2));
        assert_eq!(
            found,
            Err(SetupError::VariantHasNoTuzdik {
                owner: Bastaushy,
                variant
            })
        );
    }
}

#[test]
fn texts_reach_the_same_errors() {
    let table = [
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/1,0/-1,-1/0",
            "there are 163 balls in all, not 162",
        ),
        (
            "9,9,9,9,9,9,9,9,0/9,9,9,9,9,9,9,9,9/0,9/-1,8/0",
            "the tuzdik of Kostaushy is on hole 9; the last hole is never one",
        ),
        (
            "9,9,0,9,9,9,9,9,9/9,9,0,9,9,9,9,9,9/9,9/2,2/0",
            "both tuzdiks are on hole 3; they are never opposite each other",
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/2,-1/0",
            "hole 3 of Kostaushy is a tuzdik, but holds 9 balls",
        ),
        (
            "0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0/100,100/-1,-1/0",
            "the kazans hold 200 balls of only 162",
        ),
        (
            "9S,9S,9S,9S,9S,9S,t,t,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 18 0 S 1",
            "Bastaushy has two tuzdiks; one is the most",
        ),
        (
            "t,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 9 0 S 1",
            "the tuzdik of Bastaushy is on hole 9; the last hole is never one",
        ),
        (
            "9S,9S,9S,9S,t,9S,9S,9S,9S/9S,9S,9S,9S,T,9S,9S,9S,9S 9 9 S 1",
            "both tuzdiks are on hole 5; they are never opposite each other",
        ),
        (
            "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,65535S 0 0 S 1",
            "there are 65688 balls in all, not 162",
        ),
    ];
    for (text, message) in table {
        let error = Position::parse(text, Variant::Togyz).expect_err(text);
        assert!(
            matches!(error, PositionError::Setup(_)),
            "{text}: {error:?}"
        );
        assert_eq!(error.to_string(), message, "{text}");
    }
    let fen = "5S,t,5S,5S,5S/5S,5S,5S,5S,5S 5 0 N 1";
    let error = Position::parse(fen, Variant::Bestemshe).expect_err(fen);
    assert_eq!(
        error.to_string(),
        "Bastaushy has a tuzdik, but bestemshe is played without"
    );
}
