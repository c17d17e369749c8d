import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ReportHeadsQueries } from './report-heads.queries.js';
import { type ReportTheme, type ReportViews, viewsOf } from './report.content.js';
import { textsReadIn } from '#market/reports/share.interval.js';

/** The size limit of the cache of reports, in characters of JSON. */
const CACHE_CHARACTERS = 32 * 1024 * 1024;
/** Only an erasure, the undo of an import or a merge of products changes a finished report. */
const KEPT_MS = 600_000;
/** How often the cache reads the clock. */
const CLOCK_MS = 1_000;

/** The themes of a report, and the number of texts read, of which every share is a part. */
export interface RatedThemes {
  themes: readonly ReportTheme[];
  textsRead: number;
}

/** The same, with the reviews of the report, including those whose text was not read, and their average rating. */
export interface RatedReport extends RatedThemes {
  reviewsRead: number;
  /** Null without ratings, and in older reports. */
  averageRating: number | null;
  /** The reviews with a rating. Null in older reports, as are those of themes. */
  ratedReviews: number | null;
  /** The average rating of the reviews that name each theme, in the order of `themes`. */
  ratingsOfThemes: readonly (number | null)[];
  /** How many of them have a rating. */
  ratedMentions: readonly (number | null)[];
}

/** Reads the content of finished reports, which may be up to ten minutes old. */
@Injectable()
export class FinishedReports {
  private readonly cached = new LRUCache<string, ReportViews>({
    maxSize: CACHE_CHARACTERS,
    ttl: KEPT_MS,
    ttlResolution: CLOCK_MS,
    sizeCalculation: ({ full }) => JSON.stringify(full).length,
  });

  constructor(private readonly queries: ReportHeadsQueries) {}

  /** Both views of a report, which must exist. */
  async viewsOf(reportId: string): Promise<ReportViews> {
    const views = (await this.viewsOfEach([reportId])).get(reportId);
    if (!views) throw new Error(`There is no report ${reportId}.`);
    return views;
  }

  /** Both views of several reports by id, with one statement. Leaves out unknown ids. */
  async viewsOfEach(reportIds: readonly string[]): Promise<Map<string, ReportViews>> {
    const known = new Map(reportIds.map((id) => [id, this.cached.get(id)]));
    const missing = reportIds.filter((id) => !known.get(id));
    for (const { id, ...report } of missing.length > 0 ? await this.queries.findReports(missing) : []) {
      const views = viewsOf(report);
      this.cached.set(id, views);
      known.set(id, views);
    }
    return new Map([...known].flatMap(([id, views]) => (views ? [[id, views]] : [])));
  }

  /** The themes of a report, which must exist, and the reviews of which they are a share. */
  async ratedOf(reportId: string): Promise<RatedReport> {
    const { themes, metadata } = (await this.viewsOf(reportId)).full;
    return {
      themes,
      textsRead: metadata ? textsReadIn(metadata) : 0,
      reviewsRead: metadata?.reviews_read ?? 0,
      averageRating: metadata?.ratings?.average ?? null,
      ratedReviews: metadata?.ratings?.reviews ?? null,
      ratingsOfThemes: themes.map((_, place) => metadata?.themes[place]?.average_rating ?? null),
      ratedMentions: themes.map((_, place) => metadata?.themes[place]?.rated_mentions ?? null),
    };
  }
}
