import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file that pages load: its address carries its content, so it may be kept for ever. */
export interface Asset {
  url: string;
  type: string;
  body: Buffer;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const byName = new Map<string, Asset>();
const byUrl = new Map<string, Asset>();

/** Reads every file of a folder, so that pages can name it and browsers can load it. */
export function publishAssets(folder: string): void {
  for (const name of readdirSync(folder)) {
    const body = readFileSync(join(folder, name));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const extension = extname(name);
    const url = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`;
    const asset = { url, type: TYPES[extension] ?? 'application/octet-stream', body };
    byName.set(name, asset);
    byUrl.set(url, asset);
  }
}

/** The address of a published file. @throws for a file that is not there: a page that names it is wrong. */
export function assetUrl(name: string): string {
  const asset = byName.get(name);
  if (!asset) throw new Error(`No asset is called ${name}.`);
  return asset.url;
}

export const assetAt = (url: string): Asset | undefined => byUrl.get(url);
