//! What links of pagination say, in the languages of the web.
//!
//! A label is read as a whole: every word has to be known, so that a link called “Next” turns the page and one called
//! “Next stop: Lisbon” does not.

use crate::compare::fingerprint::{self, NumberMap};
use std::sync::LazyLock;

/// What a word means on a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    Next,
    Previous,
    First,
    Last,
    /// What is turned, or what it lists.
    Page,
    /// Says nothing by itself.
    Filler,
    /// A control that brings something.
    Load,
    /// More of it.
    More,
    /// Both in one word.
    LoadMore,
}

impl Meaning {
    /// The bit of this meaning: a word may have several.
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// All that a word can mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Meanings(u16);

impl Meanings {
    pub(super) fn has(self, meaning: Meaning) -> bool {
        self.0 & meaning.bit() != 0
    }

    pub(super) fn is_known(self) -> bool {
        self.0 != 0
    }
}

/// What a word in lower case means.
pub(super) fn meanings(word: &str) -> Meanings {
    static WORDS: LazyLock<NumberMap<Meanings>> = LazyLock::new(|| {
        let mut words: NumberMap<Meanings> = NumberMap::default();
        for (word, meaning) in all_words() {
            words.entry(fingerprint::of_text(word)).or_default().0 |= meaning.bit();
        }
        words
    });
    WORDS.get(&fingerprint::of_text(word)).copied().unwrap_or_default()
}

/// Each word with one of its meanings.
fn all_words() -> impl Iterator<Item = (&'static str, Meaning)> {
    let groups = [
        (NEXT, Meaning::Next),
        (PREVIOUS, Meaning::Previous),
        (FIRST, Meaning::First),
        (LAST, Meaning::Last),
        (PAGE, Meaning::Page),
        (FILLER, Meaning::Filler),
        (LOAD, Meaning::Load),
        (MORE, Meaning::More),
        (LOAD_MORE, Meaning::LoadMore),
    ];
    groups.into_iter().flat_map(|(words, meaning)| words.iter().map(move |&word| (word, meaning)))
}

/// Words that lead on.
#[rustfmt::skip]
const NEXT: &[&str] = &[
    "next", "nächste", "nächster", "nächstes", "nächsten", "naechste", "naechster", "folgende", "vorwärts", "weiter",
    "suivant", "suivante", "suivants", "suivantes", "prochain", "prochaine", "siguiente", "siguientes", "próxima",
    "próximo", "próximas", "próximos", "proxima", "proximo", "seguinte", "seguintes", "avançar", "successiva",
    "successivo", "successive", "successivi", "prossima", "prossimo", "avanti", "següent", "següents", "volgende",
    "verder", "nästa", "næste", "neste", "næsta", "seuraava", "seuraavat", "następna", "następne", "następny",
    "nastepna", "nastepne", "nastepny", "dalej", "další", "následující", "dále", "ďalšia", "ďalšie", "ďalší",
    "nasledujúca", "következő", "kovetkezo", "következo", "următoarea", "următorul", "următoarele", "urmatoarea",
    "urmatorul", "следваща", "следващ", "следващи", "следующая", "следующие", "следующий", "следующее", "след",
    "далее", "дальше", "вперед", "вперёд", "наступна", "наступні", "далі", "следећа", "следеће", "sledeća", "sledeca",
    "sledeće", "sljedeća", "sljedeće", "sljedece", "slijedeća", "naslednja", "naprej", "kitas", "toliau", "nākamā",
    "nākamais", "nākošā", "järgmine", "edasi", "επόμενη", "επόμενο", "επόμενα", "επόμενες", "sonraki", "ileri", "הבא",
    "הבאה", "التالي", "التالية", "بعدی", "अगला", "अगले", "ถัดไป", "หน้าถัดไป", "sau", "tiếp", "selanjutnya",
    "berikutnya", "seterusnya", "次", "次へ", "次の", "次ページ", "次ページへ", "次のページ", "次のページへ", "次頁", "下一页", "下一頁", "下页", "下頁",
    "后页", "後頁", "다음", "다음페이지", "다음으로", "hurrengoa", "дараах", "келесі", "შემდეგი", "հաջորդ", "newer", "newest",
    "neuere", "neuerer", "récents", "récent", "recientes", "recenti", "nieuwere", "nyare", "nyere", "nowsze",
    "novější", "novšie", "uusimmat", "újabb", "новее", "новые",
];

/// Words that lead back; a blog’s older entries stand where its readers came from.
#[rustfmt::skip]
const PREVIOUS: &[&str] = &[
    "previous", "prev", "back", "vorherige", "vorheriger", "vorheriges", "vorherigen", "vorige", "voriger", "zurück",
    "zurueck", "précédent", "précédente", "précédents", "précédentes", "precedent", "precedente", "precedenti",
    "précedent", "anterior", "anteriores", "previa", "previo", "voltar", "anteriors", "indietro", "terug",
    "föregående", "forrige", "fyrri", "edellinen", "edelliset", "poprzednia", "poprzednie", "poprzedni", "wstecz",
    "předchozí", "předcházející", "zpět", "predchádzajúca", "predchádzajúce", "predošlá", "späť", "előző", "elozo",
    "anterioara", "anterioară", "precedenta", "înapoi", "предишна", "предишни", "предыдущая", "предыдущие",
    "предыдущий", "предыдущее", "пред", "назад", "попередня", "попередні", "претходна", "prethodna", "prethodne",
    "prejšnja", "nazaj", "ankstesnis", "atgal", "iepriekšējā", "eelmine", "tagasi", "προηγούμενη", "προηγούμενο",
    "προηγούμενα", "önceki", "geri", "הקודם", "הקודמת", "السابق", "السابقة", "قبلی", "पिछला", "पिछले", "ก่อนหน้า",
    "หน้าก่อน", "trước", "sebelumnya", "前", "前へ", "前の", "前ページ", "前のページ", "前のページへ", "前頁", "上一页", "上一頁", "上页", "上頁",
    "前页", "이전", "이전페이지", "aurrekoa", "алдыңғы", "წინა", "older", "ältere", "älterer", "anciens", "ancien", "antiguas",
    "antiguos", "antigas", "antigos", "vecchi", "oudere", "äldre", "eldre", "ældre", "starsze", "starší", "staršie",
    "vanhemmat", "régebbi", "старее", "старые", "ранние",
];

/// Words for the beginning.
#[rustfmt::skip]
const FIRST: &[&str] = &[
    "first", "erste", "erster", "anfang", "première", "premier", "primera", "primero", "primeira", "primeiro",
    "prima", "primo", "inizio", "eerste", "första", "første", "ensimmäinen", "pierwsza", "pierwszy", "první", "prvá",
    "első", "первая", "первый", "начало", "перша", "prva", "πρώτη", "ilk", "הראשון", "الأولى", "最初", "最初へ", "先頭",
    "首页", "首頁", "第一页", "第一頁", "처음", "đầu", "pertama",
];

/// Words for the end.
#[rustfmt::skip]
const LAST: &[&str] = &[
    "last", "letzte", "letzter", "ende", "dernière", "dernier", "última", "último", "ultima", "ultimo", "fine",
    "laatste", "sista", "siste", "sidste", "viimeinen", "ostatnia", "ostatni", "poslední", "posledná", "utolsó",
    "последняя", "последний", "конец", "остання", "zadnja", "poslednja", "τελευταία", "son", "האחרון", "الأخيرة",
    "最後", "最後へ", "末页", "末頁", "尾页", "尾頁", "最后", "最后一页", "最終", "마지막", "cuối", "terakhir",
];

/// What is turned, or what it lists: plurals only, as “next article” is another article and not the next page.
#[rustfmt::skip]
const PAGE: &[&str] = &[
    "page", "pages", "pg", "seite", "seiten", "página", "páginas", "pagina", "pagine", "pàgina", "side", "sider",
    "sida", "sidan", "sivu", "strona", "strony", "strana", "stránka", "stránky", "stranica", "страница", "страницы",
    "страниц", "страницу", "стр", "сторінка", "oldal", "sayfa", "leht", "puslapis", "lapa", "trang", "halaman",
    "pagină", "صفحة", "صفحه", "pag", "pág", "σελίδα", "หน้า", "ページ", "ページへ", "頁", "页", "페이지", "blz", "bladzijde",
    "posts", "entries", "results", "items", "articles", "topics", "threads", "stories", "listings", "records",
    "products", "events", "comments", "reviews", "messages", "matches", "hits", "beiträge", "einträge", "ergebnisse",
    "treffer", "themen", "résultats", "billets", "entradas", "resultados", "noticias", "artículos", "publicaciones",
    "artigos", "notícias", "postagens", "risultati", "articoli", "notizie", "berichten", "resultaten", "inlägg",
    "innlegg", "indlæg", "wpisy", "wyniki", "příspěvky", "články", "výsledky", "príspevky", "записи", "посты",
    "результаты", "новости", "статьи", "сообщения", "темы", "bejegyzések", "yazılar", "kayıtlar", "postingan",
    "artikler",
];

/// Words that may stand beside.
#[rustfmt::skip]
const FILLER: &[&str] = &[
    "go", "to", "the", "of", "see", "view", "zur", "zum", "die", "der", "das", "la", "le", "les", "el", "los", "las",
    "al", "alla", "a", "à", "o", "os", "as", "il", "lo", "i", "de", "di", "del", "e", "all", "más", "mais", "più",
    "plus", "more", "set", "件", "へ", "の", "на", "к",
];

/// What a control does that brings more of the list.
#[rustfmt::skip]
const LOAD: &[&str] = &[
    "load", "show", "view", "see", "get", "display", "fetch", "laden", "nachladen", "anzeigen", "zeigen", "charger",
    "afficher", "voir", "cargar", "mostrar", "ver", "carregar", "carica", "mostra", "vedi", "toon", "laad", "bekijk",
    "visa", "ladda", "vis", "indlæs", "hent", "näytä", "lataa", "pokaż", "załaduj", "wczytaj", "zobacz", "zobrazit",
    "načíst", "ukázat", "zobraziť", "načítať", "показать", "загрузить", "показати", "завантажити", "mutass",
    "betöltés", "daha", "göster", "yükle", "încarcă", "vezi", "δείτε", "φόρτωση", "tampilkan", "muat", "tải", "xem",
];

/// How much of it.
#[rustfmt::skip]
const MORE: &[&str] = &[
    "more", "mehr", "weitere", "plus", "davantage", "más", "mas", "mais", "altro", "altri", "meer", "mer", "mere",
    "lisää", "więcej", "další", "více", "viac", "ďalšie", "ещё", "еще", "больше", "ще", "több", "daha", "mai",
    "multe", "περισσότερα", "lainnya", "banyak", "thêm",
];

/// Both in one word.
#[rustfmt::skip]
const LOAD_MORE: &[&str] = &[
    "もっと見る", "もっと読み込む", "もっとみる", "さらに表示", "さらに読み込む", "加载更多", "載入更多", "查看更多", "显示更多", "更多", "더보기", "더", "loadmore",
    "showmore",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_mean_several_things() {
        assert!(meanings("plus").has(Meaning::More) && meanings("plus").has(Meaning::Filler));
        assert!(meanings("weiter").has(Meaning::Next) && !meanings("weiterlesen").is_known());
    }

    #[test]
    fn no_word_leads_on_and_back() {
        for word in NEXT {
            assert!(!meanings(word).has(Meaning::Previous), "{word}");
        }
    }

    #[test]
    fn words_are_as_they_are_compared() {
        for (word, _) in all_words() {
            assert_eq!(word, word.to_lowercase());
        }
    }
}
