import type { FrustrationTier, PainPointsAnalysis } from '#analysis/analysis.types.js';
import { clipped } from '#platform/text/clipped.text.js';
import { HURRY, type Need, SIZE } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { inOneLine } from '#platform/text/one-line.text.js';

/** The input of a score. */
export interface ScoreSource {
  isReview: boolean;
  /** The text of the review or post. */
  text: string;
  /** The name of the product that the text is about. */
  product: string | null;
  frustrationTier: FrustrationTier;
  analysis: PainPointsAnalysis;
}

/** The quality of an opportunity, from 0 to 100, and its reasons in short phrases. */
export interface Score {
  score: number;
  reasons: string[];
}

type Part = [points: number, reason: string] | null;

/** The points of all parts add up to 100 at most. */
const NEED_PARTS: Record<Need | 'none', Part> = {
  alternative: [45, 'Looks for an alternative'],
  leaving: [45, 'Is leaving a product'],
  recommendation: [40, 'Asks for a recommendation'],
  purchase: [35, 'Wants to buy'],
  consideration: [30, 'Considers buying'],
  gap: [25, 'Needs something that no known product offers'],
  none: [15, 'Has a problem, but states no need'],
};
const FRUSTRATION_PARTS: Partial<Record<FrustrationTier, Part>> = {
  critical: [15, 'Critical frustration'],
  high: [10, 'High frustration'],
};
const POINTS = { hurry: 12, size: 10, product: 12, rival: 6 };

/** A need is stated early, and the rest is often a story. */
const READ_CHARACTERS = 1_000;
const MAX_NAME_LENGTH = 60;

/**
 * Rates the text: the need, its urgency, whether it names a budget, a size or a product, and the frustration. The same
 * for every team and at any time. Takes linear time.
 */
export function scoreOf({ isReview, text, product, frustrationTier, analysis }: ScoreSource): Score {
  const beginning = inOneLine(clipped(text, READ_CHARACTERS));
  const hurry = HURRY.exec(beginning)?.[0];
  const rivals = analysis.competitors_mentioned.map((name) => clipped(name, MAX_NAME_LENGTH));
  const all = [...(product === null ? [] : [clipped(product, MAX_NAME_LENGTH)]), ...rivals];
  const names = [...new Map(all.map((name) => [name.toLowerCase(), name])).values()];
  const parts: Part[] = [
    NEED_PARTS[needOf(analysis, isReview)],
    hurry === undefined ? null : [POINTS.hurry, `In a hurry: “${hurry}”`],
    !isReview && SIZE.test(beginning) ? [POINTS.size, 'Names a budget or a size'] : null,
    names.length === 0
      ? null
      : [POINTS.product + (names.length > 1 ? POINTS.rival : 0), `Names ${names.slice(0, 2).join(' and ')}`],
    FRUSTRATION_PARTS[frustrationTier] ?? null,
  ];
  const given = parts.filter((part) => part !== null);
  return {
    score: given.reduce((sum, [points]) => sum + points, 0),
    reasons: given.map(([, reason]) => reason),
  };
}

/** The need that the evidence states. A reviewer leaves the reviewed product, in any words. */
function needOf({ buying_signals: signals }: PainPointsAnalysis, isReview: boolean): Need | 'none' {
  const stated = statedNeedIn(signals.map(({ evidence }) => evidence));
  return stated ?? (isReview && signals.some(({ type }) => type === 'switching') ? 'leaving' : 'none');
}

const DAY_MS = 86_400_000;
const NEW_DAYS = [7, 30] as const;

/** The reasons that depend on the team and on today. They are shown, but give no points. */
export function reasonsForTeam(followed: string | null, publishedAt: Date | null, now: Date): string[] {
  const age = publishedAt && now.getTime() - publishedAt.getTime();
  const days = age === null || age < 0 ? undefined : NEW_DAYS.find((limit) => age < limit * DAY_MS);
  return [
    ...(followed === null ? [] : [`About ${clipped(followed, MAX_NAME_LENGTH)}, which your team follows`]),
    ...(days === undefined ? [] : [`Written in the last ${days} days`]),
  ];
}
