//! Our side of the conversation, and that of Rust crates: the same lines that the Python script writes.

use anyhow::{Context as _, bail};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::time::Duration;
use tamis::{Capture, PageReader, Recipe, Task};

/// Text from bytes, or why there is none.
type Extract = Box<dyn FnMut(&[u8]) -> Result<String, String>>;

/// Answers the pages of `input` until it ends. Each page is a line with its length and so many bytes.
///
/// # Errors
/// If the contestant is not here, or the conversation breaks.
pub fn serve(name: &str, n_repeats: usize, input: &mut dyn BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let Some((version, mut extract)) = extractor(name) else { bail!("'{name}' does not run in this program") };
    say(out, &json!({"version": version}))?;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let mut page = vec![0; line.trim().parse().context("a page without its length")?];
        line.clear();
        input.read_exact(&mut page)?;
        let mut fastest = Duration::MAX;
        let mut answer = Ok(String::new());
        for _ in 0..n_repeats.max(1) {
            let start = processor_time();
            answer = extract(&page);
            fastest = fastest.min(processor_time().saturating_sub(start));
        }
        let (text, error) = answer.map_or_else(|error| (String::new(), Some(error)), |text| (text, None));
        let seconds = fastest.as_secs_f64();
        say(out, &json!({"text": text, "seconds": seconds, "peak": peak_memory(), "error": error}))?;
    }
    Ok(())
}

fn say(out: &mut dyn Write, line: &Value) -> anyhow::Result<()> {
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

fn extractor(name: &str) -> Option<(&'static str, Extract)> {
    match name {
        "tamis" => Some((env!("CARGO_PKG_VERSION"), ours())),
        #[cfg(feature = "rivals")]
        "dom_smoothie" => Some(("0.19.0", Box::new(dom_smoothie))),
        #[cfg(feature = "rivals")]
        "rs-trafilatura" => Some(("0.2.2", Box::new(rs_trafilatura))),
        _ => None,
    }
}

/// Whatever method the library takes when none is named.
fn ours() -> Extract {
    let mut reader = PageReader::default();
    let recipes = [Recipe::default_for(Task::Text)];
    Box::new(move |page| {
        let page = reader.read(Capture::new(page.to_vec())).map_err(|error| error.to_string())?;
        let findings = tamis::ask(&page, &recipes).map_err(|error| error.to_string())?;
        Ok(findings.text().to_owned())
    })
}

#[cfg(feature = "rivals")]
fn dom_smoothie(page: &[u8]) -> Result<String, String> {
    // It takes text; ours is as good a decoder as any, and what it takes is counted.
    let text = Capture::new(page.to_vec()).decode(None).into_text().into_string();
    let mut reader = dom_smoothie::Readability::new(text, None, None).map_err(|error| error.to_string())?;
    Ok(reader.parse().map_err(|error| error.to_string())?.text_content.to_string())
}

#[cfg(feature = "rivals")]
fn rs_trafilatura(page: &[u8]) -> Result<String, String> {
    Ok(rs_trafilatura::extract_bytes(page).map_err(|error| error.to_string())?.content_text)
}

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Bytes of memory at the most, of this process; `None` where the system does not say.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_answered_one_by_one() {
        let mut out = Vec::new();
        serve("tamis", 2, &mut &b"9\n<p>Hello\n8\n<p>World"[..], &mut out).expect("two whole pages");
        let lines: Vec<Value> =
            String::from_utf8_lossy(&out).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0]["version"].is_string());
        assert_eq!((&lines[1]["text"], &lines[2]["text"]), (&json!("Hello"), &json!("World")));
        assert!(lines[1]["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert!(serve("nobody", 1, &mut &b""[..], &mut Vec::new()).is_err());
    }
}
