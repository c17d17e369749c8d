// Ctrl-K or Cmd-K leads to any page or product, and ? shows the keys. Every page works without this script.

const PLACES = [
  ['Home', '/'],
  ['Products', '/products'],
  ['Compare products', '/app/compare'],
  ['Opportunities', '/app/opportunities'],
  ['Saved searches', '/app/searches'],
  ['Inbox', '/app/inbox'],
  ['Pitches', '/app/pitches'],
  ['Credits', '/app/credits'],
  ['Settings: API keys', '/app/settings/keys'],
  ['Settings: Connections', '/app/settings/connections'],
  ['Settings: Webhooks', '/app/settings/webhooks'],
  ['Settings: Sender profile', '/app/settings/sender'],
  ['Settings: Do not contact', '/app/settings/suppressions'],
  ['Settings: Team', '/app/settings/team'],
  ['Settings: Security', '/app/settings/security'],
  ['Settings: Audit', '/app/settings/audit'],
  ['Settings: Plan', '/app/settings/plan'],
  ['Settings: My data', '/app/settings/my-data'],
  ['API reference', '/docs'],
];
const KEYS = [
  ['Ctrl-K', 'Go to a page or a product; Cmd-K on a Mac'],
  ['/', 'Search on this page'],
  ['?', 'Show these keys'],
];
const TYPING_PAUSE_MS = 200;
const MAX_PRODUCTS = 6;

/** An element with attributes and children. Texts are never read as HTML. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

class Palette {
  shown = [];
  current = 0;
  timer = 0;

  constructor() {
    const attributes = { role: 'combobox', 'aria-controls': 'palette-list', 'aria-expanded': 'true' };
    this.input = element('input', {
      ...attributes,
      'aria-label': 'Go to',
      placeholder: 'Go to a page or a product',
      autocomplete: 'off',
    });
    this.list = element('ul', { role: 'listbox', id: 'palette-list', 'aria-label': 'Pages and products' });
    this.dialog = element('dialog', { class: 'palette', 'aria-label': 'Go to' }, this.input, this.list);
    document.body.append(this.dialog);
    this.input.addEventListener('input', () => this.type());
    this.input.addEventListener('keydown', (event) => this.press(event));
  }

  open() {
    if (this.dialog.open) return;
    this.input.value = '';
    this.show(PLACES);
    this.dialog.showModal();
  }

  /** Shows the pages at once, and the products after a pause in typing. */
  type() {
    const text = this.input.value.trim().toLowerCase();
    const places = PLACES.filter(([label]) => label.toLowerCase().includes(text));
    this.show(places);
    clearTimeout(this.timer);
    if (text === '') return;
    this.timer = setTimeout(async () => {
      const products = await this.find(text);
      if (this.input.value.trim().toLowerCase() === text) this.show([...places, ...products]);
    }, TYPING_PAUSE_MS);
  }

  async find(query) {
    try {
      const response = await fetch(`/api/v1/products?${new URLSearchParams({ query, page_size: MAX_PRODUCTS })}`);
      const { data } = await response.json();
      return data.map(({ id, name }) => [name, `/products/${id}`]);
    } catch {
      return [];
    }
  }

  show(entries) {
    this.shown = entries;
    this.list.replaceChildren(
      ...entries.map(([label, href], at) => {
        const option = { role: 'option', id: `palette-${at}`, 'aria-selected': 'false', dir: 'auto' };
        const shown = element('li', option, label);
        shown.addEventListener('click', () => location.assign(href));
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
    else if (event.key === 'Enter') this.list.children[this.current]?.click();
    else return;
    event.preventDefault();
  }
}

/** The inbox has a sheet of its own, with more keys. */
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

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
    event.preventDefault();
    return palette.open();
  }
  const isText = event.target.closest('textarea, select, input:not([type=checkbox])');
  if (!sheet || isText || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]'))
    return;
  const search = document.querySelector('input[type=search]');
  if (event.key === '?') sheet.showModal();
  else if (event.key === '/' && search) search.focus();
  else return;
  event.preventDefault();
});
