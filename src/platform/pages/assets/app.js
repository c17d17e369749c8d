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

const rows = [...document.querySelectorAll('[data-row]')];
if (rows.length > 0) {
  document.addEventListener('keydown', (event) => {
    if (event.target.closest('input, select, textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step) return;
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    next.querySelector('a').focus();
    event.preventDefault();
  });
}

for (const form of document.querySelectorAll('form[data-once]')) {
  form.addEventListener('submit', () => {
    for (const button of form.querySelectorAll('button')) setTimeout(() => (button.disabled = true));
  });
}
