import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Answers of the sandbox by operation, with one item of each list. A test records them and compares them with real answers. */
const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, 'recorded.examples.json'), 'utf8')) as Record<
  string,
  object | undefined
>;

/** The answer of an operation in the sandbox, if one was recorded. */
export const recordedExampleOf = (operationId: string): object | undefined => RECORDED[operationId];
