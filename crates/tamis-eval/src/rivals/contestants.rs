//! Who takes part.

use std::path::Path;
use std::process::Command;

/// An extractor of main text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// What it is called.
    pub name: &'static str,
    /// Where it comes from.
    pub home: Home,
}

/// Where a contestant comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// This library.
    Ours,
    /// A Rust crate, in builds with the feature `rivals`.
    Crate,
    /// A Python package, in an environment that the user names.
    Python,
}

/// All of them, ours first.
pub const CONTESTANTS: [Contestant; 7] = [
    Contestant { name: "tamis", home: Home::Ours },
    Contestant { name: "trafilatura", home: Home::Python },
    Contestant { name: "resiliparse", home: Home::Python },
    Contestant { name: "readability-lxml", home: Home::Python },
    Contestant { name: "justext", home: Home::Python },
    Contestant { name: "dom_smoothie", home: Home::Crate },
    Contestant { name: "rs-trafilatura", home: Home::Crate },
];

/// The Python side: reads pages, answers with texts.
const SCRIPT: &str = include_str!("extractors.py");

impl Contestant {
    /// The command that starts it, or why there is none.
    ///
    /// # Errors
    /// What is missing.
    pub fn command(&self, python: Option<&Path>, n_repeats: usize) -> Result<Command, String> {
        match self.home {
            Home::Crate if cfg!(not(feature = "rivals")) => Err("built without the feature rivals".to_owned()),
            Home::Ours | Home::Crate => {
                let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
                let mut command = Command::new(program);
                command.args(["rivals", "--worker", self.name, "--repeat"]).arg(n_repeats.to_string());
                Ok(command)
            }
            Home::Python => {
                let python = python.ok_or_else(|| "no --python given".to_owned())?;
                let mut command = Command::new(python);
                command.args(["-c", SCRIPT, self.name]).arg(n_repeats.to_string());
                Ok(command)
            }
        }
    }
}
