//! Accepts connections: so many at once, and each has to say soon what it wants.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use togyz_players::PlayerSpec;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

use super::App;
use super::args::ServeArgs;
use super::catalogue::Chosen;
use super::guard::names;
use super::live::MOST_LIVE;
use super::pages::Pages;
use super::routes::router;
use crate::{Exit, Surroundings};

/// Connections at once; more wait to be accepted.
const CONNECTIONS: usize = 4096;
/// The longest time for a request's header, also between two requests of a connection.
const HEADER_TIME: Duration = Duration::from_secs(20);
/// The longest header.
const HEADER_BYTES: usize = 16 * 1024;
/// A pause after a connection could not be accepted: too many files are open.
const BREATH: Duration = Duration::from_millis(50);
/// The longest time for searches to end when the server ends.
const LEAVE_TIME: Duration = Duration::from_secs(1);

/// Serves until it is interrupted.
///
/// # Errors
/// If the first opponent cannot be had, or the address is taken.
pub(crate) fn run(
    args: &ServeArgs,
    around: &Surroundings,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let here = around.folder.as_deref();
    let library = args.levels.open_with_tables(here, err)?;
    let chosen = args.chosen();
    // A player that cannot be had is told now, not on the page.
    library.model_of(&match &chosen {
        Some(Chosen::Level(name)) => PlayerSpec::level(name),
        Some(Chosen::Model(path)) => PlayerSpec::model(path),
        Some(Chosen::Checkpoint(path)) => PlayerSpec::checkpoint(path),
        None => crate::session::classical(),
    })?;
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("no runtime")?;
    let ended = Arc::new(Notify::new());
    let end = Arc::clone(&ended);
    (around.on_interrupt)(Box::new(move || end.notify_one()))?;

    let app = runtime.block_on(async {
        let address = SocketAddr::new(args.host, args.port);
        let listener = TcpListener::bind(address)
            .await
            .with_context(|| format!("{address} cannot be listened on (--port, --host)"))?;
        let bound = listener.local_addr().context("no address")?;
        let app = Arc::new(App {
            levels: library,
            here: here.map(std::path::Path::to_owned),
            chosen,
            pages: Pages::new(args.sessions),
            searches: Arc::new(Semaphore::new(cores.max(2))),
            looks: Arc::new(Semaphore::new(MOST_LIVE)),
            names: names(bound, &args.name),
            now: around.now,
            date: around.date.clone(),
            seed: AtomicU64::new(around.chance),
        });
        writeln!(out, "http://{bound}/")?;
        if !bound.ip().is_loopback() {
            writeln!(out, "Anybody who reaches {bound} can play. Ctrl-C ends.")?;
        }
        out.flush()?;
        let routes = router(Arc::clone(&app));
        tokio::select! {
            () = accept(listener, routes) => {}
            () = ended.notified() => {}
        }
        anyhow::Ok(app)
    })?;
    app.pages.cancel();
    runtime.shutdown_timeout(LEAVE_TIME);
    Ok(Exit::Done)
}

/// Accepts connections for ever.
async fn accept(listener: TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(serve(stream, routes.clone(), place));
            }
            Err(_) => tokio::time::sleep(BREATH).await,
        }
    }
}

/// Serves one connection.
async fn serve(stream: TcpStream, routes: Router, place: OwnedSemaphorePermit) {
    // Small answers should not wait for one another; without it they are only slower.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes))
        .with_upgrades();
    // A client that is gone or speaks no HTTP is nobody's fault here.
    let _ = connection.await;
    drop(place);
}
