import { z } from 'zod';
import { LlmFailed } from '#platform/llm/llm.client.js';

/** Limit of the name of a problem, in characters. */
const MAX_NAME_LENGTH = 60;

const share = z.number().min(0).max(1);
const texts = z.array(z.string()).max(20).catch([]);
const sentiment = z.enum(['positive', 'neutral', 'negative', 'mixed']).catch('neutral');

const problemName = z
  .string()
  .trim()
  .min(1)
  .max(MAX_NAME_LENGTH)
  .regex(/^[\p{L}\p{N} '’/-]+$/u)
  .optional()
  .catch(undefined);

const reviewResponse = z.object({
  n: z.number().int().min(0),
  problem: z.boolean(),
  problem_score: share.catch(0.5),
  request: z.boolean().catch(false),
  request_score: share.catch(0.5),
  sentiment,
  frustration_score: share,
  switching: z.boolean().catch(false),
  pains: z
    .array(z.object({ category: z.string(), quote: z.string(), problem: problemName, confidence: share.catch(0.5) }))
    .max(20)
    .catch([]),
  switching_evidence: texts,
});

const postResponse = z.object({
  n: z.number().int().min(0),
  score: share,
  type: z.enum(['purchase_intent', 'recommendation_request', 'unmet_need', 'switching', 'none']).catch('none'),
  sentiment,
  frustration_score: share.catch(0),
  evidence: texts,
});

export type ReviewResponse = z.infer<typeof reviewResponse>;
export type PostResponse = z.infer<typeof postResponse>;

/**
 * The model's entries for a batch of reviews, ordered by number. @throws LlmFailed `malformed` if one is missing or
 * invalid.
 */
export function parseReviewResponse(text: string, size: number): ReviewResponse[] {
  return byNumber(parseList(text, 'reviews'), size, (entry) => reviewResponse.safeParse(entry).data);
}

/**
 * The model's entries for a batch of posts, ordered by number. @throws LlmFailed `malformed` if one is missing or
 * invalid.
 */
export function parsePostResponse(text: string, size: number): PostResponse[] {
  return byNumber(parseList(text, 'posts'), size, (entry) => postResponse.safeParse(entry).data);
}

/**
 * The list under a key of the JSON object in a response. The object may be in a fenced block or have text around it.
 */
function parseList(text: string, key: string): unknown[] {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  let value: unknown;
  try {
    value = JSON.parse(text.slice(start, end + 1));
  } catch (error) {
    throw new LlmFailed('malformed', "The language model's response contains no JSON object", { cause: error });
  }
  const list: unknown =
    value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[key] : undefined;
  if (!Array.isArray(list)) throw new LlmFailed('malformed', `The language model's response has no list of ${key}`);
  return list;
}

function byNumber<T extends { n: number }>(
  list: readonly unknown[],
  size: number,
  parse: (entry: unknown) => T | undefined,
): T[] {
  const entries = new Map<number, T>();
  for (const item of list) {
    const entry = parse(item);
    if (entry && entry.n < size && !entries.has(entry.n)) entries.set(entry.n, entry);
  }
  return Array.from({ length: size }, (_unused, index) => {
    const entry = entries.get(index);
    if (!entry) throw new LlmFailed('malformed', `The language model's response leaves out text ${index}`);
    return entry;
  });
}
