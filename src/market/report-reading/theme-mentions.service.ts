import { Injectable } from '@nestjs/common';
import type { TeamCaller } from '#platform/caller/caller.js';
import { validationFailed } from '#platform/errors/application-error.js';
import { CursorPage, Cursors, cursorExpired } from '#platform/operations/cursors.js';
import { START } from '#platform/operations/pagination.dto.js';
import { PainPointsService, type ThemeOfReport } from './pain-points.service.js';
import {
  listThemeMentions,
  type ThemeMention,
  type ThemeMentionsQuery,
  type ThemePath,
} from './theme-mentions.operations.js';
import {
  type MentionFilter,
  type MentionPlace,
  type StoredMention,
  MentionListsQueries,
} from './mention-lists.queries.js';

/** Mentions that are in memory at the same time. */
const BATCH = 1_000;

const NO_MENTIONS =
  'This report was made before mentions were stored. Generate a new report to list the reviews of its themes.';

/** Lists the reviews that name a theme of a report. */
@Injectable()
export class ThemeMentionsService {
  constructor(
    private readonly queries: MentionListsQueries,
    private readonly painPoints: PainPointsService,
    private readonly cursors: Cursors,
  ) {}

  /**
   * One page of mentions. All pages are of the report of the first page.
   * @throws 400 for a cursor that cannot be used or a variant that the theme does not have; 404 for an unknown product or a theme that its report does not have
   */
  async list(caller: TeamCaller, path: ThemePath, query: ThemeMentionsQuery): Promise<CursorPage<ThemeMention>> {
    const scope = { list: listThemeMentions.id, teamId: caller.team.id, filters: { ...path, ...query } };
    const [firstReportId, position, reviewDate = null] = ((await this.cursors.read(query, scope)) ?? []) as [
      reportId?: string,
      position?: number,
      reviewDate?: string | null,
    ];
    const report = firstReportId ? { reportId: firstReportId, hasMentions: true } : await this.themeWith(path, query);
    const filter = filterOf(report.reportId, path, query);
    const after = position === undefined ? null : { position, reviewDate };
    const rows = await this.queries.find(filter, after, query.page_size + 1);
    if (firstReportId && rows.length === 0 && !(await this.queries.areStored(firstReportId, path.theme_id))) {
      throw cursorExpired({ oldest_cursor: START });
    }
    const positionOf = (row: StoredMention) => {
      const { position: last, reviewDate: date } = placeOf(row);
      return [report.reportId, last, date];
    };
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf });
    return new CursorPage(page.data.map(present), page.pagination, report.hasMentions ? undefined : NO_MENTIONS);
  }

  /** All mentions in batches, of the report at the time of the call. @throws 400 for a variant that the theme does not have; 404 */
  async batchesOf(path: ThemePath, query: ThemeMentionsQuery): Promise<AsyncGenerator<ThemeMention[]>> {
    const { reportId } = await this.themeWith(path, query);
    return this.read(filterOf(reportId, path, query));
  }

  /** A theme that has the variants of a query. A misspelled one would look like one without reviews. @throws 400; 404 */
  private async themeWith({ id, theme_id }: ThemePath, query: ThemeMentionsQuery): Promise<ThemeOfReport> {
    const found = await this.painPoints.findTheme(id, theme_id);
    const allowed = found.theme.variants.map(({ name }) => name);
    const known = new Set(wordsOf(allowed));
    if (wordsOf(query.variant)?.some((word) => !known.has(word))) {
      const message = `variant must be one of: ${allowed.join(', ')}`;
      throw validationFailed([{ field: 'variant', location: 'query', code: 'is_in', message, allowed }]);
    }
    return found;
  }

  private async *read(filter: MentionFilter): AsyncGenerator<ThemeMention[]> {
    for (let last: StoredMention | undefined; ;) {
      const rows: StoredMention[] = await this.queries.find(filter, last ? placeOf(last) : null, BATCH);
      yield rows.map(present);
      if (rows.length < BATCH) return;
      last = rows.at(-1);
    }
  }
}

/** Several values of a bound mean "or", so the widest counts. A blank platform or variant does not filter. */
function filterOf(reportId: string, { theme_id }: ThemePath, query: ThemeMentionsQuery): MentionFilter {
  return {
    reportId,
    themeId: theme_id,
    minRating: query.min_rating?.length ? Math.min(...query.min_rating) : null,
    maxRating: query.max_rating?.length ? Math.max(...query.max_rating) : null,
    platforms: wordsOf(query.platform),
    variants: wordsOf(query.variant),
    publishedAfter: timeOf(query.published_after, Math.min),
    publishedBefore: timeOf(query.published_before, Math.max),
    sort: query.sort,
  };
}

/** The values in lowercase; null without any. */
function wordsOf(values: string[] | undefined): string[] | null {
  const words = values?.map((each) => each.trim().toLowerCase()).filter((each) => each !== '') ?? [];
  return words.length > 0 ? words : null;
}

const timeOf = (values: string[] | undefined, widest: (...times: number[]) => number): Date | null =>
  values?.length ? new Date(widest(...values.map((value) => Date.parse(value)))) : null;

const placeOf = ({ position, review_date }: StoredMention): MentionPlace => ({
  position,
  reviewDate: review_date?.toISOString() ?? null,
});

const present = ({ source_url, review_date, position: _, ...mention }: StoredMention): ThemeMention => ({
  review_id: mention.review_id,
  quote_text: mention.quote_text,
  rating: mention.rating,
  platform: mention.platform,
  source_url: source_url ?? '',
  review_date: review_date?.toISOString() ?? '',
  answer: mention.answer,
  strength: mention.strength,
});
