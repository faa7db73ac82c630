//! Bytes in both directions until nobody says anything any more.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a silent direction looks whether the other one is silent too.
const LOOK: Duration = Duration::from_secs(1);

/// Passes bytes on between two ends; returns when both have ended, or nobody has said anything for a time.
pub(super) fn tunnel(client: &TcpStream, server: &TcpStream, idle_timeout: Duration) {
    let clock = Clock { start: Instant::now(), last: AtomicU64::new(0) };
    let close = || {
        drop(client.shutdown(Shutdown::Both));
        drop(server.shutdown(Shutdown::Both));
    };
    thread::scope(|scope| {
        let up = thread::Builder::new().name("proxy-up".to_owned()).spawn_scoped(scope, || {
            if pass_on(client, server, &clock, idle_timeout).is_err() {
                close();
            }
        });
        if up.is_err() || pass_on(server, client, &clock, idle_timeout).is_err() {
            close();
        }
    });
}

/// Passes an answer on until its end. The client has nothing more to say: who says something all the same, or ends, ends it.
pub(super) fn download(client: &TcpStream, server: &TcpStream, idle_timeout: Duration) {
    let clock = Clock { start: Instant::now(), last: AtomicU64::new(0) };
    let close = || {
        drop(client.shutdown(Shutdown::Both));
        drop(server.shutdown(Shutdown::Both));
    };
    if client.set_read_timeout(None).is_err() {
        return;
    }
    thread::scope(|scope| {
        // Without the thread the answer comes all the same; it is only noticed later that nobody wants it any more.
        let _watch = thread::Builder::new().name("proxy-watch".to_owned()).spawn_scoped(scope, || {
            drop((&*client).read(&mut [0]));
            close();
        });
        drop(pass_on(server, client, &clock, idle_timeout));
        close();
    });
}

/// When something was said last, in either direction.
struct Clock {
    start: Instant,
    last: AtomicU64,
}

impl Clock {
    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }
}

/// Passes bytes on in one direction until its end; the other direction may go on.
fn pass_on(mut from: &TcpStream, mut to: &TcpStream, clock: &Clock, idle_timeout: Duration) -> io::Result<()> {
    from.set_read_timeout(Some(LOOK.min(idle_timeout)))?;
    to.set_write_timeout(Some(idle_timeout))?;
    let mut buffer = vec![0; 32 << 10];
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return to.shutdown(Shutdown::Write),
            Ok(n_read) => {
                clock.last.store(clock.now(), Ordering::Relaxed);
                to.write_all(&buffer[..n_read])?;
            }
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                    let silent = clock.now().saturating_sub(clock.last.load(Ordering::Relaxed));
                    if u128::from(silent) >= idle_timeout.as_millis() {
                        return Err(error);
                    }
                }
                _ => return Err(error),
            },
        }
    }
}
