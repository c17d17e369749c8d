import type { VNode } from 'preact';
import type { CoverChange, CoverFigures, ReportCover } from '#market/report-insights/report-cover.operations.js';
import type { Report, ReportTheme } from '#market/report-reading/report.content.js';
import { shareInterval } from '#market/reports/share.interval.js';
import { BarList } from '../charts/bars.page.js';
import { longMonth } from '../charts/geometry.js';
import { Direction } from '../charts/small-marks.page.js';
import { Sparkline } from '../charts/sparkline.page.js';
import { StackedMonths } from '../charts/stacked-months.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { bucketAt, hasDates, pointsOf, sharesOf, stackOf } from './cover.view.js';
import { ChartLinks } from './chart-links.page.js';
import { changeOf, percentOf } from './change.words.js';
import { intervalOf } from './theme-parts.page.js';

export const STACK_TITLE = 'Problems named per 100 texts';
/** Where no chart of months is possible, the first screen has so many themes, and the words of so many. */
const LARGEST = 8;
const IN_THEIR_WORDS = 3;

interface CoverProps {
  report: Report;
  cover: ReportCover;
  /** Readers of a shared report have no address of the chart. */
  isShared?: boolean;
}

/** The first screen of a report: one sentence, four figures, the months by kind of problem, and what changed. */
export function Cover({ report, cover, isShared }: CoverProps): VNode {
  const stack = stackOf(cover, report.themes);
  const isDated = isDatedIn(cover);
  return (
    <section class="cover" aria-label="The report at a glance">
      <Verdict cover={cover} />
      <Figures report={report} cover={cover} />
      {cover.months && report.themes.length > 0 && (
        <div class="g12">
          <div class="c8">
            {stack ? (
              <>
                <div class="bar">
                  <h2 class="small-title">{STACK_TITLE}</h2>
                  <span class="small faint">Color: what changed. Gray: level.</span>
                </div>
                <StackedMonths
                  title={STACK_TITLE}
                  unit="by kind of problem"
                  {...stack}
                  marks={marksOf(cover, stack.buckets)}
                />
                {!isShared && <ChartLinks address={`/products/${report.product.id}/chart`} of="the months" />}
              </>
            ) : (
              <LargestProblems report={report} months={cover.months} />
            )}
          </div>
          {isDated ? (
            <WhatChanged report={report} changes={cover.what_changed ?? []} />
          ) : (
            <InTheirWords themes={report.themes} />
          )}
        </div>
      )}
    </section>
  );
}

/** The largest themes as bars, and why there are no months. */
function LargestProblems({ report, months }: { report: Report; months: NonNullable<ReportCover['months']> }): VNode {
  const undated = hasDates(report.themes)
    ? 'No text has a date before this month.'
    : 'No review has a date, so no theme has a trend.';
  return (
    <>
      <h2 class="small-title">Most named problems</h2>
      <BarList
        bars={report.themes.slice(0, LARGEST).map(({ theme_id, category_name, total_mentions }) => ({
          label: category_name,
          value: total_mentions,
          href: `#theme-${theme_id}`,
        }))}
      />
      <p class="hint">{months.length > 0 ? tooFewIn(months) : undated}</p>
    </>
  );
}

/** A sentence of each of the largest themes. */
function InTheirWords({ themes }: { themes: readonly ReportTheme[] }): VNode {
  return (
    <div class="c4">
      <h2 class="small-title">In their words</h2>
      {themes.slice(0, IN_THEIR_WORDS).map(({ theme_id, category_name, quotes: [quote] }) => (
        <a class="change" key={theme_id} href={`#theme-${theme_id}`}>
          <b dir="auto">{category_name}</b>
          {quote && (
            <q dir="auto" lang={foreignLanguageOf(quote.quote_text)}>
              {quote.quote_text}
            </q>
          )}
        </a>
      ))}
    </div>
  );
}

/** Whether a text of a complete month has a date. Without one nothing shows what changed. */
const isDatedIn = ({ months = [] }: ReportCover): boolean => months.length > 0;

const tooFewIn = (months: NonNullable<ReportCover['months']>): string =>
  `Too few texts from ${longMonth(months[0]?.month ?? '')} to ${longMonth(months.at(-1)?.month ?? '')} for a chart: at least half of its points need 20 each, in at most three months.`;

/** Words in quotation marks are names of problems. They are red only where one of them got worse beyond chance. */
export function Verdict({ cover: { verdict, direction } }: { cover: ReportCover }): VNode {
  const parts = verdict.split(/[“”]/);
  // The second theme stands behind "while", which may also be a word of a name.
  const turn = parts.findIndex((part, at) => at % 2 === 0 && part.includes(' while '));
  return (
    <p class="verdict">
      {parts.map((part, at) => {
        if (at % 2 === 0) return part;
        const words = `“${part}”`;
        return direction === 'level' ? (
          words
        ) : (
          <em key={part} class={turn >= 0 && at > turn ? 'better' : direction}>
            {words}
          </em>
        );
      })}
    </p>
  );
}

function Figures({ report, cover }: CoverProps): VNode | null {
  const { figures } = cover;
  if (!figures) return null;
  const { texts_read, texts_with_problem, share_with_problem, average_rating, rating_change, top_rising } = figures;
  const interval = intervalOf(shareInterval(texts_with_problem, texts_read), 0);
  const range = report.metadata?.date_range;
  return (
    <dl class="figures">
      <div>
        <dt>Texts read</dt>
        <dd>
          {texts_read.toLocaleString('en')}
          {report.metadata && (
            <span class="sub">
              {range?.from && range.to
                ? rangeIn(range.from, range.to) + openMonthIn(range.to, cover.months)
                : 'without dates'}
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Name a problem</dt>
        <dd>
          {Math.round(100 * share_with_problem)}% <i>{interval}</i>
          <span class="sub">{`${texts_with_problem.toLocaleString('en')} of them`}</span>
        </dd>
      </div>
      {average_rating != null && (
        <div>
          <dt>Average stars</dt>
          <dd>
            {average_rating.toFixed(1)} <i>of 5</i>
            {rating_change != null && range?.to && <RatingChange change={rating_change} newest={range.to} />}
          </dd>
        </div>
      )}
      {isDatedIn(cover) && (
        <div>
          <dt>Rises most</dt>
          <dd>
            {top_rising ? (
              <>
                {pointsOfRise(top_rising)} <i>points</i>
              </>
            ) : (
              'nothing'
            )}
            <span class="sub">{top_rising ? top_rising.category_name : 'no change beyond chance'}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** The rise of a share in percentage points, by which the greatest is chosen. */
const pointsOfRise = ({ from_share, to_share }: NonNullable<CoverFigures['top_rising']>): string =>
  `+${(100 * (to_share - from_share)).toFixed(1)}`;

/** The last 90 days of reviews end with the newest one, which may be old. */
function RatingChange({ change, newest }: { change: number; newest: string }): VNode {
  const isLevel = Math.abs(change) < 0.05;
  const words = isLevel ? 'the same' : `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(2)}`;
  return (
    <span class="sub">
      {!isLevel && <Direction isUp={change > 0} isWorse={change < 0} />}
      {`${words} in the 90 days to ${longMonth(newest.slice(0, 7))}`}
    </span>
  );
}

const rangeIn = (from: string, to: string): string => `${longMonth(from.slice(0, 7))} to ${longMonth(to.slice(0, 7))}`;

/** The last month of the changes, which leave out one that is not over. */
function openMonthIn(to: string, months: ReportCover['months'] = []): string {
  const [newest, last] = [to.slice(0, 7), months.at(-1)?.month];
  return last && newest > last ? `; changes until ${longMonth(last)}` : '';
}

/** The releases of a report as marks of its months. */
export function marksOf({ markers = [] }: ReportCover, buckets: Parameters<typeof bucketAt>[0]) {
  const releases = markers.filter(({ kind }) => kind === 'release').slice(0, 4);
  return releases.flatMap(({ month, label }) => {
    const at = bucketAt(buckets, month);
    const isHot = markers.some((each) => each.kind === 'change' && each.month === month);
    return at < 0 ? [] : [{ at, text: `Release ${label}`, isHot }];
  });
}

function WhatChanged({ report, changes }: { report: Report; changes: readonly CoverChange[] }): VNode {
  const themes = new Map(report.themes.map((theme) => [theme.theme_id, theme]));
  const max = Math.max(1, ...changes.flatMap(({ theme_id }) => sharesOf(themes.get(theme_id ?? ''))));
  return (
    <div class="c4">
      <h2 class="small-title">What changed</h2>
      {changes.length === 0 && (
        <p class="quiet">Nothing beyond chance. That is a result too: the problems are the same as before.</p>
      )}
      {changes.map((change) => (
        <Change key={change.category_name} change={change} theme={themes.get(change.theme_id ?? '')} max={max} />
      ))}
    </div>
  );
}

function Change({ change, theme, max }: { change: CoverChange; theme?: ReportTheme; max: number }): VNode {
  const { category_name, direction, month, from_share, to_share, quote } = change;
  const points = theme ? pointsOf(theme, 12) : [];
  return (
    <a class="change" href={`#theme-${change.theme_id ?? ''}`}>
      <b dir="auto">{category_name}</b>
      <p>
        <Direction isUp={direction === 'worse'} /> {percentOf(from_share)} → <strong>{percentOf(to_share)}</strong>{' '}
        {month ? changeOf({ month, from_share, to_share }).text.replace(/^.*(?=since)/, '') : 'since the last report'}
      </p>
      <Sparkline
        values={points.map(({ share }) => share)}
        max={max}
        tone={direction === 'worse' ? 'rise' : 'fall'}
        changedAt={month ? bucketAt(points, month) : undefined}
        width={84}
      />
      {quote && (
        <q dir="auto" lang={foreignLanguageOf(quote)}>
          {quote}
        </q>
      )}
    </a>
  );
}
