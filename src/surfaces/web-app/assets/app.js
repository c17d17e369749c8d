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

// Triage by keyboard. Each change reloads the page, so the selected row is kept in the session storage.
const STORED_ROW = 'row';
const rows = [...document.querySelectorAll('[data-row]')];
if (rows.length > 0) {
  const current = () => rows.findIndex((row) => row.contains(document.activeElement));
  const select = (row) => rows[Math.min(rows.length - 1, Math.max(0, row))].querySelector('a').focus();
  const actions = {
    j: () => select(current() + 1),
    k: () => select(current() - 1),
    v: () => rows[current()]?.querySelector('[name=is_viewed]').click(),
    s: () => rows[current()]?.querySelector('select').focus(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
  document.addEventListener('submit', () => sessionStorage.setItem(STORED_ROW, current()));
  const stored = Number(sessionStorage.getItem(STORED_ROW) ?? -1);
  if (stored >= 0) select(stored);
  sessionStorage.removeItem(STORED_ROW);
}

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
  });
}
