import type { AnswerReader } from './answer.reader.js';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** Whether a JSON value is an object, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfObjects = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** The field names of the records in pages of APIs. */
const LISTS = ['data', 'items', 'results', 'tickets', 'conversations'] as const;
/** Fields of records that pages do not have. A record may contain a list, too. */
const OF_RECORDS = ['id', 'external_id', 'text'] as const;

/** A line of a file of rejects, whose record has been mended. */
const isReject = ({ line, reason, record }: JsonObject): boolean =>
  typeof line === 'number' && typeof reason === 'string' && isObject(record);

/**
 * The records in an object: itself, or the items of a page such as `{"links": {}, "data": [{}]}` or a listing such as
 * `{"kind": "Listing", "data": {"children": []}}`.
 */
export function unwrapRecords(value: unknown, answers: AnswerReader): JsonObject[] | null {
  if (!isObject(value)) return null;
  if (isReject(value)) return unwrapRecords(value.record, answers);
  const answered = answers.read(value);
  if (answered) return answered;
  if (OF_RECORDS.some((field) => field in value)) return [unwrapped(value)];
  const list = LISTS.map((name) => value[name]).find(isListOfObjects);
  if (list) return list.map(unwrapped);
  const { data } = value;
  if (Array.isArray(data) && data.length === 0) return [];
  if (!isObject(data)) return [unwrapped(value)];
  if (!Array.isArray(data.children)) return [unwrapped(value)];
  return (data.children as unknown[]).filter(isObject).map(unwrapped);
}

/** The records of a whole JSON document: an answer, the items of its first list of objects, or the object itself. */
export function unwrapDocument(document: unknown, answers: AnswerReader): JsonObject[] {
  if (Array.isArray(document)) return document.flatMap((item) => unwrapRecords(item, answers) ?? []);
  if (!isObject(document)) return [];
  const answered = answers.read(document);
  if (answered) return answered;
  const list = Object.values(document).find(isListOfObjects);
  return (list ? list.map(unwrapped) : unwrapRecords(document, answers)) ?? [];
}

/** The fields of `{"kind": "t3", "data": {}}` and of `{"id": "1", "attributes": {}}`, which APIs nest. */
function unwrapped(item: JsonObject): JsonObject {
  if (typeof item.kind === 'string' && isObject(item.data)) return item.data;
  return isObject(item.attributes) ? { id: item.id, ...item.attributes } : item;
}
