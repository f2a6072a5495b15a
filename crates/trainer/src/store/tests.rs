//! What every store must do, asked of each.

use std::fs;

use super::*;

/// Runs a check over a folder and over memory.
fn each(check: impl Fn(&dyn Store)) {
    let folder = tempfile::tempdir().unwrap();
    check(&LocalStore::new(folder.path().join("run")));
    check(&RemoteStore::memory().unwrap());
    let below = object_store::path::Path::from("a/b");
    let inner = std::sync::Arc::new(object_store::memory::InMemory::new());
    check(&RemoteStore::new(inner, below, "memory").unwrap());
}

#[test]
fn objects_never_change_once_put() {
    each(|store| {
        assert_eq!(store.get("replay/a").unwrap(), None);
        assert_eq!(store.put("replay/a", b"one").unwrap(), Put::Written);
        assert_eq!(store.put("replay/a", b"two").unwrap(), Put::Present);
        assert_eq!(store.get("replay/a").unwrap().unwrap(), b"one");
        store.replace("replay/a", b"three").unwrap();
        assert_eq!(store.get("replay/a").unwrap().unwrap(), b"three");
    });
}

#[test]
fn lists_are_sorted_whole_and_cut_by_the_cursor() {
    each(|store| {
        assert!(store.list("replay").unwrap().is_empty());
        assert_eq!(store.usage("replay").unwrap(), Usage::default());
        for name in ["replay/b", "replay/a", "replay/c/d", "replays/c", "other/c"] {
            store.put(name, b"12").unwrap();
        }
        let all = ["replay/a", "replay/b", "replay/c/d"];
        assert_eq!(store.list("replay").unwrap(), all);
        assert_eq!(store.list_after("replay", "replay/a").unwrap(), all[1..]);
        assert_eq!(store.list_after("replay", "replay/a-").unwrap(), all[1..]);
        assert!(store.list_after("replay", "replay/z").unwrap().is_empty());
        let usage = Usage {
            objects: 3,
            bytes: 6,
        };
        assert_eq!(store.usage("replay").unwrap(), usage);
    });
}

#[test]
fn unfinished_files_are_not_listed() {
    let folder = tempfile::tempdir().unwrap();
    let store = LocalStore::new(folder.path());
    store.put("replay/a", b"").unwrap();
    fs::write(store.path("replay/.writing-x"), b"").unwrap();
    assert_eq!(store.list("replay").unwrap(), ["replay/a"]);
}

#[test]
fn quarantined_and_removed_objects_are_gone_from_their_place() {
    each(|store| {
        store.put("replay/a", b"bad").unwrap();
        let moved = store.quarantine("replay/a").unwrap();
        assert!(store.list("replay").unwrap().is_empty());
        assert_eq!(store.get(&moved).unwrap().unwrap(), b"bad");
        store.remove(&moved).unwrap();
        store.remove(&moved).unwrap();
        let error = store.quarantine("replay/a").unwrap_err();
        assert!(error.to_string().contains("replay/a"), "{error}");
        assert_eq!(error.source.kind(), io::ErrorKind::NotFound);
    });
}

#[test]
fn an_object_whose_answer_was_lost_is_moved_once() {
    let store = RemoteStore::memory().unwrap();
    store.put("replay/a", b"bad").unwrap();
    let moved = store.quarantine("replay/a").unwrap();
    assert_eq!(store.quarantine("replay/a").unwrap(), moved);
    assert_eq!(store.get(&moved).unwrap().unwrap(), b"bad");
}

#[test]
fn only_one_of_many_writers_wins() {
    each(|store| {
        let written: usize = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..8)
                .map(|i: u8| scope.spawn(move || store.put("x/y", &[i]).unwrap()))
                .collect();
            let puts = writers.into_iter().map(|writer| writer.join().unwrap());
            puts.filter(|put| *put == Put::Written).count()
        });
        assert_eq!(written, 1);
    });
}
