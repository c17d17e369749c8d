import { PainPointsReport } from '#market/report-reading/pain-points.operations.js';
import type { Theme } from '#market/reports/theme.dto.js';
import { type InputFault, validationFailed } from '#platform/errors/application-error.js';
import { inlineSchemaOf } from '#platform/operations/json-schema.js';
import { FieldsArgument } from './tool.fields.js';
import { clipped } from '#platform/text/clipped.text.js';
import { briefSchema, type Presented, type ToolView } from './tool.view.js';

/** The maximum number of characters of a report, unless the caller asks for one theme or for more fields. */
const REPORT_LIMIT = 6_000;
/** Reserved for `meta`. */
const META_CHARACTERS = 600;
const MAX_SUMMARY_LENGTH = 1_000;
const MAX_DESCRIPTION_LENGTH = 200;
const MAX_THEME_NAME_LENGTH = 200;

/** The fields of a theme that the summary of a report omits. The trend sums up the months. */
const LEFT_OUT = ['theme_id', 'family', 'variants', 'share_low', 'share_high', 'months', 'change', 'rising'] as const;
type LeftOut = (typeof LEFT_OUT)[number];
type ShownTheme = Omit<Theme, LeftOut> & Partial<Pick<Theme, LeftOut>>;

/** A report as JSON. */
type Report = Omit<PainPointsReport, 'metadata' | 'themes'> & { metadata?: unknown; themes: ShownTheme[] };

const whole = inlineSchemaOf(PainPointsReport);
const fields = new FieldsArgument(whole, 'metadata (figures of the analysis), themes');

const MORE =
  'Quotes and metadata were left out. Call get_pain_points again with theme set to a category_name for every quote of ' +
  'that theme and its theme_id, or with fields ["all"] for the whole report.';

/** A report of at most `REPORT_LIMIT` characters: its themes in order, and as many quotes as there is space for. */
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
    const { data: short, nextStep } =
      typeof given.theme === 'string' ? { data: onlyTheme(report, given.theme) } : shortened(report);
    return { data: fields.extend({ ...(short as object) }, { ...report }, given.fields), nextStep };
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

function onlyTheme({ metadata: _, ...report }: Report, name: string): Report {
  const wanted = name.trim().toLowerCase();
  const themes = report.themes.filter(({ category_name }) => category_name.toLowerCase() === wanted);
  if (themes.length > 0) return { ...report, themes };
  const allowed = report.themes.map(({ category_name }) => category_name);
  const message = allowed.length > 0 ? `theme must be one of: ${allowed.join(', ')}` : 'the report has no themes';
  throw validationFailed([{ ...themeFault('is_in', message), allowed }]);
}

function shortened(report: Report): Presented {
  if (lengthOf(report) <= SPACE) return { data: report };
  const { metadata: _, ...withoutMetadata } = report;
  if (lengthOf(withoutMetadata) <= SPACE) return { data: withoutMetadata, nextStep: MORE };
  const { product, summary, themes } = report;
  const description = product.description && clipped(product.description, MAX_DESCRIPTION_LENGTH);
  const short: Report = {
    ...withoutMetadata,
    product: { ...product, description },
    summary: clipped(summary, MAX_SUMMARY_LENGTH),
    themes: themes.map((theme) => ({ ...theme, quotes: [] as Theme['quotes'] })),
  };
  for (const theme of short.themes) for (const name of LEFT_OUT) delete theme[name];
  while (lengthOf(short) > SPACE && short.themes.length > 1) short.themes.pop();
  addQuotes(short, themes);
  return { data: short, nextStep: short.themes.length < themes.length ? `${leftOut(short, report)} ${MORE}` : MORE };
}

const SPACE = REPORT_LIMIT - META_CHARACTERS;

const lengthOf = (report: Report): number => JSON.stringify(report).length;

const leftOut = (short: Report, { themes }: Report): string =>
  `These are the top ${short.themes.length} of ${themes.length} themes.`;

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
