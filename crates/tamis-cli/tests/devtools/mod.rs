//! A browser for tests, spoken to over two pipes with names.

use serde_json::{Value, json};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A browser with one tab. It ends when it is dropped.
pub(crate) struct Browser {
    process: Child,
    calls: File,
    answers: std::sync::mpsc::Receiver<Value>,
    /// The tab, once there is one.
    session: Option<String>,
    n_calls: u64,
    /// What happened in the tab.
    events: Vec<Value>,
    /// Its files, the pipes among them; gone with it.
    _folder: tempfile::TempDir,
}

const PATIENCE: Duration = Duration::from_mins(2);

impl Browser {
    /// Starts the browser that the renderer would take, with its window of 1280 by 900 pixels.
    pub(crate) fn start() -> Browser {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let pipe = |name: &str| folder.path().join(name);
        let made = Command::new("mkfifo").args([pipe("calls"), pipe("answers")]).status();
        assert!(made.is_ok_and(|status| status.success()), "pipes can be made");
        // The browser reads calls from its fourth file and writes answers to its fifth.
        let line = "exec \"$0\" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
            --force-prefers-reduced-motion --remote-debugging-pipe --user-data-dir=profile about:blank 3<calls 4>answers";
        let process = Command::new("sh")
            .args(["-c", line])
            .arg(program())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let calls = OpenOptions::new().write(true).open(pipe("calls")).expect("the browser listens");
        let from_browser = File::open(pipe("answers")).expect("the browser speaks");
        let (sender, answers) = std::sync::mpsc::channel();
        thread::spawn(move || {
            for message in BufReader::new(from_browser).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("the browser speaks JSON");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser =
            Browser { process, calls, answers, session: None, n_calls: 0, events: Vec::new(), _folder: folder };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}))["targetId"].clone();
        let session = browser.call("Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        let window = json!({"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": false});
        browser.call("Emulation.setDeviceMetricsOverride", &window);
        browser
    }

    /// Goes to an address and waits until it is loaded.
    #[track_caller]
    pub(crate) fn open(&mut self, address: &str) {
        self.events.clear();
        self.call("Page.navigate", &json!({ "url": address }));
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.receive();
            self.events.push(event);
        }
    }

    /// What an expression comes to in the page.
    #[track_caller]
    pub(crate) fn js(&mut self, expression: &str) -> Value {
        let result = self.call("Runtime.evaluate", &json!({"expression": expression, "returnByValue": true}));
        assert_eq!(result.get("exceptionDetails"), None, "{expression}");
        result["result"]["value"].clone()
    }

    /// Moves the mouse.
    #[track_caller]
    pub(crate) fn point_at(&mut self, x: f64, y: f64) {
        self.call("Input.dispatchMouseEvent", &json!({"type": "mouseMoved", "x": x, "y": y}));
    }

    /// Presses a key and lets it go.
    #[track_caller]
    pub(crate) fn press(&mut self, key: &str) {
        let codes = [("Tab", 9), ("ArrowLeft", 37), ("ArrowUp", 38), ("ArrowRight", 39), ("ArrowDown", 40)];
        let code = codes.iter().find(|(name, _)| *name == key).expect("a key that the tests know").1;
        for kind in ["rawKeyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// The page logged nothing, threw nothing, and asked for nothing but itself.
    #[track_caller]
    pub(crate) fn complains_of_nothing(&mut self) {
        // Whatever was on its way is here before the answer.
        self.js("0");
        let named = |name: &str| self.events.iter().filter(|event| event["method"] == name).collect::<Vec<_>>();
        for name in ["Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled"] {
            assert_eq!(named(name), Vec::<&Value>::new());
        }
        let requests = named("Network.requestWillBeSent");
        let addresses: Vec<&Value> = requests.iter().map(|event| &event["params"]["request"]["url"]).collect();
        assert!(
            addresses.len() == 1 && addresses[0].as_str().is_some_and(|url| url.starts_with("file:")),
            "{addresses:?}"
        );
    }

    #[track_caller]
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.n_calls += 1;
        let mut message = json!({"id": self.n_calls, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.calls.write_all(&bytes).expect("the browser listens");
        loop {
            let received = self.receive();
            if received["id"] == self.n_calls {
                assert_eq!(received.get("error"), None, "{method}");
                return received["result"].clone();
            }
            self.events.push(received);
        }
    }

    #[track_caller]
    fn receive(&mut self) -> Value {
        self.answers.recv_timeout(PATIENCE).expect("the browser answers")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Politely first: it ends its own processes then.
        let _ = self.calls.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) && matches!(self.process.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Where the browser is: as `crates/tamis-render-chromium` looks for it.
fn program() -> PathBuf {
    if let Some(named) = std::env::var_os("TAMIS_CHROMIUM").filter(|value| !value.is_empty()) {
        return named.into();
    }
    let names =
        ["chromium", "chromium-browser", "chromium-headless-shell", "google-chrome-stable", "google-chrome", "chrome"];
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let candidates = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    candidates.into_iter().find(|candidate| candidate.is_file()).unwrap_or_else(|| {
        panic!("Chromium was not found\nhelp: install it, or set TAMIS_SKIP_BROWSER_TESTS=1 to leave these tests out")
    })
}
