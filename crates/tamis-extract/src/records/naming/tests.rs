//! Names on small pages of our own.

use crate::PageView;
use crate::records::auto::{self, AutoOptions};
use crate::records::{Row, Table};
use tamis_page::Document;

fn main_table(html: &str) -> Table {
    let tables = auto::find(&PageView::of(&Document::parse(html)), &AutoOptions::default());
    tables.into_iter().next().expect("the page has records")
}

fn column_names(html: &str) -> Vec<String> {
    main_table(html).columns.into_iter().map(|column| column.name).collect()
}

/// The names of a list of these records.
#[track_caller]
fn check(records: &[&str], expect: &[&str]) {
    let html = format!("<ul>{}</ul>", records.iter().map(|record| format!("<li>{record}</li>")).collect::<String>());
    assert_eq!(column_names(&html), expect);
}

#[test]
fn the_title_comes_first_and_its_address_after_it() {
    let record = |name: &str, day: u8| {
        format!(
            "<a href=/i/{name}><img src={name}.png></a><i>{day} May 2024</i><h3><a href=/{name}>All about {name}</a></h3>"
        )
    };
    let (one, two, three) = (record("owls", 1), record("mice", 2), record("cats", 3));
    check(&[&one, &two, &three], &["title", "title_url", "image_url", "image", "date"]);
    let table = main_table(&format!("<ul><li>{one}<li>{two}<li>{three}</ul>"));
    let texts = |row: &Row| row.cells.iter().flatten().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&table.rows[1]), ["All about mice", "/mice", "/i/mice", "mice.png", "2 May 2024"]);
}

#[test]
fn headers_of_a_table_name_its_columns_and_keep_their_order() {
    let html = "<table><thead><tr><th>No.<th>Player <span>▲</span><th colspan=2>Goals<th>Club</thead><tbody>
        <tr><td>1<td><a href=a>Anna Alt</a><td>4<td>5<td>Rovers
        <tr><td>2<td><a href=b>Berta Bau</a><td>3<td>6<td>City
        <tr><td>3<td><a href=c>Carla Cor</a><td>2<td>7<td>United</table>";
    assert_eq!(column_names(html), ["no", "player_url", "player", "number", "number_2", "club"]);
}

#[test]
fn a_header_names_one_column_of_its_cell() {
    let html = "<table><tr><th>Item<th>Stock<tr><td><a href=a>Red lamp</a><br>made of glass<td>4
        <tr><td><a href=b>Blue lamp</a><br>made of tin<td>5<tr><td><a href=c>Old lamp</a><br>made of clay<td>6</table>";
    let names = column_names(html);
    assert_eq!(names, ["item_url", "item", "text", "stock"]);
}

#[test]
fn labels_in_the_record_are_names() {
    check(
        &[
            "<h3>One</h3><p>SKU: A1</p><p><b>Weight:</b> <span>5 kg</span></p><dl><dt>Colour<dd>red</dl>",
            "<h3>Two</h3><p>SKU: B2</p><p><b>Weight:</b> <span>6 kg</span></p><dl><dt>Colour<dd>blue</dl>",
            "<h3>Six</h3><p>SKU: C3</p><p><b>Weight:</b> <span>7 kg</span></p><dl><dt>Colour<dd>red</dl>",
        ],
        &["title", "sku", "weight", "colour_label", "colour"],
    );
}

#[test]
fn a_title_with_a_colon_is_no_label() {
    check(
        &[
            "<h3>Owls: a life</h3><p>a</p>",
            "<h3>Owls: a guide</h3><p>b</p>",
            "<h3>Mice: a life</h3><p>c</p>",
            "<h3>Cats</h3><p>d</p>",
        ],
        &["title", "text"],
    );
}

#[test]
fn the_noun_after_a_number_is_its_name() {
    check(
        &[
            "<h3>One</h3><i>1,234 views</i><p><b>12</b> <u>replies</u></p>",
            "<h3>Two</h3><i>1 view</i><p><b>1</b> <u>replies</u></p>",
            "<h3>Six</h3><i>77 views</i><p><b>3</b> <u>replies</u></p>",
        ],
        &["title", "views", "replies", "replies_label"],
    );
}

#[test]
fn microdata_rel_and_time_are_names() {
    check(
        &[
            "<h3 itemprop=headline>One</h3><p itemprop=author itemscope><b itemprop=name>Ann</b></p><i itemprop=datePublished>x</i><time>today</time><a rel=tag href=a>owl</a>",
            "<h3 itemprop=headline>Two</h3><p itemprop=author itemscope><b itemprop=name>Ben</b></p><i itemprop=datePublished>y</i><time>today</time><a rel=tag href=b>cat</a>",
        ],
        &["headline", "author", "date_published", "tag_url", "date", "tag"],
    );
}

#[test]
fn prices_of_today_and_of_yesterday() {
    let names = |prices: [&str; 3]| {
        let things = prices.iter().zip(["Lamp", "Desk", "Chair"]);
        let list: String =
            things.map(|(price, name)| format!("<li><h3><a href={name}>{name}</a></h3>{price}")).collect();
        column_names(&format!("<ul>{list}</ul>"))[2..].to_vec()
    };
    let struck = ["<del>5 €</del><b>4 €</b>", "<del>7 €</del><b>6 €</b>", "<del>9 €</del><b>8 €</b>"];
    assert!(names(struck).ends_with(&["old_price".to_string(), "price".to_string()]), "{:?}", names(struck));
    let higher =
        ["<i>4 €</i><b>5 €</b><u>-20%</u>", "<i>6 €</i><b>7 €</b><u>-5%</u>", "<i>8 €</i><b>9 €</b><u>-9%</u>"];
    assert!(names(higher).ends_with(&["price".to_string(), "old_price".to_string(), "discount".to_string()]));
    let shipping = [
        "<i class=price>4 €</i><b class=shipping>5 €</b>",
        "<i class=price>6 €</i><b class=shipping>5 €</b>",
        "<i class=price>8 €</i><b class=shipping>3 €</b>",
    ];
    assert!(names(shipping).ends_with(&["price".to_string(), "shipping".to_string()]));
}

#[test]
fn ratings_and_what_stands_beside_them() {
    check(
        &[
            "<h3>One</h3><i>4.5 out of 5</i><u>(12)</u><b>+49 30 123456</b><s>a@example.com</s><q>by Ann Alt</q>",
            "<h3>Two</h3><i>4 out of 5</i><u>(3)</u><b>+49 30 223456</b><s>b@example.com</s><q>by Ben Bau</q>",
            "<h3>Six</h3><i>3.5 out of 5</i><u>(99)</u><b>+49 30 323456</b><s>c@example.com</s><q>by Cat Cor</q>",
        ],
        &["title", "rating", "reviews", "phone", "email", "author"],
    );
}

#[test]
fn classes_lose_their_block_and_their_wrapping() {
    let record = |name: &str| {
        format!(
            "<li class=result><h3 class=result__title>{name}</h3><p class='result__text'>{}</p>\
             <p class='result__snippet css-1x2y3z'>of {name}</p><b class='resultBrand text-md'>{name} Inc</b></li>",
            "words of some length ".repeat(5) + name
        )
    };
    let html = format!("<ul>{}{}{}</ul>", record("one"), record("two"), record("six"));
    assert_eq!(column_names(&html), ["title", "description", "snippet", "brand"]);
}

#[test]
fn links_are_named_after_what_they_link() {
    check(
        &[
            "<a href=/1><h3>One thing</h3><p>5 €</p></a><i>by</i><a href=/a>Ann Alt</a><a href=/1/c class=comments><img src=c.png></a><a href=/1/s>Share</a>",
            "<a href=/2><h3>Two things</h3><p>6 €</p></a><i>by</i><a href=/b>Ben Bau</a><a href=/2/c class=comments><img src=c.png></a><a href=/2/s>Share</a>",
            "<a href=/3><h3>Six things</h3><p>7 €</p></a><i>by</i><a href=/c>Cat Cor</a><a href=/3/c class=comments><img src=c.png></a><a href=/3/s>Share</a>",
        ],
        &["title", "title_url", "price", "author_url", "text", "icon_url", "icon", "share_url", "author", "share"],
    );
}

#[test]
fn equal_names_are_numbered_in_page_order() {
    check(
        &[
            "<h3>One</h3><p>a</p><p>b</p><i>1</i>",
            "<h3>Two</h3><p>c</p><p>d</p><i>9</i>",
            "<h3>Six</h3><p>e</p><p>f</p><i>4</i>",
        ],
        &["title", "text", "text_2", "number"],
    );
}

/// What a shop's page says of a product.
struct Product {
    name: &'static str,
    old_price: Option<&'static str>,
    price: &'static str,
    seller: &'static str,
    badge: Option<&'static str>,
}

fn product(name: &'static str, price: &'static str, seller: &'static str) -> Product {
    Product { name, old_price: None, price, seller, badge: None }
}

impl Product {
    fn was(self, old_price: &'static str) -> Product {
        Product { old_price: Some(old_price), ..self }
    }

    fn marked(self, badge: &'static str) -> Product {
        Product { badge: Some(badge), ..self }
    }

    fn to_html(&self) -> String {
        let Product { name, price, seller, .. } = self;
        let old = self.old_price.map(|old| format!("<s class=p-was>{old}</s>")).unwrap_or_default();
        let badge = self.badge.map(|badge| format!("<span class='p-badge red'>{badge}</span>")).unwrap_or_default();
        format!(
            "<div class='p c-{}'><a href=/{name}><img src=/{name}.jpg></a>{badge}\
             <a class=p-link href=/{name}>{name}</a><p class=p-seller>Seller: {seller}</p>\
             <div class=p-prices>{old}<em>{price}</em></div></div>",
            name.len()
        )
    }
}

#[test]
fn two_pages_of_one_template_have_the_same_names() {
    let page =
        |products: &[Product]| format!("<main>{}</main>", products.iter().map(Product::to_html).collect::<String>());
    let one = page(&[
        product("Red lamp", "12 €", "Lampshop").was("15 €").marked("New"),
        product("Blue lamp of glass", "7,50 €", "Lampshop"),
        product("Lamp", "8 €", "Lampshop").was("9 €").marked("New"),
        product("Green lamp", "8 €", "Lampshop").was("9 €"),
        product("Old lamp", "1.200 €", "Antique dealers of the north").marked("Last one"),
    ]);
    let other = page(&[
        product("A table for the garden with four chairs", "1.299 €", "Woodworks").marked("Sale"),
        product("Chair", "30 €", "M. Miller & Sons"),
        product("Bench", "80 €", "Woodworks").was("100 €").marked("Sale"),
    ]);
    let expect = ["title", "title_url", "image", "badge", "seller", "old_price", "price"];
    assert_eq!(column_names(&one), expect);
    assert_eq!(column_names(&other), expect);
}

#[test]
fn a_name_does_not_hang_on_one_odd_record() {
    let record = |name: &str, class: &str| format!("<h3>{name}</h3><p class={class}>text of {name}</p>");
    let usual: Vec<String> = ["one", "two", "six"].iter().map(|name| record(name, "summary")).collect();
    let odd = record("advert", "sponsored");
    check(&[&odd, &usual[0], &usual[1], &usual[2]], &["title", "summary"]);
}
