import { parsedUrl } from './parsed.url.js';

describe('the URL that a text is', () => {
  it('is read with letters such as ü, however often', () => {
    const hosts = new Set(Array.from({ length: 200_000 }, () => parsedUrl('https://bücher.example/')?.host));
    expect([...hosts]).toEqual(['xn--bcher-kva.example']);
  });

  it.each(['', 'bücher.example', 'https://', '//acme.example'])('is null for "%s"', (text) => {
    expect(parsedUrl(text)).toBeNull();
  });

  it('is read from its base', () => {
    expect(parsedUrl('/a', 'https://acme.example/b')?.href).toBe('https://acme.example/a');
  });
});
