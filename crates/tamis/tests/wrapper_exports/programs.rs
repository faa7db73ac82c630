//! Python programs, run as their users run them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tamis::export::WrapperTarget;

/// The targets that read a file.
pub(crate) const ON_FILES: [WrapperTarget; 5] = [
    WrapperTarget::Lxml,
    WrapperTarget::Parsel,
    WrapperTarget::BeautifulSoup,
    WrapperTarget::Crawl4ai,
    WrapperTarget::Playwright,
];

const HELP: &str = "help: ./test sets up a Python with the libraries, TAMIS_SCRAPER_PYTHON names another, \
                    TAMIS_SKIP_PYTHON_TESTS=1 leaves these tests out";

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| value == "1")
}

pub(crate) fn is_left_out() -> bool {
    is_set("TAMIS_SKIP_PYTHON_TESTS")
}

/// The rows that a program prints for a file; `None` if programs with this target are left out.
pub(crate) fn run_on_file(target: WrapperTarget, program: &str, html: &[u8], url: Option<&str>) -> Option<String> {
    let needs_browser = target == WrapperTarget::Playwright;
    if needs_browser && is_set("TAMIS_SKIP_BROWSER_TESTS") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary directory");
    fs::write(folder.path().join("rows.py"), program).expect("it is written");
    fs::write(folder.path().join("page.html"), html).expect("it is written");
    let mut command = python(folder.path());
    command.args(["rows.py", "page.html"]).args(url.iter().flat_map(|url| ["--url", url]));
    if needs_browser {
        command.arg("--browser").arg(chromium());
    }
    Some(printed(output_within(command, LIMIT), program))
}

/// The rows that a spider writes.
pub(crate) fn run_spider(program: &str, start: Option<&str>) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    fs::write(folder.path().join("spider.py"), program).expect("it is written");
    let mut command = python(folder.path());
    command.args(["-m", "scrapy", "runspider", "spider.py", "-O", "rows.jsonl", "-s", "DOWNLOAD_DELAY=0"]);
    if let Some(start) = start {
        command.arg("-a").arg(format!("start={start}"));
    }
    let output = output_within(command, LIMIT);
    let said = output.as_ref().map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).unwrap_or_default();
    printed(output, program);
    assert!(!said.contains("Traceback"), "{said}\n{program}");
    fs::read_to_string(folder.path().join("rows.jsonl")).expect("it wrote rows")
}

/// What a Python script prints that imports a program as `rows`.
pub(crate) fn run_script(program: &str, script: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    fs::write(folder.path().join("rows.py"), program).expect("it is written");
    let mut command = python(folder.path());
    command.args(["-c", script]).env("PYTHONPATH", folder.path()).env("PYTHONIOENCODING", "utf-8");
    printed(output_within(command, LIMIT), program)
}

/// What is wrong with programs, by their syntax trees: nothing but texts may come from a wrapper.
pub(crate) fn syntax_errors(programs: &[String]) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (number, program) in programs.iter().enumerate() {
        fs::write(folder.path().join(format!("{number}.py")), program).expect("it is written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrapper_exports/no_code.py");
    let mut command = python(folder.path());
    command.arg(script).args((0..programs.len()).map(|number| format!("{number}.py")));
    printed(output_within(command, LIMIT), "").trim().to_owned()
}

/// How long a program may take. A browser that hangs fails its test instead of stopping them all.
const LIMIT: Duration = Duration::from_mins(3);

/// What a command says, if it ends in time.
fn output_within(mut command: Command, limit: Duration) -> io::Result<Output> {
    let folder = tempfile::tempdir()?;
    let (stdout, stderr) = (folder.path().join("stdout"), folder.path().join("stderr"));
    let mut child = command.stdout(File::create(&stdout)?).stderr(File::create(&stderr)?).spawn()?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            let said = String::from_utf8_lossy(&fs::read(&stderr)?).into_owned();
            return Err(io::Error::new(io::ErrorKind::TimedOut, format!("it took more than {limit:?}\n{said}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    Ok(Output { status, stdout: fs::read(stdout)?, stderr: fs::read(stderr)? })
}

#[test]
fn a_program_that_hangs_fails() {
    if is_left_out() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary directory");
    let mut command = python(folder.path());
    command.args(["-c", "import time; time.sleep(600)"]);
    let error = output_within(command, Duration::from_millis(300)).expect_err("it hangs");
    assert_eq!(error.kind(), io::ErrorKind::TimedOut);
}

/// The Python that `./test` sets up, below the folder that cargo builds in.
fn python_in(target: Option<OsString>) -> PathBuf {
    let target = target.filter(|target| !target.is_empty()).unwrap_or_else(|| "target".into());
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(target).join("venv-scrapers/bin/python")
}

#[test]
fn python_is_where_cargo_builds() {
    assert!(python_in(None).ends_with("target/venv-scrapers/bin/python"));
    assert!(python_in(Some("out".into())).ends_with("../../out/venv-scrapers/bin/python"));
    assert_eq!(python_in(Some("/built".into())), Path::new("/built/venv-scrapers/bin/python"));
}

fn python(folder: &Path) -> Command {
    let named = std::env::var_os("TAMIS_SCRAPER_PYTHON").map(PathBuf::from);
    let mut command = Command::new(named.unwrap_or_else(|| python_in(std::env::var_os("CARGO_TARGET_DIR"))));
    // crawl4ai keeps its notes in the home folder.
    command.current_dir(folder).env("CRAWL4_AI_BASE_DIRECTORY", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

#[track_caller]
fn printed(output: io::Result<Output>, program: &str) -> String {
    let output = output.unwrap_or_else(|error| panic!("{error}\n{HELP}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}\n{errors}\n{HELP}");
    String::from_utf8(output.stdout).expect("it prints text")
}

/// Where the browser is: as `crates/tamis-render-chromium` looks for it.
fn chromium() -> PathBuf {
    if let Some(named) = std::env::var_os("TAMIS_CHROMIUM").filter(|value| !value.is_empty()) {
        return named.into();
    }
    let names =
        ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome-stable", "google-chrome", "chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let mut candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.find(|candidate| candidate.is_file()).unwrap_or_else(|| {
        panic!("Chromium was not found\nhelp: install it, or set TAMIS_SKIP_BROWSER_TESTS=1 to leave this out")
    })
}
