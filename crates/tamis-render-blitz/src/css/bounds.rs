//! Style sheets without what would take the engine too long.
//!
//! A few hundred bytes of style can be work for a day: rules nested in rules multiply their selectors, a selector may ask
//! about all siblings of every sibling, names that the engine keeps in a table of its own collide. So what a sheet costs is
//! estimated once it is read, for the page at hand, and rules beyond the page's budget are left out, later ones first. A
//! sheet within its budget stays the very sheet that it is.

use super::cost::{Cost, PageShape};
use super::names_in_use::NamesInUse;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use style::properties::{LonghandId, PropertyDeclaration, PropertyDeclarationBlock, PropertyDeclarationId};
use style::selector_parser::SelectorImpl;
use style::servo_arc::Arc;
use style::shared_lock::{Locked, SharedRwLock, SharedRwLockReadGuard};
use style::stylesheets::layer_rule::LayerName;
use style::stylesheets::{
    AllowImportRules, ContainerRule, CssRule, CssRules, LayerBlockRule, MediaRule, NestedDeclarationsRule, ScopeRule,
    StartingStyleRule, StyleRule, Stylesheet, StylesheetContents, SupportsRule,
};
use style::values::generics::counters::{Content, ContentItem};
use tamis_page::GivenUp;

/// Work of all selectors of a page, in comparisons: a second or two.
const MAX_WORK: u64 = 50_000_000;
/// Parts of the selectors of nested rules, with those of the rules around them put in.
const MAX_NESTED_SIZE: u64 = 2_000_000;
/// Selectors that may match something. Their names collide in the engine's tables, so its time grows with the square.
const MAX_SELECTORS: u64 = 10_000;
/// Layers, which the engine numbers in sixteen bits, and the parts of a layer's name; each part is kept with all parts before it.
const MAX_LAYERS: u64 = 10_000;
const MAX_LAYER_PARTS: usize = 64;
/// Custom properties that are registered by `@property`; their names collide, too.
const MAX_REGISTERED: u64 = 5_000;
/// Fewer custom properties in a rule are not looked at.
const MANY_PROPERTIES: u64 = 100;
/// Custom properties are looked up in each other in a table in which short names collide, once for each element they are for.
const COLLIDING: u64 = 50;
const MAX_PROPERTY_WORK: u64 = 2_000_000;
/// Animations that run on one element; the engine works out a whole style for each step of each.
const MAX_ANIMATIONS: usize = 32;
/// Bytes of text before or after an element.
const MAX_CONTENT: usize = 20_000;

/// What is left of a page's budgets, and what was given up to keep to them.
pub(crate) struct StyleBounds<'a> {
    names: &'a NamesInUse<'a>,
    shape: PageShape,
    work_left: Cell<u64>,
    size_left: Cell<u64>,
    selectors_left: Cell<u64>,
    unmatched_left: Cell<u64>,
    layers_left: Cell<u64>,
    registered_left: Cell<u64>,
    property_work_left: Cell<u64>,
    given_up: RefCell<BTreeSet<GivenUp>>,
}

impl<'a> StyleBounds<'a> {
    pub(crate) fn new(names: &'a NamesInUse<'a>, shape: PageShape) -> StyleBounds<'a> {
        StyleBounds {
            names,
            shape,
            work_left: Cell::new(MAX_WORK),
            size_left: Cell::new(MAX_NESTED_SIZE),
            selectors_left: Cell::new(MAX_SELECTORS),
            unmatched_left: Cell::new(MAX_SELECTORS),
            layers_left: Cell::new(MAX_LAYERS),
            registered_left: Cell::new(MAX_REGISTERED),
            property_work_left: Cell::new(MAX_PROPERTY_WORK),
            given_up: RefCell::default(),
        }
    }

    /// Begins with the sheets of another document: a frame has the engine's tables for itself.
    pub(crate) fn start_frame(&self) {
        self.selectors_left.set(MAX_SELECTORS);
        self.unmatched_left.set(MAX_SELECTORS);
        self.layers_left.set(MAX_LAYERS);
        self.registered_left.set(MAX_REGISTERED);
    }

    /// What the sheets so far had to do without.
    pub(crate) fn given_up(&self) -> impl Iterator<Item = GivenUp> {
        self.given_up.borrow().clone().into_iter()
    }

    /// The sheet within its bounds; `None` if it may stay as it is.
    pub(super) fn apply(&self, sheet: &Stylesheet) -> Option<Stylesheet> {
        let lock = SharedRwLock::read_only();
        let guard = lock.read();
        let contents = sheet.contents.read_with(&guard);
        let rules = self.rules(contents.rules(&guard), None, &guard)?;
        let mut bounded = StylesheetContents::from_str(
            "",
            contents.url_data.clone(),
            contents.origin,
            &lock,
            None,
            None,
            contents.quirks_mode,
            AllowImportRules::No,
            None,
        );
        Arc::get_mut(&mut bounded)?.rules = CssRules::new(rules, &lock);
        let media = sheet.media.clone();
        Some(Stylesheet {
            contents: lock.wrap(bounded),
            shared_lock: lock.clone(),
            media,
            disabled: AtomicBool::new(false),
        })
    }

    /// The rules that are left, in a rule whose selectors cost `parent`; `None` if that is all of them as they are.
    fn rules(
        &self,
        rules: &[CssRule],
        parent: Option<Cost>,
        guard: &SharedRwLockReadGuard<'_>,
    ) -> Option<Vec<CssRule>> {
        let mut kept: Option<Vec<CssRule>> = None;
        for (at, rule) in rules.iter().enumerate() {
            match (self.rule(rule, parent, guard), &mut kept) {
                (BoundedRule::AsItIs, None) => {}
                (BoundedRule::AsItIs, Some(kept)) => kept.push(rule.clone()),
                (changed, kept) => {
                    let kept = kept.get_or_insert_with(|| rules[..at].to_vec());
                    if let BoundedRule::Changed(rule) = changed {
                        kept.push(rule);
                    }
                }
            }
        }
        kept
    }

    fn rule(&self, rule: &CssRule, parent: Option<Cost>, guard: &SharedRwLockReadGuard<'_>) -> BoundedRule {
        let inner = |rules: &Arc<Locked<CssRules>>| {
            let rules = self.rules(&rules.read_with(guard).0, parent, guard)?;
            Some(CssRules::new(rules, &SharedRwLock::read_only()))
        };
        let changed = match rule {
            CssRule::Style(rule) => return self.style_rule(rule.read_with(guard), parent, guard),
            CssRule::NestedDeclarations(rule) => {
                let rule = rule.read_with(guard);
                let source_location = rule.source_location;
                let n_elements = parent.map_or(self.shape.n_elements, |parent| parent.n_elements);
                self.block(rule.block.read_with(guard), n_elements)
                    .map(|block| CssRule::NestedDeclarations(locked(NestedDeclarationsRule { block, source_location })))
            }
            CssRule::Media(rule) => inner(&rule.rules).map(|rules| {
                let media_queries = rule.media_queries.clone();
                CssRule::Media(Arc::new(MediaRule { media_queries, rules, source_location: rule.source_location }))
            }),
            CssRule::Supports(rule) => inner(&rule.rules).map(|rules| {
                let (condition, enabled) = (rule.condition.clone(), rule.enabled);
                let source_location = rule.source_location;
                CssRule::Supports(Arc::new(SupportsRule { condition, rules, enabled, source_location }))
            }),
            CssRule::Container(rule) => inner(&rule.rules).map(|rules| {
                let conditions = rule.conditions.clone();
                CssRule::Container(Arc::new(ContainerRule { conditions, rules, source_location: rule.source_location }))
            }),
            CssRule::Property(_) => match self.registered_left.get().checked_sub(1) {
                Some(left) => {
                    self.registered_left.set(left);
                    None
                }
                None => {
                    self.give_up(GivenUp::CustomProperties);
                    return BoundedRule::LeftOut;
                }
            },
            CssRule::LayerStatement(rule) if !self.affords_layers(&rule.names) => return BoundedRule::LeftOut,
            CssRule::LayerBlock(rule) if !self.affords_layers(rule.name.as_slice()) => return BoundedRule::LeftOut,
            CssRule::LayerBlock(rule) => inner(&rule.rules).map(|rules| {
                let name = rule.name.clone();
                CssRule::LayerBlock(Arc::new(LayerBlockRule { name, rules, source_location: rule.source_location }))
            }),
            CssRule::Scope(rule) => inner(&rule.rules).map(|rules| {
                let bounds = rule.bounds.clone();
                CssRule::Scope(Arc::new(ScopeRule { bounds, rules, source_location: rule.source_location }))
            }),
            CssRule::StartingStyle(rule) => inner(&rule.rules).map(|rules| {
                CssRule::StartingStyle(Arc::new(StartingStyleRule { rules, source_location: rule.source_location }))
            }),
            _ => None,
        };
        changed.map_or(BoundedRule::AsItIs, BoundedRule::Changed)
    }

    fn style_rule(&self, rule: &StyleRule, parent: Option<Cost>, guard: &SharedRwLockReadGuard<'_>) -> BoundedRule {
        let selectors = rule.selectors.slice();
        let costs: Vec<Cost> = selectors
            .iter()
            .map(|selector| Cost::of(selector, parent.unwrap_or_default(), self.shape, self.names))
            .collect();
        let is_kept: Vec<bool> = costs.iter().map(|&cost| self.affords(cost, parent.is_some())).collect();
        let n_kept = is_kept.iter().filter(|&&is_kept| is_kept).count();
        if n_kept == 0 {
            return BoundedRule::LeftOut;
        }
        let costs_kept = costs.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept).map(|(cost, _)| *cost);
        let own = Cost::of_list(costs_kept);
        let own = Cost { n_elements: own.n_elements.min(self.shape.n_elements), ..own };
        let block = self.block(rule.block.read_with(guard), own.n_elements);
        let inner = rule.rules.as_ref().map(|rules| &rules.read_with(guard).0);
        let rules = inner.and_then(|rules| self.rules(rules, Some(own), guard));
        if n_kept == selectors.len() && block.is_none() && rules.is_none() {
            return BoundedRule::AsItIs;
        }
        let kept = selectors.iter().zip(is_kept).filter(|(_, is_kept)| *is_kept).map(|(selector, _)| selector.clone());
        let kept: Vec<_> = kept.collect();
        BoundedRule::Changed(CssRule::Style(locked(StyleRule {
            selectors: selectors::SelectorList::<SelectorImpl>::from_iter(kept.into_iter()),
            block: block.unwrap_or_else(|| rule.block.clone()),
            rules: match rules {
                Some(rules) => Some(CssRules::new(rules, &SharedRwLock::read_only())),
                None => rule.rules.clone(),
            },
            source_location: rule.source_location,
        })))
    }

    /// Takes a selector's cost from the budgets; false if there is not enough left.
    fn affords(&self, cost: Cost, is_nested: bool) -> bool {
        let size = if is_nested { cost.size } else { 0 };
        // A selector that is compared with nothing matches nothing, nor does what is nested in its rule.
        if cost.n_elements == 0 && cost.n_compared == 0 {
            let left = self.unmatched_left.get().checked_sub(size.saturating_add(1));
            self.unmatched_left.set(left.unwrap_or(self.unmatched_left.get()));
            return left.is_some();
        }
        let budgets = [(&self.work_left, cost.total()), (&self.size_left, size), (&self.selectors_left, 1)];
        let is_enough = budgets.iter().all(|(left, wanted)| left.get() >= *wanted);
        if is_enough {
            for (left, wanted) in budgets {
                left.set(left.get() - wanted);
            }
        } else {
            self.give_up(GivenUp::Rules);
        }
        is_enough
    }

    /// Takes the layers of a rule from the budget; false if there is not enough left.
    fn affords_layers(&self, names: &[LayerName]) -> bool {
        let left = self.layers_left.get().checked_sub(names.len().max(1) as u64);
        let left = left.filter(|_| names.iter().all(|name| name.0.len() <= MAX_LAYER_PARTS));
        match left {
            Some(left) => self.layers_left.set(left),
            None => self.give_up(GivenUp::Rules),
        }
        left.is_some()
    }

    /// The declarations that are left of a rule for `n_elements`; `None` if that is all of them.
    fn block(
        &self,
        block: &PropertyDeclarationBlock,
        n_elements: u64,
    ) -> Option<Arc<Locked<PropertyDeclarationBlock>>> {
        let has = |longhand| block.contains(PropertyDeclarationId::Longhand(longhand));
        let is_long = |declaration: &PropertyDeclaration| match declaration {
            PropertyDeclaration::AnimationName(names) => names.0.len() > MAX_ANIMATIONS,
            PropertyDeclaration::Content(Content::Items(content)) => {
                let n_bytes = |item: &ContentItem<_>| if let ContentItem::String(text) = item { text.len() } else { 1 };
                content.items.iter().map(n_bytes).sum::<usize>() > MAX_CONTENT
            }
            _ => false,
        };
        let may_be_long = has(LonghandId::AnimationName) || has(LonghandId::Content);
        let has_long = may_be_long && block.declarations().iter().any(is_long);
        let has_too_many = !self.affords_properties(block, n_elements);
        if !has_long && !has_too_many {
            return None;
        }
        let mut kept = PropertyDeclarationBlock::new();
        for (declaration, importance) in block.declaration_importance_iter() {
            if has_too_many && matches!(declaration, PropertyDeclaration::Custom(_)) {
                self.give_up(GivenUp::CustomProperties);
            } else if is_long(declaration) {
                self.give_up(GivenUp::Values);
            } else {
                kept.push(declaration.clone(), importance);
            }
        }
        Some(locked(kept))
    }

    /// Takes the cost of a rule's custom properties from the budget; false if there is not enough left.
    fn affords_properties(&self, block: &PropertyDeclarationBlock, n_elements: u64) -> bool {
        if (block.len() as u64) < MANY_PROPERTIES {
            return true;
        }
        let is_custom = |declaration: &&PropertyDeclaration| matches!(declaration, PropertyDeclaration::Custom(_));
        let n_custom = block.declarations().iter().filter(is_custom).count() as u64;
        if n_custom < MANY_PROPERTIES {
            return true;
        }
        let work = n_custom.saturating_mul(1 + n_custom / COLLIDING).saturating_mul(n_elements.max(1));
        match self.property_work_left.get().checked_sub(work) {
            Some(left) => {
                self.property_work_left.set(left);
                true
            }
            None => false,
        }
    }

    pub(super) fn give_up(&self, what: GivenUp) {
        self.given_up.borrow_mut().insert(what);
    }
}

/// What became of a rule.
enum BoundedRule {
    AsItIs,
    Changed(CssRule),
    LeftOut,
}

fn locked<T>(data: T) -> Arc<Locked<T>> {
    Arc::new(SharedRwLock::read_only().wrap(data))
}
