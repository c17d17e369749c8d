const QUOTED = /('[^']*')/;

/** A stylesheet without comments and needless blanks. Quoted texts stay as they are. */
export function minified(css: string): string {
  return css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(QUOTED)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\s+/g, ' ')
            .replace(/ ?([{};,]) ?/g, '$1')
            .replace(/: /g, ':')
            .replace(/;}/g, '}'),
    )
    .join('')
    .trim();
}

/** The same colors for browsers without `light-dark()`, which were current until 2024: by the scheme of the system and the chosen one. */
export function withPlainColors(css: string): string {
  const colors = css.split(/[;{}]/).flatMap((declaration) => {
    const [name = '', value = ''] = declaration.split(': light-dark(');
    return value === '' ? [] : [{ name: name.trim().split(/\s/).at(-1), ...schemesOf(value) }];
  });
  if (colors.length === 0) return css;
  const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
    colors.map((color) => `${color.name}:${color[scheme]}`).join(';'),
  );
  return `${css}
@supports not (color: light-dark(#fff, #000)) {
  :root { ${light} }
  @media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${dark} } }
  :root[data-theme='dark'] { ${dark} }
}`;
}

/** `a, b)` as its two colors. Neither has a comma of its own. */
function schemesOf(value: string): { light: string; dark: string } {
  const [light = '', dark = ''] = value.slice(0, value.lastIndexOf(')')).split(', ');
  return { light, dark };
}
