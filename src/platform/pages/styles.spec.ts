import { minified, withPlainColors } from './styles.js';

describe('a stylesheet', () => {
  it('is served without comments and needless blanks', () => {
    expect(minified('/* Red */\na:hover,\nb {\n  color: red;\n  margin: 0 1px;\n}\n')).toBe(
      'a:hover,b{color:red;margin:0 1px}',
    );
  });

  it('keeps the blanks of quoted texts', () => {
    expect(minified("a::before { content: ': , ' }")).toBe("a::before{content:': , '}");
  });

  it('has plain colors for browsers without light-dark()', () => {
    const css = withPlainColors(':root { --ink: light-dark(#111, rgb(1 2 3 / 4%)); --gap: 4px; }');
    expect(css).toContain('@supports not (color: light-dark(#fff, #000))');
    expect(css).toContain(':root { --ink:#111 }');
    expect(css).toContain(":root[data-theme='dark'] { --ink:rgb(1 2 3 / 4%) }");
  });
});
