import type { VNode } from 'preact';
import type { OpportunityDetail } from '#workspace/opportunities/opportunity.dto.js';
import { OPPORTUNITY_STATUSES } from '#workspace/opportunities/opportunity.vocabulary.js';
import { Form } from './parts.page.js';

interface TriageView {
  opportunity: OpportunityDetail;
  /** Names the choice of a status to those who do not see what stands around it. */
  label: string;
  /** Where to go afterwards; the opportunity's own page without it. */
  back?: string;
  csrfToken: string;
}

/** What a team makes of an opportunity: its status, and whether it was viewed. */
export function Triage({ opportunity: { id, status, is_viewed }, label, back, csrfToken }: TriageView): VNode {
  const action = `/app/opportunities/${id}/triage`;
  const whence = back && <input type="hidden" name="back" value={back} />;
  return (
    <div class="triage">
      <Form action={action} csrfToken={csrfToken} className="inline">
        {whence}
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
        {whence}
        <button class="plain" type="submit" name="is_viewed" value={is_viewed ? 'false' : 'true'}>
          {is_viewed ? 'Mark unviewed' : 'Mark viewed'}
        </button>
      </Form>
    </div>
  );
}
