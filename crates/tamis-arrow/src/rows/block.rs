//! What is known of a block of a page, a column each. Names mean what they mean in JSON, which has blocks as a tree.

use super::columns::{Column, ColumnInput, Group, Lists, Type, column, fields, list_of};
use crate::batch::field;
use arrow_array::ArrayRef;
use arrow_schema::{Field, Fields};
use tamis::Findings;
use tamis::export::{self, Block};

/// A block.
struct BlockRow {
    block: Block,
    levels: Vec<i64>,
}

const BLOCK: &[Column<BlockRow>] = &[
    column("id", Type::Text, |row| ColumnInput::Text(&row.block.id)),
    column("parent", Type::Text, |row| ColumnInput::text(row.block.parent.as_deref())),
    column("role", Type::Text, |row| ColumnInput::Text(row.block.role)),
    column("reason", Type::Text, |row| ColumnInput::Text(&row.block.reason)),
    column("levels", Type::Wholes, |row| ColumnInput::Wholes(&row.levels)),
    column("xpath", Type::Text, |row| ColumnInput::text(row.block.xpaths.first().map(String::as_str))),
    column("xpaths", Type::Texts, |row| match row.block.xpaths.as_slice() {
        [] | [_] => ColumnInput::Null,
        several => ColumnInput::Texts(several),
    }),
    column("box", Type::Wholes, |row| {
        row.block.edges.as_ref().map_or(ColumnInput::Null, |edges| ColumnInput::Wholes(edges))
    }),
    column("text", Type::Text, |row| ColumnInput::Text(&row.block.text)),
];

/// The blocks of a page, in the order of the document.
pub(crate) struct PageBlocks {
    /// `None` if they were not asked for.
    blocks: Option<Vec<BlockRow>>,
    /// What is said if something of them is left out.
    pub(crate) warning: Option<String>,
}

impl PageBlocks {
    pub(crate) fn of(findings: &Findings) -> PageBlocks {
        let Some(found) = export::blocks_in_order(findings) else { return PageBlocks { blocks: None, warning: None } };
        let row = |block: Block| BlockRow { levels: block.levels.iter().copied().map(i64::from).collect(), block };
        PageBlocks { blocks: Some(found.blocks.into_iter().map(row).collect()), warning: found.warning }
    }
}

/// Blocks that grow page by page, a list a page.
pub(crate) struct BlockLists {
    lists: Lists,
    blocks: Group<BlockRow>,
}

impl BlockLists {
    pub(crate) fn new() -> BlockLists {
        BlockLists { lists: Lists::new(), blocks: Group::new(BLOCK) }
    }

    /// The column.
    pub(crate) fn field() -> Field {
        field("blocks", list_of(Fields::from(fields(BLOCK))))
    }

    /// About how many bytes of memory these would take.
    pub(crate) fn n_bytes_of(&self, blocks: &PageBlocks) -> usize {
        blocks.blocks.iter().flatten().map(|block| self.blocks.n_bytes_of(block)).sum()
    }

    /// Adds those of a page; without a page, or if they were not asked for, there is no list in the row.
    pub(crate) fn append(&mut self, blocks: Option<&PageBlocks>) {
        let blocks = blocks.and_then(|blocks| blocks.blocks.as_ref());
        blocks.into_iter().flatten().for_each(|block| self.blocks.append(Some(block)));
        self.lists.end(blocks.map(|_| self.blocks.n_rows()));
    }

    pub(crate) fn n_bytes(&self) -> usize {
        self.blocks.n_bytes()
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        let blocks = self.blocks.finish();
        self.lists.finish(Fields::from(fields(BLOCK)), blocks)
    }
}
