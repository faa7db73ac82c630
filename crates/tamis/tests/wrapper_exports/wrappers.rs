//! Wrappers of our own pages.

use tamis_extract::{DecimalMark, ValueFormat, ValueType};
use tamis_page::Selectors;
use tamis_sites::wrapper::{LearnedPage, RecordSelectors, SelectorLanguage, Wrapper, WrapperColumn};

fn both(css: &str, xpath: &str) -> Selectors {
    Selectors { css: Some(css.to_owned()), xpath: Some(xpath.to_owned()) }
}

fn by_xpath(xpath: &str) -> Selectors {
    Selectors { css: None, xpath: Some(xpath.to_owned()) }
}

fn by_css(css: &str) -> Selectors {
    Selectors { css: Some(css.to_owned()), xpath: None }
}

fn format(value_type: ValueType, mark: &str, unit: Option<&str>) -> ValueFormat {
    let mut format = ValueFormat::of_type(value_type);
    format.decimal_mark = if mark == "," { DecimalMark::Comma } else { DecimalMark::Dot };
    format.unit = unit.map(str::to_owned);
    format
}

/// Columns by name, type, and selectors.
struct Columns(Vec<WrapperColumn>);

impl Columns {
    fn text(self, name: &str, selectors: Selectors) -> Columns {
        self.of(name, ValueFormat::default(), selectors, |_| {})
    }

    fn attribute(self, name: &str, value_type: ValueType, selectors: Selectors, attribute: &str) -> Columns {
        self.of(name, ValueFormat::of_type(value_type), selectors, |column| {
            column.attribute = Some(attribute.to_owned());
        })
    }

    fn of(
        mut self,
        name: &str,
        format: ValueFormat,
        selectors: Selectors,
        change: impl FnOnce(&mut WrapperColumn),
    ) -> Columns {
        let mut column = WrapperColumn::new(name.to_owned(), format, selectors);
        change(&mut column);
        self.0.push(column);
        self
    }
}

pub(crate) fn shop(language: SelectorLanguage) -> Wrapper {
    let record = both(".product", ".//li[contains(concat(' ', normalize-space(@class), ' '), ' product ')]");
    let mut wrapper =
        Wrapper::new(both("ul.products", "//ul[@class='products']"), Some(RecordSelectors::new(record, 1)));
    wrapper.language = language;
    wrapper.next = Some(both("a[rel=next]", "//a[@rel='next']"));
    let euros = format(ValueType::Money, ",", Some("EUR"));
    wrapper.columns = Columns(Vec::new())
        .text("title", both("h3 > a", ".//h3/a"))
        .attribute("link", ValueType::Url, both("h3 > a", ".//h3/a/@href"), "href")
        .attribute("image", ValueType::Image, both("img", ".//img/@src"), "src")
        .attribute("alt", ValueType::Text, both("img", ".//img/@alt"), "alt")
        .of("price", euros.clone(), both(".price", ".//p[@class='price']"), |_| {})
        .of("price_text", ValueFormat::default(), both(".price", ".//p[@class='price']"), |_| {})
        .of("stock", format(ValueType::Integer, ",", None), both(".stock", ".//p[@class='stock']"), |_| {})
        .of("off", format(ValueType::Percentage, ",", None), both("i.off", "./i[1]"), |_| {})
        .of("note", ValueFormat::default(), both(".note", ".//p[@class='note']/text()[2]"), |column| {
            column.text = Some(2);
        })
        .of("2nd-größe class", ValueFormat::default(), both(":scope > p:nth-of-type(2)", "./p[2]"), |_| {})
        .attribute("class", ValueType::Text, both(":scope", "./@class"), "class")
        .text("all", both(":scope", "."))
        .text("none", both("table td", ".//table//td"))
        .0;
    wrapper
}

/// A wrapper as people write it by hand: CSS only, with selectors as browsers copy them, which start outside of the record.
pub(crate) fn by_hand(record: &str) -> Wrapper {
    let record = RecordSelectors::new(by_css(record), 1);
    let mut wrapper = Wrapper::new(by_css("body > ul.products"), Some(record));
    wrapper.next = Some(by_css("nav a"));
    wrapper.columns = Columns(Vec::new())
        .text("title", by_css("a"))
        .text("copied", by_css("ul.products li.product h3"))
        .text("parent", by_css("ul > li > p.price"))
        .text("after", by_css("li.ad ~ li p"))
        .text("next", by_css(".product.ad + li > :not(img) a"))
        .text("bold", by_css(":scope > h3 b, li > i"))
        .text("inner", by_css(":scope h3 + img + p"))
        .text("outside", by_css("nav a"))
        .attribute("link", ValueType::Url, by_css("body h3 a"), "href")
        .of("note", ValueFormat::default(), by_css("li p.note"), |column| column.text = Some(2))
        .0;
    wrapper
}

pub(crate) fn news(language: SelectorLanguage) -> Wrapper {
    let region = both("table.items > tbody", "//table[@class='items']/tbody");
    let record = match language {
        SelectorLanguage::XPath => both("tr.story", "./tr[@class='story']"),
        // crawl4ai wants an XPath of such records in any case.
        SelectorLanguage::Css => both(":scope > tr.story", "./tr[@class='story']"),
    };
    let mut wrapper = Wrapper::new(region, Some(RecordSelectors::new(record, 2)));
    wrapper.language = language;
    let second = |column: &mut WrapperColumn| column.node = 1;
    wrapper.columns = Columns(Vec::new())
        .attribute("id", ValueType::Text, both(":scope", "./@id"), "id")
        .of("rank", format(ValueType::Decimal, ".", None), both(".rank", "./td[@class='rank']"), |_| {})
        .text("title", both(".title > a", "./td[2]/a"))
        .attribute("link", ValueType::Url, both(".title > a", "./td[2]/a/@href"), "href")
        .of("score", ValueFormat::default(), both(".score", ".//span[@class='score']"), second)
        .of("user", ValueFormat::of_type(ValueType::Url), both("a.user", ".//a[@class='user']/@href"), |column| {
            (column.node, column.attribute) = (1, Some("href".to_owned()));
        })
        .of("row", ValueFormat::default(), both(":scope", "."), second)
        .0;
    wrapper
}

pub(crate) fn thing() -> Wrapper {
    let mut wrapper = Wrapper::new(both("#thing", "//main[@id='thing']"), None);
    wrapper.columns = Columns(Vec::new())
        .text("name", both("h1", ".//h1"))
        .attribute("image", ValueType::Image, both("img", ".//img/@src"), "src")
        .of("price", format(ValueType::Money, ".", Some("$")), both(".price", "./p[@class='price']"), |_| {})
        .text("weight", by_xpath(".//dt[normalize-space()='Weight:']/following-sibling::dd[1]"))
        .text("bulb", by_xpath("./dl/dt[contains(., 'Bulb')]/following-sibling::dd[position()=1]"))
        .text("colour", by_xpath(".//dt[.='Colours']/following-sibling::dd[1]/text()[2]"))
        .of(
            "height",
            format(ValueType::Integer, ".", None),
            by_xpath("./table/tbody/tr[th[normalize-space()='Height']]/td"),
            |_| {},
        )
        .of(
            "place",
            ValueFormat::of_type(ValueType::Url),
            by_xpath(".//th[starts-with(normalize-space(), 'Made')]/following-sibling::td[1]//a/@href"),
            |column| column.attribute = Some("href".to_owned()),
        )
        .text("sku", by_xpath("./p[starts-with(., 'SKU')]/b[not(@class)]"))
        .of(
            "sold",
            format(ValueType::Integer, ".", None),
            by_xpath("substring-after(./p[starts-with(., 'Sold')], ': ')"),
            |_| {},
        )
        .text("last", by_xpath(".//dl/dd[last()]"))
        .text("missing", by_xpath(".//dt[normalize-space()='Depth']/following-sibling::dd[1]"))
        .0;
    wrapper
}

pub(crate) fn price_column(mark: &str, unit: Option<&str>) -> Wrapper {
    one_column(format(ValueType::Money, mark, unit))
}

pub(crate) fn number_types() -> Vec<Wrapper> {
    let types = [ValueType::Integer, ValueType::Decimal, ValueType::Percentage];
    let both_marks = types.into_iter().flat_map(|value_type| [".", ","].map(|mark| format(value_type, mark, None)));
    both_marks.map(one_column).collect()
}

fn one_column(format: ValueFormat) -> Wrapper {
    let record = both("li", "./li");
    let mut wrapper = Wrapper::new(both("ul", "//ul"), Some(RecordSelectors::new(record, 1)));
    wrapper.columns = Columns(Vec::new()).of("value", format, both("b", "./b"), |_| {}).0;
    wrapper
}

/// A wrapper whose languages select different things.
pub(crate) fn two_minds(language: SelectorLanguage) -> Wrapper {
    let record = RecordSelectors::new(both("main > div", ".//div/div"), 1);
    let mut wrapper = Wrapper::new(both("main", "//main"), Some(record));
    wrapper.language = language;
    wrapper.columns = Columns(Vec::new())
        .text("word", both("b", ".//i"))
        .attribute("title", ValueType::Text, both("i", ".//b/@title"), "title")
        .text("text", both("b", ".//i/text()[1]"))
        .0;
    wrapper
}

/// Values in attributes whose names XPath cannot say.
pub(crate) fn odd_attributes() -> Wrapper {
    let mut wrapper = Wrapper::new(by_css("ul"), Some(RecordSelectors::new(by_css("li"), 1)));
    wrapper.columns = Columns(Vec::new())
        .attribute("click", ValueType::Text, by_css("b"), "@click")
        .attribute("own", ValueType::Text, by_css(":scope"), ":key")
        .attribute("none", ValueType::Text, by_css("b"), "x]|//title|@y[")
        .0;
    wrapper
}

/// Records of which some are texts that stand in no element.
pub(crate) fn text_records() -> (Wrapper, &'static str) {
    let record = RecordSelectors::new(by_xpath("./b | ./text()[normalize-space()]"), 1);
    let mut wrapper = Wrapper::new(by_xpath("//div"), Some(record));
    wrapper.columns = Columns(Vec::new()).text("all", by_xpath(".")).text("inner", by_xpath("./i")).0;
    (wrapper, "<!doctype html><html><body><div>one<b>two <i>2</i></b>three<br>one</div></body></html>")
}

/// A wrapper whose every text tries to be code, and a page that it fits.
pub(crate) fn hostile() -> (Wrapper, String) {
    let evil = r#""" + pwned() + """\"#;
    let value = evil.replace('"', "&quot;");
    let html = format!(
        "<!doctype html><html><body><ul title=\"{value}\"><li><b title=\"{value}\">x</b></li></ul></body></html>"
    );
    let css_value = evil.replace('\\', "\\\\").replace('"', "\\\"");
    let region = both(&format!("ul[title=\"{css_value}\"]"), &format!("//ul[@title='{evil}']"));
    let mut wrapper = Wrapper::new(region, Some(RecordSelectors::new(both("li", "./li"), 1)));
    let place = || both(&format!("b[title=\"{css_value}\"]"), &format!("./b[@title='{evil}']"));
    let names = [
        evil,
        "'''\n\"\"\"\nimport pwned\n\"\"\"",
        "class",
        "pwned) # \r\n",
        "{pwned}",
        "\\",
        "größe \u{2028}pwned",
        "\u{202e}pwned",
        "名前",
    ];
    let mut columns = Columns(Vec::new());
    for name in names {
        columns = columns.text(name, place());
    }
    columns = columns.of("pwned\"", format(ValueType::Money, ".", Some("\"+pwned()+\"")), place(), |_| {});
    columns = columns.of("link", ValueFormat::of_type(ValueType::Url), by_xpath("./b/@title"), |column| {
        column.attribute = Some("title".to_owned());
    });
    wrapper.columns = columns.0;
    wrapper.learned.pages = vec![LearnedPage::default()];
    wrapper.learned.pages[0].url = Some("https://a.example/\"\"\"\npwned()".to_owned());
    (wrapper, html)
}

/// A hostile wrapper with nothing but `XPath`, of which Python is made where a library has no `XPath`.
pub(crate) fn hostile_xpath() -> (Wrapper, String) {
    let evil = r#""" + pwned() + """\"#;
    let value = evil.replace('"', "&quot;");
    let html = format!(
        "<!doctype html><html><body><ul title=\"{value}\"><li><b title=\"{value}\" pwned=\"{value}\">x</b>\
         <i>{evil}: y</i><i>z{evil}</i></li></ul></body></html>"
    );
    let path = |path: &str| by_xpath(&path.replace("EVIL", evil));
    let record = RecordSelectors::new(path("./li[b[@title='EVIL']]"), 1);
    let mut wrapper = Wrapper::new(path("//ul[@title='EVIL']"), Some(record));
    wrapper.columns = Columns(Vec::new())
        .text("equal", path("./b[@title='EVIL']"))
        .text("other", path(".//i[not(@pwned='EVIL') and .!='EVIL']"))
        .text("part", path("./b[contains(concat(' ', normalize-space(@title), ' '), 'EVIL')]"))
        .text("start", path("./i[starts-with(., 'EVIL')]"))
        .text("named", path("./b/@pwned"))
        .text("after", path("substring-after(./i, 'EVIL')"))
        .text("before", path("substring-before(./i[2], 'EVIL')"))
        .text("pwned", path("./pwned"))
        .0;
    (wrapper, html)
}
