import { Injectable } from '@nestjs/common';
import { TeamEvents } from '#accounts/events/team-events.service.js';
import { Database } from '#platform/database/database.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { KEY_EXPIRING } from './api-keys.events.js';
import { ApiKeysQueries } from './api-keys.queries.js';

/** Notifies teams of keys that will soon stop working. */
@Injectable()
export class KeyExpiry {
  constructor(
    private readonly database: Database,
    private readonly queries: ApiKeysQueries,
    private readonly events: TeamEvents,
  ) {}

  /** Sends notices about keys that expire within 30, 7 or 1 days, once for each. @returns the number of keys */
  @Periodic({ name: 'tell-of-expiring-keys', everySeconds: 60 })
  tell(): Promise<number> {
    return this.database.transaction(async () => {
      const keys = await this.queries.noteExpiring();
      for (const { id, team_id, name, hint, expires_at } of keys) {
        const by = { kind: 'system', id: null, name: null } as const;
        const data = { key: { id, name, hint }, by, expires_at: expires_at.toISOString() };
        await this.events.append(KEY_EXPIRING, data, team_id);
      }
      return keys.length;
    });
  }
}
