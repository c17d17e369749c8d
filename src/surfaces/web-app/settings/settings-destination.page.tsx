import type { VNode } from 'preact';
import type { CursorPage } from '#platform/operations/cursors.js';
import { counted } from '#platform/text/counted.text.js';
import { type DeliveredNews, KIND_NAMES, type NewsStatus } from '#workspace/destinations/destination.types.js';
import type { DestinationDeliveryView, DestinationView } from '#workspace/destinations/destinations.operations.js';
import { Field } from '../parts/fields.page.js';
import { Badge, ConfirmedForm, Form, Notice, Submit, Table, Time } from '../parts/parts.page.js';
import {
  DESTINATIONS,
  DestinationState,
  newsIn,
  NewsPicker,
  type SearchChoice,
  SearchPicker,
} from './settings-destinations.page.js';

interface DestinationPageView {
  destination: DestinationView;
  log: CursorPage<DestinationDeliveryView>;
  searches: readonly SearchChoice[];
}

/** One destination: its state, what can be done with it, its choices and the log of its deliveries. */
export function DestinationPage({ destination, log, searches }: DestinationPageView): VNode {
  const { id, kind, name, secret_hint, last_failure, last_failure_at } = destination;
  const { next_cursor: next } = log.pagination;
  return (
    <>
      <p>
        <a href={DESTINATIONS}>← All destinations</a>
      </p>
      <h2 class="long">{name}</h2>
      <p>
        <DestinationState destination={destination} /> {KIND_NAMES[kind]}: {newsIn(destination)}.{' '}
        <span class="quiet">The secret ends with …{secret_hint}.</span>
      </p>
      {last_failure && (
        <Notice>
          <p>
            <Time at={last_failure_at} minutes />: {last_failure}.
          </p>
        </Notice>
      )}
      <Actions destination={destination} />
      <h2>Deliveries</h2>
      {log.data.length === 0 ? <p class="quiet">Nothing was sent yet.</p> : <DeliveryTable log={log.data} />}
      {next && (
        <nav class="pager" aria-label="Pages">
          <a href={`${DESTINATIONS}/${id}?cursor=${next}`} rel="next">
            Older deliveries →
          </a>
        </nav>
      )}
      <h2>Change</h2>
      <ChangeForm destination={destination} searches={searches} />
    </>
  );
}

function Actions({ destination: { id, status } }: Pick<DestinationPageView, 'destination'>): VNode {
  const path = `${DESTINATIONS}/${id}`;
  return (
    <div class="row">
      <Form action={`${path}/test`} className="inline">
        <button type="submit">Send a test</button>
      </Form>
      <Form action={`${path}/status`} className="inline">
        <input type="hidden" name="status" value={status === 'enabled' ? 'disabled' : 'enabled'} />
        <button type="submit">{status === 'enabled' ? 'Turn off' : 'Turn on'}</button>
      </Form>
      <ConfirmedForm action={`${path}/delete`} word="Delete">
        Delete the destination and its secret
      </ConfirmedForm>
    </div>
  );
}

/** What a delivery is about, in words. */
const ABOUT: Record<DeliveredNews, string> = {
  matches: 'Matches',
  reports: 'Report',
  weekly: 'Week',
  hand_over: 'Hand-over',
  test: 'Test',
};

function DeliveryTable({ log }: { log: readonly DestinationDeliveryView[] }): VNode {
  return (
    <Table columns={['About', 'State', 'Reason', 'Created', 'Actions']}>
      {log.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            {ABOUT[delivery.news]}
            {delivery.opportunity_ids.length > 0 && <span class="quiet"> {countOf(delivery)}</span>}
          </td>
          <td data-label="State">
            <Badge tone={TONES[delivery.status]}>{delivery.status}</Badge>
          </td>
          <td data-label="Reason">{reasonOf(delivery)}</td>
          <td data-label="Created">
            <Time at={delivery.created_at} minutes />
          </td>
          <td>
            {delivery.news !== 'test' && ['failed', 'unknown', 'canceled'].includes(delivery.status) && (
              <Form action={`${DESTINATIONS}/deliveries/${delivery.id}/retry`} className="inline">
                <button type="submit">Send again</button>
              </Form>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const TONES: Record<NewsStatus, 'good' | 'wait' | 'bad'> = {
  ...{ succeeded: 'good', pending: 'wait', unknown: 'wait', failed: 'bad', canceled: 'bad' },
};

const countOf = ({ opportunity_ids: ids }: DestinationDeliveryView): string =>
  counted(ids.length, 'opportunity', 'opportunities');

function reasonOf({ detail, attempts, status }: DestinationDeliveryView): string {
  if (status === 'succeeded') return '–';
  const tries = attempts > 1 ? ` (${attempts} attempts)` : '';
  return detail === null ? '–' : `${detail}${tries}`;
}

function ChangeForm({ destination, searches }: Omit<DestinationPageView, 'log'>): VNode {
  const { id, kind, name, news, saved_search_ids } = destination;
  return (
    <Form action={`${DESTINATIONS}/${id}`} className="stack wide-form">
      <Field name="name" label="Name" value={name} maxLength={100} required />
      <Field
        name="secret"
        label="New secret"
        hint="Only if it has changed."
        type="password"
        autocomplete="off"
        maxLength={2_048}
      />
      <NewsPicker kind={kind} chosen={news} />
      {kind === 'slack' && <SearchPicker searches={searches} chosen={saved_search_ids ?? []} />}
      <Submit look="primary">Save</Submit>
    </Form>
  );
}
