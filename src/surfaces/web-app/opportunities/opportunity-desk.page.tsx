import type { VNode } from 'preact';
import { Icon } from '#platform/pages/icon.page.js';
import { may } from '#access/policy/rights.js';
import { useFlash, usePage } from '../parts/page-context.js';
import { Form } from '../parts/parts.page.js';
import { DecisionBar, DetailHead, type PlaceInList } from './decisions.page.js';
import { KeySheet } from './key-sheet.page.js';
import { undoOf } from './opportunity-list-changes.js';
import { OpportunityList, type OpportunityListView } from './opportunity-list.page.js';
import { hrefOf, isWholeQueue, itemHref, OPPORTUNITY_LIST } from './opportunity-list.query.js';
import { OpportunityPage, type OpportunityView } from './opportunity.page.js';

/** What a key says to a person who may not decide. */
const READS_ONLY = 'You are a viewer of this team: members decide.';

interface DeskProps {
  /** Null without the list, for a script that has it. */
  list: OpportunityListView | null;
  /** Null when the list is empty. */
  open: OpportunityView | null;
  /** Which of the two a phone shows. */
  shows: 'list' | 'detail';
}

/** The list and the opportunity that is open, side by side; on a phone one of the two. */
export function OpportunityDesk({ list, open, shows }: DeskProps): VNode {
  const openId = open?.opportunity.id;
  const change = useFlash('triage');
  const mayDecide = may(usePage().team?.role, 'write');
  const back = list ? hrefOf(list.query, list.page.pagination.page) : OPPORTUNITY_LIST;
  return (
    <>
      {change && <Undo change={change} here={back} />}
      <div class="desk" data-shows={shows}>
        {list && <OpportunityList list={list} openId={openId} isMain={shows === 'list'} />}
        {open && <Detail list={list} open={open} isTitle={shows === 'detail'} />}
        {!open && (list && isWholeQueue(list.query) && list.total.count === 0 ? <NothingLeft /> : <NothingFound />)}
      </div>
      <p class="toast" role="status" data-toast="" data-refusal={mayDecide ? undefined : READS_ONLY} />
      {list && <KeySheet />}
    </>
  );
}

function Detail(props: { list: OpportunityListView | null; open: OpportunityView; isTitle: boolean }): VNode {
  const { list, open, isTitle } = props;
  const { opportunity, prices, canRedraft } = open;
  const place = list ? placeIn(list, opportunity.id) : null;
  return (
    <article class="detail" id="detail" data-detail={opportunity.id} aria-label="The open opportunity" tabIndex={-1}>
      <DetailHead opportunity={opportunity} place={place} />
      <OpportunityPage view={open} isTitle={isTitle} />
      <DecisionBar opportunity={opportunity} place={place} pitchPrice={canRedraft ? 0 : prices.pitch} />
    </article>
  );
}

/** Where an opportunity stands in the list, and its neighbors on the page. */
function placeIn({ page, total, query }: OpportunityListView, id: string): PlaceInList {
  const { page: number, page_size: size } = page.pagination;
  const at = page.items.findIndex((item) => item.id === id);
  const hrefAt = (index: number): string | null => {
    const item = page.items[index];
    return item ? itemHref(query, item.id, number) : null;
  };
  return {
    listHref: hrefOf(query, number),
    position: at < 0 ? null : (number - 1) * size + at + 1,
    total: total.isMore ? null : total.count,
    previousHref: at > 0 ? hrefAt(at - 1) : null,
    nextHref: hrefAt(at + 1),
  };
}

function NothingFound(): VNode {
  return (
    <section class="detail blank">
      <h2>Nothing to show</h2>
      <p class="actions">
        <a class="button" href={OPPORTUNITY_LIST}>
          See everyone you can reach
        </a>
      </p>
    </section>
  );
}

/** The end of the queue. */
function NothingLeft(): VNode {
  return (
    <section class="detail blank">
      <Icon name="check" />
      <h2>That was the last one</h2>
      <p class="quiet">
        New people appear here as soon as their texts are read. What you decided is under the other views.
      </p>
      <p class="actions">
        <a class="button" href={`${OPPORTUNITY_LIST}?view=active`}>
          See who is in progress
        </a>
        <a class="button quietly" href="/app/pitches">
          Pitches
        </a>
      </p>
    </section>
  );
}

/** The change that the last form made, with a button that takes it back. */
function Undo({ change, here }: { change: string; here: string }): VNode {
  const { text, made, before } = undoOf(change);
  return (
    <Form className="undo-line" action={`${OPPORTUNITY_LIST}/triage`}>
      <input type="hidden" name="back" value={here} />
      <input type="hidden" name="made" value={made} />
      {before.map((state) => (
        <input type="hidden" key={state} name="before" value={state} />
      ))}
      <span role="status">
        <Icon name="check" /> {text}
      </span>
      {before.length > 0 && (
        <button class="plain" type="submit" name="change" value="undo">
          Undo
        </button>
      )}
    </Form>
  );
}
