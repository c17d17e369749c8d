import { UNKNOWN_SENDER } from '#accounts/teams/sender-profiles.service.js';
import type { PitchBrief } from '#workspace/pitches/pitch.types.js';

export const COMPLAINT = 'We like it, but exports fail every single week. Support never answers our tickets about it.';

/** The input of a drafter about a review that complains, and what a test changes of it. */
export const briefOf = (more: Partial<PitchBrief> = {}): PitchBrief => ({
  parts: ['email'],
  features: null,
  sender: UNKNOWN_SENDER,
  source: 'review',
  platform: 'g2',
  community: null,
  product: 'Tabula',
  title: null,
  text: COMPLAINT,
  rating: 2,
  frustrationTier: 'high',
  painPoints: {
    summary: 'Complains about exports.',
    items: [
      { theme: 'Integrations and export', severity: 'high', quote: 'exports fail every single week', confidence: 0.9 },
      {
        theme: 'Customer support',
        severity: 'medium',
        quote: 'Support never answers our tickets about it.',
        confidence: 0.4,
      },
    ],
    buying_signals: [],
    competitors_mentioned: [],
    reason: '',
  },
  writer: { name: 'Jane Doe', title: 'Head of Operations', company: 'Acme' },
  ...more,
});
