import fc from 'fast-check';
import { type CommitteeMember, LOCKED, type UnlockState } from '#workspace/unlocks/unlock-states.service.js';
import { presentOpportunity } from './opportunity.presenter.js';
import type { OpportunityView } from './opportunity.rows.js';

const moment = new Date('2026-01-01T00:00:00Z');

const viewOf = (source: 'review' | 'forum'): OpportunityView => ({
  row: {
    id: 'opportunity',
    source,
    frustration_tier: 'high',
    sentiment: 'negative',
    has_buying_signal: true,
    pain_points: { summary: '', items: [], buying_signals: [], competitors_mentioned: [], reason: '' },
    score: 52,
    need_points: 30,
    reach_points: 20,
    reach: 'named',
    signal: null,
    created_at: moment,
    updated_at: moment,
    status: null,
    viewed_at: null,
    product_id: null,
    product_name: null,
    product_logo_url: null,
    is_followed: false,
    is_contactable: true,
    has_unlocks: false,
    assignee_id: null,
    assignee_name: null,
    snoozed_until: null,
    comments_count: 0,
  },
  review:
    source === 'forum'
      ? null
      : {
          id: 'review',
          platform: 'G',
          title: 'Ask jane@acme.example',
          text: 'It fails. Write to jane@acme.example, +49 170 1234567 or people.example/jane.',
          rating: 1,
          review_url: null,
          published_at: moment,
          reviewer_name: 'Dana',
          reviewer_title: null,
          reviewer_company: null,
          reviewer_profile_url: 'https://people.example/jane',
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
  committee: fc.option(fc.uniqueArray(member(), { selector: ({ index }) => index, maxLength: 4 })),
  updatedAt: fc.constantFrom(moment, null),
});

/** A committee member whose gated values contain the index of the member. */
function member(): fc.Arbitrary<CommitteeMember> {
  return fc
    .record({ index: fc.nat(99), is_email_revealed: fc.boolean(), is_phone_revealed: fc.boolean() })
    .map(({ index, ...flags }) => ({
      index,
      name: `secret-member-${index}`,
      title: null,
      role: 'champion',
      department: null,
      seniority: null,
      company_name: 'Acme',
      profile_url: `https://people.example/secret-member-${index}`,
      city: null,
      country: null,
      email: `secret-email-of-${index}-`,
      phone: `secret-phone-of-${index}-`,
      email_not_found: false,
      phone_not_found: false,
      email_source: null,
      phone_source: null,
      ...flags,
    }));
}

describe('an opportunity as a team may see it', () => {
  it('contains a gated value only when the team has revealed it', () => {
    fc.assert(
      fc.property(states, fc.constantFrom('review' as const, 'forum' as const), (unlocks, source) => {
        const shown = JSON.stringify(presentOpportunity(viewOf(source), unlocks));
        for (const field of ['email', 'phone', 'profile'] as const) {
          const { isRevealed, value } = unlocks[field];
          const hasPlace = field !== 'profile' || source === 'review';
          expect(shown.includes(`"secret-${field}"`)).toBe(isRevealed && value !== null && hasPlace);
        }
      }),
    );
  });

  it('contains the committee only when it is revealed, and contacts of members only when they are revealed', () => {
    fc.assert(
      fc.property(states, fc.constantFrom('review' as const, 'forum' as const), (unlocks, source) => {
        const shown = JSON.stringify(presentOpportunity(viewOf(source), unlocks));
        expect(shown.includes('secret-member')).toBe((unlocks.committee ?? []).length > 0);
        for (const { index, is_email_revealed, is_phone_revealed } of unlocks.committee ?? []) {
          expect(shown.includes(`secret-email-of-${index}-`)).toBe(is_email_revealed);
          expect(shown.includes(`secret-phone-of-${index}-`)).toBe(is_phone_revealed);
        }
      }),
    );
  });

  it('states for each gated value whether it is revealed', () => {
    fc.assert(
      fc.property(states, (unlocks) => {
        const shown = presentOpportunity(viewOf('review'), unlocks);
        expect([
          shown.is_reviewer_email_revealed,
          shown.is_reviewer_phone_revealed,
          shown.is_reviewer_revealed,
          shown.is_committee_revealed,
          shown.buying_committee.is_revealed,
        ]).toEqual([
          unlocks.email.isRevealed,
          unlocks.phone.isRevealed,
          unlocks.profile.isRevealed,
          unlocks.committee !== null,
          unlocks.committee !== null,
        ]);
      }),
    );
  });

  it('shows contact data in title, text and quotes only when the team has revealed that field', () => {
    fc.assert(
      fc.property(states, (unlocks) => {
        const view = viewOf('review');
        const quote = 'Write to jane@acme.example, +49';
        const [items, buying_signals] = [
          [{ theme: 'Bugs', severity: 'high' as const, quote, confidence: 1 }],
          [{ type: 'switching' as const, evidence: quote }],
        ];
        view.row.pain_points = { ...view.row.pain_points, summary: quote, reason: quote, items, buying_signals };
        const shown = presentOpportunity(view, unlocks);
        const text = JSON.stringify(shown);
        expect([/jane@/.test(text), /\+49|1234567/.test(text), /people\.example\/jane/.test(text)]).toEqual(
          (['email', 'phone', 'profile'] as const).map((field) => unlocks[field].isRevealed),
        );
        expect(shown.review?.text).toContain(shown.review?.pain_points_analysis?.items[0]?.quote);
      }),
    );
  });

  it('hides all gated values from a team without unlocks', () => {
    expect(presentOpportunity(viewOf('review'), LOCKED)).toMatchObject({
      reviewer_email: null,
      reviewer_phone: null,
      is_reviewer_revealed: false,
      review: { network_lead_url: null, enriched_reviewer_network: null },
      buying_committee: { is_revealed: false, members: null },
    });
  });
});
