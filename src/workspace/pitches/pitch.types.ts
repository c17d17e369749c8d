import type { FrustrationTier, PainPointsAnalysis } from '#analysis/analysis.types.js';

/** What a pitch can be drafted for, in the order the drafts appear. */
export const PITCH_CHANNELS = ['email', 'network', 'call'] as const;
export type PitchChannel = (typeof PITCH_CHANNELS)[number];

/** All a drafter may know: what somebody said in public, and what the seller wants to feature. */
export interface PitchBrief {
  channels: readonly PitchChannel[];
  /** The seller's own words on the product, or null. */
  features: string | null;
  source: 'review' | 'network' | 'forum';
  /** Where the review stands, such as `g2`; null for a post. */
  platform: string | null;
  /** The forum's community, such as `r/sysadmin`. */
  community: string | null;
  product: string | null;
  title: string | null;
  text: string;
  rating: number | null;
  frustrationTier: FrustrationTier;
  painPoints: PainPointsAnalysis;
  writer: { name: string | null; title: string | null; company: string | null };
}

/** Writes drafts as Markdown, a section for each channel. */
export interface PitchDrafter {
  /** Name and version, stored with the pitch. */
  readonly id: string;
  /** @throws PitchFailed when no draft came of it. */
  draft(brief: PitchBrief): Promise<string>;
}

/** The drafter gave nothing that could be sent. */
export class PitchFailed extends Error {
  override readonly name = 'PitchFailed';
}

/** Injection token of the configured drafter. */
export const PITCH_DRAFTER = Symbol('PitchDrafter');
