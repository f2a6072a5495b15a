//! Positions and the reason that a hint gives for a move.

use togyz_players::{Candidate, Hint, Proof};
use togyz_rules::{Move, Position, Variant};

/// One position, the line of the move, what is proven, and the sentence.
struct Case {
    position: &'static str,
    line: &'static [u32],
    proven: Option<Proof>,
    sentence: &'static str,
}

const START: &str = "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0";
/// Hole 8 moves to 9, from where two balls reach the opponent's hole 1.
const PLAN: &str = "0,0,0,0,0,0,0,1,1/7,0,0,0,5,0,0,0,0/70,78/-1,-1/0";
/// The same, with a capture that wins.
const PLAN_TO_WIN: &str = "0,0,0,0,0,0,0,1,1/7,0,0,0,5,0,0,0,0/74,74/-1,-1/0";
/// The opponent's last ball walks over to the other row.
const STARVING: &str = "0,1,1,0,0,0,0,0,0/0,0,0,0,0,0,0,1,0/80,79/-1,-1/0";

const CASES: &[Case] = &[
    Case {
        position: START,
        line: &[9],
        proven: None,
        sentence: "hole 9 captures 10 balls and leaves the opponent eight holes",
    },
    Case {
        position: START,
        line: &[9],
        proven: Some(Proof::Win),
        sentence: "hole 9 captures 10 balls and leaves the opponent eight holes, and wins by force",
    },
    Case {
        position: "5,0,0,0,0,0,0,0,2/1,0,0,0,4,0,0,0,0/75,75/-1,-1/0",
        line: &[9],
        proven: Some(Proof::Loss),
        sentence: "hole 9 resists longest in a lost position",
    },
    Case {
        position: START,
        line: &[9],
        proven: Some(Proof::Loss),
        sentence: "hole 9 captures 10 balls and leaves the opponent eight holes, \
                   but the position is lost",
    },
    Case {
        position: "5,0,0,0,0,0,0,0,2/1,0,0,0,4,0,0,0,0/75,75/-1,-1/0",
        line: &[9],
        proven: None,
        sentence: "hole 9 captures 2 balls and leaves the opponent one hole",
    },
    Case {
        position: "3,0,0,0,0,0,0,0,2/2,0,0,0,10,0,0,0,10/70,65/-1,-1/0",
        line: &[9],
        proven: None,
        sentence: "hole 9 makes the opponent's hole 1 a tuzdik",
    },
    Case {
        position: "1,0,0,0,0,0,0,0,2/7,0,0,0,3,0,0,0,0/75,74/-1,-1/0",
        line: &[9],
        proven: Some(Proof::Win),
        sentence: "hole 9 wins the game with 83 balls in the kazan",
    },
    Case {
        position: "5,0,0,0,0,0,0,0,2/1,0,0,0,0,0,0,0,0/78,76/-1,-1/0",
        line: &[9],
        proven: Some(Proof::Win),
        sentence: "hole 9 leaves the opponent without a move and wins by 10 balls",
    },
    Case {
        position: "0,0,0,0,5,0,0,0,0/9,9,9,9,9,9,9,9,9/40,36/-1,-1/0",
        line: &[5],
        proven: None,
        sentence: "hole 5 is the only move",
    },
    Case {
        position: "11,0,0,0,0,0,0,0,5/0,4,0,0,0,0,0,0,2/72,68/-1,-1/0",
        line: &[1],
        proven: None,
        sentence: "hole 1 avoids the loss of 10 balls in hole 1",
    },
    Case {
        position: "2,0,0,0,0,0,0,0,5/0,5,0,0,0,0,0,0,2/75,73/-1,-1/0",
        line: &[1],
        proven: None,
        sentence: "hole 1 keeps the opponent from making a tuzdik of hole 1",
    },
    Case {
        position: "3,0,0,0,0,0,0,0,5/0,0,0,4,0,0,0,0,6/74,70/2,-1/0",
        line: &[9],
        proven: None,
        sentence: "hole 9 sows 1 ball into the own tuzdik",
    },
    Case {
        position: PLAN,
        line: &[8, 5, 9],
        proven: None,
        sentence: "hole 8 prepares to capture 8 balls with hole 9",
    },
    Case {
        position: "0,0,0,0,0,0,0,1,1/2,0,0,0,5,0,0,0,0/75,78/-1,-1/0",
        line: &[8, 5, 9],
        proven: None,
        sentence: "hole 8 prepares a tuzdik in the opponent's hole 1 with hole 9",
    },
    Case {
        position: PLAN,
        line: &[8, 5, 9],
        proven: Some(Proof::Win),
        sentence: "hole 8 wins by force",
    },
    Case {
        position: PLAN_TO_WIN,
        line: &[8, 5, 9],
        proven: Some(Proof::Win),
        sentence: "hole 8 wins in 2 moves",
    },
    Case {
        position: PLAN_TO_WIN,
        line: &[8, 5, 9],
        proven: Some(Proof::Draw),
        sentence: "hole 8 holds a certain draw",
    },
    Case {
        position: STARVING,
        line: &[2, 8, 3, 9, 1],
        proven: Some(Proof::Win),
        sentence: "hole 2 starves the opponent in 3 moves and wins by 4 balls",
    },
    Case {
        position: STARVING,
        line: &[2, 8, 3, 9],
        proven: Some(Proof::Win),
        sentence: "hole 2 wins by force",
    },
    Case {
        position: "5,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/79,77/-1,-1/0",
        line: &[1, 1, 4, 2, 3, 3, 4, 4, 2, 5, 3, 6, 5, 7, 1, 8, 2, 9, 7],
        proven: Some(Proof::Win),
        sentence: "hole 1 starves the opponent in 10 moves and wins by 8 balls",
    },
    Case {
        position: PLAN,
        line: &[8],
        proven: Some(Proof::Draw),
        sentence: "hole 8 holds a certain draw",
    },
    Case {
        position: PLAN,
        line: &[8],
        proven: Some(Proof::Loss),
        sentence: "hole 8 resists longest in a lost position",
    },
    Case {
        position: PLAN,
        line: &[8],
        proven: None,
        sentence: "hole 8 gives nothing away and keeps 2 balls at home",
    },
    Case {
        position: "3,0,0,0,0,0,0,0,5/0,0,0,0,0,0,0,0,6/74,74/-1,-1/0",
        line: &[9],
        proven: None,
        sentence: "hole 9 begins the best line that the search found",
    },
];

fn hint(position: &Position, case: &Case) -> Hint {
    let line: Vec<Move> = case
        .line
        .iter()
        .map(|&number| Move::from_number(number).expect("a hole"))
        .collect();
    let candidate = Candidate {
        mv: line[0],
        share: 1.0,
        win: 0.5,
        margin: 0.0,
        line,
        proven: case.proven,
    };
    Hint::about(position, &candidate).expect("a legal move")
}

#[test]
fn each_reason_has_its_position() {
    for case in CASES {
        let position = Position::from_compact(case.position, Variant::Togyz)
            .unwrap_or_else(|error| panic!("{}: {error}", case.position));
        let found = hint(&position, case);
        assert_eq!(found.to_string(), case.sentence, "{}", case.position);
        // The other seat sees the same.
        let turned = hint(&position.turned(), case);
        assert_eq!(turned, found, "{} turned", case.position);
    }
}

#[test]
fn the_gain_counts_what_is_given() {
    // The last of nine balls captures ten.
    let start = Position::start(Variant::Togyz);
    assert_eq!(hint(&start, &CASES[0]).gain, 10);
    // Sowing past the opponent's tuzdik in the own hole 2 gives one ball.
    let position = "9,0,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/9,0/-1,1/0";
    let position = Position::from_compact(position, Variant::Togyz).expect("a position");
    let case = Case {
        position: "",
        line: &[1],
        proven: None,
        sentence: "",
    };
    assert_eq!(hint(&position, &case).gain, -1);
}

#[test]
fn a_move_that_is_not_legal_has_no_hint() {
    let position = Position::from_compact(PLAN, Variant::Togyz).expect("a position");
    let candidate = Candidate {
        mv: Move::from_number(1).expect("a hole"),
        share: 1.0,
        win: 0.5,
        margin: 0.0,
        line: Vec::new(),
        proven: None,
    };
    assert_eq!(Hint::about(&position, &candidate), None);
}
