import type { VNode } from 'preact';
import type { Report } from '#market/report-reading/report.content.js';
import { Pager, Table, Time } from '../parts/parts.page.js';
import { themeLinksOf } from './themes.page.js';
import { changeOf } from './change.words.js';
import { hasDates } from './cover.view.js';

/** Keeps a page of the list under 60 kB. */
const THEMES_OF_PAGE = 200;

interface AllThemesProps {
  report: Report;
  /** The address of the report. */
  path: string;
  /** From 1 on. */
  page: number;
  isShared?: boolean;
}

/** Every theme of a report in one line each, without evidence. Most mentions first. */
export function AllThemes({ report, path, page, isShared }: AllThemesProps): VNode {
  const { product, themes, generated_at } = report;
  const hrefOf = themeLinksOf(report, isShared);
  const start = (page - 1) * THEMES_OF_PAGE;
  const shown = themes.slice(start, start + THEMES_OF_PAGE);
  const areDatesKnown = hasDates(themes);
  const pagination = { page, page_size: THEMES_OF_PAGE, has_more: start + shown.length < themes.length };
  return (
    <>
      <p class="screen-only">
        <a href={path}>← The report</a>
      </p>
      <h1 dir="auto">{`All ${themes.length} themes of ${product.name}`}</h1>
      <p class="quiet">
        As of <Time at={generated_at} minutes />, most mentions first. Missing features follow after the other themes,
        and the reviews that are in no theme are at the end.
        {!areDatesKnown && ' No review has a date, so no theme has a trend.'}
      </p>
      <Table columns={['Theme', 'Mentions', 'Impact', areDatesKnown && 'Change']}>
        {shown.map((theme) => (
          <tr key={theme.theme_id}>
            <td>{isShared ? theme.category_name : <a href={hrefOf(theme)}>{theme.category_name}</a>}</td>
            <td data-label="Mentions">{theme.total_mentions.toLocaleString('en')}</td>
            <td>{`${theme.impactLevel} impact`}</td>
            {areDatesKnown && <td>{theme.months?.length === 0 ? 'no dates' : changeOf(theme.change).text}</td>}
          </tr>
        ))}
      </Table>
      <Pager pagination={pagination} href={(number) => `${path}?themes=${number}`} />
    </>
  );
}
