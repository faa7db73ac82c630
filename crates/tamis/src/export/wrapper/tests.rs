use super::*;
use tamis_extract::{ValueFormat, ValueType};
use tamis_page::Selectors;
use tamis_sites::wrapper::{RecordSelectors, WrapperColumn};

fn selectors(css: Option<&str>, xpath: Option<&str>) -> Selectors {
    Selectors { css: css.map(str::to_owned), xpath: xpath.map(str::to_owned) }
}

fn lamps(columns: &[(&str, ValueType, Option<&str>, Option<&str>)]) -> Wrapper {
    let record = RecordSelectors::new(selectors(Some("li"), Some("./li")), 1);
    let mut wrapper = Wrapper::new(selectors(Some("ul"), Some("//ul")), Some(record));
    for &(name, value_type, css, xpath) in columns {
        let format = ValueFormat::of_type(value_type);
        wrapper.columns.push(WrapperColumn::new(name.to_owned(), format, selectors(css, xpath)));
    }
    wrapper
}

#[track_caller]
fn written(lamps: &Wrapper, target: WrapperTarget) -> String {
    wrapper(lamps, target, &WrapperExportOptions::default()).expect("it is written")
}

#[test]
fn only_the_conversion_that_columns_need_is_written() {
    let texts = written(&lamps(&[("name", ValueType::Text, None, Some(".//h3"))]), WrapperTarget::Lxml);
    assert!(!texts.contains("def money") && !texts.contains("def read_amount") && !texts.contains("def absolute"));
    let counts = written(&lamps(&[("count", ValueType::Integer, None, Some(".//b"))]), WrapperTarget::Lxml);
    assert!(counts.contains("def number(") && !counts.contains("CURRENCIES") && !counts.contains("def percentage"));
    let prices = written(&lamps(&[("price", ValueType::Money, None, Some(".//b"))]), WrapperTarget::Lxml);
    assert!(prices.contains("\"zł\": \"PLN\"") && prices.contains("\"price_currency\""));
}

#[test]
fn css_that_cssselect_does_not_know_gives_way_to_xpath() {
    let mut wrapper = lamps(&[("name", ValueType::Text, Some("b:has(i)"), Some(".//b[.//i]"))]);
    wrapper.language = SelectorLanguage::Css;
    let program = written(&wrapper, WrapperTarget::Parsel);
    assert!(program.contains(r#"record.xpath(".//b[.//i]")"#) && program.contains(r#".css("ul")"#), "{program}");
    assert!(written(&wrapper, WrapperTarget::BeautifulSoup).contains(r#"select_one("b:has(i)")"#));
}

#[test]
fn what_a_target_has_no_words_for_is_an_error_that_names_the_column() {
    let wrapper = lamps(&[("size", ValueType::Text, None, Some("(.//b)[count(i) > 1]"))]);
    let error = super::wrapper(&wrapper, WrapperTarget::BeautifulSoup, &WrapperExportOptions::default());
    let error = error.expect_err("it has no equivalent").to_string();
    assert!(error.starts_with("column `size` cannot be written for beautifulsoup: "), "{error}");
    let css = lamps(&[("size", ValueType::Text, Some("b:has(i)"), None)]);
    let error = super::wrapper(&css, WrapperTarget::Lxml, &WrapperExportOptions::default());
    assert!(error.expect_err("cssselect").to_string().contains("`:has`"));
}

#[test]
fn a_wrong_wrapper_is_not_written() {
    let wrapper = lamps(&[("size", ValueType::Text, None, Some("//b["))]);
    let error = super::wrapper(&wrapper, WrapperTarget::XPath, &WrapperExportOptions::default());
    assert!(matches!(error, Err(WrapperExportError::Wrapper(_))), "{error:?}");
}

#[test]
fn lists_are_fields_between_tabs() {
    let wrapper = lamps(&[
        ("link\tof it", ValueType::Url, Some("a"), Some(".//a/@href")),
        ("weight", ValueType::Text, None, Some(".//dt[.='Weight']/following-sibling::dd[1]")),
    ]);
    let list = written(&wrapper, WrapperTarget::XPath);
    let lines: Vec<&str> = list.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines[..2], ["region\t\t\t\telement\t//ul", "record\t\t\t1\telement\t./li"]);
    assert_eq!(lines[2], "column\tlink\\tof it\turl\t0\t@href\t.//a/@href");
    let list = written(&wrapper, WrapperTarget::Css);
    assert!(list.contains("column\tlink\\tof it\turl\t0\t@href\ta\n"));
    assert!(list.contains("# the next one is there in XPath only: .//dt[.='Weight']"), "{list}");
    assert!(list.contains("column\tweight\ttext\t0\ttext\t\n"));
}

#[test]
fn every_target_has_its_name() {
    for target in WrapperTarget::ALL {
        assert_eq!(WrapperTarget::named(target.as_str()), Some(target));
    }
    assert_eq!(WrapperTarget::named("selenium"), None);
}
