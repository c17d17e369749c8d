import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({ post_ids: z.array(z.uuid()).min(1) });

export type PostsImported = z.infer<typeof payload>;

/** Posts were imported that are new or changed. */
export const POSTS_IMPORTED = defineEvent({ name: 'posts.imported', version: 1, payload, belongsToTeam: false });
