//! What rendering a page costs.

use std::fs;
use std::time::{Duration, Instant};

/// Time and memory of one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// By the clock on the wall.
    pub wall: Duration,
    /// Of this process and its children that have ended, all threads.
    pub cpu: Duration,
    /// The most memory that this process held; `None` where the system does not say.
    pub peak_bytes: Option<u64>,
}

/// Runs something and says what it cost. What other threads do in the meantime counts too.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    // On Linux this forgets the peak so far; elsewhere the peak is unknown anyway.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let (begun, cpu_before) = (Instant::now(), cpu_time());
    let result = work();
    let cost = Cost { wall: begun.elapsed(), cpu: cpu_time().saturating_sub(cpu_before), peak_bytes: peak_bytes() };
    (result, cost)
}

fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn peak_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_costs_time_and_memory() {
        let ((), cost) = measure(|| {
            let mut bytes = vec![1_u8; 32 << 20];
            for round in 0..4_u8 {
                for byte in &mut bytes {
                    *byte = byte.wrapping_mul(3).wrapping_add(round);
                }
            }
            assert_ne!(bytes[7], 1);
        });
        assert!(cost.cpu > Duration::ZERO && cost.wall > Duration::ZERO);
        assert!(cost.peak_bytes.is_none_or(|bytes| bytes > 32 << 20));
    }
}
