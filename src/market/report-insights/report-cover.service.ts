import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { Immutable, OperationResult } from '#platform/operations/operation.result.js';
import { FinishedReports } from '#market/report-reading/finished-reports.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { coverOf, coverTasteOf, NO_COVER } from './report.cover.js';
import type { ReportCover } from './report-cover.operations.js';
import { ReportHistoryService } from './report-history.service.js';

/** Makes the first screen of reports. */
@Injectable()
export class ReportCoverService {
  constructor(
    private readonly painPoints: PainPointsService,
    private readonly reports: FinishedReports,
    private readonly history: ReportHistoryService,
  ) {}

  /**
   * The cover of the last finished report of a product, as the caller may read it.
   * @param months how many complete months it shows
   * @throws 404
   */
  async coverFor(caller: Caller, productId: string, months: number): Promise<Immutable<OperationResult<ReportCover>>> {
    const head = await this.painPoints.findHead(productId);
    if (!head) throw notFound();
    const isFull = await this.painPoints.readsInFull(caller, productId);
    const cover = head.report_id ? await this.coverOf(productId, head.report_id, isFull ? months : null) : NO_COVER;
    const key = JSON.stringify(['cover', head.report_id, isFull && months]);
    // Nobody waits for a cover: it is made from a finished report, also while a new one is generating.
    return new Immutable(key, new OperationResult(cover, this.painPoints.metaOf('completed', isFull)));
  }

  /** @param months null for the part that any caller may read */
  private async coverOf(productId: string, reportId: string, months: number | null): Promise<ReportCover> {
    const { themes, metadata } = (await this.reports.viewsOf(reportId)).full;
    if (!metadata) return NO_COVER;
    if (months === null) return coverTasteOf({ themes, metadata });
    return coverOf({ themes, metadata }, months, await this.history.changesIn(productId, reportId));
  }
}
