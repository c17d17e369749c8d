import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { minified, withFixedValues, withPlainColors, withShortNames } from './styles.js';

/** A file that pages load. Its URL contains a hash of its content, so browsers may cache it forever. */
export interface Asset {
  url: string;
  type: string;
  body: Buffer;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const byName = new Map<string, Asset>();
const byUrl = new Map<string, Asset>();

/** Publishes every file of a folder. */
export function publishAssets(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const body = readFileSync(join(folder, entry.name));
    const isStyles = extname(entry.name) === '.css';
    publish(entry.name, isStyles ? Buffer.from(withShortNames(minified(body.toString()))) : body);
  }
}

/** Publishes the stylesheets of a folder as one, in the order of their names. They may name files that are published already. */
export function publishStyles(name: string, folder: string): void {
  const sheets = readdirSync(folder)
    .sort()
    .map((sheet) => readFileSync(join(folder, sheet), 'utf8'));
  const css = withShortNames(minified(withPlainColors(withFixedValues(sheets.join('\n')))));
  publish(name, Buffer.from(css.replace(/url\('([^']+)'\)/g, (_, file: string) => `url('${assetUrl(file)}')`)));
}

function publish(name: string, body: Buffer): void {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const extension = extname(name);
  const url = `/assets/${name.slice(0, -extension.length)}.${hash}${extension}`;
  const asset = { url, type: TYPES[extension] ?? 'application/octet-stream', body };
  byName.set(name, asset);
  byUrl.set(url, asset);
}

/** The URL of a published file. @throws if there is no such file. */
export function assetUrl(name: string): string {
  const asset = byName.get(name);
  if (!asset) throw new Error(`There is no asset "${name}".`);
  return asset.url;
}

export const assetAt = (url: string): Asset | undefined => byUrl.get(url);
