//! The game of one page: the only place where it changes, and all that is shown derives from it.

use std::time::Duration;

use togyz_rules::{BySide, Game, GameRecord, Headers, Move, Outcome, Position, Side, Variant};

use super::action::{Act, Action, NewGame};
use super::catalogue::{Catalogue, Entry};
use super::clock::{GameClock, KeptClock};
use super::refusal::Refusal;
use super::review::Kept;
use super::search::Benches;
use super::text;
use crate::review::carried;
use crate::session::{Closed, State, Why};

/// Who sits at a side.
#[derive(Clone, Debug)]
pub(crate) enum Seat {
    /// A person.
    Person,
    /// A player of the catalogue.
    Engine(Box<Entry>),
}

impl Seat {
    fn engine(entry: &Entry) -> Seat {
        Seat::Engine(Box::new(entry.clone()))
    }
}

/// A game with its players.
pub(crate) struct Desk {
    pub(super) state: State,
    pub(super) seats: BySide<Seat>,
    /// Grows with every change, so that whoever thinks about an older board knows.
    pub(super) revision: u64,
    pub(super) clock: Option<GameClock>,
    /// The players, their searches and what they found.
    pub(super) benches: Benches,
    /// What was found when its game was reviewed.
    pub(super) review: Option<Kept>,
    date: String,
}

impl Desk {
    /// The first game of a page.
    pub(crate) fn new(catalogue: &Catalogue, date: String, seed: u64) -> Desk {
        let variant = Variant::Togyz;
        let mut seats = BySide::new(Seat::Person, Seat::Person);
        for (side, entry) in catalogue.first_seats(variant) {
            seats[side] = entry.map_or(Seat::Person, Seat::engine);
        }
        Desk {
            state: State::new(Position::start(variant)),
            seats,
            revision: 1,
            clock: None,
            benches: Benches::new(seed),
            review: None,
            date,
        }
    }

    /// Carries an action out that was meant for the present board.
    pub(crate) fn carry_out(
        &mut self,
        act: Act,
        catalogue: &Catalogue,
        now: Duration,
    ) -> Result<(), Refusal> {
        if act.seen != self.revision {
            return Err(Refusal::Stale);
        }
        self.act(act.action, catalogue, now)
    }

    /// Carries an action out.
    pub(crate) fn act(
        &mut self,
        action: Action,
        catalogue: &Catalogue,
        now: Duration,
    ) -> Result<(), Refusal> {
        match action {
            Action::Play { hole } => self.play(hole, now)?,
            Action::Undo {} => self.undo()?,
            Action::Redo {} => self.redo()?,
            Action::Jump { ply } => {
                self.jump(ply)?;
                // Whoever looks back is not charged for it.
                self.pause(now);
            }
            Action::New(game) => self.begin(&game, catalogue)?,
            Action::Seats { seats } => {
                let variant = self.state.position().variant();
                self.seats = seated(&seats, catalogue, variant)?;
            }
            Action::Load { text, seats, clock } => {
                self.load(&text, seats.as_ref(), clock.as_ref(), catalogue)?;
            }
            Action::Pause {} => self.pause(now),
            Action::GoOn {} => {
                if let Some(clock) = &mut self.clock {
                    clock.go_on(now);
                }
            }
            Action::Resign {} => self.resign()?,
            Action::Flag {} => self.flag(now)?,
        }
        if let Some(clock) = &mut self.clock {
            if self.state.is_over() {
                clock.stop(self.state.position().side_to_move(), now);
            } else {
                clock.restart(now);
            }
        }
        self.changed();
        Ok(())
    }

    /// Counts a change, and ends searches of the board before it.
    fn changed(&mut self) {
        self.revision += 1;
        self.benches.cancel();
    }

    /// The computer's move, if the board is still the one it thought about.
    pub(super) fn computer_moved(&mut self, revision: u64, mv: Move, now: Duration) {
        if self.revision == revision && self.computer_to_move().is_some() {
            // The player was asked about this very position, so its move is legal here.
            if self.sow(mv, now).is_ok() {
                self.changed();
            }
        }
    }

    /// The player that is to move, unless that is a person or the game is over.
    pub(super) fn computer_to_move(&self) -> Option<(Side, &Entry)> {
        let side = self.state.position().side_to_move();
        match &self.seats[side] {
            Seat::Engine(entry) if !self.state.is_over() => Some((side, &**entry)),
            _ => None,
        }
    }

    fn play(&mut self, hole: u32, now: Duration) -> Result<(), Refusal> {
        let mv = Move::from_number(hole).map_err(|error| Refusal::Request(error.to_string()))?;
        if let Some((side, _)) = self.computer_to_move() {
            return Err(Refusal::ComputersTurn(side));
        }
        self.sow(mv, now)
    }

    /// A move of whoever is to move. Who moves too late has lost instead.
    fn sow(&mut self, mv: Move, now: Duration) -> Result<(), Refusal> {
        let mover = self.state.position().side_to_move();
        if let Some(clock) = &self.clock
            && clock.left(mover, mover, now).is_zero()
            && !self.state.is_over()
        {
            self.state.close(Closed::lost(mover, Why::Time));
            return Ok(());
        }
        if self.state.is_over() {
            return Err(togyz_rules::PlayError::Over.into());
        }
        self.state.play(mv)?;
        if let Some(clock) = &mut self.clock {
            clock.moved(mover, now);
            if self.state.is_over() {
                clock.stop(mover.other(), now);
            }
        }
        Ok(())
    }

    /// Whether a person, or somebody who watches, may be left at a side's turn.
    fn waits(&self) -> impl Fn(Side) -> bool + use<> {
        let people = BySide::from_fn(|side| matches!(self.seats[side], Seat::Person));
        let watched = !people.bastaushy && !people.kostaushy;
        move |side| watched || people[side]
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        let plies = self.state.plies();
        let ply = match self.state.closed() {
            // The end is taken back, not a move.
            Some(_) => plies,
            None => self
                .state
                .turn_before(plies, self.waits())
                .ok_or(Refusal::NothingToUndo)?,
        };
        self.state.rewind(ply);
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        if !self.state.can_replay() {
            return Err(Refusal::NothingToRedo);
        }
        let waits = self.waits();
        self.state.replay_to_turn(waits);
        Ok(())
    }

    fn jump(&mut self, ply: usize) -> Result<(), Refusal> {
        if ply > self.state.whole().plies().len() {
            return Err(Refusal::NoPly);
        }
        self.state.rewind(ply);
        while self.state.plies() < ply && self.state.replay().is_some() {}
        Ok(())
    }

    fn begin(&mut self, game: &NewGame, catalogue: &Catalogue) -> Result<(), Refusal> {
        let start = match &game.setup {
            Some(setup) => setup.build(game.variant)?,
            None => Position::start(game.variant),
        };
        let seats = seated(&game.seats, catalogue, game.variant)?;
        let clock = game.clock.map(|control| sound(GameClock::new(control)));
        self.clock = clock.transpose()?;
        self.seats = seats;
        self.put(State::new(start));
        Ok(())
    }

    fn load(
        &mut self,
        text: &str,
        seats: Option<&BySide<Option<String>>>,
        clock: Option<&KeptClock>,
        catalogue: &Catalogue,
    ) -> Result<(), Refusal> {
        let (game, headers) = text::read(text, self.state.position().variant())?;
        let variant = game.position().variant();
        let seats = match seats {
            Some(seats) => seated(seats, catalogue, variant)?,
            // Whoever loads a game looks at it first.
            None => BySide::new(Seat::Person, Seat::Person),
        };
        let clock = clock.map(|kept| sound(GameClock::kept(kept)));
        self.clock = clock.transpose()?;
        self.seats = seats;
        self.put(State::of(game, headers));
        Ok(())
    }

    fn put(&mut self, state: State) {
        self.state = state;
        self.benches.new_game();
    }

    fn pause(&mut self, now: Duration) {
        let mover = self.state.position().side_to_move();
        if let Some(clock) = &mut self.clock {
            clock.pause(mover, now);
        }
    }

    fn resign(&mut self) -> Result<(), Refusal> {
        if self.state.is_over() {
            return Err(togyz_rules::PlayError::Over.into());
        }
        let mover = self.state.position().side_to_move();
        let is_person = |side: Side| matches!(self.seats[side], Seat::Person);
        let loser = match (is_person(mover), is_person(mover.other())) {
            (true, _) => mover,
            (false, true) => mover.other(),
            (false, false) => return Err(Refusal::NobodyResigns),
        };
        self.state.close(Closed::lost(loser, Why::Resigned));
        Ok(())
    }

    fn flag(&mut self, now: Duration) -> Result<(), Refusal> {
        let mover = self.state.position().side_to_move();
        match &self.clock {
            Some(clock) if !self.state.is_over() && clock.left(mover, mover, now).is_zero() => {
                self.state.close(Closed::lost(mover, Why::Time));
                Ok(())
            }
            _ => Err(Refusal::NotTime),
        }
    }

    /// The game as it is kept.
    pub(super) fn record(&self) -> GameRecord {
        let player = |side: Side| match &self.seats[side] {
            Seat::Person => "Player".to_owned(),
            Seat::Engine(entry) => entry.id.clone(),
        };
        let mut record = self.state.record(|| Headers {
            event: "Game in the browser".to_owned(),
            date: self.date.clone(),
            white: player(Side::Bastaushy),
            black: player(Side::Kostaushy),
            ..Headers::default()
        });
        let review = self.review.as_ref();
        if let Some(known) = review.and_then(|kept| kept.carried(&record.game)) {
            carried::renew(&mut record, Some(known));
        }
        record
    }

    /// How the game ended on the board.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    /// The game on the board.
    pub(super) fn game(&self) -> &Game {
        self.state.game()
    }
}

/// A clock, unless its time makes no sense.
fn sound(clock: Option<GameClock>) -> Result<GameClock, Refusal> {
    clock.ok_or_else(|| Refusal::Request("no such clock".to_owned()))
}

/// The players with these ids.
fn seated(
    ids: &BySide<Option<String>>,
    catalogue: &Catalogue,
    variant: Variant,
) -> Result<BySide<Seat>, Refusal> {
    let mut seats = BySide::new(Seat::Person, Seat::Person);
    for side in Side::ALL {
        if let Some(id) = &ids[side] {
            let entry = catalogue.get(id).filter(|entry| entry.plays(variant));
            seats[side] = Seat::engine(entry.ok_or(Refusal::NoPlayer)?);
        }
    }
    Ok(seats)
}
