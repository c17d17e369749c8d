import { currentTestTeam } from '#platform/caller/test-mode.js';
import { type ForcedEffect, type ForcedEffects, sandboxId } from './forced-effect.js';
import type { PaidWork } from './paid-action.js';
import { FinalFailure } from './run-failure.js';

type Work = PaidWork<object, unknown, unknown>;

/**
 * The work with the outcomes that magic ids force. In live mode it does the work alone. `limit` is that of paid actions in a window of
 * test mode.
 */
export function withForcedEffects(work: Work, effects: ForcedEffects, limit: number): Work {
  const byId = new Map(Object.entries(effects).map(([number, effect]) => [sandboxId(number), effect]));
  const effectOf = (input: object): ForcedEffect => {
    const id = currentTestTeam() === undefined ? undefined : work.subjectOf?.(input);
    return (id !== undefined && byId.get(id)) || NO_EFFECT;
  };
  const forced: Partial<Work> = {
    admit: (input) => Promise.resolve(effectOf(input).refuse?.(limit)),
    delaySecondsOf: (input) => effectOf(input).delaySeconds ?? 0,
    execute: async (input, attempt) => {
      const effect = effectOf(input);
      if (effect.fails) throw new FinalFailure('A magic id of test mode forces this failure');
      const output = await work.execute(input, attempt);
      return effect.change ? effect.change(output) : output;
    },
    ...(work.findExisting && {
      findExisting: async (input: object) => {
        const { existing, startsAnew } = effectOf(input);
        return existing ?? (startsAnew ? null : ((await work.findExisting?.(input)) ?? null));
      },
    }),
  };
  return Object.assign(Object.create(work) as Work, forced);
}

const NO_EFFECT: ForcedEffect = { does: 'nothing' };
