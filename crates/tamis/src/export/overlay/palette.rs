//! The colours of roles and of columns.
//!
//! No two roles are alike, neither to most readers nor to those who see red, green or blue as something else; a test
//! holds that with the model of Machado, Oliveira and Fernandes (2009). Started from the palettes of Okabe and Ito and of
//! Tol, then moved apart. A label names the role all the same: colour alone tells nobody anything.

use tamis_extract::segment::Role;
use tamis_page::Color;

/// The colour of a role.
pub(in crate::export) const fn of_role(role: Role) -> Color {
    match role {
        Role::Header => color(0x1f, 0x21, 0xa6),
        Role::Nav => color(0x27, 0x6a, 0xc3),
        Role::Sidebar => color(0xa8, 0xbf, 0x6c),
        Role::Main => color(0x02, 0x4e, 0x00),
        Role::List => color(0x34, 0x99, 0x6c),
        Role::Article => color(0x01, 0xc4, 0xff),
        Role::Comments => color(0x74, 0x1a, 0x77),
        Role::Related => color(0xff, 0x94, 0xac),
        Role::Ad => color(0xc4, 0x65, 0x16),
        Role::Cookie => color(0xd1, 0xb5, 0x00),
        Role::Footer => color(0x75, 0x02, 0x37),
        _ => color(0x6c, 0x69, 0x78),
    }
}

/// The colours of columns, in the order of the table; after the last the first comes again.
pub(in crate::export) const COLUMNS: [Color; 10] = [
    color(0x27, 0x6a, 0xc3),
    color(0xc4, 0x65, 0x16),
    color(0x34, 0x99, 0x6c),
    color(0x74, 0x1a, 0x77),
    color(0xd1, 0xb5, 0x00),
    color(0x01, 0xc4, 0xff),
    color(0x75, 0x02, 0x37),
    color(0xa8, 0xbf, 0x6c),
    color(0xff, 0x94, 0xac),
    color(0x6c, 0x69, 0x78),
];

/// Letters on a colour: white or nearly black, whichever stands out more.
pub(in crate::export) fn ink_on(color: Color) -> Color {
    const DARK: Color = self::color(0x16, 0x19, 0x20);
    let luminance = |color: Color| {
        let [red, green, blue] = linear(color);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let contrast = |ink: f64, ground: f64| (ink.max(ground) + 0.05) / (ink.min(ground) + 0.05);
    let ground = luminance(color);
    if contrast(luminance(Color::WHITE), ground) >= contrast(luminance(DARK), ground) { Color::WHITE } else { DARK }
}

/// As style sheets write it, without transparency.
pub(in crate::export) fn hex(Color { red, green, blue, .. }: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Makes a colour transparent: `share` of it is left.
#[cfg(feature = "pictures")]
pub(super) fn faint(color: Color, share: f32) -> Color {
    Color { alpha: (255.0 * share) as u8, ..color }
}

const fn color(red: u8, green: u8, blue: u8) -> Color {
    Color { red, green, blue, alpha: 255 }
}

/// Red, green and blue as amounts of light, from 0 to 1. The square is as near to the curve of screens as this needs.
fn linear(Color { red, green, blue, .. }: Color) -> [f64; 3] {
    [red, green, blue].map(|channel| (f64::from(channel) / 255.0).powi(2))
}

#[cfg(test)]
#[expect(clippy::unreadable_literal, reason = "the figures of the models")]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    /// Machado, Oliveira and Fernandes 2009, severity 1: no cones for red, for green, for blue.
    const VISIONS: [(&str, Matrix); 4] = [
        ("all", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("no red", [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
        (
            "no green",
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ),
        (
            "no blue",
            [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
        ),
    ];

    fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
    }

    /// CIE L*a*b* under daylight.
    fn lab(light: [f64; 3]) -> [f64; 3] {
        let to_xyz =
            [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]];
        let [x, y, z] = times(&to_xyz, light);
        let bent = |share: f64| if share > 0.008856 { share.cbrt() } else { 7.787 * share + 16.0 / 116.0 };
        let (x, y, z) = (bent(x / 0.95047), bent(y), bent(z / 1.08883));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn seen(color: Color, vision: &Matrix) -> [f64; 3] {
        lab(times(vision, linear(color)).map(|amount| amount.clamp(0.0, 1.0)))
    }

    #[test]
    fn no_two_roles_look_alike_to_anybody() {
        let roles: Vec<Role> = Role::ALL.into_iter().filter(|&role| role != Role::Page).collect();
        for (name, vision) in &VISIONS {
            for (idx, &one) in roles.iter().enumerate() {
                for &other in &roles[idx + 1..] {
                    let (here, there) = (seen(of_role(one), vision), seen(of_role(other), vision));
                    let distance = here.iter().zip(there).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                    // 2.3 is what can just be told apart side by side; these are told apart across a page.
                    assert!(distance > 15.0, "{one:?} and {other:?} are {distance:.1} apart with {name} cones");
                }
            }
        }
    }

    #[test]
    fn letters_stand_out_from_their_ground() {
        assert_eq!(ink_on(of_role(Role::Header)), Color::WHITE);
        assert_ne!(ink_on(of_role(Role::Related)), Color::WHITE);
    }
}
