import type { VNode } from 'preact';
import type { WebhookDeliveryView } from '#accounts/webhooks/webhook-deliveries.operations.js';
import type { WebhookEndpointView } from '#accounts/webhooks/webhook-endpoints.operations.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import type { PageContext } from '../parts/app-pages.js';
import { ConfirmedForm } from '../parts/confirmed-form.page.js';
import { Badge, CopyButton, Form, Notice, Time } from '../parts/parts.page.js';
import { EndpointState } from './settings-webhooks.page.js';

interface EndpointView {
  endpoint: WebhookEndpointView;
  log: CursorPage<WebhookDeliveryView>;
  context: PageContext;
}

/** One endpoint: its state, what can be done with it, and the log of its deliveries. */
export function WebhookEndpointPage({ endpoint, log, context: { csrfToken, flash } }: EndpointView): VNode {
  const { next_cursor: next } = log.pagination;
  return (
    <>
      <p>
        <a href="/app/settings/webhooks">← All endpoints</a>
      </p>
      {flash?.kind === 'key' && <NewSecret value={flash.text} />}
      <h2 class="long">{endpoint.url}</h2>
      <p>
        <EndpointState endpoint={endpoint} /> {eventsIn(endpoint)} <span class="quiet">{endpoint.description}</span>
      </p>
      {endpoint.secrets.length > 0 && (
        <p class="quiet">Secrets end with {endpoint.secrets.map(({ hint }) => `…${hint}`).join(', ')}.</p>
      )}
      <Actions endpoint={endpoint} csrfToken={csrfToken} />
      <h2>Deliveries</h2>
      {log.data.length === 0 ? (
        <p class="quiet">Nothing was sent yet.</p>
      ) : (
        <DeliveryTable log={log.data} csrfToken={csrfToken} />
      )}
      {next && (
        <nav class="pager" aria-label="Pages">
          <a href={`/app/settings/webhooks/${endpoint.id}?cursor=${next}`} rel="next">
            Older deliveries →
          </a>
        </nav>
      )}
    </>
  );
}

function NewSecret({ value }: { value: string }): VNode {
  return (
    <Notice>
      <p>
        <strong>This is the new secret. Copy it now: it is not shown again.</strong>
      </p>
      <pre tabIndex={0} aria-label="The new secret">
        <code id="new-secret">{value}</code>
      </pre>
      <CopyButton source="new-secret">Copy the secret</CopyButton>
    </Notice>
  );
}

function Actions({ endpoint: { id, status }, csrfToken }: { endpoint: WebhookEndpointView; csrfToken: string }): VNode {
  const path = `/app/settings/webhooks/${id}`;
  const other = status === 'enabled' ? 'disabled' : 'enabled';
  return (
    <div class="row">
      <Form action={`${path}/test`} csrfToken={csrfToken} className="inline">
        <button type="submit">Send a test</button>
      </Form>
      <Form action={`${path}/rotate`} csrfToken={csrfToken} className="inline">
        <button type="submit">Replace the secret</button>
      </Form>
      <Form action={`${path}/status`} csrfToken={csrfToken} className="inline">
        <input type="hidden" name="status" value={other} />
        <button type="submit">{status === 'enabled' ? 'Disable' : 'Enable'}</button>
      </Form>
      <ConfirmedForm action={`${path}/delete`} csrfToken={csrfToken} word="Delete">
        Delete the endpoint and its deliveries
      </ConfirmedForm>
    </div>
  );
}

function DeliveryTable({ log, csrfToken }: { log: WebhookDeliveryView[]; csrfToken: string }): VNode {
  return (
    <table class="wide">
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col">Attempts</th>
          <th scope="col">Created</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {log.map((delivery) => (
          <tr key={delivery.id}>
            <td>
              <a href={`/app/settings/webhooks/deliveries/${delivery.id}`}>{delivery.event_type}</a>
            </td>
            <td data-label="State">
              <DeliveryState status={delivery.status} />
            </td>
            <td data-label="Attempts">{answersOf(delivery)}</td>
            <td data-label="Created">
              <Time at={delivery.created_at} minutes />
            </td>
            <td>
              <ReplayButton id={delivery.id} csrfToken={csrfToken} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const eventsIn = ({ event_types: types }: WebhookEndpointView): string =>
  types.includes('*') ? 'All events.' : `${types.join(', ')}.`;

type Attempt = WebhookDeliveryView['attempts'][number];

/** The reasons why an attempt failed, in words. */
export const ATTEMPT_FAULTS: Record<NonNullable<Attempt['error']>, string> = {
  timeout: 'no answer in time',
  connection: 'no connection',
  tls: 'no valid certificate',
  dns: 'unknown host',
  refused_address: 'refused address',
  status: 'refused',
};

/** The answers in their order. Equal ones after one another are counted, such as `503, 2 × no connection`. */
function answersOf({ attempts }: WebhookDeliveryView): string {
  const runs: { answer: string; times: number }[] = [];
  for (const answer of attempts.map(answerOf)) {
    const last = runs.at(-1);
    if (last?.answer === answer) last.times++;
    else runs.push({ answer, times: 1 });
  }
  return runs.map(({ answer, times }) => (times > 1 ? `${times} × ${answer}` : answer)).join(', ') || '–';
}

/** The answer of the receiver, in a few words. */
export const answerOf = ({ response_status, error }: Attempt): string =>
  response_status === null ? ATTEMPT_FAULTS[error ?? 'connection'] : String(response_status);

export function DeliveryState({ status }: Pick<WebhookDeliveryView, 'status'>): VNode {
  const tone = status === 'succeeded' ? 'good' : status === 'pending' ? 'wait' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}

/** Sends a delivery again. */
export function ReplayButton({ id, csrfToken }: { id: string; csrfToken: string }): VNode {
  return (
    <Form action={`/app/settings/webhooks/deliveries/${id}/replay`} csrfToken={csrfToken} className="inline">
      <button type="submit">Send again</button>
    </Form>
  );
}
