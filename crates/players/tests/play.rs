//! Every kind of player, through the one face.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_players::{Budget, Clock, Hint, Library, Player, PlayerError, Proof, Thought, build};
use togyz_rules::{Game, Move, Position, Variant};

fn player(spec: &str, variant: Variant, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
    let library = Library::embedded().expect("the built-in levels");
    build(&spec.parse().expect("a spec"), &library, variant, seed)
}

fn think(player: &mut dyn Player, game: &Game, budget: &Budget) -> Result<Thought, PlayerError> {
    let stop = AtomicBool::new(false);
    let clock = Clock {
        elapsed: &|| Duration::ZERO,
        stop: &stop,
    };
    player.think(game, budget, &clock)
}

/// What holds of every thought.
fn check(name: &str, game: &Game, thought: &Thought) {
    let legal = game.position().legal_moves();
    assert!(legal.contains(thought.mv), "{name} plays {}", thought.mv);
    let mut moves: Vec<Move> = thought.candidates.iter().map(|one| one.mv).collect();
    moves.sort();
    let all: Vec<Move> = legal.iter().collect();
    assert_eq!(moves, all, "{name}: the candidates are the legal moves");
    let shares: f32 = thought.candidates.iter().map(|one| one.share).sum();
    assert!(
        (shares - 1.0).abs() < 1e-3,
        "{name}: shares add up to {shares}"
    );
    let chances = thought.win + thought.draw + thought.loss;
    assert!(
        (chances - 1.0).abs() < 1e-3,
        "{name}: chances add up to {chances}"
    );
    for one in &thought.candidates {
        assert!((0.0..=1.0).contains(&one.win), "{name}: win {}", one.win);
        assert_eq!(
            one.line.first(),
            Some(&one.mv),
            "{name}: a line begins with its move"
        );
    }
    let hint = Hint::from_thought(game, thought).expect("a hint");
    assert_eq!(Some(hint.mv), thought.best().map(|best| best.mv), "{name}");
}

/// Whoever listens hears of every depth or doubling, and changes nothing.
#[test]
fn thinking_aloud_is_thinking() {
    let game = Game::new(Variant::Togyz);
    for (spec, least) in [
        ("classical,depth=5", 4),
        ("level:club,sims=5000", 3),
        ("greedy", 0),
    ] {
        let mut silent = player(spec, Variant::Togyz, 1).expect("a player");
        let expected = think(silent.as_mut(), &game, &Budget::default()).expect("a thought");
        let mut loud = player(spec, Variant::Togyz, 1).expect("a player");
        let (stop, mut told) = (AtomicBool::new(false), Vec::new());
        let clock = Clock {
            elapsed: &|| Duration::ZERO,
            stop: &stop,
        };
        let mut tell = |thought| told.push(thought);
        let found = loud
            .consider(&game, &Budget::default(), &clock, false, Some(&mut tell))
            .expect("a thought");
        assert_eq!(found, expected, "{spec}");
        assert!(told.len() >= least, "{spec}: {}", told.len());
        assert!(told.is_sorted_by_key(|thought| thought.nodes), "{spec}");
        for thought in &told {
            check(spec, &game, thought);
        }
    }
}

const SPECS: [&str; 7] = [
    "random",
    "greedy",
    "classical,nodes=300",
    "classical,depth=2,eval=kazan",
    "level:beginner",
    "level:expert,sims=20",
    "level:club,nodes=20,temperature=1",
];

/// Plays a game of the player against itself; equal seeds give equal games.
fn game(spec: &str, seed: u64) -> Vec<Move> {
    let mut player = player(spec, Variant::Togyz, seed).expect("a player");
    assert_eq!(player.name(), spec);
    player.new_game();
    let mut game = Game::new(Variant::Togyz);
    while game.outcome().is_none() && game.plies().len() < 40 {
        let thought = think(player.as_mut(), &game, &Budget::default()).expect("a move");
        check(spec, &game, &thought);
        game.play(thought.mv).expect("a legal move");
    }
    game.plies().iter().map(|ply| ply.mv).collect()
}

#[test]
fn every_kind_plays_sound_and_reproducible_games() {
    for spec in SPECS {
        assert_eq!(game(spec, 5), game(spec, 5), "{spec}");
    }
}

#[test]
fn the_seed_decides_what_is_left_to_chance() {
    for spec in ["random", "level:club,nodes=20,temperature=1"] {
        assert_ne!(game(spec, 1), game(spec, 2), "{spec}");
    }
    assert_eq!(game("random,seed=9", 1), game("random,seed=9", 2));
}

#[test]
fn greedy_takes_the_most() {
    let mut greedy = player("greedy", Variant::Togyz, 1).expect("a player");
    let game = Game::new(Variant::Togyz);
    let thought = think(greedy.as_mut(), &game, &Budget::default()).expect("a move");
    let most = thought
        .candidates
        .iter()
        .filter_map(|one| Hint::about(game.position(), one))
        .map(|hint| hint.gain)
        .max();
    let chosen = thought
        .chosen()
        .and_then(|one| Hint::about(game.position(), one));
    assert_eq!(chosen.map(|hint| hint.gain), most);
    assert_eq!(most, Some(10));
}

#[test]
fn a_budget_goes_before_the_spec_and_the_default() {
    let game = Game::new(Variant::Togyz);
    let nodes = |spec: &str, budget: Budget| {
        let mut player = player(spec, Variant::Togyz, 1).expect("a player");
        think(player.as_mut(), &game, &budget)
            .expect("a move")
            .nodes
    };
    let fifty = Budget {
        nodes: Some(50),
        ..Budget::default()
    };
    assert_eq!(nodes("classical,nodes=700", Budget::default()), 700);
    assert_eq!(nodes("classical,nodes=700", fifty), 50);
    assert_eq!(nodes("classical", fifty), 50);
    let simulations = Budget {
        simulations: Some(60),
        ..Budget::default()
    };
    assert_eq!(
        nodes("classical", simulations),
        60,
        "simulations count as nodes"
    );

    let simulated = |spec: &str, budget: Budget| {
        let mut player = player(spec, Variant::Togyz, 1).expect("a player");
        let thought = think(player.as_mut(), &game, &budget).expect("a move");
        thought.simulations
    };
    assert_eq!(simulated("level:expert,sims=30", Budget::default()), 30);
    assert_eq!(simulated("level:expert,sims=30", simulations), 60);
    let depth = Budget {
        depth: Some(3),
        ..Budget::default()
    };
    assert_eq!(
        simulated("level:expert,sims=30", depth),
        30,
        "a tree has no depth"
    );
}

#[test]
fn a_set_stop_flag_still_gives_a_move() {
    let game = Game::new(Variant::Togyz);
    let stop = AtomicBool::new(true);
    let clock = Clock {
        elapsed: &|| Duration::ZERO,
        stop: &stop,
    };
    for spec in SPECS {
        let mut player = player(spec, Variant::Togyz, 1).expect("a player");
        let thought = player.think(&game, &Budget::default(), &clock);
        let thought = thought.unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert!(game.position().legal_moves().contains(thought.mv), "{spec}");
    }
}

#[test]
fn a_study_is_solved_and_told_as_proven() {
    let study = "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0/78,72/-1,4/0";
    let position = Position::from_compact(study, Variant::Togyz).expect("a position");
    for (position, seat) in [(position, "first"), (position.turned(), "second")] {
        let game = Game::from_position(position);
        let mut classical = player("classical,nodes=500000", Variant::Togyz, 1).expect("a player");
        let thought = think(classical.as_mut(), &game, &Budget::default()).expect("a move");
        check("classical", &game, &thought);
        assert_eq!(thought.mv.number(), 6, "{seat} seat");
        assert_eq!(thought.proven, Some(Proof::Win), "{seat} seat");
        assert!(
            thought.win > 0.999 && thought.margin > 0.0,
            "{seat} seat: {thought:?}"
        );
    }
}

#[test]
fn classical_greedy_and_random_play_every_variant_and_models_only_theirs() {
    for variant in Variant::ALL {
        for spec in ["random", "greedy", "classical,nodes=200"] {
            let mut player = player(spec, variant, 1).expect("a player");
            let game = Game::new(variant);
            let thought = think(player.as_mut(), &game, &Budget::default()).expect("a move");
            check(spec, &game, &thought);
        }
        let model = player("level:novice", variant, 1);
        match model {
            Ok(_) => assert_eq!(variant, Variant::Togyz),
            Err(error) => assert_eq!(
                error.to_string(),
                format!(
                    "level:novice knows togyz only, not {variant}; \
                     classical, greedy and random play every variant"
                )
            ),
        }
    }
}

#[test]
fn a_finished_game_is_refused() {
    let mut game = Game::new(Variant::Togyz);
    for number in [7, 1, 6, 7, 8, 1, 4, 7, 3, 8, 8] {
        game.play(Move::from_number(number).expect("a hole"))
            .expect("legal");
    }
    for spec in SPECS {
        let mut player = player(spec, Variant::Togyz, 1).expect("a player");
        let error = think(player.as_mut(), &game, &Budget::default()).expect_err(spec);
        assert!(matches!(error, PlayerError::GameOver), "{spec}: {error}");
    }
}

#[test]
fn what_is_not_there_is_named() {
    for (spec, expected) in [
        ("level:clup", "unknown level `clup`: did you mean `club`?"),
        (
            "checkpoint:no/such/run",
            "no/such/run: there is no such checkpoint",
        ),
        ("model:no/such.model", "no/such.model"),
    ] {
        let error = match player(spec, Variant::Togyz, 1) {
            Ok(_) => panic!("{spec} was built"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(expected), "{spec}: {error}");
    }
}

#[test]
fn a_hybrid_asks_a_model_within_alpha_beta() {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/models/club.model");
    let spec = format!("hybrid:{model},nodes=500");
    let game = Game::new(Variant::Togyz);
    let mut hybrid = player(&spec, Variant::Togyz, 1).unwrap();
    let thought = think(hybrid.as_mut(), &game, &Budget::default()).unwrap();
    check(&spec, &game, &thought);
    assert!(thought.depth.is_some_and(|depth| depth > 1) && thought.nodes <= 500);
    // It is the model that judges: the table's search says something else.
    let mut classical = player("classical,nodes=500", Variant::Togyz, 1).unwrap();
    let other = think(classical.as_mut(), &game, &Budget::default()).unwrap();
    assert!((thought.win - other.win).abs() > 1e-6);
    // Models know one variant.
    let refused = player(&spec, Variant::Bestemshe, 1).map(|_| ());
    assert!(matches!(refused, Err(PlayerError::Variant { .. })));
}
