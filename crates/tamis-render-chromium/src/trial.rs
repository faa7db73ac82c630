//! Whether a page lives in a browser that has just started.
//!
//! Where a sandbox starts but does not fit the system, the browser answers and every page dies. The empty page that each
//! browser begins with is asked, because its process starts anyway.

use crate::connection::{Client, Received};
use crate::message::Failure;
use serde::Deserialize;
use serde_json::json;
use std::time::Instant;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Targets {
    target_infos: Vec<Target>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Session {
    session_id: String,
}

/// Asks the browser's first page to add one and one. [`Failure::TabGone`] says that it cannot.
pub(crate) fn try_page(mut client: Client, deadline: Instant) -> Result<(), Failure> {
    let targets: Targets = client.call("Target.getTargets", &json!({}), deadline)?.parse()?;
    let Some(page) = targets.target_infos.into_iter().find(|target| target.kind == "page") else { return Ok(()) };
    let page = json!({ "targetId": page.target_id, "flatten": true });
    let session: Session = client.call("Target.attachToTarget", &page, deadline)?.parse()?;
    client.enter(session.session_id.clone());
    // Tells of a crash, also of one that was before.
    client.send("Inspector.enable", &json!({}))?;
    let question = client.send("Runtime.evaluate", &json!({ "expression": "1 + 1" }))?;
    loop {
        match client.receive(deadline)? {
            Received::Answer(answered, answer) if answered == question => {
                answer?;
                break;
            }
            Received::Event(event) if event.method == "Inspector.targetCrashed" => {
                return Err(Failure::TabGone("the first page crashed"));
            }
            _ => {}
        }
    }
    client.leave();
    client.tell("Target.detachFromTarget", &json!({ "sessionId": session.session_id }))
}
