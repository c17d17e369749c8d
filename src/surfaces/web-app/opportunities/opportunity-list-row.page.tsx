import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { IfMay } from '../parts/parts.page.js';
import { ROW_CHANGES } from './opportunity-list-changes.js';
import { OPPORTUNITY_LIST } from './opportunity-list.query.js';
import { authorLineOf, authorOf, OpportunityTitle, OwnDate, sourceOf } from './opportunity-parts.page.js';

const MAX_EXCERPT_LENGTH = 160;
/** A title that has so many characters of a text quotes it. */
const QUOTED_CHARACTERS = 40;

/** One opportunity of the list: who wants what, the evidence, and one button for each usual decision. `number` is its place. */
export function OpportunityListRow({ item, number }: { item: OpportunityDetail; number: number }): VNode {
  const { id, title, score, score_reasons: reasons, status, is_viewed } = item;
  const [byline, excerpt] = [bylineIn(item), excerptOf(item)];
  // The controls are named after the title, without a copy of it.
  const named = (control: string) => ({
    id: control + number,
    'aria-labelledby': `${control}${number} title${number}`,
  });
  return (
    <li class={is_viewed ? 'row' : 'row unread'} data-row={id} data-status={status} data-viewed={is_viewed ? '1' : '0'}>
      <IfMay right="write">
        <input {...named('select')} type="checkbox" name="ids" value={id} aria-label="Select" />
      </IfMay>
      <span class="score" title={reasons.join('\n')}>
        <span class="unseen">Score </span>
        {score}
      </span>
      <div class="row-text">
        <h2>
          <span class="unseen" data-viewed-text="">
            {is_viewed ? '' : 'Not viewed: '}
          </span>
          <a id={`title${number}`} href={`${OPPORTUNITY_LIST}/${id}`} dir="auto">
            <OpportunityTitle title={title} />
          </a>
        </h2>
        <p>
          {byline && <bdi class="row-who">{byline}</bdi>} {excerpt && <Excerpt>{excerpt}</Excerpt>}
        </p>
      </div>
      <div class="row-facts">
        <span class="row-source">
          <span>{sourceOf(item)},</span> <OwnDate of={item} />
        </span>
        <span class="row-status" data-status-text="">
          {status}
        </span>
      </div>
      <IfMay right="write">
        <div class="row-actions">
          {ROW_CHANGES.map(([change, label]) => (
            <button
              {...named(change)}
              key={change}
              type="submit"
              name="one"
              value={`${id} ${change}`}
              data-change={change}
            >
              {label}
            </button>
          ))}
        </div>
      </IfMay>
    </li>
  );
}

function Excerpt({ children }: { children: string }): VNode {
  return (
    <q dir="auto" lang={foreignLanguageOf(children)}>
      {children}
    </q>
  );
}

/** The author and the product of the text, unless the title names them. */
function bylineIn(item: OpportunityDetail): string {
  const product = (item.review ?? item.mention)?.product?.name;
  return product !== undefined && item.title.includes(product) ? (authorOf(item) ?? '') : authorLineOf(item);
}

/**
 * The evidence of the need, else of the problem, else the beginning of the text: the first that the title does not quote.
 * Else the whole of what the title quotes, of which a row may show only the first words.
 */
function excerptOf({ title, review, mention }: OpportunityDetail): string {
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const evidence = [
    ...(analysis?.buying_signals.map((signal) => signal.evidence) ?? []),
    ...(analysis?.items.map(({ quote }) => quote) ?? []),
    review?.title ?? '',
    review?.text ?? mention?.text ?? '',
  ].map((text) => inOneLine(clipped(text, MAX_EXCERPT_LENGTH)));
  const other = evidence.find((text) => text !== '' && !title.includes(text.slice(0, QUOTED_CHARACTERS)));
  return other ?? evidence.find(({ length }) => length > QUOTED_CHARACTERS) ?? '';
}
