// Everything here is a convenience: each page works without it.

for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const source = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(source.value ?? source.textContent);
    const label = button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = label), 1500);
  });
}

const live = document.querySelector('[data-progress]');
if (live) {
  const bar = live.querySelector('progress');
  const poll = async () => {
    const response = await fetch(live.dataset.progress, { headers: { accept: 'application/json' } });
    if (!response.ok) return;
    const { status, progress } = await response.json();
    if (status !== 'generating') return location.reload();
    bar.value = progress;
    setTimeout(poll, 1500);
  };
  setTimeout(poll, 1500);
}

// A list to triage by keyboard: the place in it outlives the page that each change loads anew.
const PLACE = 'row';
const rows = [...document.querySelectorAll('[data-row]')];
if (rows.length > 0) {
  const current = () => rows.findIndex((row) => row.contains(document.activeElement));
  const go = (place) => rows[Math.min(rows.length - 1, Math.max(0, place))].querySelector('a').focus();
  const actions = {
    j: () => go(current() + 1),
    k: () => go(current() - 1),
    v: () => rows[current()]?.querySelector('[name=is_viewed]').click(),
    s: () => rows[current()]?.querySelector('select').focus(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!actions[event.key]) return;
    actions[event.key]();
    event.preventDefault();
  });
  document.addEventListener('submit', () => sessionStorage.setItem(PLACE, current()));
  const place = Number(sessionStorage.getItem(PLACE) ?? -1);
  if (place >= 0) go(place);
  sessionStorage.removeItem(PLACE);
}

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
  });
}
