//! How each change is made in the tree of a page.

use super::change::Target;
use super::tree::{Tree, TreeContent};
use crate::random::Random;
use std::collections::BTreeMap;
use tamis_page::NodeId;

/// Names that no page of a data set is likely to have, and that a person could have given.
pub(super) const NAMES: [&str; 6] = ["tmx-tile", "tmx-entry", "tmx-panel", "tmx-teaser", "tmx-block", "tmx-unit"];
/// A word that so many of the records have is a label.
const LABEL_SHARE: f64 = 0.8;

/// Gives classes other names everywhere.
pub(super) fn rename_classes(tree: &mut Tree, mut words: Vec<String>, random: &mut Random) -> Option<()> {
    words.sort_unstable();
    words.dedup();
    if words.is_empty() {
        return None;
    }
    let base = random.pick(&NAMES);
    // Letters, because numbers in classes count for little.
    let letters = |mut number: usize| {
        let mut text = String::new();
        loop {
            text.push(char::from(b'a' + (number % 26) as u8));
            number /= 26;
            if number == 0 {
                return text;
            }
        }
    };
    let names: BTreeMap<String, String> =
        words.into_iter().enumerate().map(|(at, word)| (word, format!("{base}-{}", letters(at)))).collect();
    for idx in 0..tree.nodes.len() {
        if let Some(value) = tree.attribute_mut(idx, "class")
            && value.split_ascii_whitespace().any(|word| names.contains_key(word))
        {
            let renamed = value.split_ascii_whitespace().map(|word| names.get(word).map_or(word, String::as_str));
            *value = renamed.collect::<Vec<_>>().join(" ");
        }
    }
    Some(())
}

/// All classes in the records and of them.
pub(super) fn all_classes(tree: &mut Tree, target: &Target<'_>, random: &mut Random) -> Option<()> {
    let nodes: Vec<usize> = target.table.rows.iter().flat_map(|row| &row.nodes).map(|node| node.0 as usize).collect();
    let words = nodes.iter().flat_map(|&node| tree.subtree(node)).flat_map(|node| tree.classes(node)).collect();
    rename_classes(tree, words, random)
}

pub(super) fn change_ids(tree: &mut Tree, target: &Target<'_>) -> Option<()> {
    let region = target.table.region.0 as usize;
    let mut nodes: Vec<usize> = tree.ancestors(region).collect();
    nodes.extend(tree.subtree(region));
    nodes.sort_unstable();
    nodes.dedup();
    let mut done = None;
    for node in nodes {
        if let Some(id) = tree.attribute_mut(node, "id") {
            *id = format!("tmx-{}", id.chars().rev().collect::<String>());
            done = Some(());
        }
    }
    done
}

pub(super) fn remove_column(tree: &mut Tree, target: &Target<'_>, random: &mut Random) -> Option<()> {
    let column = target.pick_column(random, |node, record| node != record)?;
    let mut removed = Vec::new();
    for row in &target.table.rows {
        let Some(cell) = &row.cells[column] else { continue };
        let others: Vec<usize> = row
            .cells
            .iter()
            .flatten()
            .filter(|other| other.nodes != cell.nodes)
            .flat_map(|other| &other.nodes)
            .map(|node| node.0 as usize)
            .collect();
        let records: Vec<usize> = row.nodes.iter().map(|node| node.0 as usize).collect();
        for &NodeId(node) in &cell.nodes {
            // The largest box that holds nothing else.
            let boxes = tree.ancestors(node as usize).take_while(|above| !records.contains(above));
            let is_only = |above: &usize| others.iter().all(|&other| tree.ancestors(other).all(|node| node != *above));
            removed.extend(boxes.take_while(is_only).last());
        }
    }
    for &node in &removed {
        tree.remove(node);
    }
    (!removed.is_empty()).then_some(())
}

pub(super) fn reverse(tree: &mut Tree, target: &Target<'_>) -> Option<()> {
    let records: Vec<usize> = target.records().collect();
    let mut done = None;
    for record in records {
        let mut node = record;
        loop {
            let elements: Vec<usize> =
                tree.nodes[node].children.iter().copied().filter(|&child| tree.is_element(child)).collect();
            match elements[..] {
                [] => break,
                [only] => node = only,
                _ => {
                    tree.nodes[node].children.reverse();
                    done = Some(());
                    break;
                }
            }
        }
    }
    done
}

pub(super) fn move_records(tree: &mut Tree, target: &Target<'_>, random: &mut Random) -> Option<()> {
    let region = target.table.region.0 as usize;
    let place = if matches!(tree.name(region), "html" | "body" | "") { None } else { tree.nodes[region].parent };
    let section = tree.new_element("section", random.pick(&NAMES));
    let first = target.records().next()?;
    let inner = match tree.name(first) {
        "li" => "ul",
        "tr" => "table",
        _ => "div",
    };
    let list = tree.new_element(inner, "tmx-list");
    tree.append(section, list);
    let rows = if inner == "table" {
        let body = tree.new_element("tbody", "tmx-rows");
        tree.append(list, body);
        body
    } else {
        list
    };
    let nodes: Vec<usize> = target.table.rows.iter().flat_map(|row| &row.nodes).map(|node| node.0 as usize).collect();
    for node in nodes {
        tree.append(rows, node);
    }
    match place {
        Some(_) => {
            tree.insert_before(region, section);
            // It comes after the region.
            tree.insert_before(section, region);
        }
        None => tree.append(region, section),
    }
    Some(())
}

pub(super) fn change_tags(tree: &mut Tree, target: &Target<'_>) -> Option<()> {
    let records: Vec<usize> = target.table.rows.iter().flat_map(|row| &row.nodes).map(|node| node.0 as usize).collect();
    let mut done = None;
    for record in records {
        for node in tree.subtree(record) {
            let name = match tree.name(node) {
                "div" if node == record => "article",
                "li" if node == record => "div",
                "div" => "section",
                "h2" | "h4" => "h3",
                "h1" | "h3" => "h2",
                "p" => "div",
                "b" => "strong",
                _ => continue,
            };
            tree.set_name(node, name);
            done = Some(());
        }
    }
    done
}

/// Words that nearly all records share are written otherwise.
pub(super) fn change_labels(tree: &mut Tree, target: &Target<'_>) -> Option<()> {
    let records: Vec<Vec<usize>> = target
        .table
        .rows
        .iter()
        .map(|row| row.nodes.iter().flat_map(|node| tree.subtree(node.0 as usize)).collect())
        .collect();
    let text = |tree: &Tree, node: usize| match &tree.nodes[node].content {
        TreeContent::Text(text) if text.contains(char::is_alphabetic) => Some(text.trim().to_owned()),
        _ => None,
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for record in &records {
        let mut texts: Vec<String> = record.iter().filter_map(|&node| text(tree, node)).collect();
        texts.sort_unstable();
        texts.dedup();
        for text in texts {
            *counts.entry(text).or_default() += 1;
        }
    }
    counts.retain(|_, n| records.len() >= 3 && *n as f64 >= LABEL_SHARE * records.len() as f64);
    for node in records.into_iter().flatten() {
        if let Some(label) = text(tree, node).filter(|label| counts.contains_key(label))
            && let TreeContent::Text(text) = &mut tree.nodes[node].content
        {
            *text = text.replace(&label, &format!("Our {}", label.to_lowercase()));
        }
    }
    (!counts.is_empty()).then_some(())
}
