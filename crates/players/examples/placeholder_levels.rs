//! Writes six small untrained models and a levels.toml that fits them, for a tree in which nothing
//! has been trained yet. `train export` replaces them.
//!
//! ```text
//! cargo run -p togyz-players --example placeholder_levels -- PROJECT
//! ```

use std::error::Error;
use std::path::PathBuf;

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use togyz_model::{Model, ModelHeader, Weights};
use togyz_players::{Level, Levels};

/// Name, simulations, temperature, the most that is given away.
const LEVELS: [(&str, u32, f32, f32); 6] = [
    ("beginner", 2, 0.8, 0.20),
    ("novice", 8, 0.6, 0.15),
    ("amateur", 32, 0.5, 0.10),
    ("club", 128, 0.4, 0.06),
    ("master", 512, 0.3, 0.03),
    ("expert", 3_000, 0.0, 0.0),
];

fn main() -> Result<(), Box<dyn Error>> {
    let project: PathBuf = std::env::args_os()
        .nth(1)
        .ok_or("the project's folder?")?
        .into();
    let mut levels = Vec::new();
    for (seed, (name, simulations, temperature, max_loss)) in (1..).zip(LEVELS) {
        let trunk = [4, 8];
        let weights = Weights::random(&trunk, &mut ChaCha8Rng::seed_from_u64(seed));
        let header = ModelHeader {
            run: "untrained".to_owned(),
            seed,
            ..ModelHeader::new(&trunk)
        };
        let file = format!("{name}.model");
        let hash = Model::new(header, weights)?.save(&project.join("data/models").join(&file))?;
        levels.push(Level {
            name: name.to_owned(),
            model: file,
            simulations,
            temperature,
            max_loss,
            run: "untrained".to_owned(),
            generation: 0,
            seed,
            hash,
            elo: None,
        });
    }
    std::fs::write(
        project.join("configs/levels.toml"),
        Levels(levels).to_toml()?,
    )?;
    Ok(())
}
