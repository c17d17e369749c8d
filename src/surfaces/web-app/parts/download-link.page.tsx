import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';

/** The addresses of downloads. */
export const DOWNLOADS = '/app/downloads';
/** In characters. A file name has at most 255 bytes on most systems. */
const MAX_NAMES_LENGTH = 60;

/** The name of a file that says what it holds: the words of the names, then the kind of the list. */
export function fileNameOf(kind: string, ...names: string[]): string {
  const words =
    names
      .join(' ')
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [clipped(words.join('-'), MAX_NAMES_LENGTH).replace('…', ''), kind].filter((part) => part !== '').join('-');
}

/** A link to a list as a file. `query` has its filters. */
export function DownloadLink({ file, query, children }: { file: string; query?: string; children: string }): VNode {
  return (
    <a href={`${DOWNLOADS}/${file}${query ? `?${query}` : ''}`} download>
      {children}
    </a>
  );
}
