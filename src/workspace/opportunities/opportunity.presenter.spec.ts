import fc from 'fast-check';
import { LOCKED, type UnlockState } from '#workspace/enrichment/unlock-states.service.js';
import { presentOpportunity } from './opportunity.presenter.js';
import type { OpportunityView } from './opportunity.rows.js';

const moment = new Date('2026-01-01T00:00:00Z');

const viewOf = (source: 'review' | 'forum'): OpportunityView => ({
  row: {
    id: 'opportunity',
    source,
    review_id: null,
    post_id: null,
    frustration_tier: 'high',
    sentiment: 'negative',
    has_buying_signal: true,
    pain_points: { summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' },
    created_at: moment,
    status: null,
    viewed_at: null,
    product_id: null,
    product_name: null,
    product_logo_url: null,
  },
  review:
    source === 'forum'
      ? null
      : {
          id: 'review',
          platform: 'G',
          rating: 1,
          review_url: null,
          published_at: moment,
          reviewer_name: 'Dana',
          reviewer_title: null,
          reviewer_company: null,
          company_industry: null,
          company_size: null,
          company_country: null,
          company_website: null,
        },
  post: null,
});

const contact = (secret: string) =>
  fc.record({
    isRevealed: fc.boolean(),
    value: fc.constantFrom(secret, null),
    notFound: fc.boolean(),
    source: fc.constantFrom('directory', null),
  });

const states: fc.Arbitrary<UnlockState> = fc.record({
  email: contact('secret-email'),
  phone: contact('secret-phone'),
  profile: contact('secret-profile'),
  committee: fc.constant(null),
});

describe('an opportunity as a team may see it', () => {
  it('holds a gated value exactly where the team has revealed it', () => {
    fc.assert(
      fc.property(states, fc.constantFrom('review' as const, 'forum' as const), (unlocks, source) => {
        const shown = JSON.stringify(presentOpportunity(viewOf(source), unlocks));
        for (const field of ['email', 'phone', 'profile'] as const) {
          const { isRevealed, value } = unlocks[field];
          const hasPlace = field !== 'profile' || source === 'review';
          expect(shown.includes(`secret-${field}`)).toBe(isRevealed && value !== null && hasPlace);
        }
      }),
    );
  });

  it('hides everything from a team that unlocked nothing', () => {
    expect(presentOpportunity(viewOf('review'), LOCKED)).toMatchObject({
      reviewer_email: null,
      reviewer_phone: null,
      is_reviewer_revealed: false,
      review: { network_lead_url: null, enriched_reviewer_network: null },
      buying_committee: { is_revealed: false, members: null },
    });
  });
});
