//! The tables in memory, and how they are asked.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use togyz_files::FileError;
use togyz_rules::{Position, Variant};

use crate::file::{TableError, read};
use crate::index::{MAX_BALLS, Shape, Walk};
use crate::layer::{Bounds, Layer, Moment};
use crate::pair::Pair;
use crate::small;
use crate::solve::{Fewer, solve};

/// The tables up to so many balls are always there: part of the program where there are tuzdiks,
/// else worked out when first asked for.
pub const SMALL_BALLS: u8 = 5;

/// Layers of a pair, by balls.
const LAYERS: usize = MAX_BALLS as usize + 1;

/// The tables of one variant.
///
/// # Examples
/// ```
/// use togyz_rules::{Position, Variant};
/// use togyz_tables::TableSet;
/// let tables = TableSet::small(Variant::Bestemshe);
/// let text = "0,0,0,0,1/0,1,0,0,1/24,23/-1,-1/0";
/// let position = Position::from_compact(text, Variant::Bestemshe)?;
/// let exact = tables.exact(&position).expect("three balls");
/// assert_eq!(exact.own + exact.other, 50);
/// assert_eq!(tables.exact(&Position::start(Variant::Bestemshe)), None);
/// # Ok::<(), togyz_rules::PositionError>(())
/// ```
#[derive(Debug)]
pub struct TableSet {
    shape: &'static Shape,
    /// By pair, then by balls.
    layers: Vec<Option<Layer>>,
}

/// What was found in a folder.
#[derive(Debug)]
pub struct Opened {
    /// The tables, those that are always there included.
    pub tables: Arc<TableSet>,
    /// Files that could not be used, and layers that were left out.
    pub problems: Vec<TableError>,
}

impl TableSet {
    /// No table at all.
    pub(crate) fn empty(variant: Variant) -> TableSet {
        let shape = Shape::of(variant);
        let mut layers = Vec::new();
        layers.resize_with(Pair::all(variant).count() * LAYERS, || None);
        TableSet { shape, layers }
    }

    /// The tables that are always there.
    #[must_use]
    pub fn small(variant: Variant) -> Arc<TableSet> {
        static SMALL: [OnceLock<Arc<TableSet>>; 4] = [const { OnceLock::new() }; 4];
        let at = Variant::ALL.iter().position(|one| *one == variant);
        let small = &SMALL[at.unwrap_or_default()];
        let carried = || small::read(variant);
        let solved = || TableSet::solved(variant, SMALL_BALLS);
        Arc::clone(small.get_or_init(|| Arc::new(carried().unwrap_or_else(solved))))
    }

    /// Writes the layers up to [`SMALL_BALLS`] to the file that a later build of the crate carries.
    ///
    /// # Errors
    /// [`TableError::File`].
    pub fn write_small(&self, path: &Path) -> Result<(), TableError> {
        small::write(self, path)
    }

    /// All tables up to `balls`, solved here and now on one thread.
    #[must_use]
    pub fn solved(variant: Variant, balls: u8) -> TableSet {
        let mut set = TableSet::empty(variant);
        for balls in 0..=balls.min(most_balls(variant)) {
            for pair in Pair::all(variant) {
                if let Some(solved) = solve(set.shape, pair, balls, &set) {
                    set.insert(pair, balls, solved.layer);
                }
            }
        }
        set
    }

    /// The tables of a folder, as far as they are there, sound, and fit in `max_bytes` of memory.
    ///
    /// A file that is missing while others of as many balls are there, or that is broken, is a
    /// problem that is told; the rest is used. Files are read on `threads` threads.
    #[must_use]
    pub fn open(folder: &Path, variant: Variant, max_bytes: u64, threads: usize) -> Opened {
        let mut set = TableSet::empty(variant);
        let mut problems = Vec::new();
        let small = TableSet::small(variant);
        for pair in Pair::all(variant) {
            for balls in 0..=SMALL_BALLS {
                if let Some(layer) = small.layer(pair, balls) {
                    set.insert(pair, balls, layer.clone());
                }
            }
        }
        let mut bytes = set.bytes();
        for balls in SMALL_BALLS + 1..=most_balls(variant) {
            let needed = set.shape.bytes(balls);
            if bytes + needed > max_bytes {
                if folder
                    .join(crate::file::file_name(variant, Pair::Free, balls))
                    .exists()
                {
                    let bytes = bytes + needed;
                    problems.push(TableError::Memory {
                        balls,
                        bytes,
                        most: max_bytes,
                    });
                }
                break;
            }
            let found = read_layers(folder, set.shape, balls, threads);
            let is_missing = |one: &Result<Layer, TableError>| {
                matches!(one, Err(TableError::File(FileError::NotFound { .. })))
            };
            if found.iter().all(|(_, layer)| is_missing(layer)) {
                break;
            }
            for (pair, layer) in found {
                match layer {
                    Ok(layer) => set.insert(pair, balls, layer),
                    Err(problem) => problems.push(problem),
                }
            }
            bytes = set.bytes();
        }
        Opened {
            tables: Arc::new(set),
            problems,
        }
    }

    /// How many positions tables of so many balls have, in all pairs.
    #[must_use]
    pub fn positions(variant: Variant, balls: u8) -> u64 {
        Shape::of(variant).positions(balls.min(most_balls(variant)))
    }

    /// The memory that all tables up to so many balls need at most.
    ///
    /// # Units
    /// Bytes.
    #[must_use]
    pub fn memory(variant: Variant, balls: u8) -> u64 {
        let shape = Shape::of(variant);
        (0..=balls.min(most_balls(variant)))
            .map(|balls| shape.bytes(balls))
            .sum()
    }

    /// Any board of a pair with so many balls; `below(n)` gives any number below `n`. The kazans
    /// share what is left.
    ///
    /// # Panics
    /// If the variant has no tuzdiks and the pair does, or has fewer balls.
    #[must_use]
    pub fn any(&self, pair: Pair, balls: u8, below: &mut dyn FnMut(u64) -> u64) -> Position {
        let template = |form| {
            pair.template(self.variant(), form, balls)
                .expect("a pair and a number of balls that the variant has")
        };
        let index = below(self.shape.count(pair, balls));
        let form = usize::from(below(pair.forms() as u64) == 1);
        Walk::at(self.shape, &template(0), balls, index).position(&template(form), form)
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.shape.variant
    }

    /// The number of balls up to which no table is missing.
    #[must_use]
    pub fn balls(&self) -> u8 {
        let whole =
            |balls: &u8| Pair::all(self.variant()).all(|pair| self.layer(pair, *balls).is_some());
        (0..=MAX_BALLS).take_while(whole).last().unwrap_or(0)
    }

    /// Memory of all values.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.layers.iter().flatten().map(Layer::bytes).sum()
    }

    /// What each side is sure of, of the balls on the board; `None` if no table has the position.
    ///
    /// It is the value of the board alone, whatever the kazans are and whatever came before.
    #[inline]
    #[must_use]
    pub fn bounds(&self, position: &Position) -> Option<Bounds> {
        let balls = position.balls_on_board();
        if balls > MAX_BALLS {
            return None;
        }
        let slot = self.shape.slot(position);
        let layer = self.layers[slot.pair * LAYERS + usize::from(balls)].as_ref()?;
        Some(layer.bounds(slot.form, slot.index, balls))
    }

    /// When the fixpoint learnt what the side that waits is sure of, to be compared: less is earlier;
    /// equal for all positions with a tuzdik. See [`Moment`](crate::layer::Moment).
    pub(crate) fn progress(&self, position: &Position) -> (u32, usize, bool) {
        let balls = position.balls_on_board();
        if balls > MAX_BALLS || position.has_tuzdik() {
            return (0, 0, false);
        }
        let slot = self.shape.slot(position);
        let layer = self.layers[slot.pair * LAYERS + usize::from(balls)].as_ref();
        let Moment { pass, turned } =
            layer.map_or(Moment::default(), |layer| layer.moment(slot.index));
        let step = if turned {
            let board = position.rearranged(position.other_holes(), position.own_holes());
            self.shape.slot(&board).index
        } else {
            slot.index
        };
        (pass, step, turned)
    }

    pub(crate) fn shape(&self) -> &'static Shape {
        self.shape
    }

    pub(crate) fn layer(&self, pair: Pair, balls: u8) -> Option<&Layer> {
        self.layers
            .get(pair.index() * LAYERS + usize::from(balls))?
            .as_ref()
    }

    pub(crate) fn insert(&mut self, pair: Pair, balls: u8, layer: Layer) {
        self.layers[pair.index() * LAYERS + usize::from(balls)] = Some(layer);
    }
}

impl Fewer for TableSet {
    /// # Panics
    /// If the layer is missing: tables are solved in an order in which it is not.
    #[inline]
    fn bounds(&self, position: &Position, balls: u8) -> Bounds {
        let slot = self.shape.slot(position);
        let layer = self.layers[slot.pair * LAYERS + usize::from(balls)].as_ref();
        let layer = layer.expect("invariant: layers with fewer balls are solved first");
        layer.bounds(slot.form, slot.index, balls)
    }
}

/// The most balls that tables of a variant can have.
pub(crate) fn most_balls(variant: Variant) -> u8 {
    MAX_BALLS.min(variant.total())
}

/// All files of a number of balls, in the order of the pairs.
fn read_layers(
    folder: &Path,
    shape: &'static Shape,
    balls: u8,
    threads: usize,
) -> Vec<(Pair, Result<Layer, TableError>)> {
    let pairs: Vec<Pair> = Pair::all(shape.variant).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, pairs.len()) {
            scope.spawn(|| {
                while let Some(&pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let layer = read(folder, shape, pair, balls);
                    found
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((pair, layer));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(pair, _)| *pair);
    found
}
