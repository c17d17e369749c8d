import { v7 as uuidv7 } from 'uuid';
import type { Matchable, SentFilters } from '#workspace/opportunities/feed/feed.filters.js';
import { feedOf } from '#workspace/opportunities/feed/feed.selection.js';
import { type Followers, IndexedSearches } from './indexed-searches.js';

const PRODUCT = uuidv7();
const STORED = new Date('2026-05-01');

const OPPORTUNITY: Matchable = {
  ...{ id: uuidv7(), source: 'review', product_id: PRODUCT, frustration_tier: 'high', sentiment: 'negative' },
  ...{
    reach: 'named',
    signal: 'leaving',
    has_buying_signal: true,
    rating: 2,
    score: 60,
    country: 'france',
    industry: 'retail',
  },
  ...{ search_text: 'support never answers', created_at: STORED, published_at: STORED, dated_at: STORED },
};

describe('the index of saved searches', () => {
  let index: IndexedSearches;

  beforeEach(() => {
    index = new IndexedSearches();
  });

  /** Files a search. */
  const put = (id: string, filters: SentFilters, { version = 1, teamId = 'team', activeSince = 0 } = {}): void =>
    index.put({ id, version, selection: feedOf(teamId, filters, null), activeSince });
  /** The ids of the searches that fit an opportunity. */
  const found = (change: Partial<Matchable> = {}, followers: Followers = new Map()): string[] =>
    index
      .find([{ ...OPPORTUNITY, ...change }], followers, new Map([[OPPORTUNITY.id, STORED]]))
      .map(({ search }) => search.id)
      .sort();

  it.each<[string, SentFilters, Partial<Matchable>]>([
    ['a product', { product_id: [PRODUCT] }, { product_id: uuidv7() }],
    ['a text', { q: ['Never answers'] }, { search_text: 'support never calls' }],
    ['a text that is too short to be filed', { q: ['up'] }, { search_text: 'never' }],
    ['a country', { country: ['France'] }, { country: null }],
    ['an industry', { industry: ['Retail'] }, { industry: 'banking' }],
    ['a tier', { frustration_tier: ['high'] }, { frustration_tier: 'low' }],
    ['a source', { source: ['review'] }, { source: 'forum' }],
    ['a filter under which nothing is filed', { min_score: [60] }, { score: 59 }],
  ])('finds a search for %s where an opportunity has it, and not where it has another', (_, filters, other) => {
    put('search', filters);
    expect([found(), found(other)]).toEqual([['search'], []]);
  });

  it('finds a search without filters for each opportunity', () => {
    put('all', {});
    expect(found({ product_id: null, country: null, industry: null })).toEqual(['all']);
  });

  it('finds a search by each of its alternatives, and once where an opportunity has several', () => {
    put('search', { q: ['never answers', 'support never'] });
    expect([found(), found({ search_text: 'it never answers' })]).toEqual([['search'], ['search']]);
  });

  it('finds a search only if all of its filters fit', () => {
    put('search', { product_id: [PRODUCT], country: ['France'], q: ['support'] });
    expect([found(), found({ country: 'spain' }), found({ search_text: 'none' })]).toEqual([['search'], [], []]);
  });

  it('finds a search of the watchlist for the products that its team follows now', () => {
    put('search', { watchlist: [true] });
    put('of a product', { watchlist: [true], product_id: [PRODUCT] });
    const followedBy = (team: string): Followers => new Map([[PRODUCT, new Set([team])]]);
    expect([found(), found({}, followedBy('another')), found({}, followedBy('team'))]).toEqual([
      [],
      [],
      ['of a product', 'search'],
    ]);
  });

  it('finds no search for an opportunity that was stored before the search was active', () => {
    put('earlier', {}, { activeSince: STORED.getTime() });
    put('later', {}, { activeSince: STORED.getTime() + 1 });
    expect(found()).toEqual(['earlier']);
  });

  it('finds a search that was replaced by its new filters alone', () => {
    put('search', { q: ['support'] });
    put('search', { country: ['Spain'] }, { version: 2 });
    expect([found(), found({ country: 'spain' }), index.versionOf('search')]).toEqual([[], ['search'], 2]);
  });

  it('keeps other searches with the same text when one is removed', () => {
    put('kept', { q: ['support'] });
    put('removed', { q: ['support'] });
    index.remove('removed');
    expect([found(), index.ids(), index.versionOf('removed')]).toEqual([['kept'], ['kept'], undefined]);
  });

  it('ignores the removal of a search that it does not have', () => {
    put('kept', {});
    index.remove('unknown');
    expect(found()).toEqual(['kept']);
  });
});
