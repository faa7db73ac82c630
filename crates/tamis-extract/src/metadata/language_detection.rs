//! The language of a page's text.
//!
//! The script decides where a language has one of its own; Latin, Cyrillic and Arabic letters are told apart by the words
//! that languages use most. That needs no model and no dependency: the whole table is a few kilobytes, and on texts of a
//! page's length it is as good as the models of letter sequences that detectors for short messages carry.

use super::Sourced;
use super::survey::Survey;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use tamis_page::{Document, NodeId, NodeKind, is_never_shown, names};

/// How much text is looked at: a few hundred words.
const N_BYTES: usize = 4000;
/// Shorter texts are labels, and labels are often in another language.
const MIN_TEXT: usize = 30;

/// The language of the page's prose, `None` if there is too little of it.
pub(super) fn detect(document: &Document, survey: &Survey<'_>) -> Option<Sourced<String>> {
    let mut sample = String::with_capacity(N_BYTES + 1000);
    // Prose first; of a page without any, whatever it shows.
    for min_text in [MIN_TEXT, 1] {
        gather(document, survey, min_text, &mut sample);
        if sample.len() >= 200 {
            break;
        }
    }
    language_of(&sample).map(|code| Sourced::new(code.to_owned(), "text"))
}

fn gather(document: &Document, survey: &Survey<'_>, min_text: usize, sample: &mut String) {
    sample.clear();
    let mut node = document.body().unwrap_or(NodeId::ROOT);
    while node.index() < document.len() && sample.len() < N_BYTES {
        let is_link = document.is_html(node, names::A);
        if document.is_element(node) && (is_never_shown(document, node) || (is_link && min_text > 1)) {
            node = document.subtree_end(node);
            continue;
        }
        if document.kind(node) == NodeKind::Text {
            let text = document.text(node).trim();
            if text.len() >= min_text && !survey.is_elsewhere(node) {
                sample.push_str(super::clean_text::cut(text, 1000));
                sample.push(' ');
            }
        }
        node = NodeId(node.0 + 1);
    }
}

/// The language of a text.
fn language_of(text: &str) -> Option<&'static str> {
    let mut counts: BTreeMap<Script, usize> = BTreeMap::new();
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        *counts.entry(Script::of(c)).or_default() += 1;
    }
    let n_letters: usize = counts.values().sum();
    let count = |script| counts.get(&script).copied().unwrap_or(0);
    // Japanese is written with Chinese characters and its own.
    if count(Script::Kana) * 10 > n_letters {
        return Some("ja");
    }
    let (&script, &n_most) = counts.iter().max_by_key(|&(_, &n)| n)?;
    if n_letters < 20 || n_most * 2 < n_letters {
        return None;
    }
    match script {
        Script::Latin => by_words(text, &LATIN_WORDS),
        Script::Cyrillic => by_words(text, &CYRILLIC_WORDS),
        Script::Arabic => by_words(text, &ARABIC_WORDS),
        Script::Of(code) => Some(code),
        Script::Kana => Some("ja"),
        Script::Other => None,
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Kana,
    /// The script of one language, or of one far more than others.
    Of(&'static str),
    Other,
}

impl Script {
    fn of(c: char) -> Script {
        match c {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
            '\u{400}'..='\u{52f}' => Script::Cyrillic,
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
            '\u{3040}'..='\u{30ff}' => Script::Kana,
            '\u{3400}'..='\u{9fff}' => Script::Of("zh"),
            '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}' => Script::Of("ko"),
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Of("el"),
            '\u{590}'..='\u{5ff}' => Script::Of("he"),
            '\u{530}'..='\u{58f}' => Script::Of("hy"),
            '\u{10a0}'..='\u{10ff}' => Script::Of("ka"),
            '\u{e00}'..='\u{e7f}' => Script::Of("th"),
            '\u{900}'..='\u{97f}' => Script::Of("hi"),
            '\u{980}'..='\u{9ff}' => Script::Of("bn"),
            '\u{a00}'..='\u{a7f}' => Script::Of("pa"),
            '\u{a80}'..='\u{aff}' => Script::Of("gu"),
            '\u{b80}'..='\u{bff}' => Script::Of("ta"),
            '\u{c00}'..='\u{c7f}' => Script::Of("te"),
            '\u{c80}'..='\u{cff}' => Script::Of("kn"),
            '\u{d00}'..='\u{d7f}' => Script::Of("ml"),
            '\u{d80}'..='\u{dff}' => Script::Of("si"),
            '\u{1000}'..='\u{109f}' => Script::Of("my"),
            '\u{1780}'..='\u{17ff}' => Script::Of("km"),
            '\u{e80}'..='\u{eff}' => Script::Of("lo"),
            '\u{1200}'..='\u{137f}' => Script::Of("am"),
            _ => Script::Other,
        }
    }
}

/// The languages that use a word, as places in their list, and how many of the list's words each has.
struct WordTable {
    languages: Vec<(&'static str, usize)>,
    by_word: BTreeMap<&'static str, Vec<usize>>,
}

static LATIN_WORDS: LazyLock<WordTable> = LazyLock::new(|| WordTable::of(LATIN));
static CYRILLIC_WORDS: LazyLock<WordTable> = LazyLock::new(|| WordTable::of(CYRILLIC));
static ARABIC_WORDS: LazyLock<WordTable> = LazyLock::new(|| WordTable::of(ARABIC));

impl WordTable {
    fn of(list: &'static [(&'static str, &'static str)]) -> WordTable {
        let mut by_word: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
        for (at, (_, words)) in list.iter().enumerate() {
            for word in words.split(' ') {
                by_word.entry(word).or_default().push(at);
            }
        }
        WordTable { languages: list.iter().map(|(code, words)| (*code, words.split(' ').count())).collect(), by_word }
    }
}

/// The language whose words are most frequent. A word that several languages use counts less for each of them.
fn by_words(text: &str, table: &WordTable) -> Option<&'static str> {
    let mut scores = vec![0_u32; table.languages.len()];
    let mut n_words = 0_u32;
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        n_words += 1;
        if word.len() > 12 {
            continue;
        }
        if let Some(languages) = table.by_word.get(word.to_lowercase().as_str()) {
            for &language in languages {
                scores[language] += 12 / (languages.len() as u32).min(4);
            }
        }
    }
    let best = (0..scores.len()).max_by_key(|&at| (scores[at], std::cmp::Reverse(at)))?;
    // In running text every fourth word or so is one of the list; a list of names has none.
    (n_words >= 5 && scores[best] >= n_words.max(24) / 2).then(|| table.languages[best].0)
}

/// Codes and words of languages in Latin letters.
#[rustfmt::skip]
const LATIN: &[(&str, &str)] = &[
    ("en", "the and of to in is that for it with as was on are be this have from by not they you which or an were has been"),
    ("de", "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei"),
    ("fr", "le la les de des et en un une du dans est que pour qui par sur pas au plus avec ce il sont ne se nous vous cette ses aux"),
    ("es", "el la los las de que y en un una por con del se para es al lo como más pero sus le ha este su no son fue está"),
    ("pt", "o a os as de que e em um uma do da dos das para com não por se na no mais como foi ao ele são à seu sua também"),
    ("it", "il la le gli di che e un una in per con del della non sono è da si al dei nel alla più come anche ha questo lo i"),
    ("nl", "de het een van en in is dat op te voor met zijn niet aan er om ook als bij door uit naar hij maar worden wordt deze"),
    ("sv", "och att det i en som på är av för med den till inte har de ett om han men var jag från vi så kan när"),
    ("da", "og at det i en som på er af for med den til ikke har de et om han men var jeg fra vi så kan når også blev hvor"),
    ("nb", "og at det i en som på er av for med den til ikke har de et om han men var jeg fra vi så kan når også ble hvor etter"),
    ("fi", "ja on ei että se oli hän mutta niin kun myös joka ovat ole kuin tai sen mitä jos hänen nyt vain jo sekä"),
    ("pl", "i w na z nie się do że jest to o jak po a za od dla przez są tym ale może tego który oraz już być ze"),
    ("cs", "a v na se je že s z do to o k i ale pro jako za by od po jsou který jeho který podle také už jen"),
    ("sk", "a v na sa je že s z do to o k aj ale pre ako za by od po sú ktorý jeho podľa tiež už len bol"),
    ("hu", "a az és hogy nem is egy ez meg de csak van volt már még mint el ha vagy azt ki lesz fel kell szerint"),
    ("ro", "și în de la a cu pe nu că este din un o care mai pentru sunt se au fost lui să ce prin sau după"),
    ("tr", "ve bir bu da de için ile çok daha olarak gibi en sonra kadar ne var olan ise ama her o mi göre"),
    ("id", "yang dan di untuk dengan ini itu dari pada dalam tidak akan ke adalah oleh juga telah bisa ada kata karena saat"),
    ("ms", "yang dan di untuk dengan ini itu dari pada dalam tidak akan ke adalah oleh juga telah boleh ada kerana beliau ialah"),
    ("vi", "và của là có không được cho trong một các với người này đã những khi để từ tại về ra như đến"),
    ("ca", "el la els les de que i en un una per amb del és al no més com però també aquest seva ha són dels"),
    ("eu", "eta da ez bat du ere dute egin zen baina izan duen dira bere hau egiten baino honek beste dela"),
    ("gl", "o a os as de que e en un unha do da dos das para con non por se máis como foi ao é tamén pola"),
    ("hr", "i u je na se da za su od s a o koji što ali kao nije iz bi to po će ili sve samo još"),
    ("sl", "in je v na se da za so od s pa ki ne tudi kot ali bi to po iz še bo pri ter"),
    ("sq", "dhe të e në për me që një nga se është ka më i si do por nuk u janë kjo"),
    ("lt", "ir kad į su yra iš tai bet kaip jo ne buvo už apie po ar nuo dar tik bus pat"),
    ("lv", "un ir ka no ar uz par bet kā to tas arī nav pēc vai tika lai pie ko bija tikai"),
    ("et", "ja on ei et see oli kui ta ka mis oma või ning aga kes siis seda kuid nii pole"),
    ("is", "og að í er á sem um það til við en ekki með af fyrir var hann því hefur eru þess"),
    ("tl", "ang ng sa na at mga ay ni si para hindi ito niya kung may siya ko nang lang naman"),
    ("af", "die en van in is dat nie het om te vir op met wat hy sy ook as deur was hulle maar"),
    ("sw", "na ya wa kwa ni za la katika kuwa hii huo lakini kama baada yake watu pia hiyo huyo"),
    ("cy", "yn y a i o ar yr mae wedi ei am gan fod bod ac hefyd eu oedd hwn na"),
    ("ga", "an agus na a i ar go is le do ag tá bhí ach sé seo nó mar sin níos"),
];

/// Codes and words of languages in Cyrillic letters.
const CYRILLIC: &[(&str, &str)] = &[
    ("ru", "и в не на что с по это как но из у за от то для его к а о же он она все так было при уже"),
    ("uk", "і в не на що з за та до як це у від про для його але він вона був також які або є його щоб"),
    ("bg", "и на да в се за от не е са с че по като до при но той ще или това които беше към"),
    ("sr", "и у је на да се за су од са не о који али као из ће што би то по није или до"),
    ("mk", "и во на да се за од не е со што ќе тоа но ги како до со му ја беше или"),
    ("be", "і ў не на што з па гэта як але для яго да а за ад ён у быў таксама якія"),
];

/// Codes and words of languages in Arabic letters.
const ARABIC: &[(&str, &str)] = &[
    ("ar", "في من على أن إلى عن التي الذي هذا هذه ما لا مع كان بعد قد بين ذلك كما أو"),
    ("fa", "و در به از که این را با است برای آن یک خود تا کرد بر هم شد می های"),
    ("ur", "کے میں کی ہے اور سے کا کو اس نے ہیں کہ پر بھی نہیں ان یہ کر ایک تھا"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::PageView;

    #[test]
    fn languages_are_told_apart() {
        for (text, expect) in [
            ("It was a bright cold day in April, and the clocks were striking thirteen.", Some("en")),
            ("Ilsebill salzte nach, und bevor gezeugt wurde, gab es Hammelschulter zu den Bohnen.", Some("de")),
            (
                "Longtemps, je me suis couché de bonne heure, et les yeux se fermaient dans la nuit pour moi.",
                Some("fr"),
            ),
            ("En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía.", Some("es")),
            (
                "Quel ramo del lago di Como, che volge a mezzogiorno, tra due catene non interrotte di monti.",
                Some("it"),
            ),
            (
                "Все счастливые семьи похожи друг на друга, но каждая несчастливая семья несчастлива по-своему, и это так.",
                Some("ru"),
            ),
            (
                "Реве та стогне Дніпр широкий, і це не було так, як він про це говорив, але також для його душі.",
                Some("uk"),
            ),
            ("国境の長いトンネルを抜けると雪国であった。夜の底が白くなった。信号所に汽車が止まった。", Some("ja")),
            ("话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。及秦灭之后，楚汉分争。", Some("zh")),
            (
                "Litwo! Ojczyzno moja! ty jesteś jak zdrowie; ile cię trzeba cenić, ten tylko się dowie, nie w tym.",
                Some("pl"),
            ),
            ("في البدء كان الكلمة والكلمة كان عند الله وهذا ما لا يعرفه من كان على هذا", Some("ar")),
            ("Lorem 12345", None),
            ("", None),
        ] {
            assert_eq!(language_of(text), expect, "{text}");
        }
    }

    #[test]
    fn a_page_is_judged_by_its_prose() {
        let prose = "Das ist der Text, und er ist auf Deutsch, nicht in einer anderen Sprache. ".repeat(4);
        let html =
            format!("<nav>{}</nav><p>{prose}", "<a>the and of to in is that for it with as was on</a>".repeat(5));
        let document = Document::parse(html);
        let found = detect(&document, &Survey::of(&PageView::of(&document))).expect("there is enough text");
        assert_eq!(found.value, "de");
    }
}
