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
            .replace(/;}/g, '}')
            .replace(/([ :(,])0\./g, '$1.'),
    )
    .join('')
    .trim();
}

/**
 * The stylesheet with plain colors in place of each `--name: light-dark(light, dark)`, which browsers of 2023 do not know:
 * those of the system, and those that the visitor has chosen.
 */
export function withPlainColors(css: string): string {
  const colors: { name: string; light: string; dark: string }[] = [];
  const rest = css.split('\n').filter((line) => {
    const [name = '', value = ''] = line.split(': light-dark(');
    if (value !== '') colors.push({ name: name.trim(), ...schemesOf(value) });
    return value === '';
  });
  const [light, dark] = (['light', 'dark'] as const).map((scheme) =>
    colors.map((color) => `${color.name}:${color[scheme]}`).join(';'),
  );
  return `:root { ${light} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${dark} } }
:root[data-theme='dark'] { ${dark} }
${rest.join('\n')}`;
}

/** `a, b)` as its two colors. Neither has a comma of its own. */
function schemesOf(value: string): { light: string; dark: string } {
  const [light = '', dark = ''] = value.slice(0, value.lastIndexOf(')')).split(', ');
  return { light, dark };
}
