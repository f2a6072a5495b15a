//! Who sits where, and who plays for the computer.

use togyz_players::{Library, Player, PlayerError, PlayerSpec, build};
use togyz_rules::{Side, Variant};

use super::{Session, SessionError, Turn};
use crate::i18n::{Messages, Told, Value};

/// Who plays which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seats {
    /// A person on this side, the computer on the other.
    Against(Side),
    /// People on both.
    People,
    /// The computer on both.
    Engines,
}

impl Seats {
    /// Whether the computer plays the side.
    #[must_use]
    pub fn is_engine(self, side: Side) -> bool {
        match self {
            Seats::Against(person) => side != person,
            Seats::People => false,
            Seats::Engines => true,
        }
    }

    /// Whether the conversation waits when the side is to move: for a person, or because the
    /// computer plays both and is watched.
    pub(super) fn waits(self, side: Side) -> bool {
        self == Seats::Engines || !self.is_engine(side)
    }

    /// The side that is drawn at the bottom at first: the person's.
    #[must_use]
    pub fn bottom(self) -> Side {
        match self {
            Seats::Against(person) => person,
            Seats::People | Seats::Engines => Side::Bastaushy,
        }
    }
}

/// A player with what it was built from.
pub(crate) struct Engine {
    pub(crate) spec: PlayerSpec,
    pub(crate) player: Box<dyn Player>,
    variant: Variant,
}

impl Engine {
    pub(crate) fn build(
        spec: PlayerSpec,
        library: &Library,
        variant: Variant,
        seed: u64,
    ) -> Result<Engine, PlayerError> {
        let player = build(&spec, library, variant, seed)?;
        Ok(Engine {
            spec,
            player,
            variant,
        })
    }

    /// The variant that it was built for.
    pub(crate) fn variant(&self) -> Variant {
        self.variant
    }

    /// `level club`, `classical,depth=8`.
    pub(super) fn title(&self, messages: &Messages) -> String {
        match &self.spec {
            PlayerSpec::Level { name, .. } => {
                messages.format("game-level", &[("name", name.clone().into())])
            }
            spec => spec.to_string(),
        }
    }
}

/// The classical search with its own limits: it plays every variant.
pub(crate) fn classical() -> PlayerSpec {
    PlayerSpec::Classical {
        settings: togyz_players::Settings::default(),
    }
}

impl Session {
    /// Who plays for the computer, as a value of a message.
    pub(super) fn player(&self) -> (&'static str, Value) {
        ("player", self.engine.title(self.messages()).into())
    }

    /// Changes seats.
    pub(super) fn seat(&mut self, seats: Seats) -> String {
        self.seats = seats;
        self.turn = Turn::AsSeated;
        let mut values = vec![self.player()];
        let key = match seats {
            Seats::Against(person) => {
                self.bottom = person;
                values.push(("side", person.told(self.messages()).into()));
                "game-seat-you"
            }
            Seats::People => "game-seat-people",
            Seats::Engines => "game-seat-engines",
        };
        let text = self.messages().format(key, &values);
        format!("{text}\n\n{}", self.board())
    }

    /// Sits the person on a side, or on the other one.
    pub(super) fn sit(&mut self, side: Option<Side>) -> String {
        let side = side.unwrap_or(match self.seats {
            Seats::Against(person) => person.other(),
            Seats::People | Seats::Engines => self.side_to_move(),
        });
        self.seat(Seats::Against(side))
    }

    pub(super) fn level(&mut self, name: Option<String>) -> Result<String, SessionError> {
        match name {
            None => Ok(self.messages().format("game-opponent", &[self.player()]) + "\n"),
            Some(name) => self.play_against(PlayerSpec::level(name)),
        }
    }

    /// Another player for the computer; the person sits down if nobody sat there.
    pub(super) fn play_against(&mut self, spec: PlayerSpec) -> Result<String, SessionError> {
        let variant = self.state.position().variant();
        self.engine = Engine::build(spec, &self.levels, variant, self.config.seed)?;
        if self.seats == Seats::People {
            self.seats = Seats::Against(self.side_to_move());
        }
        let messages = self.messages();
        let mut values = vec![self.player()];
        let key = match self.seats {
            Seats::Against(person) => {
                values.push(("side", person.other().told(messages).into()));
                "game-seat-engine"
            }
            _ => "game-seat-engines",
        };
        Ok(messages.format(key, &values) + "\n")
    }

    pub(super) fn go(&mut self) -> Result<String, SessionError> {
        if self.state.is_over() {
            return Err(SessionError::Over);
        }
        self.turn = Turn::Computer;
        Ok(String::new())
    }

    /// Makes the computer ready for another game, of another variant if need be. Where its player
    /// does not know the variant the classical search takes its place, which the text tells.
    ///
    /// Nothing has changed after an error.
    pub(super) fn prepare(&mut self, variant: Variant) -> Result<String, SessionError> {
        if self.engine.variant == variant {
            self.engine.player.new_game();
            return Ok(String::new());
        }
        let (library, seed) = (&self.levels, self.config.seed);
        let mut text = String::new();
        let engine = match Engine::build(self.engine.spec.clone(), library, variant, seed) {
            Err(PlayerError::Variant { .. }) => {
                let messages = self.messages();
                let values = [self.player(), ("variant", variant.told(messages).into())];
                text = messages.format("game-no-variant", &values) + "\n";
                Engine::build(classical(), library, variant, seed)?
            }
            engine => engine?,
        };
        self.engine = engine;
        self.adviser = None;
        self.advice = None;
        Ok(text)
    }
}
