import type { ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';

const PROBE_MS = 100;
const PROBES_A_SECOND = 10;
/** A turn of the event loop, or a connection to PostgreSQL, that takes so long is a sign of too much work. */
const BUSY_MS = 50;
/** So many requests in work are always fine. */
const MIN_OPEN = 64;
/** Requests that last for more seconds, such as streams and exports, are not counted as open. */
const YOUNG_SECONDS = 10;

/**
 * Decides whether a new request is taken. A request waits about as long as the open ones need at the rate of the last second. While that is
 * longer than SHED_AFTER_MS, and the event loop or the pool of connections is late, new requests are refused, so that those in work
 * end in time: a process that takes all of them answers none.
 */
@Injectable()
export class Overload implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly shed: Counter;
  private timer: NodeJS.Timeout | undefined;
  private expectedAt = 0;
  private askedAt: number | null = null;
  private probes = 0;
  /** Whether one of the last probes was late. */
  private isBusy = false;
  /** What the last probes waited. */
  private readonly waits = new Float64Array(PROBES_A_SECOND);
  /** Open requests by the second in which they began, and answers by the probe before which they were sent. */
  private readonly open = new Int32Array(YOUNG_SECONDS);
  private readonly answers = new Int32Array(PROBES_A_SECOND);

  constructor(
    private readonly database: Database,
    @Inject(ENV) private readonly env: Pick<Env, 'SHED_AFTER_MS'>,
    registry: Registry,
  ) {
    this.shed = new Counter({
      name: 'qualm_requests_shed_total',
      help: 'Requests that were answered with 503 because the process had too much to do',
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    if (this.env.SHED_AFTER_MS > 0) this.next();
  }

  onModuleDestroy(): void {
    clearTimeout(this.timer);
  }

  /** Takes a request, and watches when it ends, or counts it as refused. */
  admits(response: ServerResponse): boolean {
    if (this.isOver()) {
      this.shed.inc();
      return false;
    }
    const second = this.second();
    this.open[second % YOUNG_SECONDS]!++;
    response.once('close', () => {
      if (this.second() - second >= YOUNG_SECONDS) return;
      this.open[second % YOUNG_SECONDS]!--;
      this.answers[this.probes % PROBES_A_SECOND]!++;
    });
    return true;
  }

  private isOver(): boolean {
    if (!this.isBusy) return false;
    const perSecond = this.answers.reduce((sum, each) => sum + each, 0);
    const most = Math.max(MIN_OPEN, (perSecond * this.env.SHED_AFTER_MS) / 1_000);
    return this.open.reduce((sum, each) => sum + each, 0) > most;
  }

  private second(): number {
    return Math.floor(this.probes / PROBES_A_SECOND);
  }

  private next(): void {
    this.expectedAt = performance.now() + PROBE_MS;
    this.timer = setTimeout(() => this.probe(), PROBE_MS).unref();
  }

  private probe(): void {
    const now = performance.now();
    const before = this.second();
    this.probes++;
    this.answers[this.probes % PROBES_A_SECOND] = 0;
    if (this.second() > before) this.open[this.second() % YOUNG_SECONDS] = 0;
    const poolWaitMs = this.askedAt === null ? 0 : now - this.askedAt;
    this.waits[this.probes % PROBES_A_SECOND] = Math.max(now - this.expectedAt, poolWaitMs);
    this.isBusy = Math.max(...this.waits) >= BUSY_MS;
    if (this.askedAt === null && this.database.pool.waitingCount > 0) this.askPool(now);
    this.next();
  }

  /** Asks for a connection as a request does. A pool without PostgreSQL is no overload. */
  private askPool(now: number): void {
    this.askedAt = now;
    this.database.pool
      .connect()
      .then(
        (client) => client.release(),
        () => undefined,
      )
      .finally(() => (this.askedAt = null));
  }
}
