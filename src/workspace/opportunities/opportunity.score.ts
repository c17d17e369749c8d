import type { FrustrationTier, PainPointsAnalysis } from '#analysis/analysis.types.js';
import { BUDGET, type Need, SETTLED, SIZE } from '#analysis/needs/need.patterns.js';
import { statedNeedIn } from '#analysis/needs/need.reader.js';
import { splitSentences } from '#analysis/text/sentence.splitter.js';
import { urgencyIn } from '#analysis/needs/need.urgency.js';
import { softwareOddsOf } from '#analysis/needs/software.need.js';
import { clipped } from '#platform/text/clipped.text.js';
import { counted } from '#platform/text/counted.text.js';
import { lowerFirst } from '#platform/text/first.letter.js';
import type { ScorePart, ScoreParts } from './opportunity-score.dto.js';
import type { Reach } from './opportunity.vocabulary.js';

/** What the points of the need are read from. */
export interface NeedSource {
  isReview: boolean;
  /** The text of the review or post. */
  text: string;
  /** The name of the product that the text is about. */
  product: string | null;
  frustrationTier: FrustrationTier;
  analysis: PainPointsAnalysis;
  /** The own date of the text. */
  publishedAt: Date | null;
  /** When the opportunity was found. */
  foundAt: Date;
}

/** The need of a writer, with 0 to 40 points and their reasons in short phrases. `signal` is null if none is stated. */
export interface NeedScore {
  signal: Need | null;
  points: number;
  reasons: string[];
}

/** What is known about a writer. */
export interface KnownWriter {
  name: string | null;
  company: string | null;
  profileUrl: string | null;
}

/** Whether a writer can be found, with 0 to 30 points and the reason. */
export interface ReachScore {
  reach: Reach;
  points: number;
  reason: string;
}

type Part = [points: number, reason: string] | null;

/** The points that each part of a score has at most. Together they are 100. */
export const MAX_POINTS = { need: 40, reach: 30, fresh: 30 } as const;

/** The points of all parts of a need add up to `MAX_POINTS.need` at most. */
const NEED_PARTS: Record<Need | 'none', Part> = {
  alternative: [24, 'Looks for an alternative'],
  leaving: [24, 'Is leaving a product'],
  recommendation: [21, 'Asks for a recommendation'],
  purchase: [19, 'Wants to buy'],
  consideration: [16, 'Considers buying'],
  gap: [13, 'Needs something that no known product offers'],
  none: [4, 'Has a problem, but states no need'],
};
/** A switch that is over is no open need, but its writer may tell why. */
const SETTLED_PART: Part = [5, 'Has chosen another product already'];
/** An open need has at least so many points, and a problem without a deadline has fewer: see `opportunity_score` in the database. */
const OPEN_NEED = 13;
const FRUSTRATION_PARTS: Partial<Record<FrustrationTier, Part>> = {
  critical: [3, 'Critical frustration'],
  high: [2, 'High frustration'],
};
/** "Any advice?" may be about a phone, a course or a job. Below these log-odds that a need is one for software, a post has fewer points. */
const OTHER_NEED_PARTS: readonly { below: number; part: Part }[] = [
  { below: 0, part: [-10, 'Probably needs something other than software'] },
  { below: 1, part: [-4, 'May need something other than software'] },
];
const POINTS = { hurry: 5, size: 4, product: 3, rival: 1, named: 20, profile: 15, profileOfNamed: 5, inDirectory: 5 };

/** A need is stated early, and the rest is often a story. */
const READ_CHARACTERS = 1_000;
const MAX_NAME_LENGTH = 60;
const DAY_MS = 86_400_000;
/** What was urgent before is over. */
const HURRY_DAYS = 60;

const daysBetween = (earlier: Date, later: Date): number => Math.max(0, (later.getTime() - earlier.getTime()) / DAY_MS);

/** Rates the need in the text: its kind, urgency, budget or size, named products and frustration. Takes linear time. */
export function needScoreOf(source: NeedSource): NeedScore {
  const { isReview, text, product, frustrationTier, analysis, publishedAt, foundAt } = source;
  const beginning = clipped(text, READ_CHARACTERS);
  const signal = signalOf(analysis, isReview);
  const isOver = (signal === 'leaving' || signal === 'alternative') && isSettled(beginning, analysis);
  const isRecent = publishedAt === null || daysBetween(publishedAt, foundAt) <= HURRY_DAYS;
  const hurry = isRecent && !isOver ? urgencyIn(beginning, publishedAt) : null;
  const names = namesOf(product, analysis);
  const parts: Part[] = [
    isOver ? SETTLED_PART : NEED_PARTS[signal ?? 'none'],
    isOver ? null : otherNeedPartOf(signal, { ...source, text: beginning }),
    hurry === null ? null : [POINTS.hurry, `In a hurry: “${hurry}”`],
    !isReview && signal !== null && !isOver && (BUDGET.test(beginning) || SIZE.test(beginning))
      ? [POINTS.size, 'Names a budget or a size']
      : null,
    names.length === 0
      ? null
      : [POINTS.product + (names.length > 1 ? POINTS.rival : 0), `Names ${names.slice(0, 2).join(' and ')}`],
    FRUSTRATION_PARTS[frustrationTier] ?? null,
  ];
  const given = parts.filter((part) => part !== null);
  return {
    signal,
    points: given.reduce((sum, [points]) => sum + points, 0),
    reasons: given.map(([, reason]) => reason),
  };
}

/** Fewer points for a post that names no product and may need something other than software. */
function otherNeedPartOf(need: Need | null, { isReview, text, product, analysis }: NeedSource): Part {
  if (isReview || need === null || product !== null) return null;
  const evidence = analysis.buying_signals.map((signal) => signal.evidence);
  const [title = ''] = text.split('\n', 1);
  const said = [title, ...evidence].join('\n');
  if (analysis.competitors_mentioned.some((name) => said.includes(name))) return null;
  const odds = softwareOddsOf({ text, need, evidence });
  return OTHER_NEED_PARTS.find(({ below }) => odds < below)?.part ?? null;
}

/** Each product that the text names, once. */
function namesOf(product: string | null, { competitors_mentioned: rivals }: PainPointsAnalysis): string[] {
  const all = [...(product === null ? [] : [product]), ...rivals].map((name) => clipped(name, MAX_NAME_LENGTH));
  return [...new Map(all.map((name) => [name.toLowerCase(), name])).values()];
}

/** The need that the evidence states. A reviewer who leaves wants to buy nothing ("I want to uninstall it"), and leaves in any words. */
function signalOf({ buying_signals: signals }: PainPointsAnalysis, isReview: boolean): Need | null {
  const stated = statedNeedIn(signals.map(({ evidence }) => evidence));
  const leaves = isReview && signals.some(({ type }) => type === 'switching');
  return leaves && (stated === null || stated === 'purchase') ? 'leaving' : stated;
}

/** "We have signed with A": the writer who leaves has a new product, in the evidence or in a sentence that names a rival. */
function isSettled(
  text: string,
  { buying_signals: signals, competitors_mentioned: rivals }: PainPointsAnalysis,
): boolean {
  if (signals.some(({ evidence }) => SETTLED.test(evidence))) return true;
  return (
    rivals.length > 0 &&
    splitSentences(text).some((sentence) => rivals.some((name) => sentence.includes(name)) && SETTLED.test(sentence))
  );
}

/** Rates whether a writer can be found: people are looked up by their profile, or by their name and company. */
export function reachOf({ name, company, profileUrl }: KnownWriter, isInDirectory: boolean): ReachScore {
  const isNamed = Boolean(name) && Boolean(company);
  if (!isNamed && !profileUrl) return { reach: 'anonymous', points: 0, reason: 'The writer is unknown' };
  const known = isInDirectory
    ? { points: POINTS.inDirectory, words: ', in the contact directory' }
    : { points: 0, words: '' };
  if (!isNamed)
    return { reach: 'profile', points: POINTS.profile + known.points, reason: `A public profile${known.words}` };
  const points = POINTS.named + (profileUrl ? POINTS.profileOfNamed : 0) + known.points;
  return {
    reach: 'named',
    points,
    reason: `A name and a company${profileUrl ? ', a public profile' : ''}${known.words}`,
  };
}

const HALF_LIFE_DAYS = 45;
/** From this age on, a need counts a quarter: see `opportunity_score` in the database. */
const OLD_DAYS = 365;
const DAYS_IN_WORDS = 60;

/** The stored points of an opportunity that do not change with time. */
export interface LastingPoints {
  needPoints: number;
  reachPoints: number;
}

/** Why the age of a text counts half: nobody can answer an unknown writer in time, and a text without an open need does not wait for an answer. */
const halfReasonOf = ({ needPoints, reachPoints }: LastingPoints): string | null =>
  reachPoints === 0 ? 'the writer is unknown' : needPoints < OPEN_NEED ? 'no open need is stated' : null;

/** The points for the age of a text, halved every 45 days: 30 at first, or 15 if it counts half. The same as in `opportunity_score` of the database. */
export function freshPointsOf(datedAt: Date, points: LastingPoints, now: Date): number {
  const atFirst = MAX_POINTS.fresh * (halfReasonOf(points) === null ? 1 : 0.5);
  return Math.round(atFirst * 0.5 ** (daysBetween(datedAt, now) / HALF_LIFE_DAYS));
}

/** A stored score, and what its parts are shown with. */
export interface StoredScore extends LastingPoints {
  score: number;
  /** The own date of the text, or the time of detection where the text has no earlier date. */
  datedAt: Date;
  publishedAt: Date | null;
}

/** The parts of a stored score, which add up to it, although the stored points for the age may be an hour old. */
export function scorePartsOf(
  { score, needPoints, reachPoints, datedAt, publishedAt }: StoredScore,
  needReasons: readonly string[],
  writer: KnownWriter,
  now: Date,
): ScoreParts {
  const others = score - reachPoints;
  const lasting = { needPoints, reachPoints };
  const fresh = Math.max(others - MAX_POINTS.need, Math.min(others, freshPointsOf(datedAt, lasting, now)));
  const halfReason = halfReasonOf(lasting);
  const isInDirectory = reachPoints > reachOf(writer, false).points;
  const part = (name: keyof typeof MAX_POINTS, points: number, reason: string): ScorePart => ({
    ...{ points, of: MAX_POINTS[name], reason },
  });
  return {
    need: part('need', others - fresh, inOneSentence(needReasons)),
    reach: part('reach', reachPoints, reachOf(writer, isInDirectory).reason),
    fresh: part(
      'fresh',
      fresh,
      ageInWords(datedAt, publishedAt, now) + (halfReason === null ? '' : `; counts half, as ${halfReason}`),
    ),
  };
}

/** After a semicolon the sentence goes on. */
const inOneSentence = (reasons: readonly string[]): string =>
  reasons.map((reason, at) => (at === 0 ? reason : lowerFirst(reason))).join('; ');

function ageInWords(datedAt: Date, publishedAt: Date | null, now: Date): string {
  const days = Math.floor(daysBetween(datedAt, now));
  const ago = days === 0 ? 'today' : `${counted(days, 'day')} ago`;
  if (publishedAt === null) return `No date, found ${ago}`;
  if (days <= DAYS_IN_WORDS) return `Written ${ago}`;
  const month = datedAt.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return `Written in ${month}${days < OLD_DAYS ? '' : '; a need older than a year counts a quarter'}`;
}

/** The reason that depends on the team. It is shown, but gives no points. */
export const reasonsForTeam = (followed: string | null): string[] =>
  followed === null ? [] : [`About ${clipped(followed, MAX_NAME_LENGTH)}, which your team follows`];
