import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { ApiKeysQueries, type KeyUse } from './api-keys.queries.js';

const STORE_EVERY_MS = 5_000;

/**
 * Records when, from which address and how often keys are used. Uses are stored every few seconds, so that no request
 * waits.
 */
@Injectable()
export class ApiKeyUses implements OnApplicationShutdown {
  private readonly log = new Logger(ApiKeyUses.name);
  private readonly seen = new Map<string, KeyUse>();
  private storing: NodeJS.Timeout | undefined;

  constructor(private readonly queries: ApiKeysQueries) {}

  /** Records a use. */
  note(id: string, ip: string): void {
    this.seen.set(id, { at: new Date(), ip, calls: (this.seen.get(id)?.calls ?? 0) + 1 });
    this.storing ??= setTimeout(() => void this.store(), STORE_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.storing);
    await this.store();
  }

  /** Deletes the counts of calls that are older than a week. @returns the number of rows */
  @OnDue({ name: 'purge-key-uses', everySeconds: 86_400 })
  purge(): Promise<number> {
    return this.queries.purgeUses();
  }

  private async store(): Promise<void> {
    this.storing = undefined;
    if (this.seen.size === 0) return;
    const seen = new Map(this.seen);
    this.seen.clear();
    try {
      await this.queries.noteUses(seen);
    } catch (error) {
      this.log.warn({ error }, 'the last use of keys could not be stored');
      for (const [id, use] of seen) this.keep(id, use);
    }
  }

  /** Keeps what could not be stored for the next time. */
  private keep(id: string, use: KeyUse): void {
    const later = this.seen.get(id);
    this.seen.set(id, { ...(later ?? use), calls: use.calls + (later?.calls ?? 0) });
  }
}
