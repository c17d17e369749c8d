import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { PainPointsService } from '#market/report-reading/pain-points.service.js';
import { listThemeMentions, type ThemeMention } from '#market/report-reading/theme-mentions.operations.js';
import { ThemeMentionsService } from '#market/report-reading/theme-mentions.service.js';
import type { Caller } from '#platform/caller/caller.js';
import { notFound } from '#platform/errors/application-error.js';
import { csvChunksOf } from '#platform/files/csv.writer.js';
import { AppPages } from '../parts/app-pages.js';
import { fileNameOf } from '../parts/download-link.page.js';
import { FormInput } from '../parts/form-input.js';
import { type RawQuery, withFewRows } from '../parts/form-texts.js';
import { PageFailureFilter } from '../parts/page-failure.filter.js';
import { PageGate } from '../parts/page.gate.js';
import { ThemePage } from './theme.page.js';

const COLUMNS = [
  ...(['review_id', 'quote_text', 'rating', 'platform', 'source_url', 'review_date', 'answer', 'strength'] as const),
];

@Controller('app/products/:id/themes/:theme_id')
@SignedInPages()
@UseFilters(PageFailureFilter)
export class ThemePagesController {
  constructor(
    private readonly pages: AppPages,
    private readonly gate: PageGate,
    private readonly input: FormInput,
    private readonly painPoints: PainPointsService,
    private readonly mentions: ThemeMentionsService,
  ) {}

  @Get()
  async show(
    @Param() ids: Record<string, string>,
    @Query() raw: RawQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { caller, asked, path, query } = await this.read(ids, raw, request, response);
    const page = await this.mentions.list(caller, path, query);
    const { report, theme } = await this.themeOf(caller, path);
    await this.pages.send(request, response, {
      title: `${theme.category_name} · ${report.product.name}`,
      section: 'products',
      content: () => <ThemePage report={report} theme={theme} page={page} asked={asked} />,
    });
  }

  @Get('mentions.csv')
  async download(
    @Param() ids: Record<string, string>,
    @Query() raw: RawQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { caller, path, query } = await this.read(ids, raw, request, response);
    const batches = await this.mentions.batchesOf(path, query);
    const { report, theme } = await this.themeOf(caller, path);
    response
      .attachment(`${fileNameOf('mentions', report.product.name, theme.category_name)}.csv`)
      .set({ 'Cache-Control': 'no-store' });
    await pipeline(csvChunksOf(COLUMNS, cellsOf(batches)), response);
  }

  /** @throws 404 if the last report has no such theme */
  private async themeOf(caller: Caller, { id, theme_id }: { id: string; theme_id: string }) {
    const { data: report } = (await this.painPoints.reportFor(caller, id)).value;
    const theme = report.themes.find((each) => each.theme_id === theme_id);
    if (!theme) throw notFound();
    return { report, theme };
  }

  /** A form sends every field. Empty fields are not filters. @throws 403; 404 for a malformed id; 400 */
  private async read(ids: Record<string, string>, raw: RawQuery, request: Request, response: Response) {
    const { caller } = await this.gate.admit(listThemeMentions, request, response);
    const asked = Object.fromEntries(Object.entries(withFewRows(raw)).filter(([, value]) => value !== ''));
    return { caller, asked, ...this.input.validate(listThemeMentions, { path: ids, query: asked }) };
  }
}

async function* cellsOf(batches: AsyncIterable<ThemeMention[]>): AsyncGenerator<(string | number | null)[][]> {
  for await (const rows of batches) yield rows.map((row) => COLUMNS.map((name) => row[name]));
}
