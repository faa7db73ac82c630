
(() => {
  'use strict';
  document.documentElement.classList.add('js');
  const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
  const why = document.getElementById('why');
  const desk = document.getElementById('desk');
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  const places = new Map(all('.layer [data-for]').map(place => [place.dataset.for, place]));
  const placeOf = row => places.get(row.dataset.at || row.id);

  // What is pointed at, here and on the page, and why it is what it is.
  let lit = [];
  function show(row) {
    lit.forEach(element => element.classList.remove('on'));
    lit = [row, placeOf(row)].filter(Boolean);
    lit.forEach(element => element.classList.add('on'));
    const tag = document.createElement('span');
    tag.className = 'tag';
    tag.textContent = row.dataset.name;
    why.className = '';
    why.dataset.c = row.dataset.c;
    why.replaceChildren(tag, row.dataset.why || 'no reason is known');
  }
  function hint(panel) {
    lit.forEach(element => element.classList.remove('on'));
    lit = [];
    why.className = 'hint';
    why.textContent = desk ? panel.dataset.hint : '';
  }

  // Scrolls a box as little as makes an element seen in it.
  function reveal(element, box) {
    if (!element || !box) return;
    const inner = element.getBoundingClientRect(), outer = box.getBoundingClientRect();
    const by = (from, to, start, end) => {
      const seen = Math.min(to, end) - Math.max(from, start);
      if (seen >= Math.min(to - from, end - start) * 0.9) return 0;
      return from - start - Math.max(16, (end - start - (to - from)) / 2);
    };
    const top = by(inner.top, inner.bottom, outer.top, outer.bottom);
    const left = by(inner.left, inner.right, outer.left, outer.right);
    if (top || left) box.scrollBy({ top, left, behavior: calm });
  }
  function unfold(row) {
    for (let above = row.parentElement; above; above = above.parentElement) {
      const isOwn = above === row.parentElement && row.tagName === 'SUMMARY';
      if (above.tagName === 'DETAILS' && !isOwn) above.open = true;
    }
  }

  // A page that scrolls under a pointer at rest is not pointed at.
  let rest = '';
  function isMoved(event) {
    const place = event.screenX + ' ' + event.screenY, before = rest;
    rest = place;
    return place !== before;
  }

  if (desk) {
    const rowAt = event => {
      const place = event.target.closest('[data-for]');
      return place && document.getElementById(place.dataset.for);
    };
    desk.addEventListener('pointerover', event => {
      const row = isMoved(event) && rowAt(event);
      if (!row) return;
      unfold(row);
      show(row);
      reveal(row, row.closest('[role="tabpanel"]'));
    });
    desk.addEventListener('click', event => {
      const row = rowAt(event);
      if (row) step(row);
    });
  }

  const zoom = document.getElementById('zoom');
  if (zoom) zoom.addEventListener('click', () => {
    const isFull = document.getElementById('sheet').classList.toggle('full');
    zoom.setAttribute('aria-pressed', String(isFull));
    reveal(lit[1], desk);
  });

  // One stop for the tab key in each list; the arrow keys go on from there.
  const listOf = row => row.closest('.list, table');
  const rowsOf = list => all('.row', list).filter(row => row.offsetParent !== null);
  function stop(row) {
    all('.row[tabindex="0"]', listOf(row)).forEach(other => { other.tabIndex = -1; });
    row.tabIndex = 0;
  }
  function step(row) {
    if (!row) return;
    stop(row);
    row.focus({ preventScroll: true });
    if (row.tagName === 'TD') row.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    else reveal(row, row.closest('[role="tabpanel"]'));
  }
  all('.list, table').forEach(list => all('.row', list).forEach((row, idx) => { row.tabIndex = idx === 0 ? 0 : -1; }));

  function inTree(event, row) {
    const rows = rowsOf(listOf(row)), idx = rows.indexOf(row);
    const fold = row.tagName === 'SUMMARY' ? row.parentElement : null;
    const around = (fold || row).parentElement.closest('details');
    switch (event.key) {
      case 'ArrowDown': return rows[idx + 1] || row;
      case 'ArrowUp': return rows[idx - 1] || row;
      case 'Home': return rows[0];
      case 'End': return rows[rows.length - 1];
      case 'ArrowRight':
        if (fold && !fold.open) { fold.open = true; return row; }
        return fold ? rows[idx + 1] : row;
      case 'ArrowLeft':
        if (fold && fold.open) { fold.open = false; return row; }
        return around ? around.querySelector('summary') : row;
    }
    return null;
  }
  function inTable(event, cell) {
    const line = cell.parentElement, idx = cell.cellIndex;
    const at = (tr, place) => (tr && tr.cells[place] && tr.cells[place].matches('.row') ? tr.cells[place] : cell);
    switch (event.key) {
      case 'ArrowDown': return at(line.nextElementSibling, idx);
      case 'ArrowUp': return at(line.previousElementSibling, idx);
      case 'ArrowRight': return at(line, idx + 1);
      case 'ArrowLeft': return at(line, idx - 1);
      case 'Home': return at(line, 1);
      case 'End': return at(line, line.cells.length - 1);
    }
    return null;
  }

  document.addEventListener('pointermove', isMoved);
  const side = document.getElementById('side');
  side.addEventListener('pointerover', event => {
    const row = isMoved(event) && event.target.closest('.row');
    if (!row || row.classList.contains('on')) return;
    show(row);
    reveal(placeOf(row), desk);
  });
  side.addEventListener('focusin', event => {
    const row = event.target.closest('.row');
    if (!row) return;
    stop(row);
    show(row);
    reveal(placeOf(row), desk);
  });
  side.addEventListener('keydown', event => {
    const row = event.target.closest('.row');
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = row.tagName === 'TD' ? inTable(event, row) : inTree(event, row);
    if (!next) return;
    event.preventDefault();
    step(next);
  });

  // Tabs; each has its own layer over the page.
  const tabs = all('[role="tab"]');
  const panelOf = tab => document.getElementById(tab.getAttribute('aria-controls'));
  function layers(name) {
    const open = all('details.table[open]').map(table => table.dataset.layer);
    all('.layer').forEach(layer => {
      const isSeen = name === 'tables' ? open.includes(layer.id)
        : layer.id === 'layer-' + (name === 'text' ? 'dropped' : name);
      layer.toggleAttribute('hidden', !isSeen);
    });
  }
  let chosen = null;
  function choose(tab) {
    chosen = tab;
    tabs.forEach(other => {
      const isIt = other === tab;
      other.setAttribute('aria-selected', String(isIt));
      other.tabIndex = isIt ? 0 : -1;
      panelOf(other).hidden = !isIt;
    });
    layers(panelOf(tab).id);
    hint(panelOf(tab));
  }
  tabs.forEach((tab, idx) => {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', event => {
      const goal = { ArrowRight: idx + 1, ArrowLeft: idx - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (goal === undefined) return;
      event.preventDefault();
      const next = tabs[(goal + tabs.length) % tabs.length];
      choose(next);
      next.focus();
    });
  });
  all('details.table').forEach(table => table.addEventListener('toggle', () => layers(panelOf(chosen).id)));
  if (tabs.length) choose(tabs[0]);
})();
