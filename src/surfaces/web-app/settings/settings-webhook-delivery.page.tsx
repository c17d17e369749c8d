import type { VNode } from 'preact';
import { clipped } from '#platform/text/clipped.text.js';
import type { WebhookDeliveryWithBodies } from '#accounts/webhooks/webhook-deliveries.operations.js';
import type { PageContext } from '../parts/app-pages.js';
import { Time } from '../parts/parts.page.js';
import { answerOf, DeliveryState, ReplayButton } from './settings-webhook.page.js';

/** The API has bodies in full; all of them would make the page larger than 60 kB. */
const LONGEST_REQUEST = 12_000;
const LONGEST_ANSWER = 1_000;

function Body({ text, most }: { text: string; most: number }): VNode {
  return (
    <>
      <pre tabIndex={0}>{clipped(text, most)}</pre>
      {text.length > most && (
        <p class="hint">{`The first ${most.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`}</p>
      )}
    </>
  );
}

/** One delivery: what was sent, and what the receiver answered each time. */
export function WebhookDeliveryPage({
  delivery,
  context: { csrfToken },
}: {
  delivery: WebhookDeliveryWithBodies;
  context: PageContext;
}): VNode {
  const { request, attempts } = delivery;
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p>
        <a href={`/app/settings/webhooks/${delivery.endpoint_id}`}>← The endpoint</a>
      </p>
      <h2>{delivery.event_type}</h2>
      <p>
        <DeliveryState status={delivery.status} /> created <Time at={delivery.created_at} minutes />
        {delivery.next_attempt_at && (
          <>
            , next attempt <Time at={delivery.next_attempt_at} minutes />
          </>
        )}
      </p>
      <ReplayButton id={delivery.id} csrfToken={csrfToken} />
      <h2>Request</h2>
      <pre tabIndex={0}>{headers.join('\n')}</pre>
      <Body text={request.body} most={LONGEST_REQUEST} />
      <h2>Answers</h2>
      {attempts.length === 0 && <p class="quiet">No attempt yet.</p>}
      {attempts.map((attempt) => (
        <section key={attempt.number}>
          <h3>
            {attempt.number}. {answerOf(attempt)} after {attempt.duration_ms.toLocaleString('en')} ms,{' '}
            <Time at={attempt.started_at} minutes />
          </h3>
          {attempt.response_body && <Body text={attempt.response_body} most={LONGEST_ANSWER} />}
        </section>
      ))}
    </>
  );
}
