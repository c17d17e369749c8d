import { loadHeads } from './model/heads.file.js';
import { readPost } from './post.reader.js';

const heads = loadHeads();
const read = (text: string, source: 'network' | 'forum' = 'forum') => readPost({ id: 'p', text, source }, heads);

describe('reading a post', () => {
  it.each([
    ['Can anyone recommend a good help desk tool for a team of ten? Our budget is $200.', 'recommendation_request'],
    [
      'Looking for an alternative to Acme CRM, we want to switch away from it because it is too expensive.',
      'switching',
    ],
    ['I wish there was an app that would track my invoices. Somebody should make one.', 'unmet_need'],
  ] as const)('finds the need in %j', (text, type) => {
    expect(read(text)).toMatchObject({ buyingSignal: true, type });
  });

  it.each(['', '?', 'ok'])('finds no buying signal in %j', (text) => {
    expect(read(text)).toMatchObject({ buyingSignal: false, type: 'none' });
  });

  it('finds no need in a story about work', () => {
    expect(read('My boss gave me a raise today after my interview. Feeling great about my career!').buyingSignal).toBe(
      false,
    );
  });

  it('shows the words about leaving, and not the first ones', () => {
    const text = 'Casebird is broken again. It is the third time, so I am looking for a replacement. It needs an API.';
    expect(read(text).painPoints.buying_signals.map(({ evidence }) => evidence)).toContain(
      'It is the third time, so I am looking for a replacement.',
    );
  });

  it('shows a whole sentence where the reading of a long post ends', () => {
    const ask = 'Can anyone recommend a help desk that works with our calendar?';
    const text = `Any recommendations for a help desk? ${'The shop has two rooms. '.repeat(27)}${ask} We asked before.`;
    expect(read(text).painPoints.buying_signals.map(({ evidence }) => evidence)).toContain(ask);
  });

  it('shows verbatim evidence for a signal', () => {
    const text = 'We outgrew our spreadsheet. Which CRM should we use for a small agency? Any recommendations welcome.';
    const { buying_signals: signals } = read(text).painPoints;
    expect(signals.length > 0 && signals.every(({ evidence }) => text.includes(evidence))).toBe(true);
  });
});
