import { Injectable } from '@nestjs/common';
import { WatchlistService } from '#workspace/watchlist/watchlist.service.js';
import type { SentFilters } from './feed/feed.filters.js';
import { type Feed, feedOf, readsWatchlist } from './feed/feed.selection.js';
import { FeedQueries } from './feed/feed.queries.js';
import type { OpportunityDetail } from './opportunity.dto.js';
import { OpportunitiesService } from './opportunities.service.js';

const MAX_COUNTED = 10_000;
const SAMPLE = 5;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Together below two seconds. */
const MONTH_MS = 1_000;
const WEEK_MS = 400;
const SAMPLE_MS = 400;

/** The opportunities that filters would have found. The counts are null if counting takes too long. */
export interface Preview {
  count_7_days: number | null;
  count_30_days: number | null;
  is_capped: boolean;
  per_week: number | null;
  sample: OpportunityDetail[];
}

/** Searches for opportunities outside a listing. */
@Injectable()
export class OpportunitySearch {
  constructor(
    private readonly feeds: FeedQueries,
    private readonly watchlist: WatchlistService,
    private readonly opportunities: OpportunitiesService,
  ) {}

  /** The opportunities that a team would have found with these filters, counted for at most two seconds. */
  async preview(teamId: string, filter: SentFilters): Promise<Preview> {
    const followed = readsWatchlist(filter) ? await this.watchlist.followedIds(teamId) : null;
    const feed: Feed = { ...feedOf(teamId, filter, followed), sort: '-created_at', limit: SAMPLE, offset: 0 };
    const month = await this.feeds.countWithin(MONTH_MS, since(feed, 30), MAX_COUNTED + 1);
    const week = month === null ? null : await this.feeds.countWithin(WEEK_MS, since(feed, 7), MAX_COUNTED + 1);
    const ids = (await this.feeds.findIdsWithin(SAMPLE_MS, feed)) ?? [];
    const isCounted = month !== null && week !== null;
    return {
      count_7_days: isCounted ? Math.min(week, MAX_COUNTED) : null,
      count_30_days: isCounted ? Math.min(month, MAX_COUNTED) : null,
      is_capped: !isCounted || month > MAX_COUNTED,
      per_week: isCounted ? Math.round((Math.min(month, MAX_COUNTED) * 70) / 30) / 10 : null,
      sample: await this.opportunities.present(teamId, ids),
    };
  }
}

/** The part of a feed that was detected in the last days. */
function since(feed: Feed, days: number): Feed {
  const start = new Date(Date.now() - days * DAY_MS);
  return { ...feed, created_after: feed.created_after && feed.created_after > start ? feed.created_after : start };
}
