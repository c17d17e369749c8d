// This script is optional: every page works without it.

const SHOWN_MS = 1500;

const selectText = (source) => (source.select ? source.select() : document.getSelection().selectAllChildren(source));

/** Lets a button copy the text of the element that it names. */
function offerCopy(button) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      // Browsers offer the clipboard on secure pages only.
      await navigator.clipboard.writeText(source.value ?? source.innerText);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = label), SHOWN_MS);
    } catch {
      source.closest('details')?.setAttribute('open', '');
      selectText(source);
      button.textContent = 'Press Ctrl-C or Cmd-C';
    }
  });
}

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => globalThis.print());
}

// Paper cannot unfold. Browsers of 2025 and later do this by the stylesheet.
globalThis.addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('.theme:not([open])')) {
    folded.open = true;
    globalThis.addEventListener('afterprint', () => (folded.open = false), { once: true });
  }
});

/** Lets a button say what the selected contacts cost together. */
function sumPrices(button) {
  button.form.addEventListener('change', () => {
    const count = button.form.querySelectorAll('[name=contacts]:checked').length;
    const credits = count * button.dataset.selectedPrice;
    button.textContent = `Unlock selected (${credits === 1 ? '1 credit' : `${credits} credits`})`;
  });
}

// The filters above a list take effect at once, those in the sheet with its button.
document.querySelector('[data-auto]')?.addEventListener('change', ({ target, currentTarget }) => {
  if (target.matches('select, [type=checkbox]') && !target.closest('[popover], details')) currentTarget.requestSubmit();
});

// An empty field of a search is no filter, so that the address does not carry it.
document.addEventListener('formdata', ({ target, formData }) => {
  if (target.method !== 'get') return;
  for (const name of new Set(formData.keys())) {
    if (formData.getAll(name).every((value) => value === '')) formData.delete(name);
  }
});

const QUOTES = 2;
// What an opened theme has no room for (its chart, variants and quotes) comes from the page of the theme, which has it for browsers without a script.
document.addEventListener(
  'toggle',
  async ({ target }) => {
    const place = target.open && target.matches('[data-trend]') && target.querySelector('[data-trend-here]:empty');
    if (!place) return;
    const response = await fetch(target.querySelector('.opened p > a').href).catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const chart = page.querySelector('[data-trend-of] > figure');
    if (chart) place.replaceChildren(document.importNode(chart, true));
    const variants = page.querySelector('[data-variants-of]')?.children ?? [];
    target
      .querySelector('[data-variants-here]')
      ?.replaceChildren(...[...variants].map((part) => document.importNode(part, true)));
    const quotes = [...page.querySelectorAll('.mentions > blockquote')].slice(0, QUOTES);
    target
      .querySelector('[data-quotes-here]')
      ?.replaceChildren(...quotes.map((quote) => document.importNode(quote, true)));
  },
  true,
);

// A link to a theme opens it.
function openTarget() {
  const target = location.hash.startsWith('#theme-') ? document.getElementById(location.hash.slice(1)) : null;
  if (target?.matches('details')) target.open = true;
}
globalThis.addEventListener('hashchange', openTarget);
openTarget();

const shown = (count) => count.toLocaleString('en');
const [FIRST_POLL_MS, MAX_PAUSE_MS] = [1500, 30_000];

/** Shows the themes of a report in the making. */
function showFound(themes) {
  const place = section.querySelector('[data-found]');
  place.hidden = themes.length === 0;
  const most = Math.max(...themes.map(({ mentions }) => mentions));
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const rows = themes.map(({ name, mentions }) => {
    const row = make('li');
    const bar = make('progress', { max: most, value: mentions, ariaHidden: 'true' });
    row.append(make('span', { dir: 'auto', textContent: name }), bar, make('b', { textContent: shown(mentions) }));
    return row;
  });
  place.querySelector('ol').replaceChildren(...rows);
}

const section = document.querySelector('[data-progress]');
if (section) {
  let pause = FIRST_POLL_MS;
  const poll = async () => {
    try {
      const response = await fetch(section.dataset.progress, { headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { status, progress, reviews_read: read, reviews_total: all, themes = [] } = await response.json();
      if (status !== 'generating') return location.reload();
      section.querySelector('progress').value = progress;
      if (all) section.querySelector('[data-read]').textContent = `${shown(read)} of ${shown(all)} reviews read.`;
      showFound(themes);
      pause = FIRST_POLL_MS;
    } catch {
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
    }
    setTimeout(poll, pause);
  };
  setTimeout(poll, pause);
}

const LOCAL_DAY = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });
const LOCAL_MINUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

// What was typed into a form whose login had expired comes back after the next login.
const DRAFT = 'draft';
const TYPED = 'textarea, select, input:not([type=hidden], [type=password], [autocomplete=one-time-code])';
const tab = storageOfTab();
const draft = JSON.parse(tab?.getItem(DRAFT) ?? null);
tab?.removeItem(DRAFT);

/** Browsers that keep no data of sites throw. */
function storageOfTab() {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}

/** Puts a draft back, unless this page followed another page of the app: the form was accepted then. */
function restoreDraft({ action, fields }) {
  if (!/\/login(?:[/?]|$)/.test(document.referrer)) return;
  const form = [...document.forms].find((each) => each.getAttribute('action') === action);
  form?.querySelectorAll(TYPED).forEach((field, at) => Object.assign(field, fields[at]));
}
if (draft) restoreDraft(draft);

/** Lets a form be sent once, and keeps what was typed until it was accepted. */
function sendOnce(form) {
  form.addEventListener('submit', (event) => {
    // Another script may have sent it already.
    if (event.defaultPrevented) return;
    const fields = [...form.querySelectorAll(TYPED)].map(({ value, checked }) => ({ value, checked }));
    tab?.setItem(DRAFT, JSON.stringify({ action: form.getAttribute('action'), fields }));
    for (const button of form.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
  });
}

/** The conveniences of a page, or of a part that was loaded later. */
function enhance(root) {
  root.querySelectorAll('[data-copy]').forEach(offerCopy);
  root.querySelectorAll('[data-selected-price]').forEach(sumPrices);
  root.querySelectorAll('form[data-once]').forEach(sendOnce);
  for (const time of root.querySelectorAll('time[data-minutes]')) {
    time.textContent = LOCAL_MINUTE.format(new Date(time.dateTime));
  }
  for (const time of root.querySelectorAll('time[data-today]')) {
    time.textContent = LOCAL_DAY.format(new Date(time.dateTime));
  }
}
enhance(document);

// Triage without reloads. Each change is shown at once and sent by the form that works without this script.
const STATUSES = ['new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed'];
const CHANGE_KEYS = { e: 'dismissed', c: 'contacted', q: 'qualified', s: 'put_off_7' };
const PUT_OFF = { put_off_1: 'a day', put_off_7: 'a week', put_off_30: 'a month' };
/** The key of the current row in the storage of the tab, so that Back leads to it again. */
const ROW = 'row';
const SAVING = { method: 'POST', headers: { accept: 'application/json' }, redirect: 'manual', keepalive: true };
const SAID = { viewed: 'Marked as viewed', not_viewed: 'Marked as not viewed', dismissed: 'Dismissed' };
/** Rows that are passed within this time are not loaded. */
const PASSING_MS = 60;

const boxOf = (row) => row.querySelector('input');
const linkOf = (row) => row.querySelector('a');
const nameIn = (row) => row.querySelector('.row-who b').textContent;
const stateOf = (row) => ({
  ...{ row, status: row.dataset.status, viewed: row.dataset.viewed, isOff: row.classList.contains('put-off') },
});
/** A state for an undo of a change that the service has not answered yet. */
const packed = ({ row, status, viewed }, what) =>
  `${row.dataset.row}.${STATUSES.includes(what) && what !== status ? status : ''}.${viewed}`;
/** The button of the open opportunity that makes a change. */
const buttonOf = (change) =>
  document.querySelector(`.decide [data-change=${change}]`) ?? document.querySelector(`.seg [value=${change}]`);
const hasLeft = (row) => row.classList.contains('gone');

/** Shows a state of a row. */
function showState({ row, status, viewed, isOff }) {
  row.dataset.status = status;
  row.dataset.viewed = viewed;
  row.classList.toggle('unread', viewed === '0');
  row.classList.toggle('put-off', isOff);
  row.classList.toggle('decided', status !== row.dataset.loaded);
  row.querySelector('.row-status').textContent = isOff ? 'put off' : status;
  row.querySelector('h2 .unseen').textContent = viewed === '0' ? 'Not viewed: ' : '';
}

class Queue {
  /** The changes that can be taken back, the last one at the end: what each made, and the states before. */
  done = [];
  /** Requests go one after another, so that a later change is never overtaken by an earlier one. */
  sending = Promise.resolve();
  /** The requests that wait. When the page is left, all are sent at once. */
  waiting = new Set();
  current = 0;

  constructor(form) {
    this.form = form;
    this.desk = form.closest('.desk');
    this.rows = [...form.querySelectorAll('[data-row]')];
    this.all = form.querySelector('[data-all]');
    this.toast = document.querySelector('[data-toast]');
    this.sheet = document.getElementById('keys');
    for (const row of this.rows) {
      row.dataset.loaded = row.dataset.status;
      row.dataset.loadedViewed = row.dataset.viewed;
      // Beside an open opportunity only its own row is marked, so that the keys that decide mean one person.
      row.addEventListener('focusin', () => this.isOpened || this.mark(this.rows.indexOf(row)));
    }
    form.classList.add('scripted');
    for (const part of document.querySelectorAll('[data-scripted]')) part.hidden = false;
    document.querySelector('[data-keys]').addEventListener('click', () => this.sheet.showModal());
    form.addEventListener('change', ({ target }) => {
      if (target === this.all) this.select(this.rows, this.all.checked);
      else this.select([], true);
    });
    form.addEventListener('submit', (event) => this.submit(event));
    // Before the form may be sent as it is.
    this.desk.addEventListener('submit', (event) => this.decideInDetail(event), true);
    this.desk.addEventListener('click', (event) => this.follow(event));
    document.addEventListener('keydown', (event) => this.press(event));
    globalThis.addEventListener('pagehide', () => this.waiting.forEach(this.post));
    const [{ type }] = performance.getEntriesByType('navigation');
    const last = this.rows.findIndex(({ dataset }) => dataset.row === tab?.getItem(ROW));
    if (this.isOpened) this.mark(this.rows.indexOf(this.rowInDetail()));
    else if (type === 'back_forward' && last >= 0) this.move(last);
    else this.mark(0);
    this.rows[this.current]?.scrollIntoView({ block: 'nearest' });
  }

  /** Whether the page is that of one opportunity, and not that of the list. */
  get isOpened() {
    return location.pathname !== new URL(this.form.elements.back.value, location).pathname;
  }

  selected = () => this.rows.filter((row) => boxOf(row).checked);

  rowInDetail = () => {
    const id = document.getElementById('detail')?.dataset.detail;
    return this.rows.find(({ dataset }) => dataset.row === id);
  };

  /** @param current the place of a row, or -1 for an open opportunity that is not among the rows */
  mark(current) {
    this.current = current;
    if (current >= 0) tab?.setItem(ROW, this.rows[current].dataset.row);
    this.rows.forEach((row, at) => row.classList.toggle('current', at === current));
  }

  move(to) {
    const row = this.rows[Math.min(this.rows.length - 1, Math.max(0, to))];
    if (!row) return;
    linkOf(row).focus();
    this.mark(this.rows.indexOf(row));
    row.scrollIntoView({ block: 'nearest' });
    this.show(row);
  }

  /** Goes on to the next row that is still in the list, or stays. */
  advance() {
    const next = this.rows.findIndex((row, at) => at > this.current && !hasLeft(row));
    if (next >= 0) this.move(next);
    else document.querySelector('[data-done]').hidden = !this.rows.every(hasLeft);
  }

  /** Loads the opportunity of a row into the place of the one that is open. */
  show(row) {
    clearTimeout(this.passing);
    this.loading?.abort();
    const detail = document.getElementById('detail');
    if (!detail || detail.dataset.detail === row.dataset.row) return;
    detail.setAttribute('aria-busy', 'true');
    for (const button of detail.querySelectorAll('button')) button.disabled = true;
    this.passing = setTimeout(async () => {
      this.loading = new globalThis.AbortController();
      const address = new URL(linkOf(row).href);
      address.searchParams.set('peek', this.isOpened ? 'opened' : '1');
      try {
        const response = await fetch(address, { signal: this.loading.signal });
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        this.replace(detail, page, row);
      } catch (error) {
        if (error.name !== 'AbortError') location.assign(linkOf(row).href);
      }
    }, PASSING_MS);
  }

  replace(detail, page, row) {
    const fresh = document.importNode(page.getElementById('detail'), true);
    const sprite = document.querySelector('.sprite');
    for (const symbol of page.querySelectorAll('.sprite > symbol')) {
      if (!document.getElementById(symbol.id)) sprite.append(document.importNode(symbol, true));
    }
    const held = detail.contains(document.activeElement) ? document.activeElement.dataset.change : undefined;
    detail.replaceWith(fresh);
    enhance(fresh);
    this.showPlace();
    if (this.isOpened) history.replaceState(null, '', linkOf(row).href);
    if (held) fresh.querySelector(`[data-change=${held}]`)?.focus();
  }

  /** Selects or deselects rows, and shows how many are selected. */
  select(rows, isChecked) {
    for (const row of rows) boxOf(row).checked = isChecked;
    const count = this.selected().length;
    this.form.querySelector('[data-selected]').textContent = count > 0 ? `${count} selected:` : 'Selected:';
    this.form.classList.toggle('selecting', count > 0);
    this.all.checked = count === this.rows.length;
  }

  say(text, canUndo) {
    this.toast.textContent = text;
    if (canUndo) this.toast.append(' ', this.undoButton());
  }

  undoButton() {
    const undo = { type: 'button', className: 'plain', textContent: 'Undo', onclick: () => this.undo() };
    return Object.assign(document.createElement('button'), undo);
  }

  /**
   * Sends a change, whose fields are read when its turn comes. If it fails, shows the states of `otherwise` again.
   * @returns what the service says of it, or null if it was not saved
   */
  async send(fieldsOf, otherwise) {
    this.waiting.add(fieldsOf);
    const answer = this.sending.then(() => this.post(fieldsOf)).catch(() => null);
    this.sending = answer;
    const made = await answer;
    if (made) return made;
    otherwise.forEach(showState);
    this.settle([]);
    this.say('That was not saved. Reload the page and try again.');
    return null;
  }

  post = async (fieldsOf) => {
    // It was sent when the page was left.
    if (!this.waiting.delete(fieldsOf)) return { left_out: [] };
    const body = new URLSearchParams([['csrf_token', this.form.elements.csrf_token.value], ...fieldsOf()]);
    const response = await fetch(this.form.action, { ...SAVING, body });
    return response.ok ? response.json() : null;
  };

  /** Shows the rows that someone else had changed meanwhile as they are, and names them. @returns these rows */
  showLeftOut(rows, { text, left_out: leftOut }) {
    const found = leftOut.map(({ id, status }) => ({ row: rows.find(({ dataset }) => dataset.row === id), status }));
    for (const { row, status } of found) showState({ ...stateOf(row), status });
    if (found.length === 0) return [];
    this.settle(found.map(({ row }) => row));
    this.say(text, this.done.length > 0);
    return found.map(({ row }) => row);
  }

  /** Rows whose status left the list become one line each; those of earlier changes go. The count falls by them. */
  settle(rows) {
    const filters = this.form.dataset.inbox;
    for (const row of this.rows) {
      const isGone =
        (filters.includes('status') && row.dataset.status !== row.dataset.loaded) ||
        (filters.includes('put-off') && row.classList.contains('put-off'));
      row.classList.toggle('left', isGone && !rows.includes(row));
      row.classList.toggle('gone', isGone);
    }
    const left = document.querySelector('[data-left]');
    if (left?.dataset.left) left.textContent = this.total();
    this.showPlace();
  }

  /** How many are left in the list, in words. */
  total() {
    const { left } = document.querySelector('[data-left]').dataset;
    return left ? shown(left - this.rows.filter(hasLeft).length) : this.form.dataset.total;
  }

  /** The next row that is still in the list, in a direction of 1 or -1. */
  neighbor(direction) {
    let at = this.current + direction;
    while (this.rows[at] && hasLeft(this.rows[at])) at += direction;
    return this.rows[at];
  }

  /** Shows the place of the open opportunity among those that are left, and its neighbors. */
  showPlace() {
    const row = this.rowInDetail();
    const detail = document.getElementById('detail');
    if (!row) return;
    const before = this.rows.slice(0, this.rows.indexOf(row)).filter((each) => !hasLeft(each)).length;
    const place = document.createElement('b');
    place.textContent = shown(Number(this.form.dataset.offset) + before + 1);
    detail.querySelector('[data-position]').replaceChildren(place, ` of ${this.total()}`);
    for (const link of detail.querySelectorAll('[data-neighbor]')) {
      const beside = this.neighbor(link.dataset.neighbor === 'previous' ? -1 : 1);
      link.hidden = !beside;
      if (beside) link.href = linkOf(beside).href;
    }
  }

  async change(rows, what) {
    if (rows.length === 0) return this.say('Select at least one opportunity.');
    const before = rows.map(stateOf);
    const viewed = what === 'not_viewed' ? '0' : '1';
    const isOff = what in PUT_OFF;
    for (const { row, status, isOff: wasOff } of before) {
      showState({ row, status: STATUSES.includes(what) ? what : status, viewed, isOff: isOff || wasOff });
    }
    const change = { what, before };
    this.done.push(change);
    this.settle(rows);
    const said = isOff ? `Put off for ${PUT_OFF[what]}` : (SAID[what] ?? `Marked as ${what}`);
    this.say(`${said}: ${rows.length === 1 ? nameIn(rows[0]) : rows.length}`, true);
    this.select(this.rows, false);
    const ids = before.map(({ row, status }) => ['ids', `${row.dataset.row}.${status}`]);
    const made = await this.send(() => [['change', what], ...ids], before);
    change.states = made?.before;
    if (!made || change.states?.length === 0) this.done = this.done.filter((each) => each !== change);
    if (!made) return;
    const leftOut = this.showLeftOut(rows, made);
    change.before = before.filter(({ row }) => !leftOut.includes(row));
  }

  async undo() {
    const change = this.done.pop();
    if (!change) return this.say('There is nothing to undo.');
    const { what, before } = change;
    const after = before.map(({ row }) => stateOf(row));
    before.forEach(showState);
    this.settle([]);
    this.say('Undone.');
    // By then the service has said what the change changed, unless the page is left before.
    const statesOf = () => change.states ?? before.map((state) => packed(state, what));
    const undone = () => [['change', 'undo'], ['made', what], ...statesOf().map((state) => ['before', state])];
    const made = await this.send(undone, after);
    if (!made) return void this.done.push(change);
    this.showLeftOut(this.rows, made);
    // The opportunity is read again, so the undo must be saved by then.
    this.move(this.rows.indexOf(before[0].row));
  }

  /** Changes the selected rows, or else the current row, and goes on to the next; without a row it uses the buttons of the open one. */
  decide(what) {
    const rows = this.selected();
    if (rows.length > 0) return this.change(rows, what);
    const row = this.rows[this.current];
    if (!row) return buttonOf(what)?.click();
    this.change([row], what);
    if (STATUSES.includes(what) || what in PUT_OFF) this.advance();
  }

  /** A decision at the foot of the open opportunity. One that is not in the list is sent as a form. */
  decideInDetail(event) {
    const row = event.target.matches('.decide') && this.rowInDetail();
    const [, change] = event.submitter?.value.split(' ') ?? [];
    if (!row || !change) return;
    event.preventDefault();
    event.submitter.focus();
    this.desk.dataset.shows = 'detail';
    this.mark(this.rows.indexOf(row));
    this.change([row], change);
    this.advance();
  }

  /** The neighbors in the head of the open opportunity. */
  follow(event) {
    const link = event.target.closest('[data-neighbor]');
    if (!link || !this.rowInDetail()) return;
    event.preventDefault();
    this.move(this.rows.indexOf(this.neighbor(link.dataset.neighbor === 'previous' ? -1 : 1)));
  }

  /** Rows that left the list make room on this page, so the next rows begin here again. */
  async goOn() {
    await this.sending;
    const { inbox: filters } = this.form.dataset;
    const leavesList = (row) =>
      hasLeft(row) || (filters.includes('viewed') && row.dataset.viewed !== row.dataset.loadedViewed);
    if (this.rows.some(leavesList)) location.assign(this.form.elements.back.value);
    else document.querySelector('a[rel=next]')?.click();
  }

  /** The action of a key, or undefined. */
  actionOf(key) {
    const row = this.rows[this.current];
    const change = CHANGE_KEYS[key] ?? STATUSES[key - 1];
    if (change) return () => this.decide(change);
    const focused = document.activeElement.closest('[data-row]') ?? row;
    return {
      j: () => this.move(this.current + 1),
      k: () => this.move(this.current - 1),
      o: () => focused && linkOf(focused).click(),
      p: () => document.querySelector('.decide a')?.click(),
      v: () => row && this.decide(row.dataset.viewed === '1' ? 'not_viewed' : 'viewed'),
      x: () => focused && this.select([focused], !boxOf(focused).checked),
      a: () => this.all && this.select(this.rows, this.selected().length < this.rows.length),
      u: () => this.undo(),
      ']': () => this.goOn(),
      '[': () => document.querySelector('a[rel=prev]')?.click(),
      '/': () => {
        document.getElementById('filters')?.showPopover();
        document.querySelector('input[type=search]')?.focus();
      },
      '?': () => this.sheet.showModal(),
    }[key];
  }

  press(event) {
    const isText = event.target.closest('textarea, select, input:not([type=checkbox])');
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.repeat;
    if (isText || isOther || document.querySelector('dialog[open]')) return;
    // In a box, Enter would submit the form.
    const action = this.actionOf(event.key === 'Enter' && event.target.matches('[name=ids]') ? 'o' : event.key);
    if (!action) return;
    event.preventDefault();
    action();
  }

  submit(event) {
    event.preventDefault();
    const { name, value } = event.submitter ?? {};
    if (name) this.change(this.selected(), value);
  }
}

const queue = document.querySelector('[data-inbox]');
// Without one of the bars there is nothing to triage, or the person may only read.
if (queue && document.querySelector('.bulk, .decide')) new Queue(queue);

// To a person who may only read, the keys say so.
const refusing = queue && document.querySelector('[data-refusal]');
if (refusing) {
  document.addEventListener('keydown', (event) => {
    const isDecision = event.key in CHANGE_KEYS || STATUSES[event.key - 1] || event.key === 'v';
    const isOther = event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select');
    if (isDecision && !isOther && !document.querySelector('dialog[open]')) {
      refusing.textContent = refusing.dataset.refusal;
    }
  });
}
