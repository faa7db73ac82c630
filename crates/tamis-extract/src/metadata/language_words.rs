//! The words that languages use most: articles, pronouns, prepositions. A text of a few hundred words holds dozens of
//! them, and those of other languages hardly any.

/// Codes and words of languages in Latin letters.
pub(super) const LATIN: &[(&str, &str)] = &[
    (
        "en",
        "the and of to in is that for it with as was on are be this have from by not they you which or an were has been",
    ),
    (
        "de",
        "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei",
    ),
    (
        "fr",
        "le la les de des et en un une du dans est que pour qui par sur pas au plus avec ce il sont ne se nous vous cette ses aux",
    ),
    (
        "es",
        "el la los las de que y en un una por con del se para es al lo como más pero sus le ha este su no son fue está",
    ),
    (
        "pt",
        "o a os as de que e em um uma do da dos das para com não por se na no mais como foi ao ele são à seu sua também",
    ),
    (
        "it",
        "il la le gli di che e un una in per con del della non sono è da si al dei nel alla più come anche ha questo lo i",
    ),
    (
        "nl",
        "de het een van en in is dat op te voor met zijn niet aan er om ook als bij door uit naar hij maar worden wordt deze",
    ),
    ("sv", "och att det i en som på är av för med den till inte har de ett om han men var jag från vi så kan när"),
    (
        "da",
        "og at det i en som på er af for med den til ikke har de et om han men var jeg fra vi så kan når også blev hvor",
    ),
    (
        "nb",
        "og at det i en som på er av for med den til ikke har de et om han men var jeg fra vi så kan når også ble hvor etter",
    ),
    ("fi", "ja on ei että se oli hän mutta niin kun myös joka ovat ole kuin tai sen mitä jos hänen nyt vain jo sekä"),
    ("pl", "i w na z nie się do że jest to o jak po a za od dla przez są tym ale może tego który oraz już być ze"),
    ("cs", "a v na se je že s z do to o k i ale pro jako za by od po jsou který jeho který podle také už jen"),
    ("sk", "a v na sa je že s z do to o k aj ale pre ako za by od po sú ktorý jeho podľa tiež už len bol"),
    ("hu", "a az és hogy nem is egy ez meg de csak van volt már még mint el ha vagy azt ki lesz fel kell szerint"),
    ("ro", "și în de la a cu pe nu că este din un o care mai pentru sunt se au fost lui să ce prin sau după"),
    ("tr", "ve bir bu da de için ile çok daha olarak gibi en sonra kadar ne var olan ise ama her o mi göre"),
    (
        "id",
        "yang dan di untuk dengan ini itu dari pada dalam tidak akan ke adalah oleh juga telah bisa ada kata karena saat",
    ),
    (
        "ms",
        "yang dan di untuk dengan ini itu dari pada dalam tidak akan ke adalah oleh juga telah boleh ada kerana beliau ialah",
    ),
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
pub(super) const CYRILLIC: &[(&str, &str)] = &[
    ("ru", "и в не на что с по это как но из у за от то для его к а о же он она все так было при уже"),
    ("uk", "і в не на що з за та до як це у від про для його але він вона був також які або є його щоб"),
    ("bg", "и на да в се за от не е са с че по като до при но той ще или това които беше към"),
    ("sr", "и у је на да се за су од са не о који али као из ће што би то по није или до"),
    ("mk", "и во на да се за од не е со што ќе тоа но ги како до со му ја беше или"),
    ("be", "і ў не на што з па гэта як але для яго да а за ад ён у быў таксама якія"),
];

/// Codes and words of languages in Arabic letters.
pub(super) const ARABIC: &[(&str, &str)] = &[
    ("ar", "في من على أن إلى عن التي الذي هذا هذه ما لا مع كان بعد قد بين ذلك كما أو"),
    ("fa", "و در به از که این را با است برای آن یک خود تا کرد بر هم شد می های"),
    ("ur", "کے میں کی ہے اور سے کا کو اس نے ہیں کہ پر بھی نہیں ان یہ کر ایک تھا"),
];
