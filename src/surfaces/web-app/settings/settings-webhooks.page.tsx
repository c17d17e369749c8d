import type { VNode } from 'preact';
import { isPaidTeam } from '#accounts/teams/plans.js';
import type { WebhookEndpointView } from '#accounts/webhooks/webhook-endpoints.operations.js';
import { clipped } from '#platform/text/clipped.text.js';
import { DISABLED_WORDS } from './disabled.words.js';
import { EventPicker, type EventType } from './event-picker.page.js';
import { Field } from '../parts/fields.page.js';
import { usePage } from '../parts/page-context.js';
import { Badge, Form, Submit, Table, Time } from '../parts/parts.page.js';

/** The page of the endpoint shows longer ones in full. */
const MAX_URL_LENGTH = 120;

interface WebhooksView {
  endpoints: WebhookEndpointView[];
  types: readonly EventType[];
}

/** The endpoints of a team, and the form for a new one. */
export function WebhooksPage({ endpoints, types }: WebhooksView): VNode {
  const { team } = usePage();
  return (
    <>
      <p>Endpoints receive the events of the team as signed requests (Standard Webhooks).</p>
      {endpoints.length > 0 && <EndpointTable endpoints={endpoints} />}
      {team && isPaidTeam(team) ? (
        <NewEndpoint types={types} />
      ) : (
        <p class="notice">
          Webhook endpoints come with a paid plan. <a href="/app/settings/plan">Compare the plans</a>
        </p>
      )}
    </>
  );
}

function NewEndpoint({ types }: Pick<WebhooksView, 'types'>): VNode {
  return (
    <>
      <h2>New endpoint</h2>
      <Form action="/app/settings/webhooks" className="stack wide-form">
        <Field name="url" label="Address" hint="https, with a public host name." maxLength={2_048} required />
        <EventPicker types={types} />
        <Field name="description" label="Description" maxLength={200} />
        <Submit look="primary">Create the endpoint</Submit>
      </Form>
    </>
  );
}

function EndpointTable({ endpoints }: { endpoints: WebhookEndpointView[] }): VNode {
  return (
    <Table columns={['Endpoint', 'State', 'Last success', 'Last failure']}>
      {endpoints.map((endpoint) => (
        <tr key={endpoint.id}>
          <td>
            <a href={`/app/settings/webhooks/${endpoint.id}`}>{clipped(endpoint.url, MAX_URL_LENGTH)}</a>{' '}
            <span class="quiet">{endpoint.description}</span>
          </td>
          <td data-label="State">
            <EndpointState endpoint={endpoint} />
          </td>
          <td data-label="Last success">
            <Time at={endpoint.last_success_at} minutes />
          </td>
          <td data-label="Last failure">
            <Time at={endpoint.last_failure_at} minutes />
          </td>
        </tr>
      ))}
    </Table>
  );
}

/** Whether an endpoint gets events, and why not. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpointView }): VNode {
  const { status, disabled_reason: reason } = endpoint;
  if (status === 'disabled') return <Badge tone="bad">{`off: ${DISABLED_WORDS[reason ?? 'manual']}`}</Badge>;
  return endpoint.failing_since ? <Badge tone="wait">failing</Badge> : <Badge tone="good">on</Badge>;
}
