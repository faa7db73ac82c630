"""Pages that the tests ask; all of our own making."""

from __future__ import annotations

from collections.abc import Iterator

ARTICLE = """<!doctype html><html lang=en><head><title>How lamps are made | The Lamp Paper</title>
<meta name=author content="Ada Byron"><meta property="article:published_time" content="2021-03-05T10:00:00Z">
<meta property=og:site_name content="The Lamp Paper"><meta name=description content="From glass to light.">
<link rel=canonical href="https://paper.example/lamps"></head><body>
<nav><a href=/>Home</a> <a href=/news>News</a> <a href=/sport>Sport</a> <a href=/about>About us</a></nav>
<article><h1>How lamps are made</h1>
<p>A lamp turns <b>power</b> into light, and it takes many hands to make one that lasts for more than a few years.</p>
<p>First the glass is blown, which is the hardest part of the work and the one that nobody has taught a machine so far.</p>
<p>Then the <a href=/wire>wire</a> is drawn, wound and set into the glass, and at last the air is taken out of it again.</p>
<table><tr><th>Part</th><th>Hours</th></tr><tr><td>Glass</td><td>3</td></tr><tr><td>Wire</td><td>1</td></tr></table>
<img src=/lamp.jpg alt="A lamp">
</article>
<section id=comments class=comments><h2>Comments</h2>
<div class=comment><p class=author>Bob</p><p>I have one of these lamps at home and it still works after ten years.</p></div>
<div class=comment><p class=author>Eve</p><p>Mine broke after a week, but they sent another one at once, which was kind.</p></div>
</section>
<footer><a href=/imprint>Imprint</a> <a href=/privacy>Privacy</a> Copyright 2021</footer></body></html>"""


def shop(n_items: int = 12) -> str:
    """A list of lamps with prices and dates."""
    items = "".join(
        f"<li class=item><h3><a href=/p/{n}>Lamp number {n} of the shop</a></h3>"
        f"<p class=stock>In stock, {n} left</p><time datetime=2021-03-{n + 1:02}>2021-03-{n + 1:02}</time>"
        f"<b class=price>{1000 + n}.50 €</b></li>"
        for n in range(n_items)
    )
    return f"<title>Lamps</title><main><ul class=products>{items}</ul></main>"


#: Tables in tables, which take much work before a method knows what is in them.
def slow(n_items: int = 3000) -> str:
    """A page that takes long: many long lists that are almost alike."""
    rows = "".join(f"<div><p>{'<i>x</i>' * (n % 37)}</p><span>{n}</span></div>" for n in range(n_items))
    return f"<div>{rows}</div>" * 3


class Chunks:
    """A response as that of requests: whoever iterates over it gets pieces of its body."""

    url = "https://shop.example/1"

    def __init__(self, html: str) -> None:
        self.content = html.encode()

    def __iter__(self) -> Iterator[bytes]:
        return (self.content[place : place + 128] for place in range(0, len(self.content), 128))
