//! The one face of everything that moves.

use std::path::PathBuf;

use togyz_files::ContentHash;
use togyz_rules::{Game, Variant};

use crate::budget::{Budget, Clock};
use crate::classical::Classical;
use crate::library::{Library, LibraryError};
use crate::simple::Simple;
use crate::spec::PlayerSpec;
use crate::suggest::Suggestion;
use crate::thought::Thought;
use crate::tree::TreePlayer;

/// Something that plays.
pub trait Player: Send {
    /// What to call it: the spec it was built from.
    fn name(&self) -> String;

    /// The content hash of its model, if it has one: what a path or a level's name stands for now.
    fn model_hash(&self) -> Option<ContentHash> {
        None
    }

    /// Forgets what earlier games left behind, so that equal games are played equally.
    fn new_game(&mut self);

    /// Thinks of the position on the board and picks a move; the other ways to ask are this one.
    ///
    /// With `every_move`, for somebody who wants to know what every move is worth, not only which is
    /// best. `tell` hears meanwhile what has been found so far: after each depth, or each time that
    /// the simulations have doubled; it changes nothing of what is found. Who does not search has
    /// one answer to all, and tells nothing.
    ///
    /// # Errors
    /// [`PlayerError::GameOver`] if the game has a result.
    fn consider(
        &mut self,
        game: &Game,
        budget: &Budget,
        clock: &Clock<'_>,
        every_move: bool,
        tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Result<Thought, PlayerError>;

    /// Picks a move.
    ///
    /// # Errors
    /// Those of [`Player::consider`].
    fn think(
        &mut self,
        game: &Game,
        budget: &Budget,
        clock: &Clock<'_>,
    ) -> Result<Thought, PlayerError> {
        self.consider(game, budget, clock, false, None)
    }

    /// Says what every move is worth.
    ///
    /// # Errors
    /// Those of [`Player::consider`].
    fn analyze(
        &mut self,
        game: &Game,
        budget: &Budget,
        clock: &Clock<'_>,
    ) -> Result<Thought, PlayerError> {
        self.consider(game, budget, clock, true, None)
    }
}

/// Why there is no player, or why it has no move.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is nothing to think about.
    #[error("the game is over: there is no move to think about")]
    GameOver,
    /// The models were made for one variant.
    #[error(
        "{player} knows {known} only, not {variant}; classical, greedy and random play every variant"
    )]
    Variant {
        /// The spec.
        player: String,
        /// What its model was trained for.
        known: Variant,
        /// What was asked for.
        variant: Variant,
    },
    /// No level has this name.
    #[error("unknown level `{name}`: {hint}")]
    UnknownLevel {
        /// The name found.
        name: String,
        /// What may be meant.
        hint: Suggestion,
    },
    /// No model lies where the spec points.
    #[error("{}: {reason}", path.display())]
    NoModel {
        /// The path of the spec.
        path: PathBuf,
        /// What is missing.
        reason: &'static str,
    },
    /// A folder could not be read.
    #[error("{}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A level or its model is not there or is broken.
    #[error(transparent)]
    Library(#[from] LibraryError),
}

/// The variant that models are trained for; the others have the classical search.
pub(crate) const MODEL_VARIANT: Variant = Variant::Togyz;

/// Builds the player that a spec names.
///
/// `seed` decides its random choices, unless the spec has a seed of its own. Players built from
/// equal arguments play equally, as long as their budgets are not wall time.
///
/// # Errors
/// [`PlayerError`] if the level is unknown, the model missing or broken, or if a player with a model
/// is to play a variant that it does not know.
///
/// # Examples
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use togyz_players::{Budget, Clock, Library, build};
/// use togyz_rules::{Game, Variant};
/// let library = Library::embedded()?;
/// let mut player = build(&"classical,nodes=500".parse()?, &library, Variant::Togyz, 1)?;
/// let game = Game::new(Variant::Togyz);
/// let (elapsed, stop) = (|| Duration::ZERO, AtomicBool::new(false));
/// let clock = Clock { elapsed: &elapsed, stop: &stop };
/// let thought = player.think(&game, &Budget::default(), &clock)?;
/// assert!(game.position().legal_moves().contains(thought.mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build(
    spec: &PlayerSpec,
    library: &Library,
    variant: Variant,
    seed: u64,
) -> Result<Box<dyn Player>, PlayerError> {
    let name = spec.to_string();
    let seed = spec.settings().seed.unwrap_or(seed);
    let model_allowed = || {
        if variant == MODEL_VARIANT {
            Ok(())
        } else {
            Err(PlayerError::Variant {
                player: spec.to_string(),
                known: MODEL_VARIANT,
                variant,
            })
        }
    };
    let tables = library.endings(variant, spec.settings().tables);
    if let Some(model) = library.model_of(spec)? {
        model_allowed()?;
        return Ok(Box::new(match spec {
            PlayerSpec::Level { name: level, .. } => {
                let level = library.level(level)?;
                TreePlayer::of_level(name, level, model, spec.settings(), tables, seed)
            }
            PlayerSpec::Hybrid { .. } => {
                let hybrid = Classical::hybrid(name, model, spec.settings(), tables);
                return Ok(Box::new(hybrid));
            }
            _ => TreePlayer::of_model(name, model, spec.settings(), tables, seed),
        }));
    }
    Ok(match spec {
        PlayerSpec::Greedy { .. } => Box::new(Simple::greedy(name, seed)),
        PlayerSpec::Random { .. } => Box::new(Simple::random(name, seed)),
        _ => Box::new(Classical::new(name, spec.settings(), tables)),
    })
}
