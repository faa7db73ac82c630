//! A page that asks for what it may and what it may not, in every way that a browser knows.

/// Ports of loopback.
pub(crate) struct Places {
    /// May be asked, as `public.example`.
    pub(crate) public: u16,
    /// May not.
    pub(crate) forbidden: u16,
}

/// Spellings of this machine, and names that lead to it.
const FORBIDDEN: [&str; 14] = [
    "127.0.0.1",
    "localhost",
    "a.localhost",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "public.example",
    "private.example",
    "metadata.google.internal",
];

pub(crate) fn hostile_page(places: &Places) -> String {
    let Places { public, forbidden } = places;
    let home = format!("http://public.example:{public}");
    let mut html = format!(
        "<!doctype html><meta charset=utf-8><title>page</title><base href='{home}/'>\
         <link rel=stylesheet href='{home}/a.css'><script src='{home}/s.js' defer></script>\
         <p id=css>own text</p><p><img id=image src='{home}/i.bmp'><img src=from-base><img src='http://rebind.example:{public}/rebind'>\
         <img src='http://mixed.example:{public}/mixed'><iframe src='{home}/frame'></iframe><svg><image href='{home}/svg'/></svg>\n"
    );
    let hosts = FORBIDDEN.iter().map(|host| format!("{host}:{forbidden}"));
    // The second time that the name is asked for.
    for host in hosts.chain([format!("rebind.example:{public}")]) {
        for asked in [format!("http://{host}"), format!("{home}/to/{host}")] {
            html.push_str(&with(MARKUP, &asked));
        }
        html.push_str(&format!("<script>{}</script>", with(SCRIPT, &format!("http://{host}")).replace("HOST", &host)));
        html.push_str(&format!("<script>{}</script>", with(REDIRECTED, &format!("{home}/to/{host}"))));
    }
    let port = forbidden.to_string();
    html + &format!(
        "<script>{}</script>",
        with(LAST, &home).replace("PORT", &port).replace("SOCKETS", &public.to_string())
    )
}

fn with(text: &str, address: &str) -> String {
    text.replace("ASK", address)
}

const MARKUP: &str = "<link rel=stylesheet href='ASK/l.css'><style>@import 'ASK/import.css'; \
    @font-face { font-family: f; src: url(ASK/font) } i { font-family: f; background: url(ASK/bg) }</style><i>x</i>\
    <img src='ASK/img' srcset='ASK/srcset 2x'><iframe src='ASK/frame'></iframe><script src='ASK/s.js' async></script>\
    <object data='ASK/object'></object><embed src='ASK/embed'><video src='ASK/video' poster='ASK/poster'></video>\
    <svg><image href='ASK/image'/><use href='ASK/use#a'/></svg><input type=image src='ASK/input'>\
    <link rel=preload as=image href='ASK/preload'><link rel=prefetch href='ASK/prefetch'><link rel=icon href='ASK/icon'>\
    <link rel=preconnect href='ASK'><link rel=dns-prefetch href='ASK'><link rel=modulepreload href='ASK/module'>\
    <iframe srcdoc=\"<base href='ASK/'><img src=based>\"></iframe>\n";

const SCRIPT: &str = "try { new WebSocket('ws://HOST/ws') } catch {} try { new EventSource('ASK/events') } catch {} \
    fetch('ASK/fetch').then(it => it.text()).then(it => document.body.append(it), () => 0); \
    fetch('ASK/opaque', { mode: 'no-cors' }).catch(() => 0); navigator.sendBeacon('ASK/beacon', 'x'); \
    import('ASK/import.js').catch(() => 0); try { new WebTransport('https://HOST/transport') } catch {} \
    try { new Worker(URL.createObjectURL(new Blob([\"fetch('ASK/worker').catch(() => 0); importScripts('ASK/w.js')\"]))) } catch {} \
    try { new SharedWorker(URL.createObjectURL(new Blob([\"fetch('ASK/shared').catch(() => 0)\"]))) } catch {} \
    try { open('ASK/open') } catch {} { let f = document.createElement('form'); f.action = 'ASK/form'; f.target = 'n'; \
    document.body.append(f); try { f.submit() } catch {} }\n";

const REDIRECTED: &str = "fetch('ASK/fetched').then(it => it.text()).then(it => document.body.append(it), () => 0); \
    fetch('ASK/opaque', { mode: 'no-cors' }).catch(() => 0);\n";

/// Real-time connections: servers over UDP and TCP, and an answer with the addresses of somebody else; what is loaded
/// ahead; and what may be asked.
const LAST: &str = "{ let servers = ['127.0.0.1', 'localhost', 'public.example'].flatMap(it => [{ urls: `stun:${it}:PORT` }, \
    ...['turn', 'turns'].flatMap(s => ['udp', 'tcp'].map(t => ({ urls: `${s}:${it}:PORT?transport=${t}`, username: document.title, credential: 'b' })))]); \
    let p = new RTCPeerConnection({ iceServers: servers.slice(0, 10) }); p.createDataChannel('x'); p.createOffer().then(it => p.setLocalDescription(it)); } \
    (async () => { let a = new RTCPeerConnection(), b = new RTCPeerConnection(); a.createDataChannel('x'); \
    let offer = await a.createOffer(); await a.setLocalDescription(offer); await b.setRemoteDescription(offer); \
    let answer = await b.createAnswer(); await a.setRemoteDescription(answer); \
    for (let c of ['1 1 udp 2113937151 127.0.0.1 PORT typ host', '2 1 tcp 1518280447 127.0.0.1 PORT typ host tcptype passive']) \
    await a.addIceCandidate({ candidate: 'candidate:' + c, sdpMid: '0', sdpMLineIndex: 0 }); document.body.append(' all was ' + 'tried '); })(); \
    { let s = document.createElement('script'); s.type = 'speculationrules'; let urls = ['http://127.0.0.1:PORT/ahead', 'ASK/to/127.0.0.1:PORT/ahead']; \
    s.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls }], prerender: [{ source: 'list', urls }] }); document.head.append(s); } \
    fetch('ASK/fetch').then(it => it.text()).then(it => document.body.append(' FETCHED ' + it)); \
    new WebSocket('ws://public.example:SOCKETS/ws'); \
    new Worker(URL.createObjectURL(new Blob([\"fetch('ASK/worker')\"])));";
