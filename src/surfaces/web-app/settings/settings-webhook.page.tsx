import type { VNode } from 'preact';
import type {
  WebhookDeliveryView,
  WebhookDeliveryWithBodies,
} from '#accounts/webhooks/webhook-deliveries.operations.js';
import type { WebhookEndpointView } from '#accounts/webhooks/webhook-endpoints.operations.js';
import type { CursorPage } from '#platform/operations/cursors.js';
import { clipped } from '#platform/text/clipped.text.js';
import { useFlash } from '../parts/page-context.js';
import { Badge, ConfirmedForm, CopyButton, Form, Notice, Table, Time } from '../parts/parts.page.js';
import { EndpointState } from './settings-webhooks.page.js';

interface EndpointView {
  endpoint: WebhookEndpointView;
  log: CursorPage<WebhookDeliveryView>;
}

/** One endpoint: its state, what can be done with it, and the log of its deliveries. */
export function WebhookEndpointPage({ endpoint, log }: EndpointView): VNode {
  const secret = useFlash('key');
  const { next_cursor: next } = log.pagination;
  return (
    <>
      <p>
        <a href="/app/settings/webhooks">← All endpoints</a>
      </p>
      {secret && <NewSecret value={secret} />}
      <h2 class="long">{endpoint.url}</h2>
      <p>
        <EndpointState endpoint={endpoint} /> {eventsIn(endpoint)} <span class="quiet">{endpoint.description}</span>
      </p>
      {endpoint.secrets.length > 0 && (
        <p class="quiet">Secrets end with {endpoint.secrets.map(({ hint }) => `…${hint}`).join(', ')}.</p>
      )}
      <Actions endpoint={endpoint} />
      <h2>Deliveries</h2>
      {log.data.length === 0 ? <p class="quiet">Nothing was sent yet.</p> : <DeliveryTable log={log.data} />}
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

function Actions({ endpoint: { id, status } }: { endpoint: WebhookEndpointView }): VNode {
  const path = `/app/settings/webhooks/${id}`;
  const other = status === 'enabled' ? 'disabled' : 'enabled';
  return (
    <div class="row">
      <Form action={`${path}/test`} className="inline">
        <button type="submit">Send a test</button>
      </Form>
      <Form action={`${path}/rotate`} className="inline">
        <button type="submit">Replace the secret</button>
      </Form>
      <Form action={`${path}/status`} className="inline">
        <input type="hidden" name="status" value={other} />
        <button type="submit">{status === 'enabled' ? 'Turn off' : 'Turn on'}</button>
      </Form>
      <ConfirmedForm action={`${path}/delete`} word="Delete">
        Delete the endpoint and its deliveries
      </ConfirmedForm>
    </div>
  );
}

function DeliveryTable({ log }: { log: WebhookDeliveryView[] }): VNode {
  return (
    <Table columns={['Event', 'State', 'Attempts', 'Created', 'Actions']}>
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
            <ReplayButton id={delivery.id} />
          </td>
        </tr>
      ))}
    </Table>
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

function DeliveryState({ status }: Pick<WebhookDeliveryView, 'status'>): VNode {
  const tone = status === 'succeeded' ? 'good' : status === 'pending' ? 'wait' : 'bad';
  return <Badge tone={tone}>{status}</Badge>;
}

/** Sends a delivery again. */
function ReplayButton({ id }: { id: string }): VNode {
  return (
    <Form action={`/app/settings/webhooks/deliveries/${id}/replay`} className="inline">
      <button type="submit">Send again</button>
    </Form>
  );
}

/** The API has bodies in full; all of them would make the page larger than 60 kB. */
const MAX_REQUEST_LENGTH = 12_000;
const MAX_ANSWER_LENGTH = 1_000;

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
export function WebhookDeliveryPage({ delivery }: { delivery: WebhookDeliveryWithBodies }): VNode {
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
      <ReplayButton id={delivery.id} />
      <h2>Request</h2>
      <pre tabIndex={0}>{headers.join('\n')}</pre>
      <Body text={request.body} most={MAX_REQUEST_LENGTH} />
      <h2>Answers</h2>
      {attempts.length === 0 && <p class="quiet">No attempt yet.</p>}
      {attempts.map((attempt) => (
        <section key={attempt.number}>
          <h3>
            {attempt.number}. {answerOf(attempt)} after {attempt.duration_ms.toLocaleString('en')} ms,{' '}
            <Time at={attempt.started_at} minutes />
          </h3>
          {attempt.response_body && <Body text={attempt.response_body} most={MAX_ANSWER_LENGTH} />}
        </section>
      ))}
    </>
  );
}
