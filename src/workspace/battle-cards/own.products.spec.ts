import { possibleNamesIn, productsIn } from './own.products.js';

/** Knows these products, each by its own name. */
const among =
  (...names: string[]) =>
  (name: string): string | undefined =>
    names.find((known) => known === name);

describe('the products of a sender profile', () => {
  it.each([
    ['Notebox', ['Notebox']],
    ['Notebox, Sheetbox and Filebox', ['Notebox', 'Sheetbox', 'Filebox']],
    ['Notebox, Sheetbox, and Filebox', ['Notebox', 'Sheetbox', 'Filebox']],
    ['Notebox & Sheetbox', ['Notebox', 'Sheetbox']],
    ['Notebox AND Sheetbox', ['Notebox', 'Sheetbox']],
    ['Sheetbox, Notebox, Sheetbox', ['Sheetbox', 'Notebox']],
    ['Notebox and something else', ['Notebox']],
    ['Sandbox, Android', []],
    [' , and & ', []],
  ])('are read from %j', (text, expected) => {
    expect(productsIn(text, among('Notebox', 'Sheetbox', 'Filebox'))).toEqual(expected);
  });

  it('may have "and", "&" or a comma in their names', () => {
    const idOf = among('Pen and Paper', 'Salt & Co', 'Filebox, Inc.');
    expect(productsIn('Pen and Paper, Salt & Co', idOf)).toEqual(['Pen and Paper', 'Salt & Co']);
    expect(productsIn('Filebox, Inc.', idOf)).toEqual(['Filebox, Inc.']);
  });

  it('are looked up by each part that may be a name', () => {
    expect(possibleNamesIn('Notebox, Pen and Paper')).toEqual([
      ...['Notebox, Pen and Paper', 'Notebox', 'Pen and Paper', 'Pen', 'Paper'],
    ]);
  });
});
