//! The grammar of specs: what is read, what is refused, and with which words.

use togyz_players::PlayerSpec;

#[test]
fn valid_specs_are_written_as_they_were_read() {
    for text in [
        "random",
        "greedy,seed=7",
        "classical",
        "classical,nodes=1000",
        "hybrid:runs/x,depth=4,threads=2",
        "classical,ms=50,depth=12,memory=64,eval=kazan,threads=1",
        "classical,eval=table",
        "level:expert",
        "level:club,sims=50,temperature=0.5",
        "checkpoint:runs/x/checkpoints/0042,sims=400,seed=18446744073709551615",
        "checkpoint:runs/with, comma/0042,ms=5",
        "model:data/models/expert.model,temperature=0",
        "model:C:/models/a.model",
    ] {
        let spec: PlayerSpec = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(spec.to_string(), text);
        assert_eq!(spec.to_string().parse::<PlayerSpec>().as_ref(), Ok(&spec));
    }
}

#[test]
fn keys_come_out_in_one_order() {
    let spec: PlayerSpec = "classical,eval=kazan,depth=3,nodes=9"
        .parse()
        .expect("valid");
    assert_eq!(spec.to_string(), "classical,nodes=9,depth=3,eval=kazan");
}

#[test]
fn wrong_specs_are_refused_by_name() {
    for (text, expected) in [
        (
            "clasical",
            "unknown player `clasical`: did you mean `classical`? \
             (known: level, checkpoint, model, hybrid, classical, greedy, random)",
        ),
        (
            "zzz",
            "unknown player `zzz`: (known: level, checkpoint, model, hybrid, classical, greedy, random)",
        ),
        (
            "",
            "unknown player ``: (known: level, checkpoint, model, hybrid, classical, greedy, random)",
        ),
        ("level", "`level` needs a name: `level:name`"),
        ("model:", "`model` needs a path: `model:path`"),
        ("random:x", "`random` takes no name, but `x` is given"),
        (
            "classical,node=5",
            "unknown setting `node` of `classical`: did you mean `nodes`? \
             (known: nodes, ms, depth, eval, memory, seed, tables, threads)",
        ),
        (
            "level:club,depth=5",
            "unknown setting `depth` of `level`: \
             (known: sims, ms, nodes, memory, temperature, seed, tables, threads, cpuct, cfactor, fpu, rootfpu, margin, local)",
        ),
        (
            "random,sims=5",
            "unknown setting `sims` of `random`: (known: seed)",
        ),
        (
            "classical,5",
            "expected `key=value` after `classical`, found `5`",
        ),
        (
            "classical,",
            "expected `key=value` after `classical`, found ``",
        ),
        (
            "classical,nodes=1,",
            "expected `key=value` after `classical`, found ``",
        ),
        (
            "classical,nodes=1,nodes=2",
            "the setting `nodes` is given twice",
        ),
        (
            "classical,nodes=0",
            "`nodes=0`: expected a whole number from 1 to 1000000000000",
        ),
        (
            "classical,depth=65",
            "`depth=65`: expected a whole number from 1 to 64",
        ),
        (
            "classical,eval=net",
            "`eval=net`: expected `table` or `kazan`",
        ),
        (
            "model:a,temperature=-1",
            "`temperature=-1`: expected a number from 0 to 10",
        ),
        (
            "model:a,temperature=NaN",
            "`temperature=NaN`: expected a number from 0 to 10",
        ),
        (
            "model:a,threads=65",
            "`threads=65`: expected a whole number from 1 to 64",
        ),
    ] {
        let found = match text.parse::<PlayerSpec>() {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text}");
    }
}
