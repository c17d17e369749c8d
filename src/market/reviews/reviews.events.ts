import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({ review_ids: z.array(z.uuid()).min(1) });

export type ReviewsImported = z.infer<typeof payload>;

/** New or changed reviews were imported. */
export const REVIEWS_IMPORTED = defineEvent({ name: 'reviews.imported', version: 1, payload, belongsToTeam: false });
