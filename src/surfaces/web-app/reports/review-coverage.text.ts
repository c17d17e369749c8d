import type { ReviewCoverage, ReviewDates } from '#market/report-reading/review-coverage.service.js';
import { counted } from '#platform/text/counted.text.js';
import { inList } from '#platform/text/listed.text.js';
import { longMonth } from '../charts/geometry.js';

/** A smaller part of the reviews is in a language by accident, or says nothing about the product's readers. */
const MIN_SHARE = 0.02;
const MAX_NAMED = 3;

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** A number of reviews with their months, such as `412 reviews, Mar 2023 – Apr 2024`. */
export function datedReviewsIn(count: number, dates: ReviewDates | undefined): string {
  if (count === 0 || !dates) return counted(count, 'review');
  return `${counted(count, 'review')}, ${dates.from && dates.to ? monthsBetween(dates.from, dates.to) : 'undated'}`;
}

/** The same with the languages, if they are known. */
export function coveredReviewsIn(count: number, coverage: ReviewCoverage): string {
  const languages = languagesIn(coverage.languages);
  return languages ? `${datedReviewsIn(count, coverage)}, ${languages}` : datedReviewsIn(count, coverage);
}

function monthsBetween(from: Date, to: Date): string {
  const [first, last] = [from, to].map((date) => longMonth(date.toISOString().slice(0, 7)));
  return first === last ? `${first}` : `${first} – ${last}`;
}

/** The most frequent languages by name, such as `English and French`. Unknown ones come last. */
function languagesIn(counts: Record<string, number>): string {
  const { und: _tooShort, other: unknown = 0, ...known } = counts;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const isFrequent = (count: number): boolean => count >= all * MIN_SHARE && count > 0;
  const named = Object.entries(known)
    .filter(([, count]) => isFrequent(count))
    .sort(([, one], [, other]) => other - one)
    .map(([code]) => NAMES.of(code) ?? code);
  const areMore = named.length > MAX_NAMED || isFrequent(unknown);
  const others = named.length > 0 ? 'other languages' : 'languages that we do not read';
  return inList([...named.slice(0, MAX_NAMED), ...(areMore ? [others] : [])]);
}
