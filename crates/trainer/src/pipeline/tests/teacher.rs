//! Runs that begin with a model that is there already.

use super::*;
use crate::learning::{Learning, inherited};
use crate::replay::Shard;

fn chain(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        told += &format!(": {cause}");
        source = cause.source();
    }
    told
}

#[test]
fn a_teacher_plays_until_the_first_network_can() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first");
    whole(&first, &config(1));
    let teacher = checkpoint_dir(&first, 1).join("model.model");
    let taught_by = togyz_model::Model::load(&teacher).unwrap().hash();
    let mut config = config(1);
    config.net.grow_passes = 1.0;
    // Where self-play goes on while the first network learns, the teacher plays generation 1 too.
    for (overlap, taught) in [(false, 1), (true, 2)] {
        config.run.overlap = overlap;
        config.selfplay.teacher = teacher.display().to_string();
        let root = folder.path().join(format!("taught-{overlap}"));
        whole(&root, &config);
        let store = LocalStore::new(&root);
        for generation in 0..2 {
            for (_, name) in shards_of(&store, generation).unwrap() {
                let by = Shard::get(&store, &name).unwrap().model;
                assert_eq!(
                    by == Some(taught_by),
                    generation < taught,
                    "{overlap} {name}"
                );
            }
        }
    }
    let missing = folder.path().join("missing.model");
    config.selfplay.teacher = missing.display().to_string();
    let stop = AtomicBool::new(false);
    let root = folder.path().join("untaught");
    let error = session(&root, OpenMode::Fresh, &config, &mut Silent, &stop).unwrap_err();
    let told = chain(&error);
    assert!(told.contains("missing.model"), "{told}");
}

#[test]
fn a_network_that_inherits_begins_where_its_teacher_stands() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first");
    whole(&first, &config(1));
    let teacher = checkpoint_dir(&first, 1).join("model.model");
    let stands = togyz_model::Model::load(&teacher).unwrap();
    let mut config = config(1);
    config.selfplay.teacher = teacher.display().to_string();
    config.net.small_generations = 0;
    let random = Learning::fresh(&config, 0).unwrap();
    config.net.inherit = true;
    let heir = Learning::fresh(&config, 0).unwrap();
    let of = |learning: &Learning| learning.export("run", 0, 0).unwrap();
    assert_eq!(of(&heir).weights(), stands.weights());
    assert_ne!(of(&random).weights(), stands.weights());

    // The run goes on from there, by as much as its own games allow: it has nothing to catch up with.
    let root = folder.path().join("heir");
    whole(&root, &config);
    let heirs = checkpoint_dir(&root, 1).join("model.model");
    let heirs = togyz_model::Model::load(&heirs).unwrap();
    assert_ne!(heirs.weights(), stands.weights());
    assert!(!config.catches_up_in(0) && inherited(&config, 1).unwrap().is_none());

    // Another shape is refused, with both.
    config.net.trunk = vec![24, 8];
    let told = chain(&inherited(&config, 0).unwrap_err());
    assert!(
        told.contains("model.model") && told.contains("[16, 8]") && told.contains("[24, 8]"),
        "{told}"
    );
}
