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
            .replace(/ ?([{};,/]) ?/g, '$1')
            .replace(/ ?(>|!) ?/g, '$1')
            .replace(/: /g, ':')
            .replace(/;}/g, '}')
            .replace(/([ :(,])0\./g, '$1.'),
    )
    .join('')
    .trim();
}

/** The stylesheet with the values of its fixed lengths and weights in their places: they are shorter than their names. */
export function withFixedValues(css: string): string {
  const values = new Map<string, string>();
  for (const declaration of css.replace(/\/\*[\s\S]*?\*\//g, '').split(/[;{}]/)) {
    const [name = '', value = ''] = declaration.trim().split(': ');
    if (name.startsWith('--') && /^[\d.]+[a-z]*$/.test(value)) values.set(name, value);
  }
  return css.replace(/var\((--[\w-]+)\)/g, (use, name: string) => values.get(name) ?? use);
}

const properties = new Map<string, string>();

/** The stylesheet with short names of custom properties: the same in all stylesheets of the process. */
export function withShortNames(css: string): string {
  return css.replace(/--[a-z][\w-]*/g, (name) => {
    const short = properties.get(name) ?? `--${properties.size.toString(36)}`;
    properties.set(name, short);
    return short;
  });
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
@media (prefers-color-scheme: dark) { :root:not([data-scheme='light']) { ${dark} } }
:root[data-scheme='dark'] { ${dark} }
${rest.join('\n')}`;
}

/** `a, b)` as its two colors. Neither has a comma of its own. */
function schemesOf(value: string): { light: string; dark: string } {
  const [light = '', dark = ''] = value.slice(0, value.lastIndexOf(')')).split(', ');
  return { light, dark };
}
