import type { VNode } from 'preact';
import type { BillingService } from '#accounts/billing/billing.service.js';
import type { FailedDeliveries } from '#platform/events/failed-deliveries.service.js';
import { numberCells, OperatorPage, OperatorTable, timeOf } from './operator.page.js';

type Deliveries = Awaited<ReturnType<FailedDeliveries['list']>>;
type BillingEvents = Awaited<ReturnType<BillingService['events']>>;

interface EventsProps {
  deliveries: Deliveries;
  waiting: Awaited<ReturnType<FailedDeliveries['undelivered']>>;
  billing: BillingEvents;
}

/** The deliveries of events and the events of the billing provider that failed at every attempt. */
export function EventsPage({ deliveries, waiting, billing }: EventsProps): VNode {
  return (
    <OperatorPage title="Events">
      <p class="quiet">
        {waiting.events.toLocaleString('en')} events wait for a subscriber
        {waiting.events > 0 && `, the oldest for ${Math.round(waiting.oldest_seconds)} s`}. Teams see their failed
        webhooks in the app; <code>qualm webhook list</code> lists them.
      </p>
      <h2>Failed deliveries</h2>
      {deliveries.length === 0 ? <p>No delivery failed.</p> : <DeliveryTable deliveries={deliveries} />}
      <h2>Failed events of the billing provider</h2>
      {billing.length === 0 ? <p>No event failed.</p> : <BillingTable events={billing} />}
    </OperatorPage>
  );
}

const DeliveryTable = ({ deliveries }: { deliveries: Deliveries }): VNode => (
  <>
    <OperatorTable columns={['Event', 'Subscriber', 'Failed (UTC)', 'Why', 'Attempts']} numbersFrom={4}>
      {deliveries.map(({ event_id, event, subscriber, failed_at, failure, attempts }) => (
        <tr key={`${event_id} ${subscriber}`}>
          <td>{event}</td>
          <td>{subscriber}</td>
          <td>{timeOf(failed_at)}</td>
          <td>{failure}</td>
          {numberCells([attempts])}
        </tr>
      ))}
    </OperatorTable>
    <RetryAll action="/ops/events/retry" />
  </>
);

const BillingTable = ({ events }: { events: BillingEvents }): VNode => (
  <>
    <OperatorTable columns={['Event', 'Type', 'Received (UTC)', 'Why', 'Attempts']} numbersFrom={4}>
      {events.map(({ id, type, received_at, failure, attempts }) => (
        <tr key={id}>
          <td>{id}</td>
          <td>{type}</td>
          <td>{timeOf(received_at)}</td>
          <td>{failure}</td>
          {numberCells([attempts])}
        </tr>
      ))}
    </OperatorTable>
    <RetryAll action="/ops/events/billing/retry" />
  </>
);

const RetryAll = ({ action }: { action: string }): VNode => (
  <form method="post" action={action}>
    <button type="submit">Try all again</button>
  </form>
);
