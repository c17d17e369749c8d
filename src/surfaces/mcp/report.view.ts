import { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { AnalysisMetadata, ThemeFigures } from '#market/reports/analysis-metadata.dto.js';
import type { Theme } from '#market/reports/theme.dto.js';
import { type InputFault, validationFailed } from '#platform/errors/application-error.js';
import { inlineSchemaOf } from '#platform/operations/json-schema.js';
import { FieldsArgument } from './tool.fields.js';
import { clipped } from '#platform/text/clipped.text.js';
import { briefSchema, bytesOf, MAX_BYTES, type Presented, type ToolView } from './tool.view.js';

/** The maximum number of characters of a report, unless the caller asks for one theme or for more fields. */
const REPORT_LIMIT = 6_000;
/** Reserved for `meta`. */
const META_CHARACTERS = 600;
const MAX_SUMMARY_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_THEME_NAME_LENGTH = 200;
const NEWEST_MONTHS = 12;
const FEWER_QUOTES = [3, 1];

/** The fields of a theme that the summary of a report omits. The trend sums up the months. */
const LEFT_OUT = ['theme_id', 'family', 'variants', 'share_low', 'share_high', 'months', 'change', 'rising'] as const;
type LeftOut = (typeof LEFT_OUT)[number];
type ShownTheme = Omit<Theme, LeftOut> & Partial<Pick<Theme, LeftOut>>;

/** A report as JSON. A caller may name single fields of its parts. */
type Report = Omit<PainPointsReport, 'metadata' | 'themes'> & {
  metadata?: Omit<AnalysisMetadata, 'themes'> & { themes?: Partial<ThemeFigures>[] };
  themes: ShownTheme[];
};

const whole = inlineSchemaOf(PainPointsReport);
const fields = new FieldsArgument(whole, 'metadata (figures of the analysis), themes');

/** The parts of a report that a summary cuts or leaves out. */
const PARTS = ['product', 'summary', 'themes', 'metadata'] as const;
const MORE =
  'Call get_pain_points again with theme set to a category_name for every quote of that theme and its theme_id, or with ' +
  'fields ["all"] for the whole report.';
const ONE_THEME = 'Call get_pain_points with theme set to a category_name, and without fields, for all of one theme.';

/**
 * A report of at most `REPORT_LIMIT` characters: its themes in order, and as many quotes as there is space for. With more
 * fields it has all of them that fit into an answer.
 */
export const reportView: ToolView = {
  arguments: {
    theme: {
      type: 'string',
      maxLength: MAX_THEME_NAME_LENGTH,
      description: 'A category_name of the report, to get only this theme, with every quote',
    },
    fields: fields.schema,
  },
  schema: briefSchema(whole, ['metadata', 'progress', 'product', 'months', 'variants']),
  check: ({ theme, fields: names }) => [...checkTheme(theme), ...fields.check(names)],
  present: (data, given) => {
    const report = data as Report;
    const { theme, fields: names } = given;
    const isOne = typeof theme === 'string';
    const whole = isOne ? onlyTheme(report, theme) : report;
    const short = isOne ? withoutMetadata(whole) : shortened(whole);
    const shown = fields.extend({ ...short }, { ...whole }, names) as unknown as Report;
    return fitted(shown, isOne ? undefined : moreOf(shown, whole));
  },
};

function checkTheme(theme: unknown): InputFault[] {
  if (theme === undefined || (typeof theme === 'string' && theme.length <= MAX_THEME_NAME_LENGTH)) return [];
  return [themeFault('is_string', `theme must be text of at most ${MAX_THEME_NAME_LENGTH} characters`)];
}

const themeFault = (code: string, message: string): InputFault => ({
  field: 'theme',
  location: 'query',
  code,
  message,
});

function onlyTheme(report: Report, name: string): Report {
  const wanted = name.trim().toLowerCase();
  const themes = report.themes.filter(({ category_name }) => category_name.toLowerCase() === wanted);
  if (themes.length > 0) return { ...report, themes };
  const allowed = report.themes.map(({ category_name }) => category_name);
  const message = allowed.length > 0 ? `theme must be one of: ${allowed.join(', ')}` : 'the report has no themes';
  throw validationFailed([{ ...themeFault('is_in', message), allowed }]);
}

function withoutMetadata({ metadata: _, ...report }: Report): Report {
  return report;
}

function shortened(report: Report): Report {
  if (lengthOf(report) <= SPACE) return report;
  const rest = withoutMetadata(report);
  if (lengthOf(rest) <= SPACE) return rest;
  const { product, summary, themes } = report;
  const description = product.description && clipped(product.description, MAX_DESCRIPTION_LENGTH);
  const short: Report = {
    ...rest,
    product: { ...product, description },
    summary: clipped(summary, MAX_SUMMARY_LENGTH),
    themes: themes.map((theme) => ({ ...theme, quotes: [] as Theme['quotes'] })),
  };
  for (const theme of short.themes) for (const name of LEFT_OUT) delete theme[name];
  while (lengthOf(short) > SPACE && short.themes.length > 1) short.themes.pop();
  addQuotes(short, themes);
  return short;
}

const SPACE = REPORT_LIMIT - META_CHARACTERS;

const lengthOf = (report: Report): number => JSON.stringify(report).length;

/** What the shown report lacks, and how to get it. */
function moreOf(shown: Report, report: Report): string | undefined {
  const missing = PARTS.filter((part) => JSON.stringify(shown[part]) !== JSON.stringify(report[part]));
  if (missing.length === 0) return undefined;
  const [some, all] = [shown.themes.length, report.themes.length];
  const top = some < all ? `These are the top ${some} of ${all} themes. ` : '';
  return `${top}Cut or left out: ${missing.join(', ')}. ${MORE}`;
}

/** Adds the first quote of every theme, then the second, and so on, while there is space. */
function addQuotes(short: Report, themes: ShownTheme[]): void {
  let used = lengthOf(short);
  const most = Math.max(...themes.map(({ quotes }) => quotes.length));
  for (let round = 0; round < most; round++) {
    for (const [index, theme] of short.themes.entries()) {
      const quote = themes[index]?.quotes[round];
      const length = quote ? JSON.stringify(quote).length + 1 : 0;
      if (!quote || theme.quotes.length < round || used + length > SPACE) continue;
      theme.quotes.push(quote);
      used += length;
    }
  }
}

/** What a report that is too large for an answer gives up, in this order, before it loses themes. */
const CUTS: readonly [part: string, cut: (report: Report) => Report][] = [
  ['months', (report) => withMonths(report, (months) => months?.slice(-NEWEST_MONTHS))],
  ['months', (report) => withMonths(report, () => undefined)],
  ['variants', (report) => withThemes(report, () => ({ variants: undefined }))],
  ...FEWER_QUOTES.map((most): (typeof CUTS)[number] => [
    'quotes',
    (report) => withThemes(report, ({ quotes }) => ({ quotes: quotes?.slice(0, most) })),
  ]),
];

const fits = (report: Report): boolean => bytesOf(report) <= MAX_BYTES - META_CHARACTERS;

function fitted(report: Report, nextStep: string | undefined): Presented {
  if (fits(report)) return { data: report, nextStep };
  const lost = new Set<string>();
  let short = report;
  for (const [part, cut] of CUTS) {
    if (fits(short)) break;
    short = cut(short);
    lost.add(part);
  }
  while (!fits(short) && short.themes.length > 1) {
    short = { ...short, themes: short.themes.slice(0, -1) };
    lost.add('themes');
  }
  const words = [...lost].join(', ');
  return { data: short, nextStep: `The report is too large for one answer. Cut or left out: ${words}. ${ONE_THEME}` };
}

const withThemes = (report: Report, change: (theme: ShownTheme) => Partial<ShownTheme>): Report => ({
  ...report,
  themes: report.themes.map((theme) => ({ ...theme, ...change(theme) })),
});

/** The report with other months of its themes, where they are listed and in the metadata. */
function withMonths(report: Report, change: <Month>(months: Month[] | undefined) => Month[] | undefined): Report {
  const { metadata, ...rest } = withThemes(report, ({ months }) => ({ months: change(months) }));
  if (!metadata?.themes) return { ...rest, metadata };
  const themes = metadata.themes.map((theme) => ({ ...theme, mentions_by_month: change(theme.mentions_by_month) }));
  return { ...rest, metadata: { ...metadata, themes } };
}
