import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import { inOneLine } from '#platform/text/one-line.text.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { Avatar } from '../parts/avatar.page.js';
import { foreignLanguageOf } from '../parts/foreign-language.js';
import { IfMay } from '../parts/parts.page.js';
import { rowField } from './opportunity-list-changes.js';
import { sourceOf } from './opportunity-parts.page.js';
import { analysisOf, NeedChip, productOf, Signal } from './opportunity-signs.page.js';
import { ageOf, calledOf, writerOf } from './writer.js';

const MAX_WORDS = 160;

interface RowProps {
  item: OpportunityDetail;
  /** Its place on the page, from 0. */
  number: number;
  href: string;
  isCurrent: boolean;
}

/** One opportunity of the list: who, in which words, for what need and product, how old. The whole row opens it. */
export function OpportunityListRow({ item, number, href, isCurrent }: RowProps): VNode {
  const { id, status, is_viewed } = item;
  const writer = writerOf(item);
  const words = wordsOf(item);
  const classes = ['row', !is_viewed && 'unread', isCurrent && 'current'].filter(Boolean).join(' ');
  return (
    <li class={classes} data-row={id} data-status={status} data-viewed={is_viewed ? '1' : '0'}>
      <IfMay right="write">
        <input
          id={`select${number}`}
          aria-labelledby={`select${number} title${number}`}
          type="checkbox"
          name="ids"
          value={rowField(id, status)}
          aria-label="Select"
        />
      </IfMay>
      <Avatar name={writer.name} />
      <h2>
        <a id={`title${number}`} href={href} dir="auto" aria-current={isCurrent ? 'true' : undefined}>
          <span class="unseen">{is_viewed ? '' : 'Not viewed: '}</span>
          <span class="row-who">
            <b>{calledOf(writer.name, sourceOf(item))}</b>
            {writer.company && ` · ${clipped(writer.company, 60)}`}
          </span>{' '}
          <span class="row-says" lang={foreignLanguageOf(words)}>
            {words && `“${words}”`}
          </span>
        </a>
      </h2>
      <span class="row-age">{ageOf(item)}</span>
      <p class="row-tags">
        <NeedChip item={item} />
        {productOf(item) && <span class="chip">{clipped(productOf(item)?.name ?? '', 30)}</span>}
        {item.assignee && <span class="chip">{clipped(item.assignee.name.split('@', 1)[0] ?? '', 20)}</span>}
        <span class="row-status">{status}</span>
      </p>
      <Signal item={item} />
    </li>
  );
}

/** The words that the title quotes, else the evidence of the need or the problem, else the beginning of the text. */
export function wordsOf(item: OpportunityDetail): string {
  const [, quoted = ''] = item.title.split('“', 2);
  const analysis = analysisOf(item);
  const words = [
    quoted.replace(/”$/, ''),
    ...(analysis?.buying_signals.map(({ evidence }) => evidence) ?? []),
    ...(analysis?.items.map(({ quote }) => quote) ?? []),
    item.review?.text ?? item.mention?.text ?? '',
  ];
  return inOneLine(clipped(words.find((each) => each !== '') ?? '', MAX_WORDS));
}
