//! One page in a tab of its own.
//!
//! The tab is in a browsing context of its own too: no cookie, cache, storage or process is shared with another page,
//! and whatever the page opens is gone with the context.

use crate::connection::{Client, Received};
use crate::message::CallFailure;
use crate::message::{Answer, Event};
use crate::options::{ChromiumOptions, Script};
use crate::process::Process;
use crate::requests::{Paused, Requests};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tamis_page::{DecodedPage, Viewport, Wait};

/// How long the browser may take to close a tab before it is taken for hung.
const CLOSING: Duration = Duration::from_secs(10);

/// How many events of the page's own documents are kept; an ordinary page has about twenty.
const MAX_HAPPENED: usize = 10_000;

/// How long a page whose loading stopped may still turn out to be loaded.
const GRACE: Duration = Duration::from_millis(500);

/// What happens to no document.
const NEVER: &str = "never";

/// Keeps the page where it is, in a script of our own that it cannot see. To refuse the request for another page would
/// be too late: by then the browser has stopped to read this one.
const STAY: &str = "if (self === top) navigation.addEventListener('navigate', \
    event => { if (event.cancelable && !event.destination.sameDocument) event.preventDefault(); });";

/// A tab with a page in it.
pub(crate) struct Tab<'a> {
    client: Client,
    requests: Requests<'a>,
    /// What happened to which document of the page's frame: `load`, `networkIdle` and so on.
    happened: Vec<(String, String)>,
    /// Answers that came before they were asked about.
    answers: Vec<(u64, Result<Answer, CallFailure>)>,
    /// When the browser stopped to load the page.
    stopped_at: Option<Instant>,
    deadline: Instant,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Context {
    browser_context_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    session_id: String,
}

/// The answer of `Page.navigate`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigation {
    loader_id: Option<String>,
    error_text: Option<String>,
}

/// `Page.lifecycleEvent`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lifecycle {
    frame_id: String,
    loader_id: String,
    name: String,
}

/// `Page.frameStoppedLoading`, and with a reason `Page.frameRequestedNavigation`
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    frame_id: String,
    reason: Option<String>,
}

/// `Page.javascriptDialogOpening`
#[derive(Deserialize)]
struct Dialog {
    #[serde(rename = "type")]
    kind: String,
}

/// A browsing context that is closed also if what is done in it unwinds: the browser goes on, and would keep the page.
struct OpenContext<'p> {
    process: &'p Process,
    /// `None` once it was closed.
    context: Option<Value>,
}

impl OpenContext<'_> {
    /// Closes it; false if the browser did not answer, and was ended.
    fn close(&mut self) -> bool {
        let Some(context) = self.context.take() else { return true };
        let mut client = self.process.connection().client();
        let closed = client.call("Target.disposeBrowserContext", &context, Instant::now() + CLOSING);
        let is_hung = matches!(closed, Err(CallFailure::TimedOut));
        if is_hung {
            self.process.kill();
        }
        !is_hung
    }
}

impl Drop for OpenContext<'_> {
    fn drop(&mut self) {
        self.close();
    }
}

impl<'a> Tab<'a> {
    /// Opens a tab, loads the page, does something with it, and closes the tab. [`CallFailure::Gone`] says that the browser
    /// is no longer of use, because it ended or because it had to be ended.
    pub(crate) fn with<T>(
        process: &Process,
        page: &'a DecodedPage,
        viewport: Viewport,
        options: &ChromiumOptions,
        work: impl FnOnce(&mut Tab<'a>) -> Result<T, CallFailure>,
    ) -> Result<T, CallFailure> {
        let deadline = Instant::now() + options.timeout;
        let mut client = process.connection().client();
        let context = client.call("Target.createBrowserContext", &json!({ "disposeOnDetach": true }), deadline);
        let context: Context = match context {
            Ok(context) => context.parse()?,
            Err(CallFailure::TimedOut) => {
                process.kill();
                return Err(CallFailure::Gone);
            }
            Err(failure) => return Err(failure),
        };
        let context = json!({ "browserContextId": context.browser_context_id });
        let mut open = OpenContext { process, context: Some(context.clone()) };
        let done = Tab::open(client, &context, page, options, deadline).and_then(|mut tab| {
            tab.load(viewport, options)?;
            work(&mut tab)
        });
        let is_closed = open.close();
        if !is_closed && matches!(done, Err(CallFailure::TimedOut)) { Err(CallFailure::Gone) } else { done }
    }

    /// Waits for the answer to a call, and does meanwhile what the page needs done.
    pub(crate) fn call(&mut self, method: &str, parameters: &Value) -> Result<Answer, CallFailure> {
        let call = self.client.send(method, parameters)?;
        self.answer_to(call)
    }

    /// Makes many calls of one method, which the browser works on while we wait.
    pub(crate) fn call_each(&mut self, method: &str, parameters: &[Value]) -> Result<Vec<Answer>, CallFailure> {
        let mut answers = Vec::with_capacity(parameters.len());
        // Not all at once: answers that wait to be read take memory.
        for chunk in parameters.chunks(64) {
            let calls =
                chunk.iter().map(|one| self.client.send(method, one)).collect::<Result<Vec<u64>, CallFailure>>()?;
            for call in calls {
                answers.push(self.answer_to(call)?);
            }
        }
        Ok(answers)
    }

    fn open(
        mut client: Client,
        context: &Value,
        page: &'a DecodedPage,
        options: &ChromiumOptions,
        deadline: Instant,
    ) -> Result<Tab<'a>, CallFailure> {
        let mut parameters = context.clone();
        parameters["url"] = json!("about:blank");
        let target: Target = client.call("Target.createTarget", &parameters, deadline)?.parse()?;
        let attach = json!({ "targetId": target.target_id, "flatten": true });
        let session: Session = client.call("Target.attachToTarget", &attach, deadline)?.parse()?;
        client.enter(session.session_id);
        // The first frame of a tab has the name of the tab.
        let requests = Requests::new(page, options.network, target.target_id);
        Ok(Tab { client, requests, happened: Vec::new(), answers: Vec::new(), stopped_at: None, deadline })
    }

    /// Goes to the page and waits until it is ready.
    fn load(&mut self, viewport: Viewport, options: &ChromiumOptions) -> Result<(), CallFailure> {
        let window = json!({
            "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 1, "mobile": false,
        });
        for (method, parameters) in [
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            ("Page.setBypassCSP", json!({ "enabled": true })),
            ("Network.setBypassServiceWorker", json!({ "bypass": true })),
            ("Network.setCacheDisabled", json!({ "cacheDisabled": true })),
            ("Emulation.setDeviceMetricsOverride", window),
            ("Emulation.setScriptExecutionDisabled", json!({ "value": options.script == Script::Off })),
            ("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] })),
        ] {
            self.call(method, &parameters)?;
        }
        if options.script == Script::On {
            let stay = json!({ "source": STAY, "worldName": "tamis", "runImmediately": true });
            self.call("Page.addScriptToEvaluateOnNewDocument", &stay)?;
        }
        let address = self.requests.address().to_string();
        let navigation: Navigation = self.call("Page.navigate", &json!({ "url": address }))?.parse()?;
        let document = match navigation {
            Navigation { error_text: Some(error), .. } => {
                return Err(CallFailure::Refused(format!("{error} at {address}")));
            }
            Navigation { loader_id: Some(document), .. } => document,
            Navigation { loader_id: None, .. } => {
                return Err(CallFailure::Refused(format!("no document at {address}")));
            }
        };
        // A page that still waits for something after half of its time is taken as it is, if all of it is there.
        let patience = Instant::now() + self.deadline.saturating_duration_since(Instant::now()) / 2;
        let is_loaded = self.wait_for(&document, "load", patience)?
            && match options.wait {
                Wait::Load => true,
                Wait::NetworkIdle => self.wait_for(&document, "networkIdle", patience)?,
                Wait::Time(time) => {
                    self.wait((Instant::now() + time).min(patience))?;
                    true
                }
            };
        if is_loaded || self.stopped_at.is_some() {
            return Ok(());
        }
        if !self.wait_for(&document, "DOMContentLoaded", patience)? {
            return Err(CallFailure::TimedOut);
        }
        self.call("Page.stopLoading", &json!({})).map(|_| ())
    }

    /// Whether something happened to the document before the time.
    fn wait_for(&mut self, document: &str, name: &str, until: Instant) -> Result<bool, CallFailure> {
        while !self.happened.iter().any(|(to, what)| to == document && what == name) {
            let until = match self.stopped_at {
                Some(stopped_at) if name != NEVER => until.min(stopped_at + GRACE),
                _ => until,
            };
            match self.client.receive(until) {
                Ok(received) => self.take(received)?,
                Err(CallFailure::TimedOut) => return Ok(false),
                Err(failure) => return Err(failure),
            }
        }
        Ok(true)
    }

    fn wait(&mut self, until: Instant) -> Result<(), CallFailure> {
        self.wait_for("", NEVER, until).map(|_| ())
    }

    fn answer_to(&mut self, call: u64) -> Result<Answer, CallFailure> {
        loop {
            if let Some(place) = self.answers.iter().position(|(answered, _)| *answered == call) {
                return self.answers.swap_remove(place).1;
            }
            let received = self.client.receive(self.deadline)?;
            self.take(received)?;
        }
    }

    /// Handles a message of the browser.
    fn take(&mut self, received: Received) -> Result<(), CallFailure> {
        match received {
            Received::Answer(call, answer) => {
                self.answers.push((call, answer));
                Ok(())
            }
            Received::Event(event) => self.react(&event),
        }
    }

    fn react(&mut self, event: &Event) -> Result<(), CallFailure> {
        match event.method.as_str() {
            "Fetch.requestPaused" => {
                let reply = self.requests.answer(event.parse::<Paused>()?);
                self.client.tell(reply.method(), &reply)
            }
            "Page.javascriptDialogOpening" => {
                // There is no user to press a button; a page that asks whether it may be left is told yes.
                let accept = event.parse::<Dialog>()?.kind == "beforeunload";
                self.client.tell("Page.handleJavaScriptDialog", &json!({ "accept": accept }))
            }
            "Page.lifecycleEvent" => {
                let Lifecycle { frame_id, loader_id, name } = event.parse()?;
                // Pages can make documents by the thousand; those of the page's own frame that matter come first.
                if frame_id == self.requests.frame() && self.happened.len() < MAX_HAPPENED {
                    self.happened.push((loader_id, name));
                }
                Ok(())
            }
            // The first comes after `load`, or without it when a script made the browser give the page up for another
            // one, which it did not get. A form that is sent does that too, sometimes without a word.
            "Page.frameStoppedLoading" | "Page.frameRequestedNavigation" => {
                let Frame { frame_id, reason } = event.parse()?;
                let is_stop = reason.is_none_or(|reason| reason.starts_with("formSubmission"));
                if is_stop && self.requests.is_given() && frame_id == self.requests.frame() {
                    self.stopped_at.get_or_insert_with(Instant::now);
                }
                Ok(())
            }
            "Inspector.targetCrashed" => Err(CallFailure::TabGone("the tab crashed")),
            "Target.detachedFromTarget" => Err(CallFailure::TabGone("the page closed its tab")),
            _ => Ok(()),
        }
    }
}
