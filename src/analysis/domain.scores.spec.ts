import { scoreByDomain } from './domain.scores.js';
import { loadHeads } from './model/heads.file.js';
import { parseText } from './text/parsed.text.js';
import { topicVector } from './text.vectors.js';

describe('the domain of a text', () => {
  const fitnessOf = (text: string, isBusiness = false): number =>
    scoreByDomain(topicVector(parseText(null, text).words), loadHeads(), isBusiness).fitness;

  it.each(['My watch no longer syncs its steps with the app.', "Le nombre de pas n'est plus synchronisé."])(
    'is fitness apps for %j',
    (text) => {
      expect(fitnessOf(text)).toBeGreaterThan(0.9);
    },
  );

  it.each(['The pipeline view gets crowded with many deals.', 'Support answers our tickets within minutes.'])(
    'is not fitness apps for %j',
    (text) => {
      expect(fitnessOf(text)).toBeLessThan(0.1);
    },
  );

  it('is business software on a site for it, whatever the words', () => {
    expect(fitnessOf('My watch no longer syncs its steps with the app.', true)).toBe(0);
  });
});
