//! Traps that servers build, and pages that only look like one.

use super::*;
