// Ctrl-K or Cmd-K finds pages, products and the actions of this page, and ? shows the keys. Every page works without this script.

const KEYS = [
  ['Ctrl-K', 'Find or do; Cmd-K on a Mac'],
  ['g, then h i p o c', 'Home, inbox, products, opportunities, credits'],
  ['/', 'Search on this page'],
  ['?', 'Show these keys'],
];
const PLACES_AFTER_G = {
  h: '/',
  i: '/app/inbox',
  p: '/products',
  o: '/app/opportunities',
  c: '/app/credits',
};
const TYPING_PAUSE_MS = 200;
const MAX_PRODUCTS = 6;
const FIND = document.querySelector('[data-find]');

/** An element with attributes and children. Texts are never read as HTML. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const leadTo = (href) => () => location.assign(href);

/** The buttons of the page that one could press now. */
const actionsHere = () =>
  [...document.querySelectorAll('main :is(.head, .decide) :is(button, a.button)')]
    .filter((each) => each.checkVisibility?.() ?? true)
    .map((each) => ({ label: each.innerText.replace(/\s+/g, ' '), kind: 'here', go: () => each.click() }));

class Palette {
  shown = [];
  current = 0;
  timer = 0;

  constructor() {
    this.input = element('input', {
      role: 'combobox',
      'aria-controls': 'palette-list',
      'aria-expanded': 'true',
      'aria-label': 'Find or do',
      placeholder: 'Find a page or a product, or do something',
      autocomplete: 'off',
    });
    this.list = element('ul', { role: 'listbox', id: 'palette-list', 'aria-label': 'Actions, pages and products' });
    this.none = element('p', { role: 'status' });
    const keys = element(
      'footer',
      {},
      '↑ ↓ choose',
      element('span', {}, 'Enter opens'),
      element('span', {}, 'Esc closes'),
    );
    this.dialog = element(
      'dialog',
      { class: 'palette', 'aria-label': 'Find or do' },
      this.input,
      this.list,
      this.none,
      keys,
    );
    document.body.append(this.dialog);
    this.input.addEventListener('input', () => this.type());
    this.input.addEventListener('keydown', (event) => this.press(event));
    this.dialog.addEventListener('click', ({ target }) => target === this.dialog && this.dialog.close());
  }

  /** The page behind the field lists the same places for browsers without a script. */
  async load() {
    const response = await fetch(FIND.href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return [...page.querySelectorAll('[data-place]')].map((link) => ({
      label: link.textContent.trim(),
      go: leadTo(link.getAttribute('href')),
    }));
  }

  open() {
    if (this.dialog.open) return;
    this.input.value = '';
    this.dialog.showModal();
    this.places ??= this.load().catch(() => []);
    this.type();
  }

  /** Shows actions and pages at once, and the products after a pause in typing. */
  async type() {
    const text = this.input.value.trim().toLowerCase();
    clearTimeout(this.timer);
    const all = [...actionsHere(), ...(await this.places)];
    if (text !== this.input.value.trim().toLowerCase()) return;
    const fitting = all.filter(({ label }) => label.toLowerCase().includes(text));
    this.show(fitting, text);
    if (text === '') return;
    this.timer = setTimeout(async () => {
      const products = await this.find(text);
      if (this.input.value.trim().toLowerCase() === text) this.show([...fitting, ...products], text);
    }, TYPING_PAUSE_MS);
  }

  async find(text) {
    try {
      const query = new URLSearchParams({ query: text, page_size: MAX_PRODUCTS });
      const response = await fetch(`/api/v1/products?${query}`);
      const { data } = await response.json();
      return data.map(({ id, name }) => ({ label: name, kind: 'product', go: leadTo(`/products/${id}`) }));
    } catch {
      return [];
    }
  }

  show(entries, text) {
    this.shown = entries;
    this.none.textContent = entries.length === 0 ? `Nothing fits “${text}”.` : '';
    this.list.replaceChildren(
      ...entries.map(({ label, kind, go }, at) => {
        const option = { role: 'option', id: `palette-${at}`, 'aria-selected': 'false', dir: 'auto' };
        const shown = element('li', option, label);
        if (kind) shown.append(element('span', { 'aria-hidden': 'true' }, kind));
        shown.addEventListener('click', () => (this.dialog.close(), go()));
        return shown;
      }),
    );
    this.mark(0);
  }

  mark(at) {
    this.current = Math.min(this.shown.length - 1, Math.max(0, at));
    [...this.list.children].forEach((each, index) =>
      each.setAttribute('aria-selected', String(index === this.current)),
    );
    const option = this.list.children[this.current];
    this.input.setAttribute('aria-activedescendant', option ? option.id : '');
    option?.scrollIntoView({ block: 'nearest' });
  }

  press(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.mark(this.current + step);
    // What was typed last may still be on its way into the list.
    else if (event.key === 'Enter') Promise.resolve(this.places).then(() => setTimeout(() => this.choose()));
    else return;
    event.preventDefault();
  }

  choose() {
    this.list.children[this.current]?.click();
  }
}

/** The list of opportunities has a sheet of its own, with more keys. */
function keySheet() {
  if (document.getElementById('keys')) return null;
  const rows = KEYS.map(([key, does]) =>
    element('div', {}, element('dt', {}, element('kbd', {}, key)), element('dd', {}, does)),
  );
  const close = element('form', { method: 'dialog' }, element('button', {}, 'Close'));
  const sheet = element(
    'dialog',
    { 'aria-label': 'Keys' },
    element('h2', {}, 'Keys'),
    element('dl', {}, ...rows),
    close,
  );
  document.body.append(sheet);
  return sheet;
}

const palette = new Palette();
const sheet = keySheet();
let isAfterG = false;

FIND?.addEventListener('click', (event) => {
  event.preventDefault();
  palette.open();
});

// First, because the list has keys of the same names.
const onKey = (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    return palette.open();
  }
  const isText = event.target.closest('textarea, select, input:not([type=checkbox])');
  if (isText || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const place = isAfterG && PLACES_AFTER_G[event.key];
  isAfterG = event.key === 'g';
  if (place) {
    event.stopImmediatePropagation();
    return location.assign(place);
  }
  if (!sheet) return;
  const search = document.querySelector('input[type=search]');
  if (event.key === '?') sheet.showModal();
  else if (event.key === '/' && search) search.focus();
  else return;
  event.preventDefault();
};
document.addEventListener('keydown', onKey, true);
