import { Injectable } from '@nestjs/common';
import { notFound, validationFailed } from '#platform/errors/application-error.js';
import { type Listing, listingOf } from '#platform/operations/listing.js';
import { Immutable, type Page, pageOf, window } from '#platform/operations/operation.result.js';
import type { PageQuery } from '#platform/operations/pagination.dto.js';
import { FinishedReports, type RatedThemes } from '#market/report-reading/finished-reports.service.js';
import type { ReportProduct } from '#market/report-reading/pain-points.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { presentReportProduct } from '#market/report-reading/report.head.js';
import { agedMetadata, isOldReport, OLD_REPORT } from '#market/report-reading/report.age.js';
import { type Report, type ReportViews, viewsOf } from '#market/report-reading/report.content.js';
import { differenceOf } from './report.difference.js';
import type { ReportDifference, ReportDiffQuery, ReportSummary, ThemeDifference } from './report-history.operations.js';
import { ReportHistoryQueries, type ReportLine, type WholeReport } from './report-history.queries.js';

const NOTHING_BEFORE = 'There is no earlier report to compare with';
const OTHER_ENGINE = 'The reports were made by different engines, so the figures may differ for that reason alone';
const OTHER_GROUPS =
  'A report of an earlier release groups complaints in another way, so themes may seem new or gone for that reason alone';

/** The changes between two reports, and why they cannot be compared; null if they can. */
interface Difference {
  obstacle: string | null;
  themes: ThemeDifference[];
}

/** Reads earlier reports of a product and compares them. Every report here is the full one. */
@Injectable()
export class ReportHistoryService {
  constructor(
    private readonly queries: ReportHistoryQueries,
    private readonly painPoints: PainPointsService,
    private readonly reports: FinishedReports,
  ) {}

  /** One page of the finished reports of a product, newest first. @throws 404 */
  async list(teamId: string, productId: string, query: PageQuery): Promise<Page<ReportSummary>> {
    await this.painPoints.productOf(productId);
    const lines = await this.queries.list(productId, teamId, window(query));
    return pageOf(lines.map(summaryOf), query);
  }

  /** A finished report as it was. @throws 404 */
  async get(teamId: string, productId: string, reportId: string): Promise<Immutable<Report>> {
    const product = await this.painPoints.productOf(productId);
    const { id, generated_at } = await this.lineOf(teamId, productId, reportId);
    const report = reportOf(product, (await this.reports.viewsOf(id)).full, generated_at);
    return new Immutable(JSON.stringify(['report', id, product, isOldReport(generated_at)]), report);
  }

  /** The first `limit` finished reports, the oldest first, each in full with its id. */
  reportsOf({ productIds, since }: { productIds?: string[]; since?: Date }, limit: number): Listing {
    const statement = this.queries.allStatement(productIds ?? null, since ?? null, limit);
    return listingOf(statement, (rows: WholeReport[]) =>
      rows.map((row) => {
        const product = presentReportProduct({ ...row, id: row.product_id });
        return { id: row.id, ...reportOf(product, viewsOf(row).full, row.generated_at) };
      }),
    );
  }

  /**
   * The changes between two reports of a product, by default the last two.
   * @throws 404 for another product's report; 400 if `from` is not before `to`
   */
  async diff(teamId: string, productId: string, { from, to }: ReportDiffQuery): Promise<ReportDifference> {
    const product = await this.painPoints.productOf(productId);
    const later = to ? await this.lineOf(teamId, productId, to) : await this.lastOf(teamId, productId);
    const earlier = from
      ? await this.lineOf(teamId, productId, from)
      : later && (await this.queries.findBefore(productId, later.id, teamId));
    if (from && earlier && later && !isBefore(earlier, later)) throw notBefore();
    const ends = { product, from: earlier && summaryOf(earlier), to: later && summaryOf(later) };
    if (!earlier || !later) return { ...ends, is_comparable: false, notes: [NOTHING_BEFORE], themes: [] };
    const { obstacle, themes } = await this.differenceOf(earlier, later);
    const notes = [...(obstacle === null ? [] : [obstacle]), ...(isOldReport(later.generated_at) ? [OLD_REPORT] : [])];
    return { ...ends, is_comparable: obstacle === null, notes, themes };
  }

  /** The reports to compare, the earlier first. A report that is chosen twice is compared with the one before it. @throws 404 */
  async inOrder(teamId: string, productId: string, { from, to }: ReportDiffQuery): Promise<ReportDiffQuery> {
    if (!from) return { to };
    const one = await this.lineOf(teamId, productId, from);
    const other = to ? await this.lineOf(teamId, productId, to) : await this.lastOf(teamId, productId);
    if (!other || one.id === other.id) return { to: one.id };
    return isBefore(one, other) ? { from: one.id, to: other.id } : { from: other.id, to: one.id };
  }

  /** The changes since the report before; null if there is none or the engine has changed. */
  async changesIn(productId: string, reportId: string): Promise<ThemeDifference[] | null> {
    const later = await this.queries.find(productId, reportId, null);
    const earlier = later && (await this.queries.findBefore(productId, reportId, null));
    if (!earlier) return null;
    return this.comparedOf(earlier, later);
  }

  /** The changes from one report of a product to a later one. Null if there are not both, or they cannot be compared. */
  async changesBetween(productId: string, earlierId: string, laterId: string): Promise<ThemeDifference[] | null> {
    const earlier = await this.queries.find(productId, earlierId, null);
    const later = await this.queries.find(productId, laterId, null);
    return earlier && later && this.comparedOf(earlier, later);
  }

  private async comparedOf(earlier: ReportLine, later: ReportLine): Promise<ThemeDifference[] | null> {
    const { obstacle, themes } = await this.differenceOf(earlier, later);
    return obstacle === null ? themes : null;
  }

  /**
   * The changes between the last two reports of each product, by its id. The number of statements does not depend on the
   * number of products. Leaves out products without two reports that can be compared.
   */
  async lastChangesIn(productIds: readonly string[]): Promise<Map<string, ThemeDifference[]>> {
    const lines = productIds.length > 0 ? await this.queries.findLastTwo(productIds) : [];
    await this.reports.viewsOfEach(lines.map(({ id }) => id));
    const changes = new Map<string, ThemeDifference[]>();
    for (const productId of productIds) {
      const [later, earlier] = lines.filter(({ product_id }) => product_id === productId);
      if (!later || !earlier) continue;
      const { obstacle, themes } = await this.differenceOf(earlier, later);
      if (obstacle === null) changes.set(productId, themes);
    }
    return changes;
  }

  private async differenceOf(from: ReportLine, to: ReportLine): Promise<Difference> {
    const [before, after] = await Promise.all([this.reports.ratedOf(from.id), this.reports.ratedOf(to.id)]);
    const haveFamilies = hasFamilies(before) && hasFamilies(after);
    const obstacle = from.engine !== to.engine ? OTHER_ENGINE : haveFamilies ? null : OTHER_GROUPS;
    return { obstacle, themes: differenceOf(before, after) };
  }

  private async lineOf(teamId: string, productId: string, reportId: string): Promise<ReportLine> {
    const line = await this.queries.find(productId, reportId, teamId);
    if (!line) throw notFound();
    return line;
  }

  private async lastOf(teamId: string, productId: string): Promise<ReportLine | null> {
    const [last] = await this.queries.list(productId, teamId, { limit: 1, offset: 0 });
    return last ?? null;
  }
}

function reportOf(product: ReportProduct, { metadata, ...content }: ReportViews['full'], generatedAt: Date): Report {
  const report: Report = { product, ...content, status: 'completed', generated_at: generatedAt.toISOString() };
  if (metadata) report.metadata = agedMetadata(metadata, isOldReport(generatedAt));
  return report;
}

const summaryOf = ({ generated_at, ...line }: ReportLine): ReportSummary => {
  const { id, product_id: _product, ...rest } = line;
  return { id, generated_at: generated_at.toISOString(), ...rest };
};

/** Themes of earlier releases are other groups of complaints, so all of them would seem new or gone. */
const hasFamilies = ({ themes }: RatedThemes): boolean => themes.every(({ family }) => family !== '');

const isBefore = (one: ReportLine, other: ReportLine): boolean =>
  one.generated_at < other.generated_at || (+one.generated_at === +other.generated_at && one.id < other.id);

const notBefore = () =>
  validationFailed([{ field: 'from', location: 'query', code: 'range', message: 'from must be a report before to' }]);
