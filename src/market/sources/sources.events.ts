import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({
  kind: z.enum(['reviews', 'posts']),
  /** `gone`: the source does not have them any more, so no import brings them back. `removed`: their source was removed here. */
  why: z.enum(['gone', 'removed']),
  texts: z.array(z.object({ place: z.string(), external_id: z.string() })).min(1),
});

export type TextsGone = z.infer<typeof payload>;

/** Texts that were fetched must not stay here. */
export const TEXTS_GONE = defineEvent({ name: 'texts.gone', version: 1, payload, belongsToTeam: false });
