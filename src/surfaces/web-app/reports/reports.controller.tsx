import { pipeline } from 'node:stream/promises';
import { Controller, Param, Query } from '@nestjs/common';
import { readTeam } from '#access/policy/app.operations.js';
import { searchProducts } from '#market/products/products.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import { compareProducts, MAX_COMPARED } from '#market/report-insights/product-comparison.operations.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { diffReports, getReport, listReports } from '#market/report-insights/report-history.operations.js';
import { ReportHistoryService } from '#market/report-insights/report-history.service.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { listThemeMentions, type ThemeMention } from '#market/report-reading/theme-mentions.operations.js';
import { ThemeMentionsService } from '#market/report-reading/theme-mentions.service.js';
import type { Caller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { csvChunksOf } from '#platform/files/csv.writer.js';
import { inList } from '#platform/text/listed.text.js';
import { type Answer, page, redirect, streamed } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Id, Member, Page } from '../kernel/page.decorators.js';
import type { TeamMember } from '../kernel/page.route.js';
import { pageNumber, type RawQuery, withFewRows, withoutEmpty } from '../kernel/raw-query.js';
import { fileNameOf } from '../parts/download-link.page.js';
import { ComparePage } from './compare.page.js';
import { idsIn } from './compare.points.js';
import { AllThemes } from './all-themes.page.js';
import { EarlierReportPage } from './earlier-report.page.js';
import { HistoryPage } from './history.page.js';
import { orderIn } from './theme-orders.page.js';
import { ThemePage } from './theme.page.js';

const ROWS = 20;
const OFFERED = 24;
const REPORTS = '/app/products/:id/reports';
const THEME = '/app/products/:id/themes/:theme_id';

const COLUMNS = [
  ...(['review_id', 'quote_text', 'rating', 'platform', 'source_url', 'review_date', 'answer', 'strength'] as const),
];

@Controller()
export class ReportPagesController {
  constructor(
    private readonly input: FormInput,
    private readonly history: ReportHistoryService,
    private readonly products: ProductsService,
    private readonly comparisons: ProductComparisonService,
    private readonly painPoints: PainPointsService,
    private readonly mentions: ThemeMentionsService,
  ) {}

  /** The finished reports of a product, and the changes between two of them in either order, by default the last two. */
  @Page(REPORTS, { operation: listReports, section: 'products' })
  async show(@Member() { team }: TeamMember, @Id() id: string, @Query() raw: RawQuery): Promise<Answer> {
    const ends = Object.fromEntries(Object.entries({ from: raw.from, to: raw.to }).filter(([, end]) => end));
    const asked = this.input.validate(diffReports, { path: { id }, query: ends });
    const compared = await this.history.inOrder(team.id, id, asked.query);
    const difference = await this.history.diff(team.id, id, compared);
    const reports = await this.history.list(team.id, id, { page: pageNumber(raw.page), page_size: ROWS });
    const title = `Reports on ${difference.product.name}`;
    return page(title, <HistoryPage reports={reports} difference={difference} />);
  }

  /** An earlier report as it was. The newest one has the page of its product. */
  @Page(`${REPORTS}/:report_id`, { operation: getReport, section: 'products' })
  async showEarlier(
    @Member() { team }: TeamMember,
    @Param() ids: Record<string, string>,
    @Query() { themes, order }: RawQuery,
  ): Promise<Answer> {
    const { path } = this.input.validate(getReport, { path: ids });
    const { value: report } = await this.history.get(team.id, path.id, path.report_id);
    const [newest] = (await this.history.list(team.id, path.id, { page: 1, page_size: 1 })).items;
    if (!newest || newest.id === path.report_id) return redirect(`/products/${path.id}`);
    const title = `Earlier report on ${report.product.name}`;
    if (themes === undefined) return page(title, <EarlierReportPage {...{ report, newest }} order={orderIn(order)} />);
    const address = `/app/products/${path.id}/reports/${path.report_id}`;
    return page(title, <AllThemes report={report} path={address} page={pageNumber(themes)} isShared />);
  }

  /** More products than fit are left out, and the page says so. */
  @Page('/app/compare', { operation: compareProducts, section: 'compare' })
  async compare(@Query() raw: RawQuery): Promise<Answer> {
    const text = typeof raw.query === 'string' ? raw.query : '';
    const { query } = this.input.validate(searchProducts, {
      query: { page_size: OFFERED, ...(text && { query: text }) },
    });
    const found = await this.products.search(query);
    const asked = idsIn(raw.ids);
    const chosen = await this.products.summariesOf(asked.slice(0, MAX_COMPARED));
    const ids = chosen.map(({ id }) => id);
    const comparison = ids.length >= 2 ? await this.comparisons.compare(ids) : null;
    const others = found.items.filter(
      ({ id, pain_points_report_generated_at }) => pain_points_report_generated_at !== null && !ids.includes(id),
    );
    const title = ids.length >= 2 ? inList(chosen.map(({ name }) => name)) : 'Compare products';
    const areTooMany = asked.length > MAX_COMPARED;
    const gone = Math.min(asked.length, MAX_COMPARED) - chosen.length;
    return page(title, <ComparePage query={text} {...{ chosen, others, comparison, areTooMany, gone }} />);
  }

  /** A team without a paid plan reads the themes of the report that it bought with welcome credits. */
  @Page(THEME, { operation: readTeam, section: 'products' })
  async showTheme(
    @Member() { caller }: TeamMember,
    @Param() ids: Record<string, string>,
    @Query() raw: RawQuery,
  ): Promise<Answer> {
    const asked = withoutEmpty(withFewRows(raw));
    const { path, query } = this.input.validate(listThemeMentions, { path: ids, query: asked });
    await this.painPoints.demandFull(caller, path.id);
    const mentions = await this.mentions.list(caller, path, query);
    const { report, theme } = await this.themeOf(caller, path);
    const title = `${theme.category_name} · ${report.product.name}`;
    return page(title, <ThemePage report={report} theme={theme} page={mentions} asked={asked} />);
  }

  @Page(`${THEME}/mentions.csv`, { operation: readTeam })
  async downloadMentions(
    @Member() { caller }: TeamMember,
    @Param() ids: Record<string, string>,
    @Query() raw: RawQuery,
  ): Promise<Answer> {
    const { path, query } = this.input.validate(listThemeMentions, {
      path: ids,
      query: withoutEmpty(withFewRows(raw)),
    });
    await this.painPoints.demandFull(caller, path.id);
    const batches = await this.mentions.batchesOf(path, query);
    const { report, theme } = await this.themeOf(caller, path);
    const name = `${fileNameOf('mentions', report.product.name, theme.category_name)}.csv`;
    return streamed((response) => {
      response.attachment(name).set({ 'Cache-Control': 'no-store' });
      return pipeline(csvChunksOf(COLUMNS, cellsOf(batches)), response);
    });
  }

  /** @throws 404 if the last report has no such theme */
  private async themeOf(caller: Caller, { id, theme_id }: { id: string; theme_id: string }) {
    const { data: report } = (await this.painPoints.reportFor(caller, id)).value;
    const theme = report.themes.find((each) => each.theme_id === theme_id);
    if (!theme) throw notFound();
    return { report, theme };
  }
}

async function* cellsOf(batches: AsyncIterable<ThemeMention[]>): AsyncGenerator<(string | number | null)[][]> {
  for await (const rows of batches) yield rows.map((row) => COLUMNS.map((name) => row[name]));
}
