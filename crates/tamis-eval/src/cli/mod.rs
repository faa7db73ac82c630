//! `tamis-eval …`: the arguments, and one file a command.
//!
//! Everything is written to the given writer, and the answer says whether all was well, so that the caller chooses the exit
//! code.

mod boxes;
mod calibration;
mod clean;
#[cfg(feature = "differential")]
mod differential;
mod drift;
mod fit;
mod fit_segments;
mod fit_text;
#[cfg(feature = "differential")]
mod fuzz;
mod gate;
mod html5lib;
mod layout;
mod metadata;
mod mutate;
mod pagination;
mod paper;
mod paper_cps;
mod paper_derin;
mod records;
mod rivals;
mod scoring;
mod segments;
mod site_noise;
mod structured;
mod traps;
mod wrappers;

use clap::Subcommand;
use std::io::Write;

/// Measures accuracy and speed.
#[derive(Subcommand, Debug)]
pub enum EvalCommand {
    /// Run the parser's conformance suite, html5lib-tests
    Html5lib(html5lib::Html5libArgs),
    /// Score a method's records on a data set
    Records(records::RecordsArgs),
    /// Score page segmentation on a data set: methods, and ways to cut a page that take no thought
    Segments(segments::SegmentsArgs),
    /// Score noise removal on a data set: the text that a method keeps against the main content
    Clean(clean::CleanArgs),
    /// Score what pages say about themselves: title, author, date, site name, description
    Metadata(metadata::MetadataArgs),
    /// Compare the structured data of pages with what extruct reads, a Python library
    Structured(structured::StructuredArgs),
    /// Score next, previous and page links on a data set
    Pagination(pagination::PaginationArgs),
    /// Score the text of detail pages without what their site repeats
    SiteNoise(site_noise::SiteNoiseArgs),
    /// Score wrappers, of lists or of detail pages, on the pages of a site that they were not learned from
    Wrappers(wrappers::WrappersArgs),
    /// Say how well the browser's rectangles of a data set fit its pages
    Boxes(boxes::BoxesArgs),
    /// Compare the layouts of two renderers: boxes, styles, and which element DERIN would choose
    Layout(layout::LayoutArgs),
    /// Print a paper's table side by side with ours
    Paper(paper::PaperArgs),
    /// Say how often the default method for records is right when it is as sure as it says
    Calibration(calibration::CalibrationArgs),
    /// Fit the weights of the default method for records, and say what they are worth on sites that they have not seen
    Fit(fit::FitArgs),
    /// Fit the weights of the default method for main text, and say what they are worth on sites that they have not seen
    FitText(fit_text::FitTextArgs),
    /// Fit the weights of the default method for segmentation, and say what they are worth on sites that they have not seen
    FitSegments(fit_segments::FitSegmentsArgs),
    /// Compare main text with other extractors: quality, pages a second, memory
    Rivals(rivals::RivalsArgs),
    /// Run every method and renderer on hostile pages, at one size and at four times that: time, memory, output
    Traps(traps::TrapsArgs),
    /// Spoil pages at random and ask everything of them: no panic
    Mutate(mutate::MutateArgs),
    /// Change pages as redesigns do: which changes do wrappers notice, and which are mended?
    Drift(drift::DriftArgs),
    /// Check that no figure fell below its floor
    Gate(gate::GateArgs),
    /// Compare our trees with html5ever's on every page of data sets
    #[cfg(feature = "differential")]
    Differential(differential::DifferentialArgs),
    /// Compare our trees with html5ever's on tag soup made from seeds
    #[cfg(feature = "differential")]
    Fuzz(fuzz::FuzzArgs),
}

/// Whether what was measured is as it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing failed.
    Passed,
    /// Something failed or fell below its floor; what it was has been written.
    Failed,
}

impl Verdict {
    fn passed_if(passed: bool) -> Verdict {
        if passed { Verdict::Passed } else { Verdict::Failed }
    }
}

/// Runs a command.
///
/// # Errors
/// If files cannot be read or written, or an argument makes no sense.
pub fn run(command: &EvalCommand, out: &mut dyn Write) -> anyhow::Result<Verdict> {
    match command {
        EvalCommand::Html5lib(args) => html5lib::run(args, out),
        EvalCommand::Records(args) => records::run(args, out),
        EvalCommand::Segments(args) => segments::run(args, out),
        EvalCommand::Clean(args) => clean::run(args, out),
        EvalCommand::Metadata(args) => metadata::run(args, out),
        EvalCommand::Structured(args) => structured::run(args, out),
        EvalCommand::Pagination(args) => pagination::run(args, out),
        EvalCommand::SiteNoise(args) => site_noise::run(args, out),
        EvalCommand::Wrappers(args) => wrappers::run(args, out),
        EvalCommand::Boxes(args) => boxes::run(args, out),
        EvalCommand::Layout(args) => layout::run(args, out),
        EvalCommand::Paper(args) => paper::run(args, out),
        EvalCommand::Calibration(args) => calibration::run(args, out),
        EvalCommand::Fit(args) => fit::run(args, out),
        EvalCommand::FitText(args) => fit_text::run(args, out),
        EvalCommand::FitSegments(args) => fit_segments::run(args, out),
        EvalCommand::Rivals(args) => rivals::run(args, out),
        EvalCommand::Traps(args) => traps::run(args, out),
        EvalCommand::Mutate(args) => mutate::run(args, out),
        EvalCommand::Drift(args) => drift::run(args, out),
        EvalCommand::Gate(args) => gate::run(args, out),
        #[cfg(feature = "differential")]
        EvalCommand::Differential(args) => differential::run(args, out),
        #[cfg(feature = "differential")]
        EvalCommand::Fuzz(args) => fuzz::run(args, out),
    }
}
