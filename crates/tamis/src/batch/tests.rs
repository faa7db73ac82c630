use super::*;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, mpsc};
use std::time::Instant;

fn threads(n_threads: usize) -> Batch {
    Batch::default().with_threads(NonZeroUsize::new(n_threads).expect("not zero"))
}

/// Runs `work` on the jobs and gives the results as strings, in the order they were handed over.
fn results(
    jobs: impl IntoIterator<Item = usize>,
    options: &Batch,
    work: impl Fn(usize) -> usize + Send + Sync + 'static,
) -> Vec<Result<usize, String>> {
    let mut results = Vec::new();
    options.run(
        jobs.into_iter().map(|job| ((), job)),
        || (),
        move |(), job| Ok::<_, JobError>(work(job)),
        |(), result| {
            results.push(result.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        },
    );
    results
}

#[test]
fn results_come_in_the_order_of_the_jobs_on_any_number_of_threads() {
    let expect: Vec<_> = (0..210).map(|job| Ok(job * 10)).collect();
    for n_threads in [1, 2, 7] {
        // Of the jobs that run at a time, a later one ends first.
        let ended = (Mutex::new(vec![false; 211]), Condvar::new());
        let found = results(0..210, &threads(n_threads), move |job| {
            let is_last = (job + 1) % n_threads == 0;
            let mut ends = ended.1.wait_while(lock(&ended.0), |ends| !is_last && !ends[job + 1]).unwrap();
            ends[job] = true;
            ended.1.notify_all();
            job * 10
        });
        assert_eq!(found, expect, "{n_threads} threads");
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics")
}

#[test]
fn no_jobs_is_no_results() {
    assert_eq!(results([], &threads(3), |job| job), []);
}

#[test]
fn a_panic_costs_one_row() {
    let found = results(0..5, &threads(2), |job| {
        assert!(job != 3, "job {job} is cursed");
        job
    });
    let failed = Err("the program failed on this page: job 3 is cursed".to_owned());
    assert_eq!(found, [Ok(0), Ok(1), Ok(2), failed, Ok(4)]);
}

#[test]
fn a_worker_that_cannot_be_made_costs_one_row() {
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || {
        let n_made = AtomicUsize::new(0);
        let mut results = Vec::new();
        threads(1).run(
            (0..5).map(|job| ((), job)),
            move || assert!(![0, 2].contains(&n_made.fetch_add(1, Ordering::SeqCst)), "no browser"),
            |(), job: usize| {
                assert!(job != 2, "job {job} is cursed");
                Ok::<_, JobError>(job)
            },
            |(), result| {
                results.push(result.map_err(|error| error.to_string()));
                ControlFlow::Continue(())
            },
        );
        let _ = sender.send(results);
    });
    let found = ended.recv_timeout(Duration::from_mins(1)).expect("the run ends");
    let failed = |why: &str| Err(format!("the program failed on this page: {why}"));
    assert_eq!(found, [failed("no browser"), Ok(1), failed("job 2 is cursed"), failed("no browser"), Ok(4)]);
}

#[test]
fn a_job_is_answered_before_another_worker_is_made() {
    let (answer, answered) = mpsc::channel();
    let answered = Mutex::new(answered);
    let n_made = AtomicUsize::new(0);
    let (was_answered, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counted = Arc::clone(&seen);
    threads(1).run(
        (0..2).map(|job| (job, job)),
        move || {
            if n_made.fetch_add(1, Ordering::SeqCst) == 1 {
                let is_answered = answered.lock().expect("one thread").recv_timeout(Duration::from_mins(5));
                counted.fetch_add(usize::from(is_answered.is_ok()), Ordering::SeqCst);
            }
        },
        |(), job: usize| {
            assert!(job != 0, "job {job} is cursed");
            Ok::<_, JobError>(job)
        },
        |_, _| {
            was_answered.fetch_add(1, Ordering::SeqCst);
            let _ = answer.send(());
            ControlFlow::Continue(())
        },
    );
    assert_eq!((was_answered.load(Ordering::SeqCst), seen.load(Ordering::SeqCst)), (2, 1));
}

#[test]
fn a_page_that_takes_too_long_costs_one_row_and_not_the_batch() {
    let options = threads(1).with_timeout(Duration::from_secs(2));
    let (end, ended) = mpsc::channel::<()>();
    let ended = Mutex::new(ended);
    let found = results(0..4, &options, move |job| {
        if job == 1 {
            let _ = lock(&ended).recv();
        }
        job
    });
    assert_eq!(found, [Ok(0), Err("the page took longer than 2 s".to_owned()), Ok(2), Ok(3)]);
    drop(end);
}

#[test]
fn waiting_for_another_job_costs_no_time_of_ones_own() {
    let options = threads(2).with_timeout(Duration::from_secs(2)).with_max_steps(u64::MAX);
    let (end, ended) = mpsc::channel();
    let (end, ended) = (Mutex::new(Some(end)), Mutex::new(ended));
    let mut results = Vec::new();
    options.run_with_clock(
        (0..4).map(|job| ((), job)),
        || (),
        move |(), job: usize, clock| {
            if job == 1 {
                // Until the other one is stopped, which has as much time.
                let _: Result<(), _> = clock.stopped(|| lock(&ended).recv());
            }
            if job == 2 {
                let _end: Option<mpsc::Sender<()>> = lock(&end).take();
                clock.stopped(|| thread::sleep(Duration::from_millis(20)));
                spin();
            }
            Ok::<_, JobError>(job)
        },
        |(), result| {
            results.push(result.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        },
    );
    assert_eq!(results, [Ok(0), Ok(1), Err("the page took longer than 2 s".to_owned()), Ok(3)]);
}

/// Counts the threads that have one.
struct Alive(Arc<AtomicUsize>);

impl Alive {
    fn new(n_alive: &Arc<AtomicUsize>) -> Alive {
        n_alive.fetch_add(1, Ordering::SeqCst);
        Alive(Arc::clone(n_alive))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn spin() -> usize {
    loop {
        budget::spend(1);
    }
}

#[test]
fn no_number_of_slow_pages_keeps_the_others_from_being_tried() {
    let n_alive = Arc::new(AtomicUsize::new(0));
    let most_alive = Arc::new(AtomicUsize::new(0));
    let (alive, most) = (Arc::clone(&n_alive), Arc::clone(&most_alive));
    let mut found = Vec::new();
    threads(2).with_timeout(Duration::from_secs(1)).with_max_steps(u64::MAX).run(
        (0..20).map(|job| (job, job)),
        move || Alive::new(&alive),
        move |state: &mut Alive, job: usize| {
            most.fetch_max(state.0.load(Ordering::SeqCst), Ordering::SeqCst);
            Ok::<_, JobError>(if job < 12 { spin() } else { job })
        },
        |job, result| {
            found.push((job, result.map_err(|error| error.to_string())));
            ControlFlow::Continue(())
        },
    );
    let late = || Err("the page took longer than 1 s".to_owned());
    let expect: Vec<_> = (0..20).map(|job| (job, if job < 12 { late() } else { Ok(job) })).collect();
    assert_eq!(found, expect);
    let begun = Instant::now();
    while n_alive.load(Ordering::SeqCst) > 0 {
        assert!(begun.elapsed() < Duration::from_mins(5), "a thread is left over");
        thread::sleep(Duration::from_millis(5));
    }
    // A busy machine may let a thread come back late; it is not one for each slow page.
    let most_alive = most_alive.load(Ordering::SeqCst);
    assert!(most_alive <= 8, "{most_alive} threads at a time");
}

#[test]
fn a_page_that_takes_too_many_steps_costs_one_row() {
    let options = threads(1).with_max_steps(1_000_000);
    let found = results(0..4, &options, |job| {
        budget::spend(900_000);
        if job == 2 { spin() } else { job }
    });
    let failed = Err("the page took more than the 1000000 steps that are allowed".to_owned());
    assert_eq!(found, [Ok(0), Ok(1), failed, Ok(3)]);
}

#[test]
fn threads_that_do_not_stop_are_replaced_however_many_they_are() {
    let options = threads(2).with_timeout(Duration::from_secs(1));
    let (end, ended) = mpsc::channel::<()>();
    let ended = Mutex::new(ended);
    let found = results(0..16, &options, move |job| {
        if job < 12 {
            let _ = lock(&ended).recv();
        }
        job
    });
    let late = || Err("the page took longer than 1 s".to_owned());
    let expect: Vec<_> = (0..16).map(|job| if job < 12 { late() } else { Ok(job) }).collect();
    assert_eq!(found, expect);
    drop(end);
}

#[test]
fn a_batch_that_is_left_stops_what_runs() {
    let n_alive = Arc::new(AtomicUsize::new(0));
    let alive = Arc::clone(&n_alive);
    threads(3).with_max_steps(u64::MAX).run(
        (0..9).map(|job| ((), job)),
        move || Alive::new(&alive),
        |_, job: usize| Ok::<_, JobError>(if job == 0 { 0 } else { spin() }),
        |(), _| ControlFlow::Break(()),
    );
    let begun = Instant::now();
    while n_alive.load(Ordering::SeqCst) > 0 {
        assert!(begun.elapsed() < Duration::from_mins(5), "a thread is left over");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn jobs_are_taken_only_as_fast_as_results_are_handed_over() {
    let n_taken = AtomicUsize::new(0);
    let mut n_handed_over = 0;
    let jobs = (0..500).map(|job| {
        n_taken.fetch_add(1, Ordering::Relaxed);
        (job, job)
    });
    threads(2).run(
        jobs,
        || (),
        |(), job: usize| Ok::<_, JobError>(job),
        |job, result| {
            assert_eq!(result.ok(), Some(job), "a result goes with the label of its job");
            n_handed_over += 1;
            let n_waiting = n_taken.load(Ordering::Relaxed) - n_handed_over;
            assert!(n_waiting <= 2 * PAGES_PER_THREAD, "{n_waiting} jobs wait");
            ControlFlow::Continue(())
        },
    );
    assert_eq!(n_handed_over, 500);
}

#[test]
fn a_thread_keeps_its_state_until_a_job_panics() {
    let mut seen = Vec::new();
    threads(1).run(
        (0..5).map(|job| ((), job)),
        || 0,
        |n_jobs: &mut usize, job: usize| {
            *n_jobs += 1;
            assert!(job != 2, "job 2 is cursed");
            if job == 3 { Err(crate::Error::Write(io::Error::other("no"))) } else { Ok(*n_jobs) }
        },
        |(), result| {
            seen.push(result.map_err(|error| error.to_string()));
            ControlFlow::Continue(())
        },
    );
    let panicked = Err("the program failed on this page: job 2 is cursed".to_owned());
    assert_eq!(seen, [Ok(1), Ok(2), panicked, Err("cannot write the output".to_owned()), Ok(2)]);
}

#[test]
fn a_break_ends_the_batch() {
    let mut n_handed_over = 0;
    threads(2).run(
        (0..).map(|job| ((), job)),
        || (),
        |(), job: usize| Ok::<_, JobError>(job),
        |(), _| {
            n_handed_over += 1;
            if n_handed_over == 10 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!(n_handed_over, 10);
}

#[test]
fn finished_jobs_are_handed_over_while_the_next_is_awaited() {
    let (sender, receiver) = mpsc::channel::<usize>();
    let n_sent = Arc::new(AtomicUsize::new(0));
    let n_taken = Arc::new(AtomicUsize::new(0));
    let (sent, taken) = (Arc::clone(&n_sent), Arc::clone(&n_taken));
    let readiness = Readiness::when(move || sent.load(Ordering::SeqCst) > taken.load(Ordering::SeqCst));
    let send = move |number: usize| {
        sender.send(number).expect("somebody listens");
        n_sent.fetch_add(1, Ordering::SeqCst);
    };
    send(0);
    let jobs = receiver.into_iter().take(3).map(|number| {
        n_taken.fetch_add(1, Ordering::SeqCst);
        (number, number)
    });
    let mut handed_over = Vec::new();
    threads(2).when_ready(readiness).run(
        jobs,
        || (),
        |(), number| Ok::<_, JobError>(number),
        |number, _| {
            handed_over.push(number);
            // Only now is there another: whoever took jobs ahead would wait for ever.
            if number < 2 {
                send(number + 1);
            }
            ControlFlow::Continue(())
        },
    );
    assert_eq!(handed_over, [0, 1, 2]);
}
