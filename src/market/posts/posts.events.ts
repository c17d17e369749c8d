import { z } from 'zod';
import { defineEvent } from '#platform/events/event.definition.js';

const payload = z.object({ post_ids: z.array(z.uuid()).min(1) });

export type PostsImported = z.infer<typeof payload>;

/** New or changed posts were imported. */
export const POSTS_IMPORTED = defineEvent({ name: 'posts.imported', version: 1, payload, belongsToTeam: false });
