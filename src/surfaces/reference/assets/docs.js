// This script is optional: without it, the search form loads the page that this script loads.

const PAUSE_MS = 150;
const SHOWN = ['operations', 'found'];

const input = document.querySelector('.docs-nav [name=q]');
if (document.getElementById('operations')) {
  let waiting;
  let newest = 0;
  const search = async () => {
    const request = (newest += 1);
    const address = `/docs?${new URLSearchParams({ q: input.value })}`;
    const response = await fetch(address);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (!response.ok || request !== newest) return;
    for (const id of SHOWN) document.getElementById(id).replaceChildren(...page.getElementById(id).childNodes);
    history.replaceState(null, '', input.value ? address : '/docs');
  };
  input.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search().catch(() => {}), PAUSE_MS);
  });
}

const LANGUAGE = 'docs-language';
const languages = document.querySelectorAll('.docs-language');
for (const each of languages) {
  if (each.id === localStorage.getItem(LANGUAGE)) each.checked = true;
  each.addEventListener('change', () => localStorage.setItem(LANGUAGE, each.id));
}
