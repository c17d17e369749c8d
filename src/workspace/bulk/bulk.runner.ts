import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { spendCapReached } from '#accounts/credits/credits.failures.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { withOrigin } from '#platform/caller/origin.js';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { LeaseLost } from '#platform/database/lease.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { resultOf } from '#platform/operations/operation.result.js';
import { BulkJobs } from './bulk-jobs.service.js';
import { type BulkLease, BulkJobsQueries, type ItemRow, type JobRow } from './bulk-jobs.queries.js';
import { callRefusalOf } from './spending-calls.js';
import { SpendingItems } from './spending-items.service.js';

/** The number of concurrent calls of one job. */
const AT_A_TIME = 5;
const KEPT_DAYS = 30;

/** The outcome of a bulk job in a worker. `idle`: it has ended, or another one of its team runs. */
export type BulkOutcome = 'completed' | 'idle' | 'lost' | 'released';

/** Makes the calls of bulk jobs, in the worker. */
@Injectable()
export class BulkRunner implements BeforeApplicationShutdown {
  private readonly log = new Logger(BulkRunner.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly queries: BulkJobsQueries,
    private readonly jobs: BulkJobs,
    private readonly items: SpendingItems,
    private readonly keys: ApiKeysService,
    private readonly connections: ConnectionsService,
  ) {}

  /** Claims a job, and makes its calls until each item has an answer. */
  async run(jobId: string): Promise<BulkOutcome> {
    const lease = await this.claim(jobId);
    if (!lease) return 'idle';
    const { leases } = this.queries;
    const calls = new AbortController();
    try {
      await this.queries.resetRunning(jobId);
      const makeCalls = () => inModeOf(lease.row.team_id, () => this.makeCalls(lease.row, calls.signal));
      await leases.hold(lease, makeCalls, this.stopping.signal);
      const isEnded = await this.end(lease);
      await this.startNext(lease.row.team_id);
      return isEnded ? 'completed' : 'lost';
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      await leases.release(lease);
      if (this.stopping.signal.aborted) await this.startNext(lease.row.team_id);
      // The sweeper starts the job again, after a pause.
      else this.log.warn({ error, bulkJobId: jobId }, 'bulk job interrupted');
      return 'released';
    } finally {
      calls.abort();
    }
  }

  /** Releases the jobs in progress, so that another worker can claim them at once. */
  beforeApplicationShutdown(): void {
    this.stopping.abort(new Error('The worker stops'));
  }

  /** Deletes jobs that ended 30 days ago. @returns the number of jobs */
  purge(): Promise<number> {
    return this.queries.purge(KEPT_DAYS);
  }

  /** Null while another job of the team runs, too: that job starts this one at its end. */
  private async claim(jobId: string): Promise<BulkLease | null> {
    try {
      return await this.queries.leases.claim([jobId]);
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }

  /** A refunded charge may have blocked another one, so items beyond a limit are tried again at the end. */
  private async makeCalls(job: JobRow, stop: AbortSignal): Promise<void> {
    const deferred: number[] = [];
    const makeNext = async (): Promise<void> => {
      while (!stop.aborted) {
        const item = await this.queries.take(job.id, deferred);
        if (!item) return;
        await this.make(job, item, deferred);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, makeNext));
    while (!stop.aborted) {
      const item = await this.queries.take(job.id);
      if (!item) return;
      await this.make(job, item);
    }
  }

  /** Makes the call of an item. With `deferred`, an item that a 402 refuses waits, and its index is added. */
  private async make(job: JobRow, item: ItemRow, deferred?: number[]): Promise<void> {
    const identity = `bulk:${job.id}:${item.index}`;
    const { action } = job;
    const credentials = job.credential_kind === 'oauth' ? this.connections : this.keys;
    const caller = await credentials.resolveById(job.key_id);
    const refusal = caller ? callRefusalOf(action, caller) : unauthorized();
    if (!caller || refusal) {
      const { status, error } = failedWith(refusal ?? unauthorized(), job);
      await this.queries.cancelWaiting(job.id, { status, error });
      return this.queries.finish(item, { status: 'canceled', http_status: status, answer: error }, identity);
    }
    const request = {
      requestId: job.request_id,
      idempotencyId: identity,
      charging: this.chargeOf(job, item, identity),
    };
    const { lane: kind, credentialId: id, credentialName: name = null } = caller;
    const origin = { requestId: job.request_id, ip: null, userAgent: null, actor: { kind, id, name } };
    const answer = await withOrigin(origin, () => this.call(caller, { action, job, item }, request));
    if (answer.status === 'skipped' && deferred) {
      deferred.push(item.index);
      return this.queries.putBack(item);
    }
    await this.queries.finish(item, answer, identity);
  }

  private async call(
    caller: TeamCaller,
    { action, job, item }: { action: string; job: JobRow; item: ItemRow },
    request: RequestIdentity,
  ): Promise<Pick<ItemRow, 'status' | 'http_status' | 'answer'>> {
    try {
      const [call] = this.items.read([item.request], () => ({ action, faults: [] }));
      if (!call) throw new Error('An item of a bulk job cannot be read');
      const { data } = resultOf(await this.items.buy(call, caller, request));
      return { status: 'succeeded', http_status: 200, answer: data as object };
    } catch (thrown) {
      const failure = asApplicationError(thrown);
      if (failure.code === 'internal_error') this.log.error({ error: thrown, bulkJobId: job.id }, 'bulk item failed');
      const { status, error } = failedWith(failure, job);
      return { status: status === 402 ? 'skipped' : 'failed', http_status: status, answer: error };
    }
  }

  /** Counts the charge of an item in its transaction. @throws 402 if the job would exceed its limit */
  private chargeOf({ max_credits }: JobRow, item: ItemRow, identity: string): (price: number) => Promise<void> {
    return async (price) => {
      if (await this.queries.charge(item, price, identity)) return;
      throw spendCapReached(
        { spend_cap: max_credits, spend_used: max_credits, spend_remaining: 0, credits_required: price },
        'max_credits of the bulk job is reached',
      );
    };
  }

  private end(lease: BulkLease): Promise<boolean> {
    const { id, team_id: teamId } = lease.row;
    return this.database.transaction(async () => {
      if (!(await this.queries.leases.complete(lease))) return false;
      await this.jobs.tellOfEnd(teamId, id);
      return true;
    });
  }

  private async startNext(teamId: string): Promise<void> {
    const next = await this.queries.requeueNext(teamId);
    if (next) await this.jobs.enqueue(next);
  }
}

const UNIQUE_VIOLATION = '23505';

const failedWith = (failure: ApplicationError, { request_id }: JobRow): { status: number; error: object } => ({
  status: failure.status,
  error: { ...failure.toBody(), request_id },
});
