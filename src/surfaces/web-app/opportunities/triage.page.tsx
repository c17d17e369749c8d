import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { Form } from '../parts/parts.page.js';

interface TriageView {
  opportunity: OpportunityDetail;
  csrfToken: string;
}

/** The team's triage of an opportunity: its status, and whether it was viewed. */
export function Triage({ opportunity: { id, status, is_viewed }, csrfToken }: TriageView): VNode {
  const action = `/app/opportunities/${id}/triage`;
  return (
    <div class="triage">
      <Form action={action} csrfToken={csrfToken} className="inline">
        <input type="hidden" name="seen" value={status} />
        <select name="status" aria-label="Status">
          {OPPORTUNITY_STATUSES.map((each) => (
            <option key={each} value={each} selected={each === status}>
              {each}
            </option>
          ))}
        </select>{' '}
        <button type="submit">Save</button>
      </Form>
      <Form action={action} csrfToken={csrfToken} className="inline">
        <button class="plain" type="submit" name="is_viewed" value={is_viewed ? 'false' : 'true'}>
          {is_viewed ? 'Mark as not viewed' : 'Mark as viewed'}
        </button>
      </Form>
    </div>
  );
}
