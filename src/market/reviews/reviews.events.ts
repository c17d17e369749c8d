import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({ review_ids: z.array(z.uuid()).min(1) });

export type ReviewsImported = z.infer<typeof payload>;

/** Reviews were imported that are new or changed. */
export const REVIEWS_IMPORTED = defineEvent({ name: 'reviews.imported', version: 1, payload, belongsToTeam: false });
