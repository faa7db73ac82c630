//! The work of `tamis.extract` without Python, for `python/benches/extract.py` to compare itself with: bytes to main text.
//!
//! Standard input has pages: a line with a length, then so many bytes. Each is answered by a line of JSON with its text and
//! the processor time that it took. The argument is how often each page is done; the fastest time counts.

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::env;
use std::error::Error;
use std::io::{self, BufRead, Read, Write};
use std::time::Duration;
use tamis::export::content::ContentOptions;
use tamis::export::{self, Format};
use tamis::{Capture, PageReader, Recipe, Task};

fn main() -> Result<(), Box<dyn Error>> {
    let n_repeats: usize = env::args().nth(1).map_or(Ok(1), |number| number.parse())?;
    let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
    let mut reader = PageReader::default();
    let recipes = [Recipe::default_for(Task::Text)];
    let options = ContentOptions::for_format(Format::Text);
    writeln!(out, "{}", json!({"version": env!("CARGO_PKG_VERSION")}))?;
    out.flush()?;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let mut page = vec![0; line.trim().parse()?];
        line.clear();
        input.read_exact(&mut page)?;
        let mut fastest = Duration::MAX;
        let mut text = String::new();
        for _ in 0..n_repeats.max(1) {
            let start = processor_time();
            let findings = reader.ask(Capture::new(page.clone()), &recipes)?;
            text = export::write_content(&findings, Format::Text, &options);
            reader.recycle(findings.into_page());
            fastest = fastest.min(processor_time().saturating_sub(start));
        }
        writeln!(out, "{}", json!({"text": text, "seconds": fastest.as_secs_f64()}))?;
        out.flush()?;
    }
    Ok(())
}

fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}
