//! From the values of a recipe to the options of the method itself. Each function is for a recipe of its own method.

use crate::recipe::Recipe;
use tamis_extract::PathStyle;
use tamis_extract::clean::rules::{Reading, RulesOptions, Threshold};
use tamis_extract::clean::tps::{Borders, Complement, TpsOptions};
use tamis_extract::clean::weights::{Formula, WeightsOptions};
use tamis_extract::records::depta::DeptaOptions;
use tamis_extract::records::derin::DerinOptions;
use tamis_extract::records::mdr::{Comparison, MdrOptions, Splitting};
use tamis_extract::records::xpath_rank::XPathRankOptions;

impl Recipe {
    pub(crate) fn tps_options(&self) -> TpsOptions {
        let style = match self.choice("style") {
            "dominant-class" => PathStyle::DominantClass,
            "none" => PathStyle::None,
            _ => PathStyle::ClassAndStyle,
        };
        let borders = if self.choice("borders") == "gap" { Borders::Gap } else { Borders::First };
        let least_share = self.number("complement");
        let complement =
            if least_share > 0.0 { Complement::IfPunctuationBelow(least_share) } else { Complement::Never };
        TpsOptions::default()
            .with_margin(self.number("margin"))
            .with_style(style)
            .with_borders(borders)
            .with_complement(complement)
    }

    pub(crate) fn rules_options(&self) -> RulesOptions {
        let threshold = self.count_or_auto("threshold").map_or(Threshold::Learnt, |n| Threshold::Fixed(n as u32));
        let reading = if self.choice("reading") == "literal" { Reading::Literal } else { Reading::TopDown };
        RulesOptions::default().with_threshold(threshold).with_reading(reading)
    }

    pub(crate) fn weights_options(&self) -> WeightsOptions {
        let formula = if self.choice("formula") == "literal" { Formula::Literal } else { Formula::Corrected };
        WeightsOptions::default()
            .with_noise_threshold(self.number("noise-threshold"))
            .with_hub_ratio(self.number("hub-ratio"))
            .with_footer_words(self.count("footer-words") as u32)
            .with_footer_penalty(self.number("footer-penalty"))
            .with_nearly_best(self.number("nearly-best"))
            .with_formula(formula)
    }

    pub(crate) fn mdr_options(&self) -> MdrOptions {
        let comparison = match self.choice("compare") {
            "trees" => Comparison::TreeMatching { min_similarity: self.number("min-similarity") },
            _ => Comparison::TagStrings { max_distance: self.number("max-distance") },
        };
        let splitting = match self.choice("split") {
            "paper" => Splitting::Paper,
            "inner-region" => Splitting::InnerRegion,
            _ => Splitting::Shortest,
        };
        MdrOptions::default()
            .with_comparison(comparison)
            .with_splitting(splitting)
            .with_max_combined(self.count("max-combined"))
    }

    pub(crate) fn depta_options(&self) -> DeptaOptions {
        DeptaOptions::default()
            .with_min_similarity(self.number("min-similarity"))
            .with_max_combined(self.count("max-combined"))
    }

    pub(crate) fn derin_options(&self) -> DerinOptions {
        let profile = if self.choice("profile") == "paper" { DerinOptions::paper() } else { DerinOptions::tuned() };
        let distance = self.number_or_auto("max-cluster-distance").unwrap_or(profile.max_cluster_distance);
        profile
            .with_min_children(self.count("min-children"))
            .with_min_area(self.number("min-area"))
            .with_min_height(self.number("min-height"))
            .with_min_width(self.number("min-width"))
            .with_max_parent_area(self.number("max-parent-area"))
            .with_max_tree_distance(self.number("max-tree-distance"))
            .with_max_cluster_distance(distance)
            .with_min_cohesion(self.number("min-cohesion"))
            .with_max_climb(self.count("max-climb"))
            .with_ngrams(self.flag("ngrams"))
            .with_outliers(self.flag("outliers"))
    }

    pub(crate) fn xpath_rank_options(&self) -> XPathRankOptions {
        let profile =
            if self.choice("profile") == "paper" { XPathRankOptions::paper() } else { XPathRankOptions::tuned() };
        profile
            .with_min_repetition(self.count("min-repetition"))
            .with_min_similarity(self.number("min-similarity"))
            .with_min_mean_similarity(self.number("min-mean-similarity"))
            .with_max_invisible(self.number("max-invisible"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Stage;

    fn recipe(stage: Stage, name: &str) -> Recipe {
        Recipe::named(stage, name).expect("the method is in the table")
    }

    #[test]
    fn the_defaults_of_a_row_are_those_of_its_paper() {
        assert_eq!(recipe(Stage::Clean, "tps").tps_options(), TpsOptions::default());
        assert_eq!(recipe(Stage::Clean, "rules").rules_options(), RulesOptions::default());
        assert_eq!(recipe(Stage::Clean, "weights").weights_options(), WeightsOptions::default());
        assert_eq!(recipe(Stage::Records, "depta").depta_options(), DeptaOptions::default());
        assert_eq!(recipe(Stage::Records, "mdr").mdr_options(), MdrOptions::default());
        let derin = recipe(Stage::Records, "derin");
        assert_eq!(derin.derin_options(), DerinOptions::tuned());
        let paper = derin.with("profile", "paper").expect("it is a choice");
        assert_eq!(paper.derin_options(), DerinOptions::paper());
        let xpath_rank = recipe(Stage::Records, "xpath-rank");
        assert_eq!(xpath_rank.xpath_rank_options(), XPathRankOptions::tuned());
        let paper = xpath_rank.with("profile", "paper").expect("it is a choice");
        assert_eq!(paper.xpath_rank_options(), XPathRankOptions::paper());
    }

    #[test]
    fn every_value_of_an_option_reaches_its_method() {
        let changed = [
            (Stage::Clean, "tps", "margin", "0.3"),
            (Stage::Clean, "tps", "style", "none"),
            (Stage::Clean, "tps", "style", "dominant-class"),
            (Stage::Clean, "tps", "borders", "gap"),
            (Stage::Clean, "tps", "complement", "0.2"),
            (Stage::Clean, "rules", "threshold", "12"),
            (Stage::Clean, "rules", "reading", "literal"),
            (Stage::Clean, "weights", "noise-threshold", "0.4"),
            (Stage::Clean, "weights", "hub-ratio", "3"),
            (Stage::Clean, "weights", "footer-words", "4"),
            (Stage::Clean, "weights", "footer-penalty", "0.5"),
            (Stage::Clean, "weights", "nearly-best", "0.8"),
            (Stage::Clean, "weights", "formula", "literal"),
            (Stage::Records, "mdr", "compare", "trees"),
            (Stage::Records, "mdr", "max-distance", "0.2"),
            (Stage::Records, "mdr", "max-combined", "5"),
            (Stage::Records, "mdr", "split", "paper"),
            (Stage::Records, "mdr", "split", "inner-region"),
            (Stage::Records, "depta", "min-similarity", "0.5"),
            (Stage::Records, "depta", "max-combined", "5"),
            (Stage::Records, "derin", "profile", "paper"),
            (Stage::Records, "derin", "min-children", "4"),
            (Stage::Records, "derin", "min-area", "0.2"),
            (Stage::Records, "derin", "min-height", "0.1"),
            (Stage::Records, "derin", "min-width", "0.1"),
            (Stage::Records, "derin", "max-parent-area", "0.3"),
            (Stage::Records, "derin", "max-tree-distance", "3"),
            (Stage::Records, "derin", "max-cluster-distance", "0.3"),
            (Stage::Records, "derin", "min-cohesion", "0.4"),
            (Stage::Records, "derin", "max-climb", "2"),
            (Stage::Records, "derin", "ngrams", "false"),
            (Stage::Records, "derin", "outliers", "false"),
            (Stage::Records, "xpath-rank", "profile", "paper"),
            (Stage::Records, "xpath-rank", "min-repetition", "4"),
            (Stage::Records, "xpath-rank", "min-similarity", "0.5"),
            (Stage::Records, "xpath-rank", "min-mean-similarity", "0.6"),
            (Stage::Records, "xpath-rank", "max-invisible", "0.5"),
        ];
        let options = |recipe: &Recipe| match recipe.method().name {
            "tps" => format!("{:?}", recipe.tps_options()),
            "rules" => format!("{:?}", recipe.rules_options()),
            "weights" => format!("{:?}", recipe.weights_options()),
            "depta" => format!("{:?}", recipe.depta_options()),
            "derin" => format!("{:?}", recipe.derin_options()),
            "xpath-rank" => format!("{:?}", recipe.xpath_rank_options()),
            _ => format!("{:?}", recipe.mdr_options()),
        };
        for (stage, method, option, value) in changed {
            let plain = recipe(stage, method);
            let other = plain.clone().with(option, value).expect("the option takes the value");
            assert_ne!(options(&plain), options(&other), "{method}: {option}={value} changes nothing");
        }
    }
}
