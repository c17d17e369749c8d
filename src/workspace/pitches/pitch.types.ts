import { currentTestTeam } from '#platform/caller/test-mode.js';
import type { Env } from '#config/env.js';
import type { Sender } from '#accounts/teams/sender-profiles.service.js';
import type { Confidence } from './pitch.topic.js';
import type { FrustrationTier, PainPointsAnalysis } from '#analysis/analysis.types.js';

/** The time after a paid pitch in which one redraft is free. */
export const FREE_REDRAFT_HOURS = 24;

/** The channels of a pitch, in the order of their drafts. */
export const PITCH_CHANNELS = ['email', 'network', 'call'] as const;
export type PitchChannel = (typeof PITCH_CHANNELS)[number];

/** The parts of a draft. Where the terms of a place forbid contact, the only one is a public reply in the thread. */
export type PitchPart = PitchChannel | 'thread';
export const THREAD_HEADING = '## Reply in the thread';
export const isReplyInThread = (markdown: string): boolean => markdown.startsWith(THREAD_HEADING);

/**
 * The input of a drafter: a public text without contact data, its analysis, the sender of the pitch, and the features
 * that the seller wants to mention. A stranger wrote everything but sender and features.
 */
export interface PitchBrief {
  parts: readonly PitchPart[];
  /** The seller's description of the product, or null. */
  features: string | null;
  sender: Sender;
  source: 'review' | 'network' | 'forum';
  /** The platform of the review, such as `g2`. Null for a post. */
  platform: string | null;
  /** The community of the forum, such as `r/sysadmin`. */
  community: string | null;
  product: string | null;
  title: string | null;
  text: string;
  rating: number | null;
  frustrationTier: FrustrationTier;
  painPoints: PainPointsAnalysis;
  writer: { name: string | null; title: string | null; company: string | null };
}

/** Markdown with a section for each part. */
export interface Draft {
  markdown: string;
  /** Name and version of the drafter that wrote the text, stored with the pitch. */
  engine: string;
  confidence: Confidence;
}

/** Writes drafts. */
export interface PitchDrafter {
  /** @throws PitchFailed when there is no usable draft. */
  draft(brief: PitchBrief): Promise<Draft>;
}

/** The drafter produced no usable draft. */
export class PitchFailed extends Error {
  override readonly name = 'PitchFailed';
}

/** Injection token of the configured drafter. */
export const PITCH_DRAFTER = Symbol('PitchDrafter');

/** The page of a pitch. That of test mode says that test data has no pages. */
export const appUrlOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>, id: string): string =>
  `${PUBLIC_URL}/app/pitches/${id}${currentTestTeam() === undefined ? '' : '?mode=test'}`;
