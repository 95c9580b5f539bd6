//! The files of `deploy/` are up to date: their commands are valid, their paths exist, and their limits fit those
//! of the server.

use clap::Parser as _;
use meeple::cli::{Cli, Command};
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

/// An option that the unit or the container has already can be given again.
#[test]
fn own_options_replace_those_of_the_unit_and_the_container() {
    let own = "--listen 127.0.0.1:9000 --data /data --access-log --access-log --heartbeat 10 --heartbeat 9 \
               --log json --log text --base /a --base /b --min-free 0 --min-free 1GiB \
               --host a.example --host b.example --trusted-proxy ::1 --keep 1y --keep unfinished=30d";
    let unit = read("meeple.service");
    let [command] = settings(&unit, "ExecStart=")[..] else { panic!("one command") };
    let command = command.replace("$MEEPLE_OPTIONS", own);
    let cli = Cli::try_parse_from(command.split_whitespace());
    let Ok(Cli { command: Some(Command::Serve(args)), .. }) = cli else { panic!("{cli:?}") };
    assert_eq!((args.listen.port(), args.heartbeat, args.base.as_str()), (9000, 9, "/b"));
    assert_eq!(args.data.as_deref(), Some(Path::new("/data")));
    assert_eq!((args.storage.min_free, args.access_log), (1 << 30, true));
    assert_eq!((args.hosts.len(), args.trusted_proxies.len()), (2, 2), "these add up");
}

/// Returns the command of a shell with the parts replaced that it works out.
fn shell_words(command: &str) -> Vec<String> {
    let command = command.replace("$(date +%u)", "4").replace("$(date +%F-%H%M%S)", "2026-01-31");
    shlex::split(&command).unwrap_or_else(|| panic!("{command}"))
}

#[test]
fn the_backups_are_of_the_games_of_the_server() {
    let [server, backup, timer] =
        ["meeple.service", "meeple-backup.service", "meeple-backup.timer"].map(read);
    let [command] = settings(&backup, "ExecStart=")[..] else { panic!("one command") };
    let words = shell_words(&command.replace("$$", "$").replace("%%", "%"));
    let [shell, flag, script] = &words[..] else { panic!("{words:?}") };
    assert_eq!((&**shell, &**flag), ("/bin/sh", "-c"));
    let script = shell_words(script.strip_prefix("exec ").expect("the shell is replaced"));
    let cli = Cli::try_parse_from(&script);
    let Ok(Cli { command: Some(Command::Backup(args)), .. }) = cli else { panic!("{cli:?}") };
    assert!(args.force, "last week's is replaced");
    let [started] = settings(&server, "ExecStart=")[..] else { panic!("one command") };
    let started: Vec<&str> = started.split_whitespace().collect();
    assert_eq!(script[0], started[0], "the same program");
    let data = started.iter().position(|word| *word == "--data").expect("the data folder");
    assert_eq!(args.folder, Path::new(started[data + 1]));
    // Both folders are created for the service and may be written to, the same as with the server's.
    let [folders] = settings(&backup, "StateDirectory=")[..] else { panic!("one list") };
    let folders: Vec<PathBuf> =
        folders.split(' ').map(|name| Path::new("/var/lib").join(name)).collect();
    assert_eq!(folders, [&*args.folder, args.file.parent().expect("a folder")]);
    for word in ["User=", "Group=", "StateDirectoryMode=", "UMask=", "LimitCORE="] {
        assert_eq!(settings(&backup, word), settings(&server, word), "{word}");
    }
    let (_, hardening) = server.split_once("# What it may do to the machine").expect("a part");
    let (hardening, _) = hardening.split_once("[Install]").expect("another part");
    let shared = hardening.lines().filter(|line| {
        let is_setting = line.contains('=') && !line.starts_with('#');
        is_setting && !["RestrictAddress", "IPAddress"].iter().any(|word| line.starts_with(word))
    });
    assert!(shared.clone().count() > 20);
    for line in shared {
        assert!(backup.lines().any(|other| other == line), "{line}");
    }
    assert!(backup.contains("PrivateNetwork=yes"));
    assert_eq!(settings(&timer, "OnCalendar=").len(), 1);
    assert_eq!(settings(&timer, "WantedBy="), ["timers.target"]);
    assert_eq!(settings(&timer, "Unit="), [""; 0], "it starts the service with its own name");
}

#[test]
fn the_commands_of_the_guide_are_valid_and_their_folders_are_those_of_the_units() {
    let guide = fs::read_to_string(root().join("docs/hosting.md")).expect("the guide");
    let mut count = 0;
    for block in guide.split("```sh\n").skip(1).filter_map(|text| text.split("```").next()) {
        for line in block.replace("\\\n", " ").lines() {
            let line = line.split(['#', '>']).next().unwrap_or_default().trim();
            let command = line.trim_end_matches("&&").trim();
            let command = command.strip_prefix("sudo -u meeple ").unwrap_or(command);
            assert!(!command.starts_with("sudo meeple"), "as the user of the service: {line}");
            if !command.starts_with("meeple ") {
                continue;
            }
            let words = shell_words(command);
            check_command(&words.iter().map(String::as_str).collect::<Vec<_>>());
            for word in words.iter().filter(|word| word.starts_with("/var/lib/")) {
                let folders = ["/var/lib/meeple", "/var/lib/meeple-backup"].map(Path::new);
                let path = Path::new(word);
                assert!(folders.contains(&path) || path.parent() == Some(folders[1]), "{word}");
            }
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} commands were found");
    for file in fs::read_dir(root().join("deploy")).expect("a folder") {
        let name = file.expect("a file").file_name().into_string().expect("text");
        if !name.ends_with(".dockerignore") {
            assert!(guide.contains(&format!("deploy/{name}")), "{name} is not in the guide");
        }
    }
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
    // Docker looks for a file with the name of the Containerfile.
    let [podman, docker] = [".containerignore", "deploy/Containerfile.dockerignore"].map(|name| {
        let text = fs::read_to_string(root().join(name)).expect("the file is there");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(podman, docker);
    assert!(podman.iter().any(|line| line == "target"));
    assert!(!podman.iter().any(|line| sources.contains(&&**line)), "{podman:?}");
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
