import { Injectable } from '@nestjs/common';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import type { NewsRow } from './destination-deliveries.queries.js';
import { type AttemptResult, CANCELED, type DestinationKind } from './destination.types.js';
import type { DestinationRefusal } from './destinations.failures.js';
import { type DestinationRow, DestinationsQueries } from './destinations.queries.js';
import { SlackSender } from './slack.sender.js';

/** The table whose rows hold the secrets, for their encryption. */
export const DESTINATIONS_TABLE = 'destinations';

/** How deliveries reach one kind of destination. */
export interface DestinationSender {
  /** Why a secret cannot be used; null if it can. Sends nothing. */
  check(secret: string): Promise<DestinationRefusal | null>;
  /** Makes one attempt. Never rejects because of the service. */
  send(row: NewsRow, secret: string, destination: DestinationRow): Promise<AttemptResult>;
}

/** Sends deliveries in the way of their destination. */
@Injectable()
export class DestinationSenders {
  private readonly byKind: Record<DestinationKind, DestinationSender>;

  constructor(
    private readonly queries: DestinationsQueries,
    private readonly encryption: EncryptionService,
    slack: SlackSender,
  ) {
    this.byKind = { slack };
  }

  of(kind: DestinationKind): DestinationSender {
    return this.byKind[kind];
  }

  /** Makes one attempt of a claimed delivery, in the mode of its team. */
  async send(row: NewsRow): Promise<AttemptResult> {
    const destination = await this.queries.find(row.team_id, row.destination_id);
    if (!destination?.secret_encrypted) return CANCELED;
    const secret = this.encryption.decrypt(DESTINATIONS_TABLE, destination.id, destination.secret_encrypted);
    return this.of(destination.kind).send(row, secret, destination);
  }
}
