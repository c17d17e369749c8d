import { isSubject, namesAlone } from './product.subject.js';

describe('a sentence', () => {
  it.each(['Facebook takes a minute to load', 'I use Facebook, and it is slow', 'I left Google and Facebook'])(
    'names a product alone: %s',
    (words) => {
      expect(namesAlone('Facebook', words)).toBe(true);
    },
  );

  it.each([
    'All sites fail (Google, Facebook, reddit)',
    "I don't use Apple, Facebook, Sony, etc",
    'Google, Facebook and others',
  ])('names a product as one of a list: %s', (words) => {
    expect(namesAlone('Facebook', words)).toBe(false);
  });
});

describe('a post', () => {
  const story = 'We have a shop. It sells tea. It is small. Last year I had a page on Facebook. It was fine.';

  it('is about a product that its first sentences name', () => {
    expect(isSubject('Facebook', 'Slow start. Facebook takes a minute.', [])).toBe(true);
  });

  it('is about a product that its evidence names', () => {
    expect(isSubject('Facebook', story, ['Last year I had a page on Facebook.'])).toBe(true);
  });

  it('is not about a product that it names in passing', () => {
    expect(isSubject('Facebook', story, ['It is small.'])).toBe(false);
  });
});
