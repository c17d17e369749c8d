import { Switching } from '#market/report-insights/switching.operations.js';
import { inlineSchemaOf } from '#platform/operations/json-schema.js';
import { briefSchema, type ToolView } from './tool.view.js';

const MAX_LENGTH = 8_000;
const MAX_SENTENCES = 5;

/** The products that people came from and leave for, with as many sentences of each as there is space for. */
export const switchingView: ToolView = {
  arguments: {},
  schema: briefSchema(inlineSchemaOf(Switching), ['evidence']),
  check: () => [],
  present: (data) => {
    const whole = data as Switching;
    for (let sentences = MAX_SENTENCES; ; sentences--) {
      const short = withSentences(whole, sentences);
      if (JSON.stringify(short).length > MAX_LENGTH && sentences > 1) continue;
      const isCut = JSON.stringify(short) !== JSON.stringify(whole);
      return {
        data: short,
        ...(isCut && { nextStep: `Only the first ${sentences} sentences about each product fit.` }),
      };
    }
  },
};

function withSentences({ product, came_from, leaves_for }: Switching, most: number): Switching {
  const cut = (counts: Switching['came_from']): Switching['came_from'] =>
    counts.map((count) => ({ ...count, evidence: count.evidence.slice(0, most) }));
  return { product, came_from: cut(came_from), leaves_for: cut(leaves_for) };
}
