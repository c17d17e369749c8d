import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

// The machine may have no fonts.
const FONT = join(import.meta.dirname, 'assets/geist.ttf');
const MAX_PICTURES = 50;
const pictures = new LRUCache<string, Buffer>({ max: MAX_PICTURES });

/** The picture as PNG, `zoom` times as large. The last pictures are kept in memory, by `key`. */
export async function pictureOf(key: string, svg: () => string, zoom = 1): Promise<Buffer> {
  const kept = pictures.get(key);
  if (kept) return kept;
  // Loaded when it is needed: the renderer is a native library, and few requests are for a picture.
  const { Resvg } = await import('@resvg/resvg-js');
  const font = { loadSystemFonts: false, fontFiles: [FONT], defaultFontFamily: 'Geist' };
  const made = Buffer.from(new Resvg(svg(), { font, fitTo: { mode: 'zoom', value: zoom } }).render().asPng());
  pictures.set(key, made);
  return made;
}
