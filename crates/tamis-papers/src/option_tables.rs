//! The tables of options of all methods.

use crate::clean::{rules::RulesOptions, tps::TpsOptions};
use crate::records::{depta::DeptaOptions, derin::DerinOptions, mdr::MdrOptions, xpath_rank::XPathRankOptions};
use crate::segment::{bcs::BcsOptions, vips::VipsOptions, visual_areas::VisualAreasOptions};
use tamis_extract::testing::{assert_option_table, assert_paper_values};

#[test]
fn every_option_is_read_as_it_was_set() {
    assert_option_table::<TpsOptions>();
    assert_option_table::<RulesOptions>();
    assert_option_table::<MdrOptions>();
    assert_option_table::<DeptaOptions>();
    assert_option_table::<DerinOptions>();
    assert_option_table::<XPathRankOptions>();
    assert_option_table::<VipsOptions>();
    assert_option_table::<BcsOptions>();
    assert_option_table::<VisualAreasOptions>();
}

/// The values that the papers print, by the names of our options.
#[test]
fn the_profile_of_the_paper_has_the_values_of_the_paper() {
    assert_paper_values::<TpsOptions>(&[
        ("margin", "0.2"),
        ("style", "class+style"),
        ("borders", "first"),
        ("complement", "0"),
    ]);
    assert_paper_values::<RulesOptions>(&[("threshold", "10"), ("reading", "literal")]);
    assert_paper_values::<MdrOptions>(&[
        ("compare", "strings"),
        ("max-distance", "0.3"),
        ("max-combined", "10"),
        ("split", "paper"),
    ]);
    assert_paper_values::<DeptaOptions>(&[("max-combined", "10"), ("nesting", "boxes")]);
    assert_paper_values::<DerinOptions>(&[
        ("min-children", "3"),
        ("min-area", "0.1"),
        ("min-height", "0.2"),
        ("min-width", "0.3"),
        ("max-parent-area", "0.2"),
        ("max-tree-distance", "2"),
        ("max-cluster-distance", "0.5"),
        ("min-cohesion", "0.5"),
    ]);
    assert_paper_values::<XPathRankOptions>(&[
        ("min-repetition", "3"),
        ("min-similarity", "0.55"),
        ("min-mean-similarity", "0.65"),
        ("max-invisible", "0.6"),
    ]);
    assert_paper_values::<VipsOptions>(&[
        ("part-pdoc", "5"),
        ("pdoc", "5"),
        ("pdoc-at", "output"),
        ("rules", "13"),
        ("normalisation", "fixed40"),
        ("look-inside", "false"),
    ]);
    assert_paper_values::<BcsOptions>(&[
        ("model", "reference"),
        ("threshold", "0.3"),
        ("merge-test", "program"),
        ("unclustered", "drop"),
    ]);
}
