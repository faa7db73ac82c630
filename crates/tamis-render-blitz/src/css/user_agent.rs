//! The browser's own style sheet, read once a process.

use blitz_dom::UserAgentStylesheet;
use std::sync::LazyLock;
use tamis_page::QuirksMode;

static ADDED: LazyLock<UserAgentStylesheet> =
    LazyLock::new(|| UserAgentStylesheet::parse(include_str!("user_agent.css")));
static QUIRKS: LazyLock<UserAgentStylesheet> = LazyLock::new(|| UserAgentStylesheet::parse(include_str!("quirks.css")));

/// The engine's sheet and what it lacks. Documents with the same list share what the engine derives from it.
pub(crate) fn user_agent_sheets(quirks: QuirksMode) -> Vec<UserAgentStylesheet> {
    let mut sheets = vec![UserAgentStylesheet::default_sheet(), ADDED.clone()];
    if quirks == QuirksMode::Quirks {
        sheets.push(QUIRKS.clone());
    }
    sheets
}
