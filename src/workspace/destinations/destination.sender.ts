import type { NewsRow } from './destination-deliveries.queries.js';
import type { AttemptResult } from './destination.types.js';
import type { DestinationRefusal } from './destinations.failures.js';
import type { DestinationRow } from './destinations.queries.js';

/** How deliveries reach one kind of destination. */
export interface DestinationSender {
  /** Why a secret cannot be used; null if it can. Sends nothing. */
  check(secret: string): Promise<DestinationRefusal | null>;
  /** Makes one attempt. Never rejects because of the service. */
  send(row: NewsRow, secret: string, destination: DestinationRow): Promise<AttemptResult>;
}
