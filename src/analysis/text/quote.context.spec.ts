import { withSentenceBefore } from './quote.context.js';

describe('a quote of a few words', () => {
  it('has the sentence before it, as it stands in the text', () => {
    expect(withSentenceBefore('Still broken.', 'We love it.  The export fails. Still broken. Bye.', 90)).toBe(
      'The export fails. Still broken.',
    );
  });

  it('stays alone at the beginning of the text, and if it is not in it', () => {
    expect(withSentenceBefore('Still broken.', 'Still broken. Bye.', 90)).toBeNull();
    expect(withSentenceBefore('Still broken.', 'It works.', 90)).toBeNull();
  });

  it('stays alone if both together are too long', () => {
    expect(withSentenceBefore('Still broken.', `The export fails${' a lot'.repeat(20)}. Still broken.`, 90)).toBeNull();
  });

  it('is no quote of five words', () => {
    expect(withSentenceBefore('It is still so broken.', 'The export fails. It is still so broken.', 90)).toBeNull();
  });
});
