import type { VNode } from 'preact';
import type { HandOverView } from '#workspace/destinations/hand-overs.operations.js';
import { Badge, Form, IfMay, Time } from '../parts/parts.page.js';

/** Where an opportunity was handed over, and whether the team has a HubSpot account for it. */
export interface HandOverState {
  made: readonly HandOverView[];
  isPossible: boolean;
}

/** The button that hands an opportunity over to HubSpot, and what has become of it. */
export function HandOver({ id, made, isPossible }: HandOverState & { id: string }): VNode | null {
  if (made.length === 0 && !isPossible) return null;
  const isAskable = isPossible && !made.some(({ status }) => status === 'succeeded' || status === 'pending');
  return (
    <section>
      <h2>HubSpot</h2>
      {made.map((each) => (
        <Made key={each.id} handOver={each} />
      ))}
      {isAskable && (
        <IfMay right="write">
          <Form action={`/app/opportunities/${id}/hand-over`} className="inline">
            <button type="submit">{made.length === 0 ? 'Hand over' : 'Hand over again'}</button>
          </Form>
        </IfMay>
      )}
    </section>
  );
}

function Made({ handOver }: { handOver: HandOverView }): VNode {
  const { status, detail, record_url, handed_over_at, destination_name } = handOver;
  if (handed_over_at) {
    return (
      <p>
        Handed over to {destination_name}, <Time at={handed_over_at} minutes />.{' '}
        {record_url && (
          <a href={record_url} rel="nofollow noreferrer">
            Open the deal
          </a>
        )}
      </p>
    );
  }
  if (status === 'pending') {
    return (
      <p>
        <Badge tone="wait">on its way</Badge> {detail ? `Tried again: ${detail}.` : 'Reload the page to see the deal.'}
      </p>
    );
  }
  return (
    <p>
      <Badge tone="bad">{status}</Badge> {detail}
    </p>
  );
}
