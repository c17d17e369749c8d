import { minified, withFixedValues, withPlainColors, withShortNames } from './styles.js';

describe('a stylesheet', () => {
  it('is served without comments and needless blanks', () => {
    expect(minified('/* Red */\na:hover,\nb {\n  color: red;\n  margin: 0 1px;\n}\n')).toBe(
      'a:hover,b{color:red;margin:0 1px}',
    );
  });

  it('keeps the blanks of quoted texts', () => {
    expect(minified("a::before { content: ': , ' }")).toBe("a::before{content:': , '}");
  });

  it('has plain colors for browsers without light-dark(): those of the system, and those that were chosen', () => {
    const css = withPlainColors(':root {\n  --ink: light-dark(#111, rgb(1 2 3 / 4%));\n  --gap: 4px;\n}');
    expect(minified(css)).toBe(
      ":root{--ink:#111}@media (prefers-color-scheme:dark){:root:not([data-scheme='light']){--ink:rgb(1 2 3/4%)}}" +
        ":root[data-scheme='dark']{--ink:rgb(1 2 3/4%)}:root{--gap:4px}",
    );
  });

  it('has fixed lengths in the places of their names', () => {
    expect(withFixedValues('--s1: 4px; --ink: red; b { margin: var(--s1); color: var(--ink); }')).toBe(
      '--s1: 4px; --ink: red; b { margin: 4px; color: var(--ink); }',
    );
  });

  it('has short names of custom properties, the same in each stylesheet', () => {
    const [one, other] = [':root{--line-of-cards:red}', 'b{color:var(--line-of-cards)}'].map(withShortNames);
    expect(other).toBe(`b{color:var(${/--\w+/.exec(one ?? '')?.[0]})}`);
  });
});
