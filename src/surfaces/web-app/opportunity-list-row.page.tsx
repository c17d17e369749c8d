import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { IfMay } from './if-may.page.js';
import { OPPORTUNITY_LIST } from './opportunity-list.query.js';
import { ROW_CHANGES } from './opportunity-list-changes.js';
import { bylineOf, OwnDate } from './opportunity-parts.page.js';

const LONGEST_EXCERPT = 160;

/** One opportunity of the list: who wants what, the evidence, and one button for each usual decision. */
export function OpportunityListRow({ item }: { item: OpportunityDetail }): VNode {
  const { id, title, score, score_reasons: reasons, status, is_viewed } = item;
  return (
    <li class={is_viewed ? 'row' : 'row unread'} data-row={id} data-status={status} data-viewed={is_viewed ? '1' : '0'}>
      <IfMay right="write">
        <input type="checkbox" name="ids" value={id} aria-label={`Select ${title}`} />
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
          <a href={`${OPPORTUNITY_LIST}/${id}`} dir="auto">
            {title}
          </a>
        </h2>
        <p>
          <bdi class="row-who">{bylineOf(item)}</bdi> <q dir="auto">{excerptOf(item)}</q>
        </p>
      </div>
      <div class="row-facts">
        <span class="row-source">
          {item.review?.platform ?? item.mention?.forum_community ?? item.source}, <OwnDate of={item} />
        </span>
        <span class="row-status" data-status-text="">
          {status}
        </span>
      </div>
      <IfMay right="write">
        <div class="row-actions">
          {ROW_CHANGES.map(([change, label]) => (
            <button
              key={change}
              type="submit"
              name="one"
              value={`${id} ${change}`}
              data-change={change}
              aria-label={`${label}: ${title}`}
            >
              {label}
            </button>
          ))}
        </div>
      </IfMay>
    </li>
  );
}

/** The evidence of the need, else of the problem, else the beginning of the text. */
function excerptOf({ review, mention }: OpportunityDetail): string {
  const analysis = review?.pain_points_analysis ?? mention?.pain_points;
  const text =
    analysis?.buying_signals[0]?.evidence ?? analysis?.items[0]?.quote ?? review?.text ?? mention?.text ?? '';
  return text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT - 2)}…` : text;
}
