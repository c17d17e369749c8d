import { changesIn } from './audit-changes.text.js';

describe('the changes of an audit entry in words', () => {
  it('name the parts of a delivery, and say on or off', () => {
    const [before, after] = [true, false].map((inbox) => JSON.stringify({ inbox, webhook: false }));
    expect(changesIn({ deliver: [before ?? null, after ?? null] })).toBe('Inbox: on → off');
  });

  it('name filters as the list does', () => {
    const filters = JSON.stringify({ min_score: 40, watchlist: true });
    expect(changesIn({ filters: [null, filters] })).toBe('Score from: 40; Followed products only: yes');
  });

  it('join lists, and count people', () => {
    expect(changesIn({ allowed_cidrs: [null, []] })).toBe('Allowed addresses: any');
    expect(changesIn({ allowed_cidrs: [null, ['::1', '10.0.0.1']], recipients: ['an id', null] })).toBe(
      'Allowed addresses: ::1, 10.0.0.1; Digest to: 1 person → none',
    );
  });

  it('show codes as the forms do, and no ids', () => {
    const changes = { scopes: [null, ['write', 'spend:report']], event_types: [null, ['report.completed']] } as const;
    const ids = { id: ['one', 'two'], comment: ['three', null], assignee: [null, 'four'] } as const;
    expect(changesIn({ ...changes, news: [null, ['weekly']], ...ids })).toBe(
      'Scopes: Change, Buy reports; Events: Report: completed; News: Weekly digest; Assigned to: a member',
    );
  });

  it('show a time as a day, and a plan by its name', () => {
    expect(changesIn({ plan: ['free', 'growth'], expires_at: [null, '2026-11-22T10:00:00.000Z'] })).toBe(
      'Plan: Free → Growth; Ends on: Nov 22, 2026',
    );
  });

  it('show a field without a label by its name', () => {
    expect(changesIn({ 'made.up_field': [null, 'a_b'] })).toBe('Made up field: a_b');
  });
});
