//! A method behind one signature. What it is run on is a variant of its own, so that a row cannot forget to say it, and
//! its options are those of its own struct.

use super::{Needs, OptionInfo};
use crate::page::View;
use std::any::Any;
use std::fmt::Debug;
use tamis_extract::options::{MethodOptions, OptionSpec, OptionValue};
use tamis_extract::{Answers, PageView, RenderedView};
use tamis_page::{Mask, counts};

/// A method with the options struct `O`.
#[cfg_attr(
    not(feature = "papers"),
    expect(dead_code, reason = "some variants are for methods of the literature alone")
)]
pub(super) enum Row<O> {
    /// It looks at the document alone.
    OnDocument(fn(&PageView<'_>, &O) -> Answers),
    /// It looks at the document alone, or at what a mask keeps of it.
    UnderMask(fn(&PageView<'_>, Option<&Mask>, &O) -> Answers),
    /// It looks at boxes beside the document, and at the document alone where the page could not be rendered.
    LayoutOrDocument(fn(&PageView<'_>, &O) -> Answers),
    /// It looks at the document or at what a mask keeps of it; where the page was rendered it looks at boxes too, and
    /// where it is unsure it wants them.
    DocumentThenLayout(fn(&PageView<'_>, Option<&Mask>, &O) -> Answers),
    /// It looks at boxes and styles.
    OnRenderedPage(fn(&RenderedView<'_>, &O) -> Answers),
}

/// A [`Row`] whatever its options are.
pub(super) trait AnyRow: Sync {
    fn needs(&self) -> Needs;

    /// Whether it can look only at what a mask keeps.
    fn takes_mask(&self) -> bool;

    /// The options that we recommend.
    fn defaults(&self) -> Box<dyn AnyOptions>;

    /// The options of the paper.
    fn paper(&self) -> Box<dyn AnyOptions>;

    /// The table of the options.
    fn options(&self) -> Vec<OptionInfo>;

    /// The method's answer; `None` if the page was not rendered and has to be.
    fn run(&self, view: &View<'_>, mask: Option<&Mask>, options: &dyn AnyOptions) -> Option<Answers>;
}

impl<O: MethodOptions> AnyRow for Row<O> {
    fn needs(&self) -> Needs {
        match self {
            Row::OnDocument(_) | Row::UnderMask(_) => Needs::Document,
            Row::DocumentThenLayout(_) => Needs::DocumentThenLayout,
            Row::LayoutOrDocument(_) => Needs::LayoutOrDocument,
            Row::OnRenderedPage(_) => Needs::RenderedPage,
        }
    }

    fn takes_mask(&self) -> bool {
        matches!(self, Row::UnderMask(_) | Row::DocumentThenLayout(_))
    }

    fn defaults(&self) -> Box<dyn AnyOptions> {
        Box::new(O::default())
    }

    fn paper(&self) -> Box<dyn AnyOptions> {
        Box::new(O::paper())
    }

    fn options(&self) -> Vec<OptionInfo> {
        OptionInfo::all::<O>()
    }

    fn run(&self, view: &View<'_>, mask: Option<&Mask>, options: &dyn AnyOptions) -> Option<Answers> {
        counts::method_run();
        let options = options.as_any().downcast_ref::<O>();
        let options = options.expect("invariant: a recipe holds the options of its own method");
        Some(match self {
            Row::OnDocument(run) | Row::LayoutOrDocument(run) => run(view.page(), options),
            Row::UnderMask(run) | Row::DocumentThenLayout(run) => run(view.page(), mask, options),
            Row::OnRenderedPage(run) => run(view.rendered()?, options),
        })
    }
}

impl OptionInfo {
    /// The rows of a table of options.
    pub(crate) fn all<O: MethodOptions>() -> Vec<OptionInfo> {
        let (default, paper) = (O::default(), O::paper());
        let value = |spec: &OptionSpec<O>, options: &O| spec.is_read(options).then(|| spec.get(options));
        let info = |spec: &OptionSpec<O>| OptionInfo {
            name: spec.name(),
            doc: spec.doc(),
            kind: spec.kind(),
            default: value(spec, &default),
            paper: value(spec, &paper),
        };
        O::table().iter().map(info).collect()
    }
}

/// The options of a method, whichever it is.
pub(crate) trait AnyOptions: Debug + Send + Sync {
    /// The value of an option that the method reads, as the others are.
    fn get(&self, option: &str) -> Option<OptionValue>;

    /// Sets an option of the table; `false` if it does not take the value.
    fn set(&mut self, option: &str, value: &str) -> bool;

    /// The options that the method reads, with their values.
    fn values(&self) -> Vec<(&'static str, OptionValue)>;

    fn as_any(&self) -> &dyn Any;

    fn boxed_clone(&self) -> Box<dyn AnyOptions>;
}

impl<O: MethodOptions> AnyOptions for O {
    fn get(&self, option: &str) -> Option<OptionValue> {
        let spec = O::table().iter().find(|spec| spec.name() == option)?;
        spec.is_read(self).then(|| spec.get(self))
    }

    fn set(&mut self, option: &str, value: &str) -> bool {
        O::table().iter().find(|spec| spec.name() == option).is_some_and(|spec| spec.set(self, value))
    }

    fn values(&self) -> Vec<(&'static str, OptionValue)> {
        let read = O::table().iter().filter(|spec| spec.is_read(self));
        read.map(|spec| (spec.name(), spec.get(self))).collect()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed_clone(&self) -> Box<dyn AnyOptions> {
        Box::new(self.clone())
    }
}

/// The options of a method that has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NoOptions;

impl MethodOptions for NoOptions {
    fn paper() -> NoOptions {
        NoOptions
    }

    fn table() -> &'static [OptionSpec<NoOptions>] {
        &[]
    }
}
