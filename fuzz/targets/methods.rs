#![no_main]

use std::cell::RefCell;
use tamis_eval::hostile::Asker;

thread_local! {
    static ASKER: RefCell<Asker> = RefCell::new(Asker::default());
}

// Every method answers any bytes, the same each time, in every form. The body is where `tamis-eval mutate` has it.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    // Methods may take their time with a page; the fuzzer should see many pages.
    let data = &data[..data.len().min(4096)];
    ASKER.with_borrow_mut(|asker| asker.ask(data));
});
