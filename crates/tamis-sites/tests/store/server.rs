//! A PostgreSQL server of our own: on loopback, with its own data directory and password, and gone with the test.

use postgres::{Client, NoTls};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(crate) const PASSWORD: &str = "never-to-be-shown";

/// Without syncing, since it is processes that are killed here and not the machine: the system keeps what they wrote.
const SETTINGS: [&str; 4] =
    ["listen_addresses=127.0.0.1", "unix_socket_directories=", "shared_buffers=16MB", "fsync=off"];

pub(crate) struct Server {
    directory: TempDir,
    binaries: PathBuf,
    owner: Option<(u32, u32)>,
    port: u16,
    process: Mutex<Option<Child>>,
    n_databases: AtomicU32,
}

/// The server that tests share that run at the same time: the last of them stops it. `None` if they are to be left out.
pub(crate) fn shared() -> Option<Arc<Server>> {
    static RUNNING: Mutex<Weak<Server>> = Mutex::new(Weak::new());
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = running.upgrade() {
        return Some(server);
    }
    let server = Arc::new(Server::start()?);
    *running = Arc::downgrade(&server);
    Some(server)
}

impl Server {
    /// `None` if tests with PostgreSQL are to be left out.
    pub(crate) fn start() -> Option<Server> {
        if env::var("TAMIS_SKIP_POSTGRES_TESTS").is_ok_and(|value| value == "1") {
            println!("left out: TAMIS_SKIP_POSTGRES_TESTS is set");
            return None;
        }
        let binaries = binaries().expect(
            "there is no PostgreSQL: install it (apt-get install postgresql), or set TAMIS_SKIP_POSTGRES_TESTS=1",
        );
        let directory = tempfile::tempdir().unwrap();
        let owner = unprivileged();
        fs::write(directory.path().join("password"), PASSWORD).unwrap();
        if let Some((uid, gid)) = owner {
            chown(directory.path(), Some(uid), Some(gid)).unwrap();
            chown(directory.path().join("password"), Some(uid), Some(gid)).unwrap();
        }
        let mut server =
            Server { directory, binaries, owner, port: 0, process: Mutex::new(None), n_databases: AtomicU32::new(0) };
        let made = server
            .command("initdb")
            .args(["--username=tamis", "--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", "--no-sync"])
            .arg(format!("--pwfile={}", server.directory.path().join("password").display()))
            .arg(format!("--pgdata={}", server.data().display()))
            .output()
            .expect("initdb can be started");
        assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        // A port that is free now may be somebody else's in a moment.
        let runs = (0..5).any(|_| {
            server.port = free_port();
            server.launch()
        });
        assert!(runs, "PostgreSQL does not start: {}", server.log());
        Some(server)
    }

    /// Starts the server again on its data, once all processes of the old one are gone.
    pub(crate) fn run(&self) {
        let deadline = Instant::now() + Duration::from_mins(1);
        while !self.launch() {
            assert!(Instant::now() < deadline, "PostgreSQL does not start again: {}", self.log());
            sleep(Duration::from_millis(100));
        }
    }

    /// Starts the server and waits until it answers; says whether it does.
    fn launch(&self) -> bool {
        let log = fs::File::create(self.directory.path().join("log")).unwrap();
        let process = self
            .command("postgres")
            .args(["-D", self.data().to_str().unwrap(), "-p", &self.port.to_string()])
            .args(SETTINGS.iter().flat_map(|setting| ["-c", setting]))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("postgres can be started");
        *self.process() = Some(process);
        let deadline = Instant::now() + Duration::from_mins(1);
        while Instant::now() < deadline {
            if Client::connect(&self.address("postgres"), NoTls).is_ok() {
                return true;
            }
            if self.process().as_mut().is_none_or(|process| process.try_wait().unwrap().is_some()) {
                break;
            }
            sleep(Duration::from_millis(20));
        }
        self.end(Signal::KILL);
        false
    }

    /// Ends the server: `QUIT` is PostgreSQL's immediate stop, without writing anything; `KILL` leaves it not even that.
    pub(crate) fn end(&self, signal: Signal) {
        let Some(mut process) = self.process().take() else { return };
        let pid = Pid::from_child(&process);
        // It may have ended by itself.
        let _ = kill_process(pid, signal);
        let deadline = Instant::now() + Duration::from_secs(10);
        while process.try_wait().is_ok_and(|status| status.is_none()) {
            if Instant::now() > deadline {
                let _ = process.kill();
            }
            sleep(Duration::from_millis(5));
        }
    }

    pub(crate) fn address(&self, database: &str) -> String {
        format!("postgres://tamis:{PASSWORD}@127.0.0.1:{}/{database}", self.port)
    }

    /// The address of an empty database.
    pub(crate) fn new_database(&self) -> String {
        let name = format!("test_{}", self.n_databases.fetch_add(1, Ordering::Relaxed));
        let mut client = Client::connect(&self.address("postgres"), NoTls).unwrap();
        client.batch_execute(&format!("CREATE DATABASE {name}")).unwrap();
        self.address(&name)
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.binaries.join(program));
        command.current_dir(self.directory.path()).stdin(Stdio::null());
        if let Some((uid, gid)) = self.owner {
            command.uid(uid).gid(gid);
        }
        command
    }

    fn data(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.directory.path().join("log")).unwrap_or_default()
    }

    fn process(&self) -> MutexGuard<'_, Option<Child>> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end(Signal::QUIT);
    }
}

/// Waits until the clients that were killed have left the server, so that nothing of theirs is still to come.
pub(crate) fn wait_for_clients(address: &str) {
    let mut client = Client::connect(address, NoTls).unwrap();
    let others = "SELECT COUNT(*) FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let deadline = Instant::now() + Duration::from_mins(1);
    while client.query_one(others, &[]).unwrap().get::<_, i64>(0) > 0 {
        assert!(Instant::now() < deadline, "a client that was killed is still connected");
        sleep(Duration::from_millis(2));
    }
}

/// Whose rights to take: root has too many for PostgreSQL, and for a test of permissions.
pub(crate) fn unprivileged() -> Option<(u32, u32)> {
    if !geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").expect("root can read the list of users");
    let number = |text: &str| text.parse::<u32>().ok();
    let user = ["postgres", "nobody"].into_iter().find_map(|wanted| {
        let fields: Vec<&str> =
            users.lines().map(|line| line.split(':').collect()).find(|line: &Vec<&str>| line[0] == wanted)?;
        Some((number(fields.get(2)?)?, number(fields.get(3)?)?))
    });
    Some(user.expect("there is a user 'postgres' or 'nobody'"))
}

/// The folder with `initdb` and `postgres`, the newest that there is.
fn binaries() -> Option<PathBuf> {
    let has_both = |folder: &Path| ["initdb", "postgres"].iter().all(|name| folder.join(name).exists());
    let in_path = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    if let Some(folder) = in_path.into_iter().find(|folder| has_both(folder)) {
        // `initdb` looks for its files beside the program, not beside a link to it.
        let program = fs::canonicalize(folder.join("initdb")).ok()?;
        return program.parent().map(Path::to_owned);
    }
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> =
        versions.map(|version| version.join("bin")).filter(|folder| has_both(folder)).collect();
    folders.sort_by_key(|folder| {
        let version = folder.parent().and_then(|version| version.file_name()?.to_str()?.parse::<u32>().ok());
        version.unwrap_or_default()
    });
    folders.pop()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

#[test]
fn a_server_is_gone_with_its_test() {
    let Some(server) = Server::start() else { return };
    let (port, directory) = (server.port, server.directory.path().to_owned());
    if geteuid().is_root() {
        assert_ne!(fs::metadata(server.data()).unwrap().uid(), 0);
    }
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        let _server = server;
        panic!("as a test that fails");
    }));
    assert!(panicked.is_err());
    assert!(std::net::TcpStream::connect(("127.0.0.1", port)).is_err(), "the server still answers");
    assert!(!directory.exists());
}
