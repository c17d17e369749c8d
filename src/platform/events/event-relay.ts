import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Hears every event of one name; hearing one twice must be harmless. */
export type Subscriber = (payload: Record<string, unknown>) => Promise<void>;

const EVERY_MS = 1_000;
const BATCH = 50;
const KEEP_DAYS = 7;

/** Carries events from the table to their subscribers: in the worker only, each event at least once, in order. */
@Injectable()
export class EventRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger(EventRelay.name);
  private readonly subscribers = new Map<string, Subscriber[]>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly database: Database) {}

  /** Features of the worker call this when their module starts. */
  subscribe(name: string, subscriber: Subscriber): void {
    this.subscribers.set(name, [...(this.subscribers.get(name) ?? []), subscriber]);
  }

  onApplicationBootstrap(): void {
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Relays what waits. @returns how many events were relayed; one whose subscriber fails stays for the next round. */
  async relayOnce(): Promise<number> {
    return this.database.transaction(async () => {
      const events = await this.database.query<{ id: string; name: string; payload: Record<string, unknown> }>(
        `SELECT id, name, payload FROM events WHERE relayed_at IS NULL ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      for (const event of events) {
        for (const subscriber of this.subscribers.get(event.name) ?? []) await subscriber(event.payload);
        await this.database.execute('UPDATE events SET relayed_at = now() WHERE id = $1', [event.id]);
      }
      return events.length;
    });
  }

  /** Forgets events that were relayed long ago. */
  async purge(): Promise<number> {
    return this.database.execute(`DELETE FROM events WHERE relayed_at < now() - make_interval(days => ${KEEP_DAYS})`);
  }

  private schedule(): void {
    this.timer = setTimeout(() => {
      this.running = this.relayOnce()
        .catch((error: unknown) => this.log.error({ error }, 'events not relayed'))
        .finally(() => this.timer && this.schedule());
    }, EVERY_MS);
  }
}
