//! What an area is to its page.

/// What an area is to the page that it is on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Role {
    /// All of it.
    Page,
    /// The top of the page: name of the site, slogan, search.
    Header,
    /// Ways to go on: a menu, a trail, steps through pages.
    Nav,
    /// What stands beside the content.
    Sidebar,
    /// What the reader came for.
    Main,
    /// Things of one kind, one after the other.
    List,
    /// A text to read.
    Article,
    /// What readers said.
    Comments,
    /// Other pages of the site that may please too.
    Related,
    /// An advertisement.
    Ad,
    /// A question about cookies.
    Cookie,
    /// The bottom of the page: imprint, rights, contact.
    Footer,
    /// Anything else, or not known.
    #[default]
    Other,
}

impl Role {
    /// All roles.
    pub const ALL: [Role; 13] = [
        Role::Page,
        Role::Header,
        Role::Nav,
        Role::Sidebar,
        Role::Main,
        Role::List,
        Role::Article,
        Role::Comments,
        Role::Related,
        Role::Ad,
        Role::Cookie,
        Role::Footer,
        Role::Other,
    ];

    /// The name in exports.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Page => "page",
            Role::Header => "header",
            Role::Nav => "nav",
            Role::Sidebar => "sidebar",
            Role::Main => "main",
            Role::List => "list",
            Role::Article => "article",
            Role::Comments => "comments",
            Role::Related => "related",
            Role::Ad => "ad",
            Role::Cookie => "cookie",
            Role::Footer => "footer",
            Role::Other => "other",
        }
    }
}
