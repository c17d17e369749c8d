import { Injectable } from '@nestjs/common';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import type { NewsRow } from './destination-deliveries.queries.js';
import type { DestinationSender } from './destination.sender.js';
import { type AttemptResult, CANCELED, type DestinationKind } from './destination.types.js';
import { DestinationsQueries } from './destinations.queries.js';
import { HubspotSender } from './hubspot.sender.js';
import { SlackSender } from './slack.sender.js';

/** The table whose rows hold the secrets, for their encryption. */
export const DESTINATIONS_TABLE = 'destinations';

/** Sends deliveries in the way of their destination. */
@Injectable()
export class DestinationSenders {
  private readonly byKind: Record<DestinationKind, DestinationSender>;

  constructor(
    private readonly queries: DestinationsQueries,
    private readonly encryption: EncryptionService,
    slack: SlackSender,
    hubspot: HubspotSender,
  ) {
    this.byKind = { slack, hubspot };
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
