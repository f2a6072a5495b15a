//! `evaluate quantize`: a model file whose forward pass is in integers.

use anyhow::Context as _;
use togyz_model::Model;

use crate::args::Quantize;
use crate::{DONE, tell};

/// Converts, prints the names of both models, and gives the exit code.
pub(crate) fn run(args: &Quantize) -> anyhow::Result<u8> {
    let model = Model::load(&args.from)?;
    let converted = if args.floats {
        model.in_floats()
    } else {
        model.quantized()
    };
    let hash = converted?
        .save(&args.to)
        .context("the model cannot be written")?;
    tell(&format!("{} to {hash}", model.hash()))?;
    Ok(DONE)
}
