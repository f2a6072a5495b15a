//! `play serve`: the command line.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

use super::catalogue::Chosen;
use super::pages::MOST_PAGES;
use crate::cli::LibraryArgs;

/// `play serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = 8081)]
    pub port: u16,
    /// The address to listen on. Anything but this machine's own (127.0.0.1, ::1) lets others play,
    /// without a password
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// A name by which browsers may call this server besides localhost, without the port
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// Games kept at once; the one that was longest idle makes room for another, and its page brings it
    /// back. Players of the 16 touched last keep their memory, 16 MiB each
    #[arg(long, value_name = "N", default_value_t = MOST_PAGES, value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub sessions: u16,
    /// Begin against this level (`play levels` lists them) [default: club]
    #[arg(long, value_name = "NAME", group = "first")]
    pub level: Option<String>,
    /// Begin against a model file
    #[arg(long, value_name = "FILE", group = "first")]
    pub model: Option<PathBuf>,
    /// Begin against a checkpoint, or the newest one of a run
    #[arg(long, value_name = "DIR", group = "first")]
    pub checkpoint: Option<PathBuf>,
    /// Where levels come from.
    #[command(flatten)]
    pub levels: LibraryArgs,
}

impl ServeArgs {
    /// Who was chosen as the first opponent.
    pub(super) fn chosen(&self) -> Option<Chosen> {
        let level = self.level.clone().map(Chosen::Level);
        let model = self.model.clone().map(Chosen::Model);
        let checkpoint = self.checkpoint.clone().map(Chosen::Checkpoint);
        level.or(model).or(checkpoint)
    }
}
