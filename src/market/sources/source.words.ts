import type { SourceView } from './source.views.js';

/** A state for people, with the tone in which it is shown. */
export interface StateWords {
  word: string;
  tone: 'good' | 'wait' | 'bad' | '';
}

const SECONDS: readonly [number, string][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];

/** What a recording is, for people. */
export const RECORDING_WORDS = 'A recording that came with the sample: nothing was fetched.';

/** The state of a source in a word. */
export function stateOf({
  state,
  failure_kind,
  last_synced_at,
  is_recording,
}: Pick<SourceView, 'failure_kind' | 'last_synced_at' | 'is_recording'> & { state: string }): StateWords {
  if (is_recording) return { word: 'recording', tone: '' };
  if (state === 'broken') return { word: 'stopped', tone: 'bad' };
  if (state === 'paused') return { word: 'paused', tone: '' };
  if (failure_kind !== null) return { word: 'trying again', tone: 'wait' };
  return last_synced_at === null ? { word: 'new', tone: 'wait' } : { word: 'works', tone: 'good' };
}

/** How often a source is fetched, such as `every 6 hours`. */
export function intervalOf({ interval_seconds: seconds }: Pick<SourceView, 'interval_seconds'>): string {
  const [size, unit] = SECONDS.find(([size]) => seconds % size === 0 && seconds >= size) ?? [60, 'minute'];
  const count = Math.round(seconds / size);
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** The texts of a source in words, such as `3,204 reviews, 12 left out`. */
export function textsOf({ kind, texts, rejects }: Pick<SourceView, 'kind' | 'texts' | 'rejects'>): string {
  const word = texts === 1 ? kind.slice(0, -1) : kind;
  return `${texts.toLocaleString('en')} ${word}${rejects > 0 ? `, ${rejects.toLocaleString('en')} left out` : ''}`;
}
