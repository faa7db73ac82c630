//! Names of the months in the languages of the web.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// January to December, in the case that dates use. A language with several forms has several rows.
const MONTHS: &[&str] = &[
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner feber maerz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "enero febrero marzo abril mayo junio julio agosto setiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november december",
    "januar februar mars april mai juni juli august september oktober november desember",
    "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
    "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
    "január február március április május június július augusztus szeptember október november december",
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca",
    "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra",
    "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio gruodžio",
    "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris decembris",
    "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "януари февруари март април май юни юли август септември октомври ноември декември",
    "јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "januari februari maret april mei juni juli agustus september oktober november desember",
    "januari februari mac april mei jun julai ogos september oktober november disember",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "يناير فبراير مارس ابريل ماي يونيه يوليوز اغسطس شتنبر اكتوبر نونبر دجنبر",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
    "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर",
    "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
];

static BY_NAME: LazyLock<BTreeMap<&'static str, u8>> = LazyLock::new(|| {
    let mut by_name = BTreeMap::new();
    for row in MONTHS {
        for (at, name) in row.split(' ').enumerate() {
            // Where languages disagree (`listopada`) the first counts: the language that more pages are written in.
            by_name.entry(name).or_insert(at as u8 + 1);
        }
    }
    by_name
});

/// The month that a lower-case word names, in full or by its first three or four letters.
pub(crate) fn month_named(word: &str) -> Option<u8> {
    if let Some(&month) = BY_NAME.get(word) {
        return Some(month);
    }
    if !(3..=4).contains(&word.chars().count()) {
        return None;
    }
    let (name, &month) = BY_NAME.range(word..).next()?;
    name.starts_with(word).then_some(month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_have_names_in_many_languages_and_short_forms() {
        for (word, month) in
            [("märz", 3), ("sept", 9), ("авг", 8), ("paźd", 10), ("dez", 12), ("août", 8), ("มีนาคม", 3), ("mar", 3)]
        {
            assert_eq!(month_named(word), Some(month), "{word}");
        }
        for word in ["ma", "lamp", "marching", ""] {
            assert_eq!(month_named(word), None, "{word}");
        }
    }
}
