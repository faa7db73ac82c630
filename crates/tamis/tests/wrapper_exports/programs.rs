//! Python programs, run as their users run them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
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
pub(crate) fn run_on_file(target: WrapperTarget, program: &str, html: &str, url: Option<&str>) -> Option<String> {
    let needs_browser = target == WrapperTarget::Playwright;
    if needs_browser && is_set("TAMIS_SKIP_BROWSER_TESTS") {
        return None;
    }
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("rows.py"), program).expect("it is written");
    std::fs::write(folder.path().join("page.html"), html).expect("it is written");
    let mut command = python(folder.path());
    command.args(["rows.py", "page.html"]).args(url.iter().flat_map(|url| ["--url", url]));
    if needs_browser {
        command.arg("--browser").arg(chromium());
    }
    Some(printed(command.output(), program))
}

/// The rows that a spider writes.
pub(crate) fn run_spider(program: &str, start: Option<&str>) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(folder.path().join("spider.py"), program).expect("it is written");
    let mut command = python(folder.path());
    command.args(["-m", "scrapy", "runspider", "spider.py", "-O", "rows.jsonl", "-s", "DOWNLOAD_DELAY=0"]);
    if let Some(start) = start {
        command.arg("-a").arg(format!("start={start}"));
    }
    let output = command.output();
    let said = output.as_ref().map(|output| String::from_utf8_lossy(&output.stderr).into_owned()).unwrap_or_default();
    printed(output, program);
    assert!(!said.contains("Traceback"), "{said}\n{program}");
    std::fs::read_to_string(folder.path().join("rows.jsonl")).expect("it wrote rows")
}

/// What is wrong with programs, by their syntax trees: nothing but texts may come from a wrapper.
pub(crate) fn syntax_errors(programs: &[String]) -> String {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (number, program) in programs.iter().enumerate() {
        std::fs::write(folder.path().join(format!("{number}.py")), program).expect("it is written");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrapper_exports/no_code.py");
    let mut command = python(folder.path());
    command.arg(script).args((0..programs.len()).map(|number| format!("{number}.py")));
    printed(command.output(), "").trim().to_owned()
}

fn python(folder: &Path) -> Command {
    let named = std::env::var_os("TAMIS_SCRAPER_PYTHON").map(PathBuf::from);
    let ours = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/venv-scrapers/bin/python");
    let mut command = Command::new(named.unwrap_or_else(ours));
    // crawl4ai keeps its notes in the home folder.
    command.current_dir(folder).env("CRAWL4_AI_BASE_DIRECTORY", folder).env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

#[track_caller]
fn printed(output: std::io::Result<Output>, program: &str) -> String {
    let output = output.unwrap_or_else(|error| panic!("cannot start Python: {error}\n{HELP}"));
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
