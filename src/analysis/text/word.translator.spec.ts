import { WordTranslator } from './word.translator.js';

const translator = new WordTranslator(['glossary.txt', 'dictionary.txt']);

describe('WordTranslator', () => {
  it('puts the English word for a French one', () => {
    expect(translator.translate('fr', ['absolument', 'aberrant'])).toEqual(['absolutely', 'absurd']);
  });

  it('leaves an unknown word as written', () => {
    expect(translator.translate('fr', ['zzyzx', 'absolument'])).toEqual(['zzyzx', 'absolutely']);
  });

  it('leaves the words of a language without a glossary', () => {
    const words = ['absolument'];
    expect(translator.translate('de', words)).toBe(words);
  });

  it('reads only the files that it is given', () => {
    expect(new WordTranslator(['glossary.txt']).translate('fr', ['absolument'])).toEqual(['absolument']);
  });
});
