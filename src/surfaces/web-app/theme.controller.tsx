import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, Query, Req, Res, UseFilters } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignedInPages } from '#access/sign-in/signed-in.guard.js';
import { PainPointsService } from '#market/pain-points/pain-points.service.js';
import { listThemeMentions, type ThemeMention } from '#market/pain-points/theme-mentions.operations.js';
import { ThemeMentionsService } from '#market/pain-points/theme-mentions.service.js';
import { notFound } from '#platform/errors/application-error.js';
import { csvChunksOf } from '#platform/files/csv.writer.js';
import { AppPages } from './app-pages.js';
import { FormInput } from './form-input.js';
import { type RawQuery, withFewRows } from './form-texts.js';
import { PageFailureFilter } from './page-failure.filter.js';
import { PageGate } from './page.gate.js';
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
    const { value: report } = await this.painPoints.reportFor(caller, path.id);
    const theme = report.data.themes.find(({ theme_id }) => theme_id === path.theme_id);
    if (!theme) throw notFound();
    await this.pages.send(request, response, {
      title: `${theme.category_name} · ${report.data.product.name}`,
      section: 'products',
      content: () => <ThemePage report={report.data} theme={theme} page={page} asked={asked} />,
    });
  }

  @Get('mentions.csv')
  async download(
    @Param() ids: Record<string, string>,
    @Query() raw: RawQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { path, query } = await this.read(ids, raw, request, response);
    const batches = await this.mentions.batchesOf(path, query);
    response
      .set({ 'Content-Disposition': 'attachment; filename="mentions.csv"', 'Cache-Control': 'no-store' })
      .type('text/csv');
    await pipeline(csvChunksOf(COLUMNS, cellsOf(batches)), response);
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
