//! A full disk: a clear error, and what was there is still there.

use super::{Place, children};
use std::process::{Command, Output};

/// Starts the process through a script, which has the program and its arguments as `"$@"`.
fn behind(script: &[&str], child: &Command) -> Output {
    let mut command = Command::new(script[0]);
    command.args(&script[1..]).arg("sh").arg(child.get_program()).args(child.get_args());
    for (name, value) in child.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.output().unwrap()
}

#[track_caller]
fn check(output: &Output, location: &str) {
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{out}\n{}", String::from_utf8_lossy(&output.stderr));
    let n_merged: u64 = children::said(&out, "merged")[0].parse().unwrap();
    assert!(n_merged > 3, "the disk was full after {n_merged} merges");
    let expected = format!("Full: cannot write to the store {location}: the disk is full, or a limit is reached");
    assert_eq!(children::said(&out, "error"), [expected]);
}

#[test]
fn a_limit_of_the_size_of_files_is_an_error() {
    let place = Place::file();
    // The signal would end the process; without it the write fails.
    let script = ["sh", "-c", "trap '' XFSZ; ulimit -f 2000; exec \"$@\""];
    let output = behind(&script, &children::command("fill", &place.location()));
    check(&output, &place.location());
    // Without the limit it goes on.
    let mut store = place.open();
    let number = super::trial::last_number(store.as_mut());
    store.merge(&super::trial::delta(number + 1)).unwrap();
    assert_eq!(super::trial::last_number(store.as_mut()), number + 1);
}

#[test]
fn a_full_file_system_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    // A file system of its own that only this process sees. Where users may not make one, root may.
    let mount = format!(
        "mount -t tmpfs -o size=1m tmpfs {folder} && head -c 300000 /dev/zero > {folder}/ballast && exec \"$@\""
    );
    let as_user = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"];
    let as_root = ["unshare", "--mount", "sh", "-c"];
    let may = |script: &[&str]| {
        let tried = Command::new(script[0]).args(&script[1..]).arg("mount -t tmpfs tmpfs /mnt").output();
        tried.is_ok_and(|output| output.status.success())
    };
    let Some(script) = [&as_user[..], &as_root[..]].into_iter().find(|script| may(script)) else {
        println!("left out: a file system cannot be mounted here; the limit of file sizes is tested all the same");
        return;
    };
    let location = format!("{folder}/templates.tamis");
    let mut child = children::command("fill", &location);
    child.env("TAMIS_CHILD_BALLAST", format!("{folder}/ballast"));
    let script: Vec<&str> = script.iter().copied().chain([mount.as_str()]).collect();
    let output = behind(&script, &child);
    check(&output, &location);
    assert_eq!(children::said(&String::from_utf8_lossy(&output.stdout), "went"), ["on"]);
}
