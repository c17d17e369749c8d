import { WordTranslator } from './word.translator.js';

const translator = new WordTranslator(['glossary.txt', 'dictionary.txt']);

describe('WordTranslator', () => {
  it('replaces a French word with the English one', () => {
    expect(translator.translate('fr', ['absolument', 'aberrant'])).toEqual(['absolutely', 'absurd']);
  });

  it('takes the longest of the phrases that begin with a word', () => {
    expect(translator.translate('fr', ['rythme'])).toEqual(['rate']);
    expect(translator.translate('fr', ['rythme', 'cardiaque'])).toEqual(['heart', 'rate']);
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
