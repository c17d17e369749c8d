import { Injectable } from '@nestjs/common';
import { Facts } from '#accounts/facts/facts.service.js';
import { Database } from '#platform/database/database.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { KEY_EXPIRING } from './api-keys.events.js';
import { ApiKeysQueries } from './api-keys.queries.js';

/** Notifies teams of keys that will soon stop working. */
@Injectable()
export class KeyExpiry {
  constructor(
    private readonly database: Database,
    private readonly queries: ApiKeysQueries,
    private readonly facts: Facts,
  ) {}

  /** Tells of keys that expire within 30, 7 or 1 days, once for each. @returns the number of keys */
  @OnDue({ name: 'tell-of-expiring-keys', everySeconds: 60 })
  tell(): Promise<number> {
    return this.database.transaction(async () => {
      const keys = await this.queries.noteExpiring();
      for (const { id, team_id, name, hint, expires_at } of keys) {
        const by = { kind: 'system', id: null, name: null } as const;
        const data = { key: { id, name, hint }, by, expires_at: expires_at.toISOString() };
        await this.facts.record(KEY_EXPIRING, { teamId: team_id }, { event: data });
      }
      return keys.length;
    });
  }
}
