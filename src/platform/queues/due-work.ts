import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { ENV, type Env } from '#config/env.js';
import { queueOf } from './queue.connections.js';

/** The queue of background work that is never notified. */
export const PERIODIC_QUEUE = 'periodic';

const KEEP = { removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } };

const names = new Set<string>();

/** Defines the name of notified work, for the method that does it and the services that notify it. */
export function notifiedWork(name: string): string {
  if (names.has(name)) throw new Error(`The notified work "${name}" is defined twice.`);
  names.add(name);
  return name;
}

/** The names of all notified work that the loaded features define. */
export const notifiedNames = (): string[] => [...names];

/** The queues of background work. Their jobs only say that rows may be due. */
@Injectable()
export class DueWork implements OnApplicationShutdown {
  private readonly log = new Logger(DueWork.name);
  private readonly known = new Map<string, Queue>();
  private readonly adding = new Set<string>();
  private readonly askedAgain = new Set<string>();

  constructor(@Inject(ENV) private readonly env: Env) {}

  /** All queues of background work. */
  queues(): Queue[] {
    return [PERIODIC_QUEUE, ...names].map((name) => this.queue(name));
  }

  queue(name: string): Queue {
    const queue = this.known.get(name) ?? queueOf(name, this.env);
    this.known.set(name, queue);
    return queue;
  }

  /**
   * Has a worker start a round of notified work, after `delayMs`. Returns immediately. A notification may be lost: the work is also
   * periodic.
   */
  notify(name: string, delayMs = 0): void {
    const id = delayMs === 0 ? name : `${name}-later`;
    if (this.adding.has(id)) return void this.askedAgain.add(id);
    this.adding.add(id);
    this.add(name, id, delayMs)
      .catch((error: unknown) => this.log.debug({ error, name }, 'a worker could not be notified'))
      .finally(() => {
        this.adding.delete(id);
        if (this.askedAgain.delete(id)) this.notify(name, delayMs);
      });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.known.values()].map((queue) => queue.close()));
  }

  /** At most one job waits: a second one would find no work. */
  private async add(name: string, id: string, delay: number): Promise<void> {
    await this.queue(name).add(name, {}, { deduplication: { id }, delay, ...KEEP });
  }
}
