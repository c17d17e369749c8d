import { BuiltInDrafter } from './built-in.drafter.js';
import { LlmDrafter } from './llm.drafter.js';
import { briefOf } from '../../../test/support/pitch-briefs.js';

describe('the drafter of a language model', () => {
  it.each(['## Reply in the thread\n\nHow often?', 'How often?'])('heads a public reply: %j', async (answer) => {
    const model = { complete: async () => answer };
    const drafter = new LlmDrafter(model, { model: 'small', timeoutMs: 1_000 }, new BuiltInDrafter());
    const { markdown } = await drafter.draft(briefOf({ parts: ['thread'] }));
    expect(markdown).toBe('## Reply in the thread\n\nHow often?\n');
  });
});
