//! `--format parquet` and `--format arrow`: what other programs read of the files, and when there is a file.

#![cfg(feature = "arrow")]

mod run;

use arrow_array::cast::AsArray;
use arrow_array::types::Decimal128Type;
#[cfg(feature = "archives")]
use arrow_array::types::Int64Type;
use arrow_array::{Array, RecordBatch};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use run::Room;
use std::fs::{self, File};

/// All rows of a Parquet file, in one batch each.
#[track_caller]
fn parquet(room: &Room, name: &str) -> (Vec<String>, Vec<RecordBatch>) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(room.path(name)).expect("is there"));
    let reader = reader.expect("is Parquet");
    let columns = reader.schema().fields().iter().map(|field| format!("{} {}", field.name(), field.data_type()));
    let columns = columns.collect();
    let batches = reader.with_batch_size(1 << 20).build().expect("can be read");
    (columns, batches.map(|batch| batch.expect("is read")).collect())
}

/// The texts of a column.
#[track_caller]
fn texts(batches: &[RecordBatch], name: &str) -> Vec<Option<String>> {
    let column = |batch: &RecordBatch| {
        let column = batch.column_by_name(name).unwrap_or_else(|| panic!("no column {name}")).clone();
        column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
    };
    batches.iter().flat_map(column).collect()
}

fn shop(n_pages: usize) -> Room {
    let room = Room::new();
    for number in 0..n_pages {
        let item = |item: usize| {
            format!(
                "<li class=lamp><h3><a href=/{number}/{item}>Lamp {number}.{item}</a></h3><b class=price>{item},99 €</b></li>"
            )
        };
        let items: String = (1..6).map(item).collect();
        let page = format!(
            "<title>Lamps {number}</title><main><h1>Lamps of page {number}</h1><p>A lamp turns power into light.</p>\
             <ol>{items}</ol></main>"
        );
        room.write(&format!("pages/{number:03}.html"), page.as_bytes());
    }
    room
}

#[test]
fn the_table_of_a_page_keeps_the_types_of_its_columns() {
    let room = Room::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/shop.html");
    room.tamis(&format!("records {example} --render none --format parquet -o shop.parquet")).ends_with(0);
    let (columns, batches) = parquet(&room, "shop.parquet");
    assert!(columns.contains(&"price Decimal128(18, 2)".to_owned()), "{columns:?}");
    assert!(columns.contains(&"price_currency Utf8".to_owned()), "{columns:?}");
    let prices = batches[0].column_by_name("price").expect("is there").as_primitive::<Decimal128Type>().clone();
    assert_eq!(prices.value(0), 2400);
    let csv = room.tamis(&format!("records {example} --render none --format csv")).ends_with(0).stdout;
    assert_eq!(batches[0].num_rows() + 1, csv.lines().count());
    let names: Vec<&str> = columns.iter().filter_map(|column| column.split(' ').next()).collect();
    assert_eq!(csv.lines().next(), Some(names.join(",").as_str()));
    room.tamis(&format!("records {example} --render none --format arrow -o shop.arrow")).ends_with(0);
    let file = arrow_ipc::reader::FileReader::try_new(File::open(room.path("shop.arrow")).expect("is there"), None);
    let read: Vec<RecordBatch> = file.expect("is Arrow").map(|batch| batch.expect("is read")).collect();
    assert_eq!(read[0].columns(), batches[0].columns());
}

#[test]
fn many_pages_are_one_file_in_page_order_with_the_same_bytes_on_any_number_of_threads() {
    let room = shop(40);
    room.write("pages/017.html", b"%PDF-1.7");
    for (line, code) in [
        ("text pages --format parquet", 4),
        ("text pages --format arrow", 4),
        ("records pages --render none --format parquet", 4),
        ("site pages --render none --format parquet", 4),
    ] {
        room.tamis(&format!("{line} -j 1 -o one")).ends_with(code);
        room.tamis(&format!("{line} -j 2 -o two")).ends_with(code);
        assert!(
            fs::read(room.path("one")).expect("is there") == fs::read(room.path("two")).expect("is there"),
            "{line}"
        );
        let piped = room.shell(&format!("\"$TAMIS\" {line} > three"), b"");
        assert_eq!(piped.code, code, "{}", piped.stderr);
        assert!(
            fs::read(room.path("one")).expect("is there") == fs::read(room.path("three")).expect("is there"),
            "{line}"
        );
    }
    assert!(!room.list("").iter().any(|name| name.contains("partial")));
}

#[test]
fn a_row_has_the_text_of_the_json_and_a_page_that_failed_its_error() {
    let room = shop(5);
    room.write("pages/002.html", b"%PDF-1.7");
    room.tamis("text pages --format parquet -o text.parquet").ends_with(4);
    let (_, batches) = parquet(&room, "text.parquet");
    let lines = room.tamis("text pages --format jsonl").ends_with(4).stdout;
    let found = texts(&batches, "text");
    for (line, text) in lines.lines().zip(&found) {
        match text {
            Some(text) => {
                let quoted = text.replace('\n', "\\n");
                assert!(line.contains(&format!("\"text\":\"{quoted}\"")), "{line}\n{text}");
            }
            None => assert!(line.contains("\"status\":\"error\""), "{line}"),
        }
    }
    assert_eq!((lines.lines().count(), found.len()), (5, 5));
    let errors = texts(&batches, "error");
    assert!(errors[2].as_deref().is_some_and(|error| error.contains("not a page")), "{errors:?}");
    assert_eq!(texts(&batches, "status")[2].as_deref(), Some("error"));
}

#[test]
fn records_of_many_pages_have_their_cells_and_no_page_is_missing() {
    let room = shop(3);
    room.write("pages/nothing.html", b"<p>Nothing is listed here.");
    room.tamis("records pages --render none --format parquet -o r.parquet").ends_with(0);
    let (columns, batches) = parquet(&room, "r.parquet");
    assert!(columns.iter().any(|column| column.starts_with("cells List")), "{columns:?}");
    let sources = texts(&batches, "source");
    let of_first = sources.iter().flatten().filter(|source| source.ends_with("000.html")).count();
    assert!(of_first >= 5, "{sources:?}");
    assert_eq!(texts(&batches, "status").last(), Some(&Some("nothing-found".to_owned())));
    assert!(batches.last().is_some_and(|batch| {
        batch.column_by_name("cells").is_some_and(|cells| cells.is_null(batch.num_rows() - 1))
    }));
}

#[test]
fn the_pages_of_a_wrapper_share_its_typed_columns() {
    let room = shop(4);
    room.write("pages/002.html", b"%PDF-1.7");
    room.tamis("wrapper learn pages/000.html --render none -o shop.json").ends_with(0);
    room.tamis("wrapper apply shop.json pages --format parquet -o w.parquet").ends_with(4);
    let (columns, batches) = parquet(&room, "w.parquet");
    assert!(columns.contains(&"price Decimal128(38, 9)".to_owned()), "{columns:?}");
    assert_eq!(columns[..5], ["_source Utf8", "_url Utf8", "_status Utf8", "_error Utf8", "_reason Utf8"]);
    let prices = batches[0].column_by_name("price").expect("is there").as_primitive::<Decimal128Type>().clone();
    assert_eq!((prices.value(0), prices.len()), (1_990_000_000, 16));
    assert_eq!(texts(&batches, "price_currency")[0].as_deref(), Some("EUR"));
    assert_eq!(texts(&batches, "price_text")[0], None);
    assert_eq!(texts(&batches, "_error").iter().flatten().count(), 1);
}

#[test]
fn the_columns_of_a_wrapper_are_those_of_a_file_of_one_page_too() {
    let room = shop(2);
    room.write("pages/nothing.html", b"<p>Nothing is listed here.");
    room.tamis("wrapper learn pages/000.html --render none -o shop.json").ends_with(0);
    room.tamis("wrapper apply shop.json pages --format parquet -o w.parquet").ends_with(0);
    room.tamis("wrapper apply shop.json pages --format parquet --output-dir out").ends_with(0);
    room.tamis("wrapper apply shop.json pages/001.html --format parquet -o one.parquet").ends_with(0);
    let (columns, batches) = parquet(&room, "w.parquet");
    assert_eq!(columns[0], "_source Utf8");
    for (name, n_rows) in
        [("out/000.parquet", 5), ("out/001.parquet", 5), ("one.parquet", 5), ("out/nothing.parquet", 1)]
    {
        let (found, rows) = parquet(&room, name);
        assert_eq!(found, columns, "{name}");
        assert_eq!((rows[0].schema(), rows[0].num_rows()), (batches[0].schema(), n_rows), "{name}");
    }
    assert_eq!(parquet(&room, "one.parquet").1[0], batches[0].slice(5, 5));
}

#[test]
fn a_directory_gets_a_file_a_page() {
    let room = shop(2);
    room.tamis("records pages --render none --format parquet --output-dir out").ends_with(0);
    assert_eq!(room.list("out"), ["000.parquet", "001.parquet", "index.jsonl"]);
    let (columns, _) = parquet(&room, "out/001.parquet");
    assert!(columns.contains(&"price Decimal128(18, 2)".to_owned()), "{columns:?}");
    room.tamis("site pages --render none --format arrow --output-dir site").ends_with(0);
    assert_eq!(room.list("site"), ["000.arrow", "001.arrow", "index.jsonl"]);
}

#[test]
fn a_page_without_records_is_a_file_without_rows() {
    let room = Room::with(&[("a.html", "<p>Nothing is listed here.")]);
    room.tamis("records a.html --render none --format parquet -o a.parquet").ends_with(2);
    let (columns, batches) = parquet(&room, "a.parquet");
    assert_eq!((columns.len(), batches.iter().map(RecordBatch::num_rows).sum::<usize>()), (1, 0));
}

#[test]
fn what_cannot_be_is_refused_with_a_hint() {
    let room = shop(2);
    let resumed = room.tamis("text pages --format parquet -o t.parquet --resume").ends_with(1);
    assert!(resumed.stderr.contains("written as a whole") && resumed.stderr.contains("jsonl"), "{}", resumed.stderr);
    let with = room.tamis("text pages --format parquet -o t.parquet --with removed").ends_with(1);
    assert!(with.stderr.contains("part of JSON"), "{}", with.stderr);
    let with = room.tamis("site pages --format parquet -o t.parquet --with removed").ends_with(1);
    assert!(with.stderr.contains("--format jsonl"), "{}", with.stderr);
    let records = room.tamis("text pages --records --format parquet -o t.parquet").ends_with(1);
    records.says("no place for records").says("hint: `tamis records`");
    room.tamis("wrapper learn pages/000.html --render none -o shop.json").ends_with(0);
    let fewer = room.tamis("wrapper apply shop.json pages --no-constant --format parquet -o t.parquet").ends_with(1);
    fewer.says("a wrapper declares its columns").says("hint: leave --no-constant out");
    assert!(!room.path("t.parquet").exists());
    room.tamis("wrapper apply shop.json pages/000.html --no-constant --format csv").ends_with(0);
}

#[cfg(feature = "crawl")]
#[test]
fn a_crawl_says_how_its_pages_become_columns() {
    let room = Room::new();
    let refused = room.tamis("crawl https://shop.example/ --format parquet").ends_with(1);
    refused
        .says("a crawl writes JSON Lines")
        .says("hint: add --warc x.warc.gz, then `tamis site x.warc.gz --format parquet");
    assert!(room.list("").is_empty(), "{:?}", room.list(""));
}

#[test]
fn a_table_of_columns_that_all_say_the_same_keeps_them() {
    let items = "<li><h3>Lamp of brass</h3><b class=price>5,99 €</b></li>".repeat(8);
    let room = Room::with(&[("a.html", &format!("<main><h1>Lamps</h1><ol>{items}</ol></main>"))]);
    let with = room.tamis("records a.html --render none --format csv").ends_with(0).stdout;
    room.tamis("records a.html --render none --no-constant --format csv").ends_with(0).prints(&with);
    room.tamis("records a.html --render none --no-constant --format parquet -o a.parquet").ends_with(0);
    let (columns, batches) = parquet(&room, "a.parquet");
    assert!(!columns.is_empty() && batches[0].num_rows() == 8, "{columns:?}");
}

#[test]
fn a_row_of_a_site_has_the_blocks_and_the_next_page_of_its_json() {
    let room = shop(3);
    room.write("pages/002.html", b"%PDF-1.7");
    let page = room.read("pages/001.html");
    let pager = "<p class=pager><a rel=prev href=000.html>Back</a> <a rel=next href=002.html>Next</a></p>";
    room.write("pages/001.html", format!("<base href=https://shop.example/>{page}{pager}").as_bytes());
    room.tamis("site pages --render none --format parquet -o s.parquet").ends_with(4);
    let (_, batches) = parquet(&room, "s.parquet");
    let lines = room.tamis("site pages --render none").ends_with(4).lines();
    let lists = batches[0].column_by_name("blocks").expect("is there").as_list::<i32>().clone();
    for (row_idx, line) in lines.iter().enumerate().take(2) {
        let blocks = lists.value(row_idx);
        let text = |name: &str| {
            let column = blocks.as_struct().column_by_name(name).unwrap_or_else(|| panic!("no {name}")).clone();
            column.as_string::<i32>().iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
        };
        let (mut ids, mut parents, mut xpaths) = (Vec::new(), Vec::new(), Vec::new());
        let mut waiting = vec![(None, &line["blocks"])];
        while let Some((parent, block)) = waiting.pop() {
            let id = block["id"].as_str().map(str::to_owned);
            let children = block["children"].as_array().expect("an array");
            waiting.extend(children.iter().rev().map(|child| (id.clone(), child)));
            ids.push(id);
            parents.push(parent);
            xpaths.push(block["xpath"].as_str().map(str::to_owned));
        }
        assert!(ids.len() > 1, "{line}");
        assert_eq!((text("id"), text("parent"), text("xpath")), (ids, parents, xpaths));
        for (column, key) in [("next_url", "next"), ("prev_url", "prev")] {
            let said = line["pagination"][key].as_str().map(str::to_owned);
            assert_eq!(texts(&batches, column)[row_idx], said, "{column}");
        }
    }
    assert_eq!(texts(&batches, "next_url")[1].as_deref(), Some("https://shop.example/002.html"));
    let sites = texts(&batches, "site");
    assert!(lists.is_null(2) && sites.iter().all(|site| site.as_deref() == Some("pages")), "{sites:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_file() {
    let room = shop(30);
    let ran = room.shell("ulimit -f 8; trap '' XFSZ; \"$TAMIS\" text pages --markdown --format arrow -o t.arrow", b"");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot write"), "{}", ran.stderr);
    assert!(!room.list("").iter().any(|name| name.starts_with("t.arrow")), "{:?}", room.list(""));
}

/// Pages of which the text is far more than a block of a file, and hardly shorter when it is compressed.
fn long_pages(n_pages: usize) -> Room {
    let room = Room::new();
    let mut state = 1_u64;
    let mut word = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("{:x}", state >> 16)
    };
    for number in 0..n_pages {
        let mut paragraph = || format!("<p>{}.</p>", [(); 8].map(|()| word()).join(" "));
        let text: String = (0..12_000).map(|_| paragraph()).collect();
        room.write(&format!("pages/{number:02}.html"), format!("<main>{text}</main>").as_bytes());
    }
    room
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_in_the_middle_leaves_the_old_file() {
    let room = long_pages(12);
    room.write("t.arrow", b"old");
    let line = "ulimit -f 2048; trap '' XFSZ; \"$TAMIS\" text pages --method none -j 1 -v --format arrow -o t.arrow";
    let ran = room.shell(line, b"");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("cannot write") && ran.stderr.contains("t.arrow: File too large"), "{}", ran.stderr);
    let n_told = ran.stderr.lines().filter(|line| line.contains(" nodes, ")).count();
    assert!((1..12).contains(&n_told), "{n_told} pages were read before the first bytes were written");
    assert_eq!(room.read("t.arrow"), "old");
    assert!(!room.list("").iter().any(|name| name.contains("partial")), "{:?}", room.list(""));
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_the_run_quietly() {
    let room = long_pages(12);
    for format in ["arrow", "parquet"] {
        let line =
            format!("{{ \"$TAMIS\" text pages --method none --format {format}; echo ended with $? >&2; }} | head -c 4");
        let ran = room.shell(&line, b"");
        assert_eq!(ran.stderr, "ended with 0\n", "{format}");
        assert!(ran.stdout == "ARRO" || ran.stdout == "PAR1", "{format}: {}", ran.stdout);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_the_old_file_and_nothing_beside_it() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let room = long_pages(12);
    for format in ["arrow", "parquet"] {
        room.write("t", b"old");
        // A page that comes when the run is asked to end, so that it cannot have ended by itself.
        let pipe = room.path("pages/zz.html");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        // What a shell starts in the background ignores the interrupt, and so does all that is started from there.
        let mut child = Command::new("env")
            .args(["--default-signal=INT", env!("CARGO_BIN_EXE_tamis")])
            .args(format!("text pages --method none -v -j 2 --format {format} -o t").split(' '))
            .current_dir(room.path(""))
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("is piped"));
        let n_told = stderr
            .by_ref()
            .lines()
            .map(|line| line.expect("is text"))
            .filter(|line| line.contains(" nodes, "))
            .take(12)
            .count();
        assert_eq!(n_told, 12);
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        run::wait_for_grace(&child);
        fs::write(&pipe, "<p>The last lamp of all.").expect("is written");
        let mut said = String::new();
        stderr.read_to_string(&mut said).expect("is text");
        assert_eq!(child.wait().expect("ends").code(), Some(130), "{said}");
        assert!(said.contains("nothing was written"), "{said}");
        fs::remove_file(pipe).expect("is removed");
        assert_eq!(room.read("t"), "old");
        assert!(!room.list("").iter().any(|name| name.contains("partial")), "{:?}", room.list(""));
    }
}

/// A record of an archive with a page.
#[cfg(feature = "archives")]
fn record(number: usize, page: &str) -> Vec<u8> {
    let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
    let head = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://lamps.example/{number}\r\n\
         Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n",
        response.len()
    );
    [head, response, "\r\n\r\n".to_owned()].concat().into_bytes()
}

/// Starts a run that tells each page it is done with, and kills it when it has told of so many. A page behind all others never
/// comes, as it is a pipe that nobody writes to: the run cannot have ended by itself.
#[cfg(unix)]
fn kill_behind(room: &Room, line: &str, n_pages: usize) {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let pipe = room.path("pages/z.html");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(format!("{line} -v").split(' '))
        .current_dir(room.path(""))
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let told = BufReader::new(child.stderr.take().expect("is piped")).lines().map(|line| line.expect("is text"));
    let n_told = told.filter(|line| line.contains(" nodes, ")).take(n_pages).count();
    child.kill().expect("can be killed");
    assert_eq!(child.wait().expect("can be waited for").code(), None, "the run ended by itself");
    assert_eq!(n_told, n_pages);
    fs::remove_file(pipe).expect("is removed");
}

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_the_old_file_and_the_next_one_is_whole() {
    let room = shop(20);
    let line = "records pages --render none --format parquet -o r.parquet";
    room.tamis(&line.replace("r.parquet", "whole.parquet")).ends_with(0);
    let whole = fs::read(room.path("whole.parquet")).expect("is there");
    for n_pages in [0, 1, 7, 20] {
        room.write("r.parquet", b"old");
        kill_behind(&room, line, n_pages);
        assert!(room.read("r.parquet") == "old", "killed behind {n_pages} pages");
    }
    let ran = room.tamis(line).ends_with(0);
    assert!(!ran.stderr.contains("--resume"), "{}", ran.stderr);
    assert!(fs::read(room.path("r.parquet")).expect("is there") == whole);
    assert!(!room.list("").iter().any(|name| name.contains("partial")));
}

#[cfg(unix)]
#[test]
fn a_run_that_is_killed_when_a_part_of_its_file_is_written_leaves_the_old_one_too() {
    let room = Room::new();
    for number in 0..10 {
        let text =
            format!("<p>Lamp {number} turns power into light, as all lamps of this series do.</p>").repeat(18_000);
        room.write(&format!("pages/{number}.html"), format!("<main>{text}</main>").as_bytes());
    }
    let line = "text pages --format arrow -o t.arrow";
    room.write("t.arrow", b"old");
    kill_behind(&room, line, 10);
    assert_eq!(room.read("t.arrow"), "old");
    let n_bytes = fs::metadata(room.path("t.arrow.partial")).expect("is there").len();
    assert!(n_bytes > 1 << 20, "{n_bytes} bytes are written");
    room.tamis(line).ends_with(0);
    let whole = fs::read(room.path("t.arrow")).expect("is there");
    assert!(whole.len() as u64 > n_bytes && whole.ends_with(b"ARROW1"));
    assert!(!room.list("").iter().any(|name| name.contains("partial")));
}

#[cfg(feature = "archives")]
#[test]
fn pages_of_one_member_of_an_archive_have_places_of_their_own() {
    let room = Room::new();
    let page = "<main><p>A lamp turns power into light.</p></main>";
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, &[record(0, page), record(1, page)].concat()).expect("into memory");
    room.write("two.warc.gz", &gzip.finish().expect("into memory"));
    room.tamis("text two.warc.gz --format parquet -o two.parquet").ends_with(0);
    let (_, batches) = parquet(&room, "two.parquet");
    let numbers = |name: &str| {
        let column = batches[0].column_by_name(name).unwrap_or_else(|| panic!("no column {name}")).clone();
        column.as_primitive::<Int64Type>().values().to_vec()
    };
    assert_eq!(numbers("archive_offset"), [0, 0]);
    assert_eq!(numbers("archive_within"), [0, record(0, page).len() as i64]);
}
