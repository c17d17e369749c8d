import { Injectable } from '@nestjs/common';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import type { ThemeDifference } from '#market/report-insights/report-history.operations.js';
import { weekNamed } from './digest.week.js';
import { WeeklyDigestsQueries } from './weekly-digests.queries.js';

/** A problem whose mentions rose or fell between two reports. */
export interface MovedTheme {
  name: string;
  from: number;
  to: number;
}

/** What is new about a followed product in a week. */
export interface ProductWeek {
  id: string;
  name: string;
  people: number;
  rose: MovedTheme[];
  fell: MovedTheme[];
}

/** What is new for a team in a week. */
export interface TeamWeek {
  /** The Monday after the week. */
  name: string;
  /** Only products with news. */
  products: ProductWeek[];
  people: number;
  rose: number;
  fell: number;
}

const MAX_THEMES = 3;

/** Reads what rose and fell, and how many people are new. */
@Injectable()
export class WeekReader {
  constructor(
    private readonly queries: WeeklyDigestsQueries,
    private readonly history: ReportHistoryService,
  ) {}

  /** What is new for a team in the week before a Monday; null if nothing is. */
  async read(teamId: string, week: string): Promise<TeamWeek | null> {
    const followed = await this.queries.findFollowed(teamId, weekNamed(week));
    const products: ProductWeek[] = [];
    for (const { id, name, people, report_id, earlier_id } of followed) {
      const changes = await this.changesOf(id, earlier_id, report_id);
      const [rose, fell] = [moved(changes, ['grown', 'new']), moved(changes, ['shrunk', 'gone'])];
      if (people + rose.length + fell.length > 0) products.push({ id, name, people, rose, fell });
    }
    if (products.length === 0) return null;
    const sum = (countOf: (product: ProductWeek) => number): number =>
      products.reduce((total, product) => total + countOf(product), 0);
    return {
      ...{ name: week, products, people: sum(({ people }) => people) },
      ...{ rose: sum(({ rose }) => rose.length), fell: sum(({ fell }) => fell.length) },
    };
  }

  private async changesOf(id: string, earlier: string | null, later: string | null): Promise<ThemeDifference[]> {
    if (earlier === null || later === null || earlier === later) return [];
    return (await this.history.changesBetween(id, earlier, later)) ?? [];
  }
}

const moved = (changes: readonly ThemeDifference[], kinds: readonly string[]): MovedTheme[] =>
  changes
    .filter(({ change }) => kinds.includes(change))
    .slice(0, MAX_THEMES)
    .map(({ category_name: name, from, to }) => ({
      name,
      ...{ from: from?.total_mentions ?? 0, to: to?.total_mentions ?? 0 },
    }));
