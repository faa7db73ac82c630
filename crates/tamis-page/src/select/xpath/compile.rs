//! What can be known about an expression before it meets a document: types, positions, shorter paths.

use super::syntax::{Axis, Comparison, Expr, Function, NodeTest, Path, Predicate, Slot, Step, ValueType};
use super::value::is_xml_space;

pub(super) fn value_type(expression: &Expr) -> ValueType {
    match expression {
        Expr::Or(_) | Expr::And(_) | Expr::Compare(..) => ValueType::Boolean,
        Expr::Arithmetic(..) | Expr::Negate(_) | Expr::Number(_) => ValueType::Number,
        Expr::Union(_) | Expr::Path(_) | Expr::Filter(_) => ValueType::Nodes,
        Expr::Literal(_) => ValueType::String,
        Expr::Call(function, _) => function.value_type(),
    }
}

/// The function of that name, if it takes these arguments.
pub(super) fn function(name: &str, arguments: &[Expr]) -> Result<Function, String> {
    use Function as F;
    let Some((function, n_least, n_most)) = Function::named(name) else {
        let later = ["ends-with", "lower-case", "upper-case", "matches", "replace", "string-join", "tokenize"];
        return Err(if later.contains(&name) {
            format!("`{name}()` is a function of XPath 2, this is XPath 1.0")
        } else {
            format!("unknown function `{name}()`")
        });
    };
    if !(n_least..=n_most).contains(&arguments.len()) {
        let wanted = match (n_least, n_most) {
            (0, 0) => "no argument".to_owned(),
            (1, 1) => "one argument".to_owned(),
            (least, usize::MAX) => format!("at least {least} arguments"),
            (least, most) if least == most => format!("{least} arguments"),
            (least, most) => format!("{least} to {most} arguments"),
        };
        return Err(format!("`{name}()` takes {wanted}, not {}", arguments.len()));
    }
    let wants_nodes = matches!(function, F::Count | F::Sum | F::LocalName | F::Name | F::NamespaceUri);
    if wants_nodes && arguments.iter().any(|argument| value_type(argument) != ValueType::Nodes) {
        return Err(format!("`{name}()` takes a node-set"));
    }
    Ok(function)
}

/// The call, or a cheaper one that means the same.
pub(super) fn call(function: Function, arguments: Vec<Expr>) -> Expr {
    let [Expr::Call(Function::Concat, parts), Expr::Literal(padded)] = &arguments[..] else {
        return Expr::Call(function, arguments);
    };
    let word = padded.strip_prefix(' ').and_then(|rest| rest.strip_suffix(' ')).unwrap_or("");
    let is_space = |part: &Expr| matches!(part, Expr::Literal(text) if **text == *" ");
    match &parts[..] {
        [before, value, after]
            if function == Function::Contains
                && is_space(before)
                && is_space(after)
                && !word.is_empty()
                && !word.contains(is_xml_space) =>
        {
            let word = Expr::Literal(word.into());
            match value {
                Expr::Call(Function::NormalizeSpace, inner) => Expr::Call(Function::Word, vec![inner[0].clone(), word]),
                other => Expr::Call(Function::WordBetweenSpaces, vec![other.clone(), word]),
            }
        }
        _ => Expr::Call(function, arguments),
    }
}

/// Sorts out the predicates that count positions, and how far they have to count.
pub(super) fn predicate(expression: Expr) -> Predicate {
    if let Some(counting) = counting(&expression) {
        return counting;
    }
    let uses = uses_of_place(&expression);
    if value_type(&expression) == ValueType::Number || uses.position || uses.size {
        Predicate::Positional { expression, needs_size: uses.size }
    } else {
        Predicate::Condition(expression)
    }
}

/// `[3]`, `[last()]`, `[position() < 3]` and what means the same.
fn counting(expression: &Expr) -> Option<Predicate> {
    match expression {
        Expr::Number(number) => Some(Predicate::At(whole(*number))),
        Expr::Call(Function::Last, _) => Some(Predicate::Last),
        Expr::Compare(comparison, left, right) => match (&**left, &**right) {
            (Expr::Call(Function::Position, _), other) => counting_up_to(*comparison, other),
            (other, Expr::Call(Function::Position, _)) => counting_up_to(comparison.mirrored(), other),
            _ => None,
        },
        _ => None,
    }
}

fn counting_up_to(comparison: Comparison, limit: &Expr) -> Option<Predicate> {
    match (comparison, limit) {
        (Comparison::Equal, Expr::Call(Function::Last, _)) => Some(Predicate::Last),
        (Comparison::Equal, Expr::Number(number)) => Some(Predicate::At(whole(*number))),
        // Out of range, a float becomes the nearest position there is.
        (Comparison::LessOrEqual, Expr::Number(number)) => Some(Predicate::UpTo(number.floor().max(0.0) as usize)),
        (Comparison::Less, Expr::Number(number)) => Some(Predicate::UpTo((number.ceil() - 1.0).max(0.0) as usize)),
        _ => None,
    }
}

/// The position that a number stands for; 0 if it stands for none.
fn whole(number: f64) -> usize {
    if number.fract() == 0.0 && number >= 1.0 { number as usize } else { 0 }
}

/// Whether `position()` and `last()` of the surrounding context occur.
#[derive(Clone, Copy, Default)]
struct UsesOfPlace {
    position: bool,
    size: bool,
}

fn uses_of_place(expression: &Expr) -> UsesOfPlace {
    let in_all = |expressions: &mut dyn Iterator<Item = &Expr>| {
        expressions.map(uses_of_place).fold(UsesOfPlace::default(), |all, one| UsesOfPlace {
            position: all.position || one.position,
            size: all.size || one.size,
        })
    };
    match expression {
        Expr::Call(Function::Position, _) => UsesOfPlace { position: true, size: false },
        Expr::Call(Function::Last, _) => UsesOfPlace { position: false, size: true },
        Expr::Or(operands) | Expr::And(operands) | Expr::Union(operands) | Expr::Call(_, operands) => {
            in_all(&mut operands.iter())
        }
        Expr::Compare(_, left, right) => in_all(&mut [&**left, &**right].into_iter()),
        Expr::Arithmetic(first, rest) => {
            in_all(&mut std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand)))
        }
        Expr::Negate(operand) => uses_of_place(operand),
        Expr::Filter(filter) => uses_of_place(&filter.primary),
        // Predicates inside a path have places of their own.
        Expr::Path(_) | Expr::Literal(_) | Expr::Number(_) => UsesOfPlace::default(),
    }
}

pub(super) fn path(is_absolute: bool, steps: Vec<Step>, slot: Slot) -> Expr {
    let steps = simplify(steps);
    let is_reversible = !is_absolute
        && steps.iter().all(Step::is_position_free)
        && steps.iter().rev().skip(1).all(|step| step.axis != Axis::Attribute);
    Expr::Path(Path { is_absolute, steps, slot, is_reversible })
}

/// Joins `//` with the child step behind it, which is then one scan of a range, and drops `.` between steps.
pub(super) fn simplify(steps: Vec<Step>) -> Vec<Step> {
    let mut simple: Vec<Step> = Vec::with_capacity(steps.len());
    let n_steps = steps.len();
    for mut step in steps {
        if is_any(&step, Axis::SelfNode) && n_steps > 1 {
            continue;
        }
        let follows_descent = simple.last().is_some_and(|last| is_any(last, Axis::DescendantOrSelf));
        if follows_descent && step.axis == Axis::Child && step.is_position_free() {
            simple.pop();
            step.axis = Axis::Descendant;
        }
        simple.push(step);
    }
    simple
}

fn is_any(step: &Step, axis: Axis) -> bool {
    step.axis == axis && matches!(step.test, NodeTest::AnyNode) && step.predicates.is_empty()
}
