// This script is optional: every page works without it.

const SHOWN_MS = 1500;

const selectText = (source) => {
  if (source.select) source.select();
  else document.getSelection().selectAllChildren(source);
};

for (const button of document.querySelectorAll('[data-copy]')) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      // Browsers offer the clipboard on secure pages only.
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = label), SHOWN_MS);
    } catch {
      source.closest('details')?.setAttribute('open', '');
      selectText(source);
      button.textContent = 'Press Ctrl-C or Cmd-C';
    }
  });
}

const FIRST_POLL_MS = 1500;
const LONGEST_PAUSE_MS = 30_000;

const section = document.querySelector('[data-progress]');
if (section) {
  const bar = section.querySelector('progress');
  let pause = FIRST_POLL_MS;
  const poll = async () => {
    try {
      const response = await fetch(section.dataset.progress, { headers: { accept: 'application/json' } });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const { status, progress } = await response.json();
      if (status !== 'generating') return location.reload();
      bar.value = progress;
      pause = FIRST_POLL_MS;
    } catch {
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
    setTimeout(poll, pause);
  };
  setTimeout(poll, pause);
}

const LOCAL_MINUTE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[data-minutes]')) {
  time.textContent = LOCAL_MINUTE.format(new Date(time.dateTime));
}

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
  });
}

// Triage without reloads. Each change is shown at once and sent by the form that works without this script.
const STATUSES = ['new', 'contacted', 'qualified', 'converted', 'lost', 'dismissed'];
const CHANGE_KEYS = { e: 'dismissed', c: 'contacted', q: 'qualified' };
const LABELS = { viewed: 'Marked as viewed', not_viewed: 'Marked as not viewed', dismissed: 'Dismissed' };

const inbox = document.querySelector('[data-inbox]');
// Without the bar there is nothing to triage, or the person may only read.
if (inbox?.querySelector('.bulk')) startInbox(inbox);

function startInbox(form) {
  const rows = [...form.querySelectorAll('[data-row]')];
  const toast = document.querySelector('[data-toast]');
  const sheet = document.getElementById('keys');
  const all = form.querySelector('[data-all]');
  const boxOf = (row) => row.querySelector('input');
  const linkOf = (row) => row.querySelector('a');
  const selected = () => rows.filter((row) => boxOf(row).checked);
  const stateOf = (row) => ({ row, status: row.dataset.status, viewed: row.dataset.viewed });
  /** The states before each change, the last one at the end. */
  const done = [];
  let sending = Promise.resolve();
  let current = 0;

  const mark = () => rows.forEach((row, at) => row.classList.toggle('current', at === current));
  const move = (to) => {
    if (rows.length === 0) return;
    current = Math.min(rows.length - 1, Math.max(0, to));
    linkOf(rows[current]).focus();
    rows[current].scrollIntoView({ block: 'nearest' });
  };
  const countSelected = () => {
    const count = selected().length;
    form.querySelector('[data-selected]').textContent = count > 0 ? `${count} selected:` : 'Selected:';
    form.classList.toggle('selecting', count > 0);
    if (all) all.checked = count > 0 && count === rows.length;
  };
  const select = (some, isChecked) => {
    for (const row of some) boxOf(row).checked = isChecked;
    countSelected();
  };

  const show = ({ row, status, viewed }) => {
    row.dataset.status = status;
    row.dataset.viewed = viewed;
    row.classList.toggle('unread', viewed === '0');
    row.classList.toggle('decided', status !== row.dataset.loaded);
    row.querySelector('[data-status-text]').textContent = status;
    row.querySelector('[data-viewed-text]').textContent = viewed === '0' ? 'Not viewed: ' : '';
  };
  const say = (text, canUndo) => {
    toast.textContent = text;
    if (!canUndo) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'plain';
    button.textContent = 'Undo';
    button.addEventListener('click', undo);
    toast.append(' ', button);
  };
  const send = (fields) => {
    const body = new URLSearchParams([['csrf_token', form.elements.csrf_token.value], ...fields]);
    // One after another, so that a later change is never overtaken by an earlier one.
    sending = sending.then(async () => {
      const headers = { accept: 'application/json' };
      const answer = await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
    });
    return sending;
  };
  const fail = (before) => {
    sending = Promise.resolve();
    before.forEach(show);
    say('That was not saved. Reload the page and try again.');
  };

  const change = async (some, what) => {
    if (some.length === 0) return say('Select at least one opportunity.');
    const before = some.map(stateOf);
    const isStatus = STATUSES.includes(what);
    for (const { row, status } of before) {
      show({ row, status: isStatus ? what : status, viewed: what === 'not_viewed' ? '0' : '1' });
    }
    done.push(before);
    say(
      `${LABELS[what] ?? `Marked as ${what}`}: ${some.length === 1 ? linkOf(some[0]).textContent : some.length}`,
      true,
    );
    select(rows, false);
    try {
      await send([['change', what], ...some.map((row) => ['ids', row.dataset.row])]);
    } catch {
      done.splice(done.indexOf(before), 1);
      fail(before);
    }
  };
  async function undo() {
    const before = done.pop();
    if (!before) return say('There is nothing to undo.');
    const after = before.map(({ row }) => stateOf(row));
    before.forEach(show);
    say('Undone.');
    move(rows.indexOf(before[0].row));
    try {
      const states = before.map(({ row, status, viewed }) => ['before', `${row.dataset.row}.${status}.${viewed}`]);
      await send([['change', 'undo'], ...states]);
    } catch {
      done.push(before);
      fail(after);
    }
  }
  /** Changes the selected rows, or the current row and goes on to the next. */
  const decide = (what) => {
    const some = selected();
    if (some.length > 0) return change(some, what);
    change(rows.slice(current, current + 1), what);
    if (what !== 'viewed' && what !== 'not_viewed') move(current + 1);
  };
  const leavesList = (row) =>
    (form.dataset.inbox.includes('status') && row.classList.contains('decided')) ||
    (form.dataset.inbox.includes('viewed') && row.dataset.viewed !== row.dataset.loadedViewed);
  /** Rows that left the list make room on this page, so the next rows begin here again. */
  const goOn = async () => {
    await sending;
    if (rows.some(leavesList)) location.reload();
    else document.querySelector('a[rel=next]')?.click();
  };

  const actions = {
    // The first press of j enters the list.
    j: () => move(rows[current]?.contains(document.activeElement) ? current + 1 : current),
    k: () => move(current - 1),
    o: () => linkOf(rows[current]).click(),
    v: () => decide(rows[current]?.dataset.viewed === '1' ? 'not_viewed' : 'viewed'),
    x: () => select(rows.slice(current, current + 1), !boxOf(rows[current]).checked),
    a: () => select(rows, selected().length < rows.length),
    u: undo,
    ']': goOn,
    '[': () => document.querySelector('a[rel=prev]')?.click(),
    '/': () => document.querySelector('input[type=search]').focus(),
    '?': () => sheet.showModal(),
  };
  for (const [key, what] of Object.entries(CHANGE_KEYS)) actions[key] = () => decide(what);
  STATUSES.forEach((status, at) => (actions[at + 1] = () => decide(status)));

  for (const row of rows) {
    row.dataset.loaded = row.dataset.status;
    row.dataset.loadedViewed = row.dataset.viewed;
    row.addEventListener('focusin', () => {
      current = rows.indexOf(row);
      mark();
    });
  }
  form.classList.add('scripted');
  for (const part of form.querySelectorAll('[data-scripted]')) part.hidden = false;
  form.querySelector('[data-keys]')?.addEventListener('click', actions['?']);
  form.addEventListener('change', ({ target }) => (target === all ? select(rows, all.checked) : countSelected()));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button?.name === 'one') change([button.closest('[data-row]')], button.dataset.change);
    else if (button) change(selected(), button.value);
  });
  document.addEventListener('keydown', (event) => {
    const isText = event.target.closest('textarea, select, input:not([type=checkbox])');
    if (isText || sheet.open || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    if (rows.length > 0 || event.key === '?' || event.key === '/' || event.key === '[') action();
  });
  mark();
}
