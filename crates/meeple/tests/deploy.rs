//! The files of `deploy/` are up to date: their commands are valid, their paths exist, and their limits fit those
//! of the server.

use clap::Parser as _;
use meeple::cli::Cli;
use meeple_web::ServerLimits;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

const PROXIES: [&str; 3] = ["Caddyfile", "nginx.conf", "nginx-proxy.conf"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join("deploy").join(name)).expect("the file is there")
}

/// Returns what follows this word at the start of a line.
fn settings<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(word)).map(str::trim).collect()
}

#[track_caller]
fn check_command(words: &[&str]) {
    if let Err(error) = Cli::try_parse_from(words) {
        panic!("{}: {error}", words.join(" "));
    }
}

#[test]
fn every_command_is_valid() {
    let unit = read("meeple.service");
    let [command] = settings(&unit, "ExecStart=")[..] else { panic!("one command") };
    let own = unit.split("MEEPLE_OPTIONS=\"").nth(1).and_then(|text| text.split('"').next());
    let command = command.replace("$MEEPLE_OPTIONS", own.expect("the example in the comment"));
    check_command(&command.split_whitespace().collect::<Vec<_>>());

    let container = read("Containerfile");
    let words = |name| -> Vec<String> {
        let [json] = settings(&container, name)[..] else { panic!("one {name}") };
        serde_json::from_str(json).expect("a list")
    };
    let words = [words("ENTRYPOINT"), words("CMD")].concat();
    check_command(&words.iter().map(String::as_str).collect::<Vec<_>>());

    let mut count = 0;
    for name in PROXIES {
        let text = read(name);
        for command in text.split('`').filter(|text| text.starts_with("meeple ")) {
            check_command(&command.split_whitespace().collect::<Vec<_>>());
            count += 1;
        }
    }
    assert_eq!(count, 2, "one example of --base for each proxy");
}

#[test]
fn every_copied_path_exists_and_the_whole_workspace_is_copied() {
    let container = read("Containerfile");
    let copies = settings(&container, "COPY ").into_iter().filter(|line| !line.starts_with("--"));
    let sources = copies.flat_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words[..words.len() - 1].to_vec()
    });
    let sources: Vec<&str> = sources.collect();
    for source in &sources {
        assert!(root().join(source).exists(), "{source}");
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("the workspace");
    let [members] = settings(&manifest, "members =")[..] else { panic!("one list of members") };
    let members: Vec<String> = serde_json::from_str(members).expect("a list");
    for member in members {
        let folder = member.trim_end_matches("/*");
        assert!(sources.contains(&folder), "{folder} is part of the workspace");
    }
    let ignored = fs::read_to_string(root().join(".containerignore")).expect("the file is there");
    assert!(ignored.lines().any(|line| line == "target"));
    assert!(!ignored.lines().any(|line| sources.contains(&line)), "{ignored}");
}

/// Returns the number after this word.
fn number(text: &str, word: &str) -> u64 {
    let rest = text.split(word).nth(1).unwrap_or_else(|| panic!("{word} is there"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or_else(|_| panic!("a number follows {word}"))
}

#[test]
fn the_limits_of_the_unit_and_the_proxies_fit_those_of_the_server() {
    let limits = ServerLimits::default();
    let unit = read("meeple.service");
    assert!(number(&unit, "LimitNOFILE=") > limits.connections.total + limits.sockets.total + 1000);
    let [caddy, nginx, proxy] = PROXIES.map(read);
    let seconds = |text: &str, word: &str| Duration::from_secs(number(text, word));
    for idle in [seconds(&caddy, "keepalive "), seconds(&nginx, "keepalive_timeout ")] {
        assert!(idle < limits.header_timeout, "the proxy closes idle connections first");
    }
    let silent = ["proxy_read_timeout ", "proxy_send_timeout "].map(|word| seconds(&proxy, word));
    for timeout in [silent[0], silent[1], seconds(&caddy, "read_timeout ")] {
        assert!(timeout > 2 * limits.heartbeat, "a heartbeat may be late");
    }
    let bytes =
        [number(&caddy, "max_size ") * 1_000_000, number(&proxy, "client_max_body_size ") << 20];
    assert!(bytes.iter().all(|&bytes| bytes > limits.max_record_bytes as u64));
    for text in [&unit, &caddy, &nginx] {
        assert!(text.contains("127.0.0.1:8080"), "all use the same port");
    }
}
