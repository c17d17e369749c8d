import type { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';

const ID = '01935d5e-7c1a-7b7e-9f43-5b1f0a2c9d10';
const QUOTE =
  'We have asked "support" four times now — the export still loses every second row, and nobody can tell us when it will be fixed.';

/** An opportunity from a review, with an unlocked committee of 23 people and all texts that a source can contain. */
export function richOpportunity(index: number, quote = QUOTE): OpportunityDetail {
  const member = (seat: number): object => ({
    index: seat,
    name: `Person Number ${seat}`,
    title: 'Senior Vice President of Revenue Operations',
    role: 'decision_maker',
    department: 'Operations',
    seniority: 'vp',
    company_name: 'International Business Holdings GmbH & Co. KG',
    profile_url: `https://network.example/in/person-${seat}`,
    city: 'Berlin',
    country: 'Germany',
    email: null,
    phone: null,
    is_email_revealed: false,
    is_phone_revealed: false,
    email_not_found: false,
    phone_not_found: false,
    email_source: null,
    phone_source: null,
  });
  const detail = {
    id: ID,
    title: 'Asks for a spreadsheet that exports every row, in a post about Tabula Enterprise Spreadsheet',
    is_viewed: false,
    status: 'contacted',
    signal: 'recommendation',
    evidence: [{ kind: 'need', text: quote }],
    created_at: '2026-01-31T09:30:00.000Z',
    updated_at: '2026-01-31T09:30:00.000Z',
    source: 'review',
    is_committee_revealed: true,
    is_reviewer_revealed: false,
    is_reviewer_email_revealed: false,
    is_reviewer_phone_revealed: false,
    reviewer_email: null,
    reviewer_phone: null,
    reviewer_email_not_found: false,
    reviewer_phone_not_found: false,
    reviewer_email_source: null,
    reviewer_phone_source: null,
    frustration_tier: 'critical',
    buying_committee: { is_revealed: true, members: Array.from({ length: 23 }, (_, seat) => member(seat)) },
    mention: null,
    review: {
      id: ID,
      platform: 'Capterra',
      reviewer_name: `Reviewer ${index}`,
      reviewer_title: 'Head of Operations',
      reviewer_company: 'International Business Holdings GmbH & Co. KG',
      rating: 1.5,
      review_url: `https://reviews.example/${index}`,
      published_at: '2026-01-30T00:00:00.000Z',
      pain_points_analysis: {
        summary: 'Complains about exports and support. The writer is leaving.',
        items: [{ theme: 'Integrations and export', severity: 'critical', quote, confidence: 0.9 }],
        buying_signals: [{ type: 'recommendation_request', evidence: quote }],
        competitors_mentioned: ['Tabula', 'Filebox'],
        reason: 'Names a problem with high frustration.',
      },
      product: { id: ID, name: 'Tabula Enterprise Spreadsheet and Reporting Suite', logo_url: null },
    },
  };
  return detail as unknown as OpportunityDetail;
}

/** A report with `count` themes of five quotes each, and the figures of three years. */
export function richReport(count: number): PainPointsReport {
  const names = Array.from({ length: count }, (_, index) => `Integrations and export: connection number ${index + 1}`);
  const months = Array.from({ length: 36 }, (_, index) => ({
    month: `20${23 + Math.floor(index / 12)}-05`,
    mentions: 4,
  }));
  return {
    product: {
      id: ID,
      name: 'Tabula',
      logo_url: null,
      description: 'Spreadsheets and reports for teams. '.repeat(20),
      reviews_count: 10_000,
      reviews_since_report: 12,
    },
    summary: 'Reviewers complain most about exports, support and prices. '.repeat(8),
    themes: names.map((category_name, index) => ({
      category_name,
      quotes: Array.from({ length: 5 }, (_, quote) => ({
        quote_text: `${QUOTE} (${index}.${quote})`,
        platform: 'Google Play',
        source_url: `https://reviews.example/store/apps/details?id=com.tabula&review=${index}-${quote}`,
        review_date: '2025-03-01T00:00:00.000Z',
      })),
      trend: 'trending',
      total_mentions: 131 - index,
      business_impact: 'medium: named in 31% of critical reviews, average rating 1.8',
      category: 'Bugs and crashes',
      theme_id: '4be0643f-1d98-573b-97cd-ca98a65347dd',
      ...{ share: 0.0133, share_low: 0.0112, share_high: 0.0157, change: null, family: 'integrations' },
      variants: [],
      months: months.slice(-24).map((each) => ({ ...each, reviews: 140, too_small: false })),
    })),
    total_themes: count,
    status: 'completed',
    generated_at: '2026-03-01T09:30:00.000Z',
    metadata: {
      engine: 'built-in/1.0.0',
      reviews_read: 10_000,
      reviews_with_problem: 3_120,
      date_range: { from: '2023-01-03', to: '2025-12-01' },
      languages: { en: 9_871 },
      notes: [],
      themes: names.map((category_name) => ({ category_name, average_rating: 1.8, mentions_by_month: months })),
    },
  };
}
