//! Pages of our own.

use std::fmt::Write;

/// A list with prices, images and missing cells.
pub(crate) const SHOP: &str = r##"<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Lampen</title></head>
<body><nav><a href="/">Start</a></nav>
<ul class="products">
<li class="product"><h3><a href="../lampe eins?größe=2&amp;q='x'#top">Lampe
   <b>„Eins“</b></a></h3><img src="/bilder/1.jpg" alt=" Eins "><p class="price">1.299,00 €</p><p class="stock">1.204</p><i class="off">12 %</i>
<li class="product"><h3><a href="#">Lampe&nbsp;Zwei</a></h3><p class="price">ab 7,50 €</p><p class="stock">keine</p>
<li class="product"><h3><a href="//cdn.example/a/./b/../c">Lampe <!-- drei -->Drei</a></h3><img src="2.jpg"><p class="price">ausverkauft</p><p class="stock">-3</p><i class="off">5,5%</i>
<li class="product ad"><h3><a href="HTTPS://Shop.Example:443">Lampe Vier</a></h3><img alt="ohne Bild"><p class="price">kostenlos</p>
<li class="product"><h3><a>Lampe Fünf</a></h3><img src="?bild=5"><p class="price">$ 12,50</p><p class="stock">0</p>
<li class="product"></li>
<li class="product"><h3><a href="mailto:lampe@shop.example?subject=Eine Lampe">Lampe Sieben</a></h3><p class="price">9,99 € / Stück</p><p class="note">Neu<br>aus Glas<br>rot</p>
</ul>
</body></html>
"##;

/// Records of two rows each, with rows between them that are none; the third lacks its second row.
pub(crate) const NEWS: &str = r#"<!doctype html><html><body>
<table class="page"><tr><td>
<table class="items">
<tr class="story" id="1"><td class="rank">1.</td><td class="title"><a href="https://one.example/a">One</a></td></tr>
<tr><td></td><td class="sub"><span class="score">12 points</span> <a class="user" href="user?id=ann">ann</a></td></tr>
<tr class="gap"></tr>
<tr class="story" id="2"><td class="rank">2.</td><td class="title"><a href="item?id=2">Two</a></td></tr>
<tr><td></td><td class="sub"><span class="score">1 point</span> <a class="user" href="user?id=bob">bob</a></td></tr>
<tr class="gap"></tr>
<tr class="story" id="3"><td class="rank">3.</td><td class="title"><a href="item?id=3">Three</a></td></tr>
<tr class="story" id="4"><td class="rank">4.</td><td class="title"><a href="item?id=4">Four</a></td></tr>
<tr><td></td><td class="sub"><span class="score">7 points</span></td></tr>
<tr class="story" id="5"><td class="rank">5.</td><td class="title"><a href="item?id=5">Five</a></td></tr>
</table></td></tr></table>
</body></html>
"#;

/// A page about one thing.
pub(crate) const THING: &str = r#"<!doctype html><html lang="en-CA"><head><base href="/base/"><title>A lamp</title></head><body>
<main id="thing"><h1> Desk <i>lamp</i> </h1>
<img src="lamp.jpg">
<p class="price">$ 42.00</p>
<dl><dt>Weight:</dt><dd>1.5 kg</dd><dt> Bulb </dt><dd>E27</dd><dt>Colours</dt><dd>red<br>blue<br>green</dd></dl>
<table><tr><th>Height</th><td>42</td></tr><tr><th>Made in</th><td><a href="/places/cz">Brno</a></td></tr></table>
<p>SKU: <b>LX-7</b> (new)</p><p>Sold: 1,204</p>
</main></body></html>
"#;

/// A list with one value a record.
pub(crate) fn shop_page(values: &[String]) -> String {
    let mut html = String::from("<!doctype html><html><body><ul class=values>");
    for value in values {
        write!(html, "<li class=product><b>{value}</b></li>").expect("a String");
    }
    html + "</ul></body></html>"
}

/// Prices as pages write them: every spelling of a currency, every word beside prices, amounts of all kinds.
pub(crate) fn prices() -> Vec<String> {
    let words = tamis_extract::price_words();
    let amounts = [
        "12", "1.299", "1,299", "1.299,90", "1,299.90", "1 299,00", "12,-", "12.–", "-3.50", "1'299.50", "1,29,999.00",
    ];
    let mut values: Vec<String> = Vec::new();
    for spelling in words.currencies.iter().map(|(spelling, _)| spelling).chain(words.codes) {
        values.extend([
            format!("{spelling}1,299.50"),
            format!("1.299 {spelling}"),
            format!("-{spelling}. 5"),
            format!("5{spelling}."),
        ]);
        values.extend([format!("$12 {spelling}"), format!("{spelling} $12"), format!("12{spelling}99")]);
    }
    for amount in amounts {
        values.extend([amount.to_owned(), format!("{amount} €"), format!("${amount}"), format!("{amount} KWD")]);
        values.extend(words.from.iter().map(|from| format!("{from} {amount} €")));
        values.extend(words.between.iter().map(|between| format!("{amount}{between}15 €")));
        values.extend(words.between.iter().map(|between| format!("€ {amount}{between}$15")));
        values.extend(words.each.iter().map(|each| format!("{amount} €{each} kg")));
        values.extend(words.taxes.iter().map(|tax| format!("{amount} € {tax} VAT")));
    }
    values.extend(words.free.iter().map(|free| free.to_uppercase()));
    let others = [
        "Regular price: CA$42.98",
        "Room 5: $42",
        "Save: $150.00 (13%)",
        "From: $12.00",
        "ab Werk 12,00 €",
        "fromage 12 €",
        "12 € 99",
        "12,99 €*",
        "$49+",
        "CDN$ 138.95 (P)",
        "$5 per person and night in the high season",
        "sold out",
        "12 %",
        "",
        "2012-05-06",
        "https://a.example/5€",
        "www.example.com/5€",
        "Room 12",
        "１，２００円",
        "١٬٢٩٩٫٥٠ ر.س",
        "12345678901234567890 €",
        "$49,913 - $65,660 a year",
        "ab 5 € / Monat",
        "£12.00 (inc VAT)",
        "5 € 6 € 7 €",
        "€",
        "0012 €",
        "$0.125",
        "12€9",
        "12€999",
    ];
    values.extend(others.map(str::to_owned));
    values.push(format!("5 € {}", "x".repeat(70)));
    values
}
