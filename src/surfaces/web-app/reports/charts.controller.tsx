import { Controller, Param, Query } from '@nestjs/common';
import { readTeam } from '#access/policy/app.operations.js';
import { compareProducts, MAX_COMPARED } from '#market/report-insights/product-comparison.operations.js';
import { ProductComparisonService } from '#market/report-insights/product-comparison.service.js';
import { ReportCoverService } from '#market/report-insights/report-cover.service.js';
import { getPainPoints } from '#market/report-reading/pain-points.operations.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { listThemeMentions } from '#market/report-reading/theme-mentions.operations.js';
import { ProductsService } from '#market/products/products.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { notFound, validationFailed } from '#platform/errors/application-error.js';
import { pictureOf } from '#platform/pages/picture.js';
import { inList } from '#platform/text/listed.text.js';
import { pictureOfChart, pictureOfDrawing } from '../charts/chart.picture.js';
import { heatDrawing } from '../charts/heat-map.page.js';
import { quadrantDrawing } from '../charts/quadrant.page.js';
import { multiplesDrawing, sparkDrawing } from '../charts/spark-pictures.page.js';
import { hasSpark } from '../charts/sparkline.page.js';
import { stackedDrawing } from '../charts/stacked-months.page.js';
import { trendDrawing } from '../charts/trend.page.js';
import { type Answer, file } from '../kernel/answers.js';
import { FormInput } from '../kernel/form-input.js';
import { Id, Member, Page, Visitor } from '../kernel/page.decorators.js';
import type { PageVisitor, TeamMember } from '../kernel/page.route.js';
import type { RawQuery } from '../kernel/raw-query.js';
import { fileNameOf } from '../parts/download-link.page.js';
import { percentOf } from './change.words.js';
import { idsIn, pointsIn, standingsIn } from './compare.points.js';
import { rowsOf } from './comparison.page.js';
import { marksOf, STACK_TITLE } from './cover.page.js';
import { stackOf } from './cover.view.js';
import { trendOf } from './theme.page.js';
import { sparkOf, topOf } from './theme.spark.js';

const COVERED_MONTHS = 12;
/** Themes whose months stand beside each other in one picture. */
const MULTIPLES = 12;

/** The charts of pages as pictures. Anyone who may read a page may download its chart. */
@Controller()
export class ChartsController {
  constructor(
    private readonly input: FormInput,
    private readonly painPoints: PainPointsService,
    private readonly covers: ReportCoverService,
    private readonly products: ProductsService,
    private readonly comparisons: ProductComparisonService,
  ) {}

  /** The months of a report. @throws 404 for a visitor who may not read them, or with too few dates */
  @Page('/products/:id/chart', { operation: getPainPoints })
  async months(@Visitor() { caller }: PageVisitor, @Id() id: string, @Query('format') sent: unknown): Promise<Answer> {
    const format = formatIn(sent);
    const [found, covered] = await Promise.all([
      this.painPoints.reportFor(caller, id),
      this.covers.coverFor(caller, id, COVERED_MONTHS),
    ]);
    const { product, themes, generated_at } = found.value.data;
    const cover = covered.value.data;
    const stack = cover.months ? stackOf(cover, themes) : null;
    if (!stack) throw notFound();
    const texts = `${(cover.figures?.texts_read ?? 0).toLocaleString('en')} texts read`;
    const chart = {
      ...{ title: `${product.name}: problems named per 100 texts`, source: `${texts} · Qualm` },
      date: generated_at ?? null,
      drawing: stackedDrawing({ ...stack, title: STACK_TITLE, unit: '', marks: marksOf(cover, stack.buckets) }),
    };
    return picture(format, ['problems', product.name], pictureOfChart(chart));
  }

  /** The months of a theme. @throws 404 with too few dates */
  @Page('/app/products/:id/themes/:theme_id/chart', { operation: readTeam })
  async theme(
    @Member() { caller }: TeamMember,
    @Param() ids: Record<string, string>,
    @Query('format') sent: unknown,
  ): Promise<Answer> {
    const format = formatIn(sent);
    const { product, theme, generated_at } = await this.themeOf(caller, ids);
    const drawing = trendDrawing(trendOf(theme));
    if (!drawing) throw notFound();
    const chart = {
      title: `${product.name}: “${theme.category_name}”, share of the texts`,
      source: `${theme.total_mentions.toLocaleString('en')} mentions, with the 95% interval · Qualm`,
      date: generated_at ?? null,
      drawing,
    };
    return picture(format, ['trend', product.name, theme.category_name], pictureOfChart(chart));
  }

  /** The line of a theme without axes. @throws 404 with too few dates */
  @Page('/app/products/:id/themes/:theme_id/sparkline', { operation: readTeam })
  async sparkline(
    @Member() { caller }: TeamMember,
    @Param() ids: Record<string, string>,
    @Query('format') sent: unknown,
  ): Promise<Answer> {
    const format = formatIn(sent);
    const { product, theme } = await this.themeOf(caller, ids);
    const spark = sparkOf(theme, topOf([theme]));
    if (!hasSpark(spark)) throw notFound();
    const title = `${product.name}: “${theme.category_name}” by month`;
    const svg = pictureOfDrawing(title, sparkDrawing(title, spark));
    return picture(format, ['sparkline', product.name, theme.category_name], svg);
  }

  /** The months of the first themes of a report, on one scale. @throws 404 for who may not read them, or without dates */
  @Page('/products/:id/themes/chart', { operation: getPainPoints })
  async themes(@Visitor() { caller }: PageVisitor, @Id() id: string, @Query('format') sent: unknown): Promise<Answer> {
    const format = formatIn(sent);
    const { product, themes, metadata, generated_at } = (await this.painPoints.reportFor(caller, id)).value.data;
    const shown = themes.slice(0, MULTIPLES);
    const max = topOf(shown);
    const cells = shown.map((theme) => ({
      ...sparkOf(theme, max),
      name: theme.category_name,
      figure: percentOf(theme.share),
    }));
    if (!cells.some(hasSpark)) throw notFound();
    const title = `${product.name}: problems by month`;
    const texts = metadata?.texts ? `${metadata.texts.read.toLocaleString('en')} texts read` : 'the texts read';
    const chart = {
      ...{ title, source: `Shares of ${texts}, on one scale · Qualm`, date: generated_at ?? null },
      drawing: multiplesDrawing({ title, cells }),
    };
    return picture(format, ['themes', product.name], pictureOfChart(chart));
  }

  /** How often by how costly. @throws 404 with fewer than two products, or without stars */
  @Page('/app/compare/chart', { operation: compareProducts })
  async comparison(@Query() raw: RawQuery): Promise<Answer> {
    const format = formatIn(raw.format);
    const chosen = await this.products.summariesOf(idsIn(raw.ids).slice(0, MAX_COMPARED));
    if (chosen.length < 2) throw notFound();
    const comparison = await this.comparisons.compare(chosen.map(({ id }) => id));
    const points = pointsIn(comparison);
    if (points.length === 0) throw notFound();
    const names = comparison.products.map(({ name }) => name);
    const title = `What hurts most: ${inList(names)}`;
    const chart = {
      ...{ title, source: 'Up: fewer stars. Right: more texts name it · Qualm' },
      date: oldestOf(comparison.products),
      drawing: quadrantDrawing({ title, points, products: names }),
      products: names,
    };
    return picture(format, ['comparison', ...names], pictureOfChart(chart));
  }

  /** The heat map of a comparison. @throws 404 without a kind of problem to compare */
  @Page('/app/compare/heat-map', { operation: compareProducts })
  async heatMap(@Query() raw: RawQuery): Promise<Answer> {
    const format = formatIn(raw.format);
    const chosen = await this.products.summariesOf(idsIn(raw.ids).slice(0, MAX_COMPARED));
    if (chosen.length < 2) throw notFound();
    const comparison = await this.comparisons.compare(chosen.map(({ id }) => id));
    const { products, categories } = standingsIn(comparison);
    if (categories.length === 0) throw notFound();
    const names = products.map(({ name }) => name);
    const title = `Where each one stands: ${inList(names)}`;
    const chart = {
      ...{ title, source: 'Mentions per 100 texts read · Qualm', date: oldestOf(comparison.products) },
      drawing: heatDrawing({
        ...{ caption: title, rows: rowsOf(categories) },
        products: products.map(({ id, name }) => ({ id, name, note: '' })),
      }),
    };
    return picture(format, ['heat-map', ...names], pictureOfChart(chart));
  }

  /** A theme of the last report. @throws 403 for who may not read it in full; 404 */
  private async themeOf(caller: TeamCaller, ids: Record<string, string>) {
    const { path } = this.input.validate(listThemeMentions, { path: ids, query: {} });
    await this.painPoints.demandFull(caller, path.id);
    const { product, themes, generated_at } = (await this.painPoints.reportFor(caller, path.id)).value.data;
    const theme = themes.find((each) => each.theme_id === path.theme_id);
    if (!theme) throw notFound();
    return { product, theme, generated_at };
  }
}

type Format = 'svg' | 'png';

/** @throws 400 for another format */
function formatIn(sent: unknown): Format {
  if (sent === undefined || sent === 'svg') return 'svg';
  if (sent === 'png') return 'png';
  const message = 'format must be svg or png';
  throw validationFailed([{ field: 'format', location: 'query', code: 'enum', message }]);
}

async function picture(format: Format, [kind = '', ...names]: readonly string[], svg: string): Promise<Answer> {
  const body = format === 'svg' ? svg : await pictureOf(svg, () => svg, 2);
  return file(body, {
    'Content-Type': format === 'svg' ? 'image/svg+xml; charset=utf-8' : 'image/png',
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${fileNameOf(kind, ...names)}.${format}`)}`,
    'Cache-Control': 'private, max-age=300',
  });
}

/** When the oldest report of some products was made; null without one. */
const oldestOf = (products: readonly { generated_at: string | null }[]): string | null =>
  products.flatMap(({ generated_at }) => generated_at ?? []).sort()[0] ?? null;
