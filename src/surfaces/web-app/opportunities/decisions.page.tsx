import type { VNode } from 'preact';
import { Icon } from '#platform/pages/icon.page.js';
import { creditsInWords } from '#accounts/credits/credit.words.js';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { Form, IfMay } from '../parts/parts.page.js';
import { ROW_CHANGES } from './opportunity-list-changes.js';
import { OPPORTUNITY_LIST } from './opportunity-list.query.js';

/** Where an opportunity stands in its list. */
export interface PlaceInList {
  listHref: string;
  /** From 1; null if it is not on this page of the list. */
  position: number | null;
  /** Null if there are more than are counted. */
  total: number | null;
  previousHref: string | null;
  nextHref: string | null;
}

interface DecisionProps {
  opportunity: OpportunityDetail;
  place: PlaceInList | null;
}

/** The place in the list, the neighbors, and the status, each of whose buttons saves it. */
export function DetailHead({ opportunity, place }: DecisionProps): VNode {
  const { id, status } = opportunity;
  return (
    <header class="detail-head">
      <a class="back-to-list" href={place?.listHref ?? OPPORTUNITY_LIST}>
        ← List
      </a>
      <span class="quiet" data-position="">
        {place?.position && (
          <>
            <b>{place.position}</b>
            {place.total && ` of ${place.total.toLocaleString('en')}`}
          </>
        )}
      </span>
      <Neighbor href={place?.previousHref} rel="previous" word="Previous" icon="left" />
      <Neighbor href={place?.nextHref} rel="following" word="Next" icon="right" />
      <IfMay right="write">
        <Form action={`/app/opportunities/${id}/triage`} className="seg end">
          <input type="hidden" name="seen" value={status} />
          {OPPORTUNITY_STATUSES.map((each) => (
            <button key={each} name="status" value={each} aria-pressed={each === status ? 'true' : 'false'}>
              {each[0]?.toUpperCase() + each.slice(1)}
            </button>
          ))}
        </Form>
      </IfMay>
    </header>
  );
}

/** Hidden without a neighbor: the script shows it when it knows one. */
function Neighbor(props: { href?: string | null; rel: string; word: string; icon: 'left' | 'right' }): VNode {
  const { href, rel, word, icon } = props;
  return (
    <a class="icon neighbor" href={href ?? undefined} hidden={!href} data-neighbor={rel} title={word}>
      <Icon name={icon} />
      <span class="unseen">{word}</span>
    </a>
  );
}

const KEYS: Record<string, string> = { contacted: 'c', qualified: 'q', put_off_7: 's', dismissed: 'e' };

/** The id of the form at the foot, for the buttons of it that stand elsewhere. */
export const DECIDE_FORM = 'decide';

/** The usual decisions at the foot. Each leads to the next opportunity of the list. */
export function DecisionBar({ opportunity, place, pitchPrice }: DecisionProps & { pitchPrice: number }): VNode {
  return (
    <IfMay right="write">
      <Form action={`${OPPORTUNITY_LIST}/triage`} id={DECIDE_FORM} className="decide">
        <input type="hidden" name="back" value={place?.listHref ?? OPPORTUNITY_LIST} />
        <input type="hidden" name="next" value={place?.nextHref ?? ''} />
        <input type="hidden" name="seen" value={opportunity.status} />
        {ROW_CHANGES.map(([change, label]) => (
          <button key={change} name="one" value={`${opportunity.id} ${change}`} data-change={change}>
            {label} <kbd aria-hidden="true">{KEYS[change]}</kbd>
          </button>
        ))}
        <IfMay right="spend">
          <a class="button primary end" href="#pitch">
            <span>
              Pitch<span class="wide-only"> this person</span>
            </span>
            <span class="price">{pitchPrice === 0 ? 'free' : creditsInWords(pitchPrice)}</span>
          </a>
        </IfMay>
      </Form>
    </IfMay>
  );
}
