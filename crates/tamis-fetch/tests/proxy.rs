//! The filtering proxy, spoken to over sockets.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tamis_fetch::address::{AddressPolicy, Resolve, SystemResolver};
use tamis_fetch::proxy::{FilteringProxy, Proxies, ProxyOptions};

/// A server on loopback that keeps the requests it got, up to the end of their head.
struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// `answer` gets each connection with the head of its request.
    fn start(answer: impl Fn(&str, &mut TcpStream) + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (Arc::clone(&requests), Arc::new(answer));
        std::thread::spawn(move || {
            for mut visit in listener.incoming().flatten() {
                let (kept, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                std::thread::spawn(move || {
                    let head = read_head(&mut visit);
                    kept.lock().expect("no test failed with it").push(head.clone());
                    answer(&head, &mut visit);
                });
            }
        });
        Server { address, requests }
    }

    /// One that says hello.
    fn hello() -> Server {
        Server::start(|_, visit| {
            drop(visit.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nKeep-Alive: timeout=5\r\n\r\nhello"));
        })
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("no test failed with it").clone()
    }
}

fn read_head(stream: &mut TcpStream) -> String {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n_read| n_read == 1) {
        head.push(byte[0]);
    }
    String::from_utf8_lossy(&head).into_owned()
}

/// Leads names that begin with `public` to this machine, and all others to a private network.
struct Names;

impl Resolve for Names {
    fn resolve(&self, host: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
        let ip = if host.starts_with("public") { [127, 0, 0, 1] } else { [10, 1, 2, 3] };
        Ok(vec![SocketAddr::new(IpAddr::from(ip), port)])
    }
}

fn options() -> ProxyOptions {
    ProxyOptions::default().with_proxies(Proxies::None)
}

/// A proxy that lets through to this server and to nothing else on this machine.
fn proxy_to(server: &Server) -> FilteringProxy {
    let policy = AddressPolicy::public().allowing(server.address);
    FilteringProxy::start(policy, Arc::new(Names), options()).expect("a proxy")
}

fn connect(proxy: &FilteringProxy) -> TcpStream {
    let stream = TcpStream::connect(proxy.address()).expect("the proxy listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a limit");
    stream
}

/// Sends bytes and reads until the end.
fn ask(proxy: &FilteringProxy, request: &[u8]) -> String {
    let mut stream = connect(proxy);
    // The answer may come before all was sent.
    drop(stream.write_all(request));
    let mut answer = Vec::new();
    drop(stream.read_to_end(&mut answer));
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_request_in_the_clear_is_passed_on_to_the_host_that_was_checked() {
    let server = Server::hello();
    let proxy = proxy_to(&server);
    let port = server.address.port();
    let request = format!(
        "GET http://me:secret@public.example:{port}/a/../b?c HTTP/1.1\r\nHost: other.example\r\nAccept: x\r\n\
         Proxy-Connection: keep-alive\r\nProxy-Authorization: secret\r\nConnection: close, X-Hop\r\nX-Hop: 1\r\n\r\n"
    );
    let answer = ask(&proxy, request.as_bytes());
    assert_eq!(answer, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello");
    let expect = format!("GET /b?c HTTP/1.1\r\nHost: public.example:{port}\r\nAccept: x\r\nConnection: close\r\n\r\n");
    assert_eq!(server.requests(), [expect]);
}

#[test]
fn a_body_is_passed_on_and_what_follows_it_is_not() {
    let server = Server::start(|_, visit| {
        let mut body = [0; 6];
        drop(visit.read_exact(&mut body));
        let text = String::from_utf8_lossy(&body).into_owned();
        drop(visit.write_all(format!("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{text}").as_bytes()));
        let mut more = [0; 1];
        drop(visit.set_read_timeout(Some(Duration::from_millis(300))));
        if visit.read(&mut more).is_ok_and(|n_read| n_read > 0) {
            drop(visit.write_all(b" and more"));
        }
    });
    let proxy = proxy_to(&server);
    let port = server.address.port();
    let request = format!(
        "POST http://public.example:{port}/ HTTP/1.1\r\nContent-Length: 6\r\n\r\nabcdefGET http://other.example/ HTTP/1.1\r\n\r\n"
    );
    assert_eq!(ask(&proxy, request.as_bytes()), "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcdef");
}

/// Answers with what it gets, after a head that says so.
fn echo(head: &'static str) -> Server {
    Server::start(move |_, visit| {
        drop(visit.write_all(head.as_bytes()));
        let mut from = visit.try_clone().expect("a socket");
        drop(io::copy(&mut from, visit));
    })
}

#[track_caller]
fn expect_bytes(stream: &mut TcpStream, expect: &str) {
    let mut found = vec![0; expect.len()];
    stream.read_exact(&mut found).expect("an answer");
    assert_eq!(String::from_utf8_lossy(&found), expect);
}

#[test]
fn tunnels_and_sockets_of_scripts_go_both_ways() {
    let server = echo("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
    let proxy = proxy_to(&server);
    let port = server.address.port();
    let switched = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
    let handshake = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";

    let mut socket = connect(&proxy);
    write!(socket, "GET ws://public.example:{port}/s HTTP/1.1\r\n{handshake}").unwrap();
    expect_bytes(&mut socket, switched);
    write!(socket, "ping").unwrap();
    expect_bytes(&mut socket, "ping");

    let mut tunnel = connect(&proxy);
    write!(tunnel, "CONNECT public.example:{port} HTTP/1.1\r\nHost: x\r\n\r\nGET /t HTTP/1.1\r\n{handshake}").unwrap();
    expect_bytes(&mut tunnel, "HTTP/1.1 200 Connection established\r\n\r\n");
    expect_bytes(&mut tunnel, switched);
    write!(tunnel, "pong").unwrap();
    expect_bytes(&mut tunnel, "pong");
    assert!(server.requests()[0].contains("Upgrade: websocket") && server.requests()[1].starts_with("GET /t "));
}

#[test]
fn what_may_not_be_asked_is_refused_with_a_reason_and_reaches_nobody() {
    let (server, forbidden) = (Server::hello(), Server::hello());
    let proxy = proxy_to(&server);
    let port = forbidden.address.port();
    for host in [
        "127.0.0.1",
        "localhost",
        "a.localhost",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "public.example",
        "private.example",
        "%31%32%37.0.0.1",
        "127.0.0.1.",
        "localhost.",
        "169.254.169.254",
        "metadata.google.internal",
        "user@127.0.0.1",
    ] {
        let forward = ask(&proxy, format!("GET http://{host}:{port}/ HTTP/1.1\r\n\r\n").as_bytes());
        let tunnel = ask(&proxy, format!("CONNECT {host}:{port} HTTP/1.1\r\n\r\n").as_bytes());
        assert!(forward.starts_with("HTTP/1.1 403 Forbidden\r\n"), "{host}: {forward}");
        let status = if host.contains('@') { "400" } else { "403" };
        assert!(tunnel.starts_with(&format!("HTTP/1.1 {status} ")), "{host}: {tunnel}");
        assert!(forward.contains("\r\nTamis-Refused: ") && forward.ends_with("\r\n\r\n"), "{forward}");
    }
    // A script can read the reason: where a name leads is not in it.
    let refused = ask(&proxy, b"CONNECT private.example:443 HTTP/1.1\r\n\r\n");
    assert!(refused.contains("Tamis-Refused: a private") && !refused.contains("10.1.2.3"), "{refused}");
    let refused = ask(&proxy, b"CONNECT public.example:25 HTTP/1.1\r\n\r\n");
    assert!(refused.contains("Tamis-Refused: not one for web servers"), "{refused}");
    // What pages in another browser of this machine can send.
    assert!(ask(&proxy, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").starts_with("HTTP/1.1 400 "));
    assert_eq!(forbidden.requests(), Vec::<String>::new());
    assert_eq!(server.requests(), Vec::<String>::new());
}

#[test]
fn a_name_that_changes_where_it_leads_is_resolved_once() {
    struct Rebinding(AtomicUsize);
    impl Resolve for Rebinding {
        fn resolve(&self, _: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
            let ip = if self.0.fetch_add(1, Ordering::SeqCst) == 0 { [127, 0, 0, 1] } else { [127, 0, 0, 2] };
            Ok(vec![SocketAddr::new(IpAddr::from(ip), port)])
        }
    }
    let server = Server::hello();
    let names = Arc::new(Rebinding(AtomicUsize::new(0)));
    let policy = AddressPolicy::public().allowing(server.address);
    let proxy = FilteringProxy::start(policy, Arc::clone(&names) as Arc<dyn Resolve>, options()).expect("a proxy");
    let request = format!("GET http://rebind.example:{}/ HTTP/1.1\r\n\r\n", server.address.port());
    assert!(ask(&proxy, request.as_bytes()).ends_with("hello"));
    assert_eq!(names.0.load(Ordering::SeqCst), 1);
    assert!(ask(&proxy, request.as_bytes()).starts_with("HTTP/1.1 403 "));
}

#[test]
fn limits_hold() {
    let server = echo("");
    let policy = AddressPolicy::public().allowing(server.address);
    let limited = options().with_max_connections(2).with_max_head(1000);
    let proxy = FilteringProxy::start(policy.clone(), Arc::new(Names), limited.clone()).expect("a proxy");
    let long = format!("GET http://public.example/ HTTP/1.1\r\nX: {}", "x".repeat(5000));
    assert!(ask(&proxy, long.as_bytes()).starts_with("HTTP/1.1 431 "));

    let open = |proxy: &FilteringProxy| {
        let mut tunnel = connect(proxy);
        write!(tunnel, "CONNECT public.example:{} HTTP/1.1\r\n\r\n", server.address.port()).unwrap();
        expect_bytes(&mut tunnel, "HTTP/1.1 200 Connection established\r\n\r\n");
        let mut slow = connect(proxy);
        write!(slow, "GET http://").unwrap();
        [tunnel, slow]
    };
    let both = open(&proxy);
    assert!(ask(&proxy, b"").starts_with("HTTP/1.1 503 "), "there is no place for a third");
    drop(both);
    // And there is room again.
    while !ask(&proxy, b"GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 400 ") {
        std::thread::yield_now();
    }

    // Neither a head that never ends nor a tunnel in which nobody speaks stays open.
    let impatient = limited.with_idle_timeout(Duration::from_secs(2));
    let proxy = FilteringProxy::start(policy, Arc::new(Names), impatient).expect("a proxy");
    for mut stream in open(&proxy) {
        assert_eq!(stream.read(&mut [0]).ok(), Some(0));
    }
}

#[test]
fn garbage_is_answered_and_harms_nobody() {
    let server = Server::hello();
    let proxy = proxy_to(&server);
    let mut state = 1_u64;
    for length in 0..200 {
        let mut garbage: Vec<u8> = Vec::new();
        for _ in 0..length {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            garbage.push((state >> 33) as u8);
        }
        garbage.extend_from_slice(b"\r\n\r\n");
        let start: &[u8] =
            [b"".as_slice(), b"GET http://", b"CONNECT ", b"POST http://public.example/ HTTP/1.1\r\n"][length % 4];
        let answer = ask(&proxy, &[start, &garbage].concat());
        assert!(answer.starts_with("HTTP/1.1 4") || answer.starts_with("HTTP/1.1 5"), "{answer}");
    }
    let request = format!("GET http://public.example:{}/ HTTP/1.1\r\n\r\n", server.address.port());
    assert!(ask(&proxy, request.as_bytes()).ends_with("hello"));
}

#[test]
fn servers_that_answer_nonsense_are_an_error() {
    for nonsense in ["", "hello", "HTTP/1.1 abc\r\n\r\n", "HTTP/2 200\r\n\r\n", "HTTP/1.1 200 OK\r\nbad line\r\n\r\n"] {
        let server = Server::start(move |_, visit| drop(visit.write_all(nonsense.as_bytes())));
        let request = format!("GET http://public.example:{}/ HTTP/1.1\r\n\r\n", server.address.port());
        let answer = ask(&proxy_to(&server), request.as_bytes());
        assert!(answer.starts_with("HTTP/1.1 502 "), "{nonsense:?}: {answer}");
    }
}

#[test]
fn it_ends_with_all_of_its_connections() {
    let server = echo("");
    let proxy = proxy_to(&server);
    let address = proxy.address();
    let mut tunnel = connect(&proxy);
    write!(tunnel, "CONNECT public.example:{} HTTP/1.1\r\n\r\n", server.address.port()).unwrap();
    expect_bytes(&mut tunnel, "HTTP/1.1 200 Connection established\r\n\r\n");
    drop(proxy);
    assert_eq!(tunnel.read(&mut [0]).ok(), Some(0));
    assert!(TcpStream::connect(address).is_err());
}

/// Runs in a process of its own, because the environment belongs to the whole process.
#[test]
fn requests_go_through_the_proxy_of_the_environment_after_the_check() {
    const NAME: &str = "requests_go_through_the_proxy_of_the_environment_after_the_check";
    if std::env::var_os("TAMIS_TEST_INSIDE").is_some() {
        struct Unknown;
        impl Resolve for Unknown {
            fn resolve(&self, host: &str, port: u16, _: Duration) -> io::Result<Vec<SocketAddr>> {
                match host {
                    "private.example" => Ok(vec![SocketAddr::from(([10, 0, 0, 1], port))]),
                    _ => Err(io::ErrorKind::NotFound.into()),
                }
            }
        }
        let options = ProxyOptions::default();
        let proxy = FilteringProxy::start(AddressPolicy::public(), Arc::new(Unknown), options).expect("a proxy");
        assert!(ask(&proxy, b"GET http://shop.example/a HTTP/1.1\r\n\r\n").ends_with("hello"));
        let tunnel = ask(&proxy, b"CONNECT shop.example:443 HTTP/1.1\r\n\r\n");
        assert!(tunnel.starts_with("HTTP/1.1 200 Connection established\r\n\r\nhello"), "{tunnel}");
        for host in ["127.0.0.1", "private.example", "localhost"] {
            let answer = ask(&proxy, format!("CONNECT {host}:443 HTTP/1.1\r\n\r\n").as_bytes());
            assert!(answer.starts_with("HTTP/1.1 403 "), "{host}: {answer}");
        }
        let without = ask(&proxy, b"GET http://without.example/ HTTP/1.1\r\n\r\n");
        assert!(without.starts_with("HTTP/1.1 502 "), "{without}");
        return;
    }
    let upstream = Server::hello();
    let address = format!("http://me:secret@{}", upstream.address);
    let inside = std::process::Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", NAME])
        .env("TAMIS_TEST_INSIDE", "1")
        .envs([("HTTP_PROXY", &address), ("HTTPS_PROXY", &address)])
        .env("NO_PROXY", "without.example")
        .env_remove("http_proxy")
        .env_remove("https_proxy")
        .env_remove("no_proxy")
        .output()
        .expect("a process");
    assert!(inside.status.success(), "{}", String::from_utf8_lossy(&inside.stdout));
    let authorization = "Proxy-Authorization: Basic bWU6c2VjcmV0\r\n\r\n";
    let plain =
        format!("GET http://shop.example/a HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n{authorization}");
    let tunnel = format!("CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n{authorization}");
    assert_eq!(upstream.requests(), [plain, tunnel]);
}

/// Only root can be somebody else.
#[cfg(target_os = "linux")]
#[test]
fn other_users_are_not_served() {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|it| it.uid() == 0);
    if !is_root || !std::path::Path::new("/bin/bash").exists() {
        return;
    }
    let policy = AddressPolicy::public();
    let proxy = FilteringProxy::start(policy, Arc::new(SystemResolver), options()).expect("a proxy");
    let port = proxy.address().port();
    let script = format!("exec 3<>/dev/tcp/127.0.0.1/{port}; printf 'GET / HTTP/1.1\\r\\n\\r\\n' >&3; cat <&3");
    let ask_as = |user: u32| {
        let output = std::process::Command::new("/bin/bash").args(["-c", &script]).uid(user).current_dir("/").output();
        String::from_utf8_lossy(&output.expect("bash").stdout).into_owned()
    };
    assert!(ask_as(0).starts_with("HTTP/1.1 400 "));
    assert!(ask_as(65534).contains("this proxy is for another user"));
}
