//! From clusters of boxes to areas of the page.

use super::{BcsTrace, Cluster, Unclustered};
use tamis_extract::RenderedView;
use tamis_extract::segment::{AreaValue, Levels, Regions, RegionsBuilder};
use tamis_page::NodeId;

impl BcsTrace {
    /// The clusters as areas of the page. The boxes of one text are its lines: the text goes where most of it is.
    pub fn regions(&self, view: &RenderedView<'_>) -> Regions {
        let mut builder = RegionsBuilder::new();
        let describe = |builder: &mut RegionsBuilder, area, cluster: &Cluster| {
            builder.set_rect(area, cluster.rect.to_rect());
            builder.set_attribute(area, "members", AreaValue::Number(cluster.members.len() as f64));
            builder.set_attribute(area, "difference", AreaValue::Number(cluster.difference));
        };
        let mut areas = vec![None; self.blocks.len()];
        let is_kept = |block: &Cluster| self.unclustered == Unclustered::Keep || !block.is_single();
        let mut add = |builder: &mut RegionsBuilder, parent, number: u32, levels| {
            let block = &self.blocks[number as usize];
            if is_kept(block) {
                let area = builder.add(parent, levels);
                describe(builder, area, block);
                areas[number as usize] = Some(area);
            }
        };
        match &self.parts {
            None => {
                let page = builder.root();
                (0..self.blocks.len() as u32).for_each(|number| add(&mut builder, page, number, Levels::BOTH));
            }
            Some(parts) => {
                for part in parts {
                    let page = builder.root();
                    if let &[block] = part.members.as_slice() {
                        add(&mut builder, page, block, Levels::BOTH);
                        continue;
                    }
                    let area = builder.add(page, Levels::PART);
                    describe(&mut builder, area, part);
                    part.members.iter().for_each(|&block| add(&mut builder, area, block, Levels::BLOCK));
                }
            }
        }
        for (node, block) in self.homes() {
            if let Some(area) = areas[block as usize] {
                builder.assign(node, area);
            }
        }
        builder.finish(view)
    }

    /// Of each node with a box the block that has most of it.
    fn homes(&self) -> Vec<(NodeId, u32)> {
        let mut shares: Vec<(NodeId, u32, i64)> = Vec::with_capacity(self.boxes.len());
        for (number, block) in self.blocks.iter().enumerate() {
            let boxes = block.members.iter().map(|&member| &self.boxes[member as usize]);
            shares.extend(boxes.map(|one| (one.node, number as u32, one.rect.area())));
        }
        shares.sort_unstable();
        let mut homes: Vec<(NodeId, u32, i64)> = Vec::with_capacity(shares.len());
        for of_block in shares.chunk_by(|one, next| (one.0, one.1) == (next.0, next.1)) {
            let (node, block, _) = of_block[0];
            let area = of_block.iter().map(|share| share.2).sum::<i64>();
            match homes.last_mut() {
                Some(home) if home.0 == node => {
                    if area > home.2 {
                        *home = (node, block, area);
                    }
                }
                _ => homes.push((node, block, area)),
            }
        }
        homes.into_iter().map(|(node, block, _)| (node, block)).collect()
    }
}
