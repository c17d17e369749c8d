import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import { BuiltInDrafter } from './built-in.drafter.js';
import { LlmDrafter } from './llm.drafter.js';
import type { PitchBrief } from './pitch.types.js';

const BRIEF: PitchBrief = {
  parts: ['thread'],
  features: null,
  sender: UNKNOWN_SENDER,
  source: 'forum',
  platform: null,
  community: 'Hacker News',
  product: 'Tabula',
  title: null,
  text: 'Exports fail every week.',
  rating: null,
  frustrationTier: 'high',
  painPoints: { items: [], buying_signals: [], competitors_mentioned: [], summary: '', reason: '' },
  writer: { name: null, title: null, company: null },
};

describe('the drafter of a language model', () => {
  it.each(['## Reply in the thread\n\nHow often?', 'How often?'])('heads a public reply: %j', async (answer) => {
    const model = { complete: async () => answer };
    const drafter = new LlmDrafter(model, { model: 'small', timeoutMs: 1_000 }, new BuiltInDrafter());
    expect((await drafter.draft(BRIEF)).markdown).toBe('## Reply in the thread\n\nHow often?\n');
  });
});
