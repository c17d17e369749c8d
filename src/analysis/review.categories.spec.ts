import { loadHeads } from './model/heads.file.js';
import { readForReport, type ReviewReading } from './review.reader.js';

const heads = loadHeads();
const read = (text: string): ReviewReading =>
  readForReport({ id: 'r', text, title: null, rating: 1, publishedAt: null }, heads);

describe('the categories of a review', () => {
  it('are those of its sentences', () => {
    const { finding, pains } = read(
      'It crashes after the update. The subscription is far too expensive. Support never answers my emails.',
    );
    const named = new Set(pains.flatMap(({ categories }) => categories));
    expect(finding.categories.filter((id) => !named.has(id))).toEqual([]);
  });

  it('exclude those of other sentences of a long review', () => {
    const other = 'I use the dashboards and reports in the office every day with my whole team. '.repeat(6);
    const complaint = 'Since the last update it crashes all the time. Please fix these crashes.';
    expect([...read(`${other}${complaint}`).finding.categories].sort()).toEqual(['bugs', 'updates']);
  });

  it('come from the cues of the lexicon in other languages', () => {
    expect(read('Très lente, elle plante sans arrêt depuis la mise à jour.').finding.categories).toEqual([
      'performance',
      'updates',
      'bugs',
    ]);
  });

  it('of a polite wish in another language are no bugs', () => {
    expect(read("Dommage qu'on ne puisse pas choisir la langue").finding).toMatchObject({
      ...{ problem: false, request: true, categories: ['features'] },
    });
  });
});
