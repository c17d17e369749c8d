import type { TextRange } from './text.range.js';

const START = '(?<![\\p{L}\\p{N}.-])(?:https?:\\/\\/)?(?:[a-z]{1,3}\\.|mobile\\.)?';
const HANDLE = "[\\p{L}\\p{N}._%+'-]{1,100}";
/** What follows the handle: it can hold the name or the number of the person again. */
const REST = '(?:[/?#&](?:[^\\s<>"()\\[\\]]{0,300}[\\p{L}\\p{N}/=&_-])?)?';
const NETWORKS = [
  'linkedin\\.com\\/(?:in|pub)\\/',
  '(?:twitter|x|facebook|instagram|tiktok)\\.com\\/@?',
  'threads\\.(?:com|net)\\/@',
  'bsky\\.app\\/profile\\/',
  'xing\\.com\\/profile\\/',
  '(?:t|wa)\\.me\\/',
  'whatsapp\\.com\\/send\\/?\\?phone=',
  'medium\\.com\\/@',
  // A longer path is a repository.
  `github\\.com\\/(?=${HANDLE}\\/?(?![\\p{L}\\p{N}._/-]))`,
];
const PROFILE = new RegExp(`${START}(?:${NETWORKS.join('|')})${HANDLE}${REST}`, 'giu');

/** Finds addresses of personal profiles on networks, and the given profile of the writer. */
export function findProfiles(text: string, ownProfile: string | null): TextRange[] {
  // Every address of a network has a slash, and most texts have none.
  const patterns = [...(text.includes('/') ? [PROFILE] : []), ...(ownProfile === null ? [] : patternOf(ownProfile))];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ 0: address, index }) => ({ from: index, to: index + address.length })),
  );
}

/** Finds the address with and without scheme, `www` and final slash. */
function patternOf(address: string): RegExp[] {
  const bare = address.replace(/^https?:\/\/(?:www\.)?/iu, '').replace(/\/$/u, '');
  return bare === '' ? [] : [new RegExp(`(?:https?:\\/\\/)?(?:www\\.)?${escaped(bare)}${REST}`, 'giu')];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
