import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that pages load: its address carries its content, so it may be kept for ever. */
export interface Asset {
  url: string;
  type: string;
  body: Buffer;
}

const FOLDER = join(import.meta.dirname, 'assets');
const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const byName = new Map(
  readdirSync(FOLDER).map((name): [string, Asset] => {
    const body = readFileSync(join(FOLDER, name));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const extension = extname(name);
    const url = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`;
    return [name, { url, type: TYPES[extension] ?? 'application/octet-stream', body }];
  }),
);
const byUrl = new Map([...byName.values()].map((asset) => [asset.url, asset]));

/** The address of a file in the assets folder. @throws for a file that is not there: a page that names it is wrong. */
export function assetUrl(name: string): string {
  const asset = byName.get(name);
  if (!asset) throw new Error(`No asset is called ${name}.`);
  return asset.url;
}

export const assetAt = (url: string): Asset | undefined => byUrl.get(url);
