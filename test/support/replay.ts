import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPLAY = join(import.meta.dirname, '../replay');

/** One recorded request with its answer. */
export interface Exchange {
  request: { url: string };
  response: { status: number; headers?: Record<string, string>; body: unknown };
}

interface Recorded extends Exchange {
  response: Exchange['response'] & { body_file?: string };
}

/** A recording of `test/replay`, such as `steam/app-438320-page-1`. The body of a feed is a text. */
export function exchangeOf(name: string): Exchange {
  const { request, response } = JSON.parse(readFileSync(join(REPLAY, `${name}.json`), 'utf8')) as Recorded;
  const { body_file: file, ...rest } = response;
  if (file === undefined) return { request, response };
  const bytes = readFileSync(join(REPLAY, name, '..', file));
  const isLatin = /^<\?xml[^>]*encoding="iso-8859-1"/i.test(bytes.subarray(0, 100).toString('latin1'));
  return { request, response: { ...rest, body: bytes.toString(isLatin ? 'latin1' : 'utf8') } };
}
