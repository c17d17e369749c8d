import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PainPointsQueries } from './pain-points.queries.js';
import { type ReportViews, viewsOf } from './report.content.js';

/** The size limit of the cache of reports, in characters of JSON. */
const CACHE_CHARACTERS = 32 * 1024 * 1024;

/** Reads the content of finished reports, which never changes. */
@Injectable()
export class FinishedReports {
  private readonly cached = new LRUCache<string, ReportViews>({
    maxSize: CACHE_CHARACTERS,
    sizeCalculation: ({ full }) => JSON.stringify(full).length,
  });

  constructor(private readonly queries: PainPointsQueries) {}

  /** Both views of a report, which must exist. */
  async viewsOf(reportId: string): Promise<ReportViews> {
    let views = this.cached.get(reportId);
    if (!views) {
      views = viewsOf(await this.queries.findReport(reportId));
      this.cached.set(reportId, views);
    }
    return views;
  }
}
