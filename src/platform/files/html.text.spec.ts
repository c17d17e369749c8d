import { htmlToText } from './html.text.js';

describe('the text of HTML', () => {
  it('is the words, with entities decoded', () => {
    expect(htmlToText('<p>Fish &amp; <b>chips</b></p>')).toBe('Fish & chips');
  });

  it('keeps what stands beside elements that are nested 20,000 times', () => {
    const nested = `${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`;
    expect(htmlToText(`<p>before</p>${nested}`)).toContain('before');
  });
});
