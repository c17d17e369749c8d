import type { ExampleCall } from './example.call.js';
import type { ReferenceOperation } from './reference.operations.js';

/** A command that calls an operation. `$KEY` is an API key, and `$ID` the id of an item. */
export function curlOf(operation: ReferenceOperation, baseUrl: string, { query, body }: ExampleCall): string {
  const { method, path, lanes, credits } = operation;
  const needsKey = lanes.length > 0 && !lanes.includes('anonymous');
  // Lists are written with commas.
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent([value].flat().join(','))}`);
  const parts = [
    'curl',
    method !== 'GET' && `-X ${method}`,
    needsKey && '-H "Authorization: Bearer $KEY"',
    credits > 0 && '-H "Idempotency-Key: $(uuidgen)"',
    body && `-H 'Content-Type: application/json' -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    `"${baseUrl}${path.replaceAll(/\{\w+\}/g, '$ID')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}"`,
  ];
  return parts.filter(Boolean).join(' ');
}
