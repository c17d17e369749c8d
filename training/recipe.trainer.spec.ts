import { existsSync } from 'node:fs';
import { type Heads, decodeHeads, encodeHeads, HEAD_NAMES } from '../src/analysis/model/linear.model.js';
import { BUSINESS_SENTENCES } from './business.sentences.js';
import { answersOf, trainHeads, type TrainingTexts } from './recipe.trainer.js';
import { trainRarities } from './rarity.trainer.js';

const SENTENCES = BUSINESS_SENTENCES.filter((_sentence, index) => index % 6 === 0);

/** A small training set: some of the project's own sentences, labeled like the public sets. */
const SMALL: TrainingTexts = {
  reviews: SENTENCES.map(({ text, complaint, request }, index) => ({
    text,
    rating: complaint ? 2 : 5,
    labels: [...(complaint ? ['problem_report'] : []), ...(request ? ['feature_request'] : [])],
    title: index % 3 ? null : 'Review',
  })),
  appReviews: [
    { text: 'It crashes.', rating: 1, labels: ['bug_report'] },
    { text: 'Please add folders.', rating: 4, labels: ['feature_request'] },
    { text: 'Nice.', rating: 5, labels: [] },
  ],
  sentences: SENTENCES.slice(0, 200).map(({ text, complaint }) => ({ text, target: complaint })),
  rated: [],
  otherReviews: [{ text: 'I read the news with it every morning.', labels: [] }],
  business: SENTENCES,
  posts: [
    'Can anyone recommend a good CRM? Looking for something cheap, which one should I buy?',
    'What is the best help desk tool for a small team? Any suggestions? Need a cheap one.',
    'My boss got promoted. What a day in the office.',
    'Rant about my job interview and my salary.',
  ],
  readPosts: [
    { text: 'Which CRM should I get for five people?', target: 1 },
    { text: 'I wrote a story about my day', target: 0 },
  ],
  askingPosts: ['I need a laptop for school, my budget is $500.'],
  networkPosts: [
    { text: 'I want to buy the new phone', target: 1 },
    { text: 'So hungry today', target: 0 },
  ],
};

describe('answers of several sentences', () => {
  const sentences = Array.from({ length: 50 }, (_unused, at) => `Sentence number ${at}.`);
  const partsOf = (answer: string): string[] => answer.match(/[^.]+\./g)?.map((one) => one.trim()) ?? [];

  it('have every sentence once', () => {
    expect(answersOf(sentences, 0).flatMap(partsOf).sort()).toEqual([...sentences].sort());
  });

  it('have two to six sentences, except the last one', () => {
    const lengths = answersOf(sentences, 0).map((answer) => partsOf(answer).length);
    expect(lengths.slice(0, -1).filter((length) => length < 2 || length > 6)).toEqual([]);
  });

  it('differ from round to round', () => {
    expect(answersOf(sentences, 1)).not.toEqual(answersOf(sentences, 0));
  });
});

describe('training', () => {
  let heads: Heads;
  beforeAll(() => {
    heads = trainHeads(SMALL);
  });

  it('returns the same bytes for the same texts', () => {
    expect(encodeHeads(trainHeads(SMALL)).equals(encodeHeads(heads))).toBe(true);
  });

  it('encodes a file that decodes to the same weights', () => {
    expect(encodeHeads(decodeHeads(encodeHeads(heads))).equals(encodeHeads(heads))).toBe(true);
  });

  it('encodes all heads in less than 70 KB each', () => {
    expect(encodeHeads(heads).length).toBeLessThan(HEAD_NAMES.length * 70_000);
  });

  it.each([
    ['truncated', (file: Buffer) => file.subarray(0, 1000)],
    ['in another format', (file: Buffer) => Buffer.concat([file.subarray(0, 4), Buffer.from('[]'), file.subarray(6)])],
  ])('rejects a file that is %s', (_what, damage) => {
    expect(() => decodeHeads(damage(encodeHeads(heads)))).toThrow();
  });

  it('returns the same bytes of rarities for the same texts', () => {
    const texts = SENTENCES.map(({ text }) => text);
    expect(trainRarities(texts).equals(trainRarities(texts))).toBe(true);
  });
});

const data = process.env.QUALM_DATA;
const withData = data && existsSync(data) ? describe : describe.skip;

withData('the committed weights', () => {
  it('equal the weights trained on the data sets', async () => {
    const { committedAndTrained } = await import('./model-files.js');
    const { committed, trained } = committedAndTrained(data ?? '');
    expect(trained.map((file, index) => committed[index]?.equals(file))).toEqual(committed.map(() => true));
    expect(trained).toHaveLength(committed.length);
  }, 300_000);
});
