//! Which addresses are refused, in every spelling, and which are not.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tamis_fetch::address::{
    AddressPolicy, RefusedBecause, Resolve, ResolveError, SystemResolver, resolve_checked, without_credentials,
};
use url::Url;

/// Addresses as an attacker writes them. Each is refused by its spelling alone, or is no address at all.
const FORGED: &[&str] = &[
    // IPv4 in the forms that resolvers take.
    "http://127.0.0.1/",
    "http://127.0.0.1.",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0x7f000001/",
    "http://0x7F.0.0.1/",
    "http://0177.0.0.1/",
    "http://0177.0x0.0.01/",
    "http://0x7f.1/",
    "http://127.0x1/",
    "http://127.00.00.001/",
    "http://127.255.255.254/",
    "http://0.0.0.0/",
    "http://0/",
    "http://0x/",
    "http://0.1.2.3/",
    "http://10.0.0.1/",
    "http://10.1/",
    "http://012.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://0xc0.0xa8.1.1/",
    "http://3232235777/",
    "http://100.64.0.1/",
    "http://100.127.255.255/",
    "http://169.254.1.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250:1900/",
    "http://255.255.255.255/",
    "http://4294967295/",
    "http://240.0.0.1/",
    "http://198.18.0.1/",
    "http://192.0.0.8/",
    "http://192.0.2.1/",
    "http://198.51.100.1/",
    "http://203.0.113.1/",
    "http://192.88.99.1/",
    // Where clouds keep the secrets of their machines.
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://169.254.170.2/v2/credentials/",
    "http://100.100.100.200/",
    "http://168.63.129.16/",
    "http://192.0.0.192/",
    "http://[fd00:ec2::254]/",
    "http://[fd20:ce::254]/",
    "http://[fd00:c1::a9fe:a9fe]/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://METADATA.google.internal./",
    "http://metadata/",
    "http://instance-data.ec2.internal/",
    // Percent-encoding, other digits, other dots, invisible characters.
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://%6c%6f%63%61%6c%68%6f%73%74/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://local\u{ad}host/",
    "http://local\u{200b}host/",
    "http://127.0.0.1\t/",
    "http://12\n7.0.0.1/",
    // IPv6.
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::ffff:0.0.0.0]/",
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[::ffff:0:127.0.0.1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b::10.0.0.1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[64:ff9b:1::8.8.8.8]/",
    "http://[64:ff9b:0:1::8.8.8.8]/",
    "http://[100::1]/",
    "http://[2001::1]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/",
    "http://[2001:2::1]/",
    "http://[2001:10::1]/",
    "http://[2001:20::1]/",
    "http://[2001:db8::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:7f00:1::1]/",
    "http://[2002:a9fe:a9fe::]/",
    "http://[2002:c0a8:101::1]/",
    "http://[2620:4f:8000::1]/",
    "http://[2a00:1450:4001:800:0:5efe:10.0.0.1]/",
    "http://[2a00:1450:4001:800:200:5efe:192.168.0.1]/",
    "http://[2002:808:808::5efe:a00:1]/",
    "http://[fe80::5efe:8.8.8.8]/",
    "http://[3fff::1]/",
    "http://[5f00::1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456:789a::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[febf::1]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[ff0e::1]/",
    "http://[4000::1]/",
    // Names.
    "http://localhost/",
    "http://LocalHost/",
    "http://localhost./",
    "http://localhost../",
    "http://a.localhost/",
    "http://a.b.LOCALHOST./",
    "http://localhost.localdomain/",
    "http://ip6-loopback/",
    "http://router.lan/",
    "http://nas.local/",
    "http://box.home.arpa/",
    "http://intranet/",
    // Who is the host here?
    "http://shop.example@127.0.0.1/",
    "http://shop.example:80@127.0.0.1/",
    "http://shop.example%40@127.0.0.1/",
    "http://127.0.0.1#@shop.example/",
    "http://127.0.0.1?@shop.example/",
    "http://127.0.0.1\\@shop.example/",
    "http:\\\\127.0.0.1\\",
    "http:/127.0.0.1/",
    "http:127.0.0.1/",
    "http:///127.0.0.1/",
    "http://a:b@[::1]:8080/",
    "  http://127.0.0.1/",
    "HTTP://127.0.0.1/",
    "https://127.0.0.1:8443/",
    // Ports of others.
    "http://shop.example:22/",
    "http://shop.example:25/",
    "https://shop.example:465/",
    "http://shop.example:6667/",
    "http://shop.example:0/",
    "http://shop.example:00025/",
    "http://shop.example:65536/",
    // Schemes of others.
    "file:///etc/passwd",
    "ftp://shop.example/",
    "gopher://shop.example:70/_x",
    "dict://shop.example:11211/stat",
    "ldap://shop.example/",
    "data:text/html,x",
    "javascript:alert(1)",
    "blob:http://shop.example/1",
    "view-source:http://127.0.0.1/",
    "jar:http://127.0.0.1!/",
    "ws://127.0.0.1/",
    "about:blank",
];

#[test]
fn forged_addresses_are_refused() {
    let policy = AddressPolicy::public();
    for forged in FORGED {
        if let Ok(url) = Url::parse(forged) {
            assert!(policy.check_url(&url).is_err(), "{forged} was read as {url} and not refused");
        }
    }
    assert!(FORGED.len() > 60);
}

#[test]
fn most_forged_addresses_are_addresses() {
    // A table of misspelled ones would prove nothing.
    let n_addresses = FORGED.iter().filter(|forged| Url::parse(forged).is_ok()).count();
    assert!(n_addresses > 140, "{n_addresses}");
}

#[test]
fn the_host_alone_is_refused_too() {
    // What comes out of a proxy's request line, for example, was never an address.
    let resolver = leads_to(&["93.184.216.34"]);
    for host in [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "017700000001",
        "2130706433",
        "[::1]",
        "::1",
        "::ffff:10.0.0.1",
        "localhost",
        "LOCALHOST.",
        "metadata.google.internal",
        "%31%32%37.0.0.1",
        "１２７.０.０.１",
        "fe80::1%eth0",
        "127.0.0.1.",
        "",
        ".",
        "a b.example",
        "a\0b.example",
        "a/b.example",
        "a:b.example",
        "user@shop.example",
        "[::1",
        "256.1.1.1",
    ] {
        let found = resolve_checked(&AddressPolicy::public(), &resolver, host, 80, SOON);
        assert!(found.is_err(), "{host:?} leads to {found:?}");
    }
}

/// On both sides of every border: the last address before it, the first in it, the last in it, the first behind it.
#[test]
fn the_borders_of_the_ranges_are_where_they_are() {
    let policy = AddressPolicy::public();
    #[rustfmt::skip]
    let borders = [
        ("", "0.0.0.0", "0.255.255.255", "1.0.0.0"),
        ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
        ("100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0"),
        ("126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0"),
        ("168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17"),
        ("169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0"),
        ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0"),
        ("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"),
        ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"),
        ("192.31.195.255", "192.31.196.0", "192.31.196.255", "192.31.197.0"),
        ("192.52.192.255", "192.52.193.0", "192.52.193.255", "192.52.194.0"),
        ("192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0"),
        ("192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0"),
        ("192.175.47.255", "192.175.48.0", "192.175.48.255", "192.175.49.0"),
        ("198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0"),
        ("198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0"),
        ("203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0"),
        ("223.255.255.255", "224.0.0.0", "255.255.255.255", ""),
        ("::ffff:9.255.255.255", "::ffff:10.0.0.0", "::ffff:10.255.255.255", "::ffff:11.0.0.0"),
        ("64:ff9b::9.255.255.255", "64:ff9b::10.0.0.0", "64:ff9b::10.255.255.255", "64:ff9b::11.0.0.0"),
        ("2002:9ff:ffff::", "2002:a00::", "2002:aff:ffff::", "2002:b00::"),
        ("", "::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::"),
        ("2000:ffff::", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::"),
        ("2001:db7:ffff::", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::"),
        ("2620:4f:7fff::", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::"),
        ("3ffe:ffff::", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff:1000::"),
        ("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", ""),
    ];
    let is_allowed = |text: &str| policy.check_ip(text.parse::<IpAddr>().expect("an address")).is_ok();
    for (before, first, last, behind) in borders {
        assert!(before.is_empty() || is_allowed(before), "{before} is public");
        assert!(!is_allowed(first), "{first} is not public");
        assert!(!is_allowed(last), "{last} is not public");
        assert!(behind.is_empty() || is_allowed(behind), "{behind} is public");
    }
}

#[test]
fn addresses_of_the_public_network_are_allowed() {
    let policy = AddressPolicy::public();
    for public in [
        "http://shop.example/",
        "https://shop.example:8443/a?b#c",
        "https://me:secret@shop.example/",
        "http://1.1.1.1/",
        "http://134744072/",
        "http://[2a00:1450:4001:800::200e]/",
        "http://[::ffff:8.8.8.8]/",
        "http://[64:ff9b::8.8.8.8]/",
        "http://[2002:808:808::1]/",
        "http://[2a00:1450:4001:800:0:5efe:8.8.8.8]/",
        "http://localhost.shop.example/",
        "http://127.0.0.1.nip.example/",
        "http://10.example/",
        "http://xn--bcher-kva.example/",
        "http://bücher.example/",
        "http://shop.example./",
        "http://under_score.example/",
        "http://shop.example/?u=http://127.0.0.1/",
        "http://127.0.0.1@shop.example/",
    ] {
        let url = Url::parse(public).expect(public);
        assert_eq!(policy.check_url(&url), Ok(()), "{public}");
    }
}

#[test]
fn a_policy_for_any_address_still_is_for_the_web_only() {
    let policy = AddressPolicy::any();
    let check = |text: &str| policy.check_url(&Url::parse(text).expect("an address")).map_err(|it| it.because());
    assert_eq!(check("http://127.0.0.1:8080/"), Ok(()));
    assert_eq!(check("http://localhost/"), Ok(()));
    assert_eq!(check("http://[fe80::1]/"), Ok(()));
    assert_eq!(check("http://127.0.0.1:25/"), Err(RefusedBecause::Port));
    assert_eq!(check("file:///etc/passwd"), Err(RefusedBecause::Scheme));
}

#[test]
fn one_address_can_be_allowed_on_one_port() {
    let policy = AddressPolicy::public().allowing("127.0.0.1:8080".parse().expect("an address"));
    let is_allowed = |text: &str| policy.check_url(&Url::parse(text).expect("an address")).is_ok();
    assert!(is_allowed("http://127.0.0.1:8080/"));
    assert!(is_allowed("http://0x7f.1:8080/"));
    assert!(!is_allowed("http://127.0.0.1:8081/"));
    assert!(!is_allowed("http://127.0.0.2:8080/"));
    assert!(!is_allowed("http://localhost:8080/"));
    assert!(!is_allowed("ftp://127.0.0.1:8080/"));
}

const SOON: Duration = Duration::from_secs(20);

/// Gives the same answer for every name.
struct Answers(Vec<IpAddr>);

impl Resolve for Answers {
    fn resolve(&self, _: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        Ok(self.0.iter().map(|ip| SocketAddr::new(*ip, port)).collect())
    }
}

fn leads_to(answers: &[&str]) -> Answers {
    Answers(answers.iter().map(|text| text.parse().expect("an address")).collect())
}

#[test]
fn one_bad_answer_refuses_the_name() {
    let policy = AddressPolicy::public();
    let found = resolve_checked(&policy, &leads_to(&["1.1.1.1", "2606:4700::1111"]), "shop.example", 8443, SOON);
    let expect: Vec<SocketAddr> = ["1.1.1.1:8443", "[2606:4700::1111]:8443"].map(|it| it.parse().unwrap()).to_vec();
    assert_eq!(found.expect("public"), expect);
    for answers in
        [["1.1.1.1", "127.0.0.1"], ["10.0.0.1", "1.1.1.1"], ["1.1.1.1", "::1"], ["1.1.1.1", "::ffff:10.0.0.1"]]
    {
        let found = resolve_checked(&policy, &leads_to(&answers), "shop.example", 80, SOON);
        let Err(ResolveError::Refused(refused)) = found else { panic!("{answers:?}: {found:?}") };
        assert!(refused.to_string().starts_with("shop.example leads to "), "{refused}");
    }
    let found = resolve_checked(&policy, &leads_to(&[]), "shop.example", 80, SOON);
    assert!(matches!(found, Err(ResolveError::NotFound { .. })));
}

#[test]
fn the_port_is_the_one_that_was_asked_for() {
    struct Wrong;
    impl Resolve for Wrong {
        fn resolve(&self, _: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
            Ok(vec!["1.1.1.1:22".parse().expect("an address")])
        }
    }
    let found = resolve_checked(&AddressPolicy::public(), &Wrong, "shop.example", 80, SOON).expect("public");
    assert_eq!(found, ["1.1.1.1:80".parse().expect("an address")]);
    let found = resolve_checked(&AddressPolicy::public(), &Wrong, "shop.example", 22, SOON);
    assert!(matches!(found, Err(ResolveError::Refused(refused)) if refused.because() == RefusedBecause::Port));
}

#[test]
fn a_number_is_resolved_without_a_resolver() {
    struct Nobody;
    impl Resolve for Nobody {
        fn resolve(&self, host: &str, _: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
            panic!("asked for {host}")
        }
    }
    for (host, expect) in [("8.8.2056", "8.8.8.8:80"), ("[2a00::1]", "[2a00::1]:80"), ("2a00::1", "[2a00::1]:80")] {
        let found = resolve_checked(&AddressPolicy::public(), &Nobody, host, 80, SOON).expect(host);
        assert_eq!(found, [expect.parse().expect("an address")]);
    }
}

#[test]
fn the_system_knows_this_machine() {
    let found = resolve_checked(&AddressPolicy::any(), &SystemResolver, "localhost", 80, SOON).expect("localhost");
    assert!(found.iter().all(|address| address.ip().is_loopback() && address.port() == 80), "{found:?}");
}

#[test]
fn refusals_say_what_was_found_and_no_password() {
    #[track_caller]
    fn check(url: &str, expect: &str) {
        let refused = AddressPolicy::public().check_url(&Url::parse(url).expect("an address")).expect_err("refused");
        assert_eq!(refused.to_string(), expect);
    }
    check("http://me:secret@127.0.0.1/", "127.0.0.1 is an address of this machine");
    check("http://me:secret@localhost/", "localhost is a name of this machine");
    check(
        "http://[::ffff:a9fe:a9fe]/",
        "::ffff:169.254.169.254 is an address where clouds keep secrets of their machines",
    );
    check("ftp://me:secret@shop.example/", "ftp is not a scheme of the web");
    check("http://me:secret@shop.example:25/", "port 25 is not one for web servers");
    let error = resolve_checked(&AddressPolicy::public(), &SystemResolver, "me:secret@shop.example", 80, SOON);
    assert_eq!(error.expect_err("no name").to_string(), "shop.example is not the name of a host");
}

#[test]
fn credentials_are_taken_out() {
    let with = |text: &str| without_credentials(&Url::parse(text).expect("an address")).to_string();
    assert_eq!(with("https://me:secret@shop.example:8443/a?b#c"), "https://shop.example:8443/a?b#c");
    assert_eq!(with("https://token@shop.example/"), "https://shop.example/");
    assert_eq!(with("https://shop.example/"), "https://shop.example/");
    assert_eq!(with("data:text/plain,a:b@c"), "data:text/plain,a:b@c");
}
