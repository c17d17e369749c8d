import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { FRUSTRATION_TIERS, SENTIMENTS } from '#analysis/analysis.types.js';
import { ProductsService } from '#market/products/products.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { keyInMode } from '#platform/caller/test-mode.js';
import type { FilterValue, FilterValues } from './filters.operations.js';
import { type CountedValue, FiltersQueries } from './filters.queries.js';
import { NEEDS } from '#analysis/needs/need.patterns.js';
import { OPPORTUNITY_SOURCES, OPPORTUNITY_STATUSES, REACHES } from './opportunity.vocabulary.js';

const MAX_VALUES = 200;
const KEPT_MS = 600_000;
const MAX_TEAMS = 1_000;
const YES_AND_NO = ['true', 'false'];

/** The possible values of the filters of opportunities. */
@Injectable()
export class FiltersService {
  /** One for live mode, and one for the sandbox of each team. */
  private readonly shared = new LRUCache<string, CountedValue[]>({
    max: MAX_TEAMS,
    ttl: KEPT_MS,
    fetchMethod: () => this.queries.countShared(MAX_VALUES),
  });
  private readonly byTeam = new LRUCache<string, FilterValues>({
    max: MAX_TEAMS,
    ttl: KEPT_MS,
    fetchMethod: (teamId) => this.count(teamId),
  });

  constructor(
    private readonly queries: FiltersQueries,
    private readonly products: ProductsService,
  ) {}

  /** The values of each filter with the number of opportunities, at most ten minutes old. */
  async list({ team }: TeamCaller): Promise<FilterValues> {
    return this.byTeam.forceFetch(team.id);
  }

  private async count(teamId: string): Promise<FilterValues> {
    const [shared, own] = await Promise.all([
      this.shared.forceFetch(keyInMode('all')),
      this.queries.countOfTeam(teamId),
    ]);
    const counted = (filter: string): CountedValue[] => [...shared, ...own].filter((each) => each.filter === filter);
    const total = counted('all')[0]?.count ?? 0;
    /** An opportunity that a team never touched is new, not viewed and not unlocked. */
    const withRest = (filter: string, values: readonly string[], rest: string): FilterValue[] => {
      const touched = counted(filter).filter(({ value }) => value !== rest);
      // The total is older than the numbers of the team, or an opportunity was removed meanwhile.
      const others = Math.max(0, total - touched.reduce((sum, { count }) => sum + count, 0));
      return complete([...touched, { value: rest, count: others }], values);
    };
    return {
      status: withRest('status', OPPORTUNITY_STATUSES, 'new'),
      is_viewed: withRest('is_viewed', YES_AND_NO, 'false'),
      is_revealed: withRest('is_revealed', YES_AND_NO, 'false'),
      source: complete(counted('source'), OPPORTUNITY_SOURCES),
      product_id: await this.named(counted('product_id')),
      frustration_tier: complete(counted('frustration_tier'), FRUSTRATION_TIERS),
      sentiment: complete(counted('sentiment'), SENTIMENTS),
      has_buying_signal: complete(counted('has_buying_signal'), YES_AND_NO),
      reach: complete(counted('reach'), REACHES),
      signal: complete(counted('signal'), NEEDS),
      country: counted('country').map(valueOf),
      industry: counted('industry').map(valueOf),
    };
  }

  private async named(counted: readonly CountedValue[]): Promise<FilterValue[]> {
    const products = await this.products.summariesOf(counted.map(({ value }) => value));
    const names = new Map(products.map(({ id, name }) => [id, name]));
    return counted.map(({ value, count }) => ({ value, name: names.get(value) ?? '', count }));
  }
}

const valueOf = ({ value, count }: FilterValue): FilterValue => ({ value, count });

/** All values in their order, including those without an opportunity. */
const complete = (counted: readonly FilterValue[], values: readonly string[]): FilterValue[] =>
  values.map((value) => ({ value, count: counted.find((each) => each.value === value)?.count ?? 0 }));
