import { ProductGazetteer } from './product.gazetteer.js';

const gazetteer = new ProductGazetteer(
  ['Keep', 'Google Keep', 'File Manager', 'GitHub', 'Things 3', 'box', 'Go', 'GitHub'].map((name, index) => ({
    id: `product-${index}`,
    name,
  })),
);

describe('the gazetteer of products', () => {
  it.each([
    ['We moved to GitHub last year.', ['GitHub']],
    ['GitHub is where we went.', ['GitHub']],
    ['I use Things 3, and Google Keep for lists.', ['Things 3', 'Google Keep', 'Keep']],
    ['Twice GitHub, GitHub.', ['GitHub']],
  ])('finds the names in %j', (text, names) => {
    expect(gazetteer.namesIn(text)).toEqual(names);
  });

  it.each([
    'I keep losing files in the file manager.',
    'Keep up the good work!',
    'Nice. "Keep it" they say.',
    'GitHubber and MyGitHub',
    'a box to Go',
  ])('finds no name in %j', (text) => {
    expect(gazetteer.namesIn(text)).toEqual([]);
  });

  it('finds a product by name, case-insensitive, and the first of several with the same name', () => {
    expect(gazetteer.findByName(' github ')?.id).toBe('product-3');
  });
});
