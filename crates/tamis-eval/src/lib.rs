//! Accuracy and speed.
