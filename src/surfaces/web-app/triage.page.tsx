import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { IfMay } from './if-may.page.js';
import { Form } from './parts.page.js';

interface TriageView {
  opportunity: OpportunityDetail;
  /** The accessible name of the status menu. */
  label: string;
  /** The address of the page to return to. Without it, the opportunity's own page. */
  back?: string;
  csrfToken: string;
}

/** The team's triage of an opportunity: its status, and whether it was viewed. */
export function Triage({ opportunity: { id, status, is_viewed }, label, back, csrfToken }: TriageView): VNode {
  const action = `/app/opportunities/${id}/triage`;
  const backField = back && <input type="hidden" name="back" value={back} />;
  return (
    <div class="triage">
      <IfMay right="write">
        <Form action={action} csrfToken={csrfToken} className="inline">
          {backField}
          <select name="status" aria-label={label}>
            {OPPORTUNITY_STATUSES.map((each) => (
              <option key={each} value={each} selected={each === status}>
                {each}
              </option>
            ))}
          </select>{' '}
          <button type="submit">Save</button>
        </Form>
        <Form action={action} csrfToken={csrfToken} className="inline">
          {backField}
          <button class="plain" type="submit" name="is_viewed" value={is_viewed ? 'false' : 'true'}>
            {is_viewed ? 'Mark as not viewed' : 'Mark as viewed'}
          </button>
        </Form>
      </IfMay>
    </div>
  );
}
