//! Answers that are broken in ways nobody has thought of: whatever comes, it is an answer or an error.

use crate::server::coded::{gzip, zstd};
use crate::server::{Answer, Server};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tamis_fetch::http::{Ask, Client};

/// Random numbers that are equal in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let message = |head: &str, body: &[u8]| [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat();
    let coded = gzip(&b"<p>A lamp ".repeat(30));
    vec![
        message("200 OK\r\nContent-Type: text/html\r\nContent-Length: 9", b"<p>A lamp"),
        message("200 OK\r\nTransfer-Encoding: chunked", b"3\r\n<p>\r\n6;a=b\r\nA lamp\r\n0\r\nTrailer: x\r\n\r\n"),
        message(&format!("200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}", coded.len()), &coded),
        message("200 OK\r\nContent-Encoding: zstd, gzip\r\nConnection: close", &gzip(&zstd(b"<p>A lamp"))),
        message("301 Moved\r\nLocation: /there\r\nContent-Length: 0", b""),
        message("103 Early Hints\r\nLink: </a>", &message("304 Not Modified\r\nETag: \"a\"", b"")),
        message("503 Busy\r\nRetry-After: 120\r\nTransfer-Encoding: gzip, chunked", b"0\r\n\r\n"),
    ]
}

fn mutated(numbers: &mut Numbers, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut message = seeds[numbers.below(seeds.len())].clone();
    for _ in 0..=numbers.below(4) {
        let place = numbers.below(message.len());
        match numbers.below(6) {
            0 => message.truncate(place),
            1 if !message.is_empty() => message[place] = numbers.below(256) as u8,
            2 => message.insert(place, b"\r\n:0, 9\0\xff"[numbers.below(9)]),
            3 if !message.is_empty() => drop(message.remove(place)),
            4 => message.extend(seeds[numbers.below(seeds.len())].clone()),
            _ => {
                let from = numbers.below(message.len());
                let part = message[from.min(place)..from.max(place)].to_vec();
                message.splice(place..place, part);
            }
        }
    }
    message
}

#[test]
fn any_bytes_are_an_answer_or_an_error() {
    let answer = Arc::new(Mutex::new(Vec::new()));
    let for_server = answer.clone();
    let server = Server::start(move |_| Answer::raw(for_server.lock().unwrap().clone()));
    let client = Client::new(server.options().with_timeout(Duration::from_secs(5)).with_max_bytes(10_000)).unwrap();
    let (mut numbers, seeds) = (Numbers(7), seeds());
    let (mut n_answers, mut n_errors) = (0, 0);
    for _ in 0..1500 {
        *answer.lock().unwrap() = mutated(&mut numbers, &seeds);
        match client.get_once(&server.url("/"), &Ask::default()) {
            Ok(fetched) => {
                n_answers += 1;
                assert!(fetched.body.len() <= 10_000);
            }
            Err(error) => {
                n_errors += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(n_answers > 200 && n_errors > 200, "{n_answers} answers, {n_errors} errors");
}
