import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import pg, { type Pool, type QueryResult } from 'pg';
import { Counter, Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { ENV, type Env } from '#config/env.js';
import { connectionsOf } from './data-source.js';
import type { Statement } from './sql.js';
import { positionIn, WalHistory } from './wal.history.js';

/** A replica that is further behind is not read. */
const MAX_LAG_MS = 5_000;
const CHECK_EVERY_MS = 1_000;
/** An older check says nothing. */
const CHECKED_MS = 3_000;
/** The time of a read. The primary then answers it instead. */
const READ_MS = 2_000;
/** Reads from replicas have every commit that is older, with the age of the check and the time of the read. */
export const OLDEST_READ_MS = MAX_LAG_MS + CHECKED_MS + READ_MS;

/** Who answers a read that a replica may answer: a replica, or the primary because the replicas are late or have failed. */
const OUTCOMES = ['replica', 'primary_lag', 'primary_failure'] as const;

type Settings = Pick<Env, 'DATABASE_REPLICA_URLS' | 'DATABASE_POOL_SIZE' | 'DATABASE_STATEMENT_TIMEOUT_MS'>;

/**
 * Reads from the replicas of `DATABASE_REPLICA_URLS` that are at most five seconds behind the primary. How far a replica is behind follows
 * from its position in the write-ahead log, so nothing is written for it.
 */
@Injectable()
export class Replicas implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly replicas: Replica[];
  private readonly history = new WalHistory();
  private timer: NodeJS.Timeout | undefined;
  private next = 0;
  private readonly reads: Counter<'outcome'>;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENV) private readonly env: Settings,
    registry: Registry,
  ) {
    this.reads = new Counter({
      name: 'qualm_replicated_reads_total',
      help: 'Reads that a replica may answer, by who answered (replica, primary_lag if all are late, primary_failure)',
      labelNames: ['outcome'],
      registers: [registry],
    });
    this.replicas = env.DATABASE_REPLICA_URLS.map((url) => new Replica(url, env));
  }

  /** Whether the configuration names replicas. */
  get isUsed(): boolean {
    return this.replicas.length > 0;
  }

  onApplicationBootstrap(): void {
    if (!this.isUsed) return;
    for (const outcome of OUTCOMES) this.reads.inc({ outcome }, 0);
    const check = (): void => void this.check();
    this.timer = setInterval(check, CHECK_EVERY_MS).unref();
    check();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.end()));
  }

  /** Runs a SELECT on the next good replica. @returns null if there is none, or if it failed: ask the primary */
  async read(statement: Statement): Promise<QueryResult | null> {
    const good = this.replicas.filter((replica) => replica.isGood());
    const chosen = good[this.next++ % good.length];
    const result = chosen ? await chosen.read(statement) : null;
    const isLate = !chosen && this.replicas.some((replica) => replica.isLate);
    if (this.isUsed) this.reads.inc({ outcome: result ? 'replica' : isLate ? 'primary_lag' : 'primary_failure' });
    return result;
  }

  /** Looks how far each replica is behind. Never rejects. */
  async check(): Promise<void> {
    const { master } = this.dataSource.driver as unknown as { master: Pool };
    const at = Date.now();
    const asked = { text: 'SELECT pg_current_wal_lsn()::text AS position', query_timeout: CHECK_EVERY_MS };
    const answer = await master.query<{ position: string }>(asked).catch(() => null);
    // Without the primary the replicas become too old to be read.
    if (answer?.rows[0]) this.history.add(positionIn(answer.rows[0].position), at);
    await Promise.all(this.replicas.map((replica) => replica.check(this.history)));
  }
}

/** One replica, with what the last check found. */
class Replica {
  private readonly log = new Logger(Replicas.name);
  private readonly pool: Pool;
  /** Apart from the reads, so that many of them do not delay it. */
  private readonly checks: Pool;
  private readonly name: string;
  /** Whether it is not read because of its lag. */
  isLate = false;
  private goodUntil = 0;
  private fault: string | null = null;

  constructor(url: string, env: Settings) {
    const time = { connectionTimeoutMillis: CHECK_EVERY_MS, query_timeout: READ_MS };
    const reads = connectionsOf(env.DATABASE_POOL_SIZE, Math.min(env.DATABASE_STATEMENT_TIMEOUT_MS, READ_MS));
    this.pool = new pg.Pool({ ...reads, ...time, min: 0, connectionString: url });
    this.checks = new pg.Pool({ ...time, query_timeout: CHECK_EVERY_MS, max: 1, connectionString: url });
    // A connection that ends while it is idle must not end the process.
    for (const pool of [this.pool, this.checks]) pool.on('error', () => undefined);
    this.name = new URL(url).host;
  }

  isGood(): boolean {
    return Date.now() < this.goodUntil;
  }

  async read(statement: Statement): Promise<QueryResult | null> {
    try {
      return await this.pool.query(statement);
    } catch (error) {
      // PostgreSQL has answered if the error has a severity. It cancels a read that is in the way of the changes of the primary.
      if (!('severity' in (error as object))) this.refuse((error as Error).message);
      return null;
    }
  }

  async check(history: WalHistory): Promise<void> {
    const checkedAt = Date.now();
    try {
      const { rows } = await this.checks.query<{ is_replica: boolean; position: string | null }>(
        'SELECT pg_is_in_recovery() AS is_replica, pg_last_wal_replay_lsn()::text AS position',
      );
      const [{ is_replica: isReplica, position } = { is_replica: false, position: null }] = rows;
      if (!isReplica || position === null) return this.refuse('it is no replica');
      const lagMs = history.lagAt(positionIn(position), Date.now());
      if (lagMs > MAX_LAG_MS) {
        this.refuse(`it is more than ${MAX_LAG_MS / 1_000} s behind the primary`);
        this.isLate = true;
        return;
      }
      if (this.fault !== null) this.log.log(`The replica ${this.name} is read again`);
      this.fault = null;
      this.isLate = false;
      this.goodUntil = checkedAt + CHECKED_MS;
    } catch (error) {
      this.refuse((error as Error).message);
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.pool.end(), this.checks.end()]);
  }

  private refuse(fault: string): void {
    this.goodUntil = 0;
    this.isLate = false;
    if (this.fault === null) this.log.warn(`The replica ${this.name} is not read: ${fault}`);
    this.fault = fault;
  }
}
