type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records in an object: itself, or the items of a listing such as `{"kind": "Listing", "data": {"children": []}}`. */
export function unwrapRecords(value: unknown): JsonObject[] | null {
  if (!isObject(value)) return null;
  const { data } = value;
  if (!isObject(data)) return [unwrapped(value)];
  if (!Array.isArray(data.children)) return [unwrapped(value)];
  return (data.children as unknown[]).filter(isObject).map(unwrapped);
}

/** The records of a whole JSON document: the items of its first list of objects, or the object itself. */
export function unwrapDocument(document: unknown): JsonObject[] {
  if (Array.isArray(document)) return document.flatMap((item) => unwrapRecords(item) ?? []);
  if (!isObject(document)) return [];
  const list = Object.values(document).find((each) => Array.isArray(each) && each.length > 0 && each.every(isObject));
  const records = list === undefined ? unwrapRecords(document) : (list as JsonObject[]).map(unwrapped);
  return records ?? [];
}

/** The fields of `{"kind": "t3", "data": {}}` and of `{"id": "1", "attributes": {}}`, which APIs nest. */
function unwrapped(item: JsonObject): JsonObject {
  if (typeof item.kind === 'string' && isObject(item.data)) return item.data;
  return isObject(item.attributes) ? { id: item.id, ...item.attributes } : item;
}
