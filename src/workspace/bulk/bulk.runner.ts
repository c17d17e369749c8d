import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { ApiKeysService } from '#access/api-keys/api-keys.service.js';
import { ConnectionsService } from '#access/oauth/connections.service.js';
import { SessionService } from '#access/sign-in/session.service.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { callerActor, withOrigin } from '#platform/caller/origin.js';
import { inModeOf } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { LeaseLost } from '#platform/database/lease.js';
import { type ApplicationError, unauthorized } from '#platform/errors/application-error.js';
import { asApplicationError } from '#platform/http/failure.filter.js';
import { logFields, withLogFields } from '#platform/logging/log.fields.js';
import { resultOf } from '#platform/operations/operation.result.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { inJobSpan } from '#platform/tracing/tracing.js';
import { maxCreditsReached } from './bulk.failures.js';
import { RUN_BULK_JOBS } from './bulk.jobs.js';
import { BulkJobs } from './bulk-jobs.service.js';
import { type BulkLease, BulkJobsQueries, identityOf, type ItemRow, type JobRow } from './bulk-jobs.queries.js';
import { callRefusalOf } from './spending-calls.js';
import { SpendingItems } from './spending-items.service.js';

/** Jobs that one worker runs at the same time. Their calls wait for other queues. */
const JOBS_AT_ONCE = 5;
/** Calls of one job that are made at the same time. */
const CALLS_AT_ONCE = 5;
/** The pause after an interruption. */
const PAUSE_SECONDS = 30;
const KEPT_DAYS = 30;

/** The outcome of a bulk job in a worker. */
type BulkOutcome = 'completed' | 'lost' | 'released';

/** The calls of a job that have begun, and whether no more may begin. */
interface Flight {
  inFlight: Set<Promise<void>>;
  stop: AbortSignal;
}

/** The place of a call among those of its job: the earlier ones that have not ended, and what lets the next one begin. */
interface Turn {
  others: readonly Promise<void>[];
  started: () => void;
  stop: AbortSignal;
}

/** Makes the calls of bulk jobs, in the worker. */
@Injectable()
export class BulkRunner implements OnModuleDestroy {
  private readonly log = new Logger(BulkRunner.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly queries: BulkJobsQueries,
    private readonly jobs: BulkJobs,
    private readonly items: SpendingItems,
    private readonly keys: ApiKeysService,
    private readonly connections: ConnectionsService,
    private readonly dueWork: DueWork,
    private readonly sessions: SessionService,
  ) {}

  /** Runs a job that is due, while another round looks for the next one. @returns null if none is due */
  @OnDue({
    name: RUN_BULK_JOBS,
    everySeconds: (env) => env.SWEEP_INTERVAL_SECONDS,
    notified: true,
    atOnce: JOBS_AT_ONCE,
  })
  async runDue(): Promise<BulkOutcome | null> {
    const lease = await this.queries.claimDue();
    if (!lease) return null;
    this.dueWork.notify(RUN_BULK_JOBS);
    const fields = { ...logFields(), request_id: lease.row.request_id };
    const work = () => inJobSpan(RUN_BULK_JOBS, fields.request_id, () => this.run(lease));
    return withLogFields(fields, work).finally(() => this.dueWork.notify(RUN_BULK_JOBS));
  }

  /** Releases the jobs in progress, so that another worker can claim them at once. */
  onModuleDestroy(): void {
    this.stopping.abort(new Error('The worker stops'));
  }

  /** Deletes jobs that ended 30 days ago. @returns the number of jobs */
  @OnDue({ name: 'purge-bulk-jobs', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(KEPT_DAYS);
  }

  /** Makes the calls of a claimed job until each item has an answer. */
  private async run(lease: BulkLease): Promise<BulkOutcome> {
    const { leases } = this.queries;
    const { id: bulkJobId, team_id: teamId } = lease.row;
    const calls = new AbortController();
    try {
      await this.queries.resetRunning(lease.row);
      const makeCalls = () => inModeOf(teamId, () => this.makeCalls(lease.row, calls.signal));
      await leases.hold(lease, makeCalls, this.stopping.signal);
      return (await this.end(lease)) ? 'completed' : 'lost';
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      const isStopping = this.stopping.signal.aborted;
      if (!isStopping) this.log.warn({ error, bulkJobId }, 'bulk job interrupted');
      await leases.releaseFor(lease, isStopping ? 0 : PAUSE_SECONDS);
      return 'released';
    } finally {
      calls.abort();
    }
  }

  /** Makes the calls in the order of the items, as if they were bought one after another. */
  private async makeCalls(job: JobRow, stop: AbortSignal): Promise<void> {
    const inFlight = new Set<Promise<void>>();
    for (const index of await this.queries.findWaiting(job.id)) {
      if (stop.aborted) return;
      await this.begin(job, index, { inFlight, stop });
      if (inFlight.size >= CALLS_AT_ONCE) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
  }

  /** Begins the call of an item. Resolves when the call has ended or charges nothing more. */
  private begin(job: JobRow, index: number, { inFlight, stop }: Flight): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = { others: [...inFlight], started: resolve, stop };
      // A call that fails stays in the set, so that the job ends with its error.
      const call: Promise<void> = this.make(job, index, turn).then(() => void inFlight.delete(call));
      inFlight.add(call);
      call.then(resolve, reject);
    });
  }

  /** Makes the call of an item. One that a 402 refuses is made again after the others in flight, whose refunds may make room. */
  private async make(job: JobRow, index: number, { others, started, stop }: Turn): Promise<void> {
    const item = await this.queries.begin(job, index);
    if (!item) return;
    const identity = identityOf(item);
    const { action } = job;
    const caller = await this.callerOf(job);
    const refusal = caller ? callRefusalOf(action, caller) : unauthorized();
    if (!caller || refusal) {
      const { status, error } = failedWith(refusal ?? unauthorized(), job);
      await this.queries.cancelWaiting(job.id, { status, error });
      return this.queries.finish(job, { index, status: 'canceled', http_status: status, answer: error });
    }
    const request = {
      requestId: job.request_id,
      idempotencyId: identity,
      repeatsWithinSeconds: KEPT_DAYS * 86_400,
      charging: this.chargeOf(job, item, identity),
      started,
    };
    const origin = { requestId: job.request_id, ip: null, userAgent: null, actor: callerActor(caller) };
    const answer = await withOrigin(origin, () => this.call(caller, { action, job, item }, request));
    if (answer.status === 'skipped' && others.length > 0) {
      await this.queries.putBack(job, index);
      await Promise.all(others);
      return stop.aborted ? undefined : this.make(job, index, { others: [], started, stop });
    }
    await this.queries.finish(job, { index, ...answer });
  }

  /** The caller as of now, or null if the credential has ended. */
  private callerOf({ credential_kind, key_id, team_id }: JobRow): Promise<TeamCaller | null> {
    if (credential_kind === 'session') return this.sessions.resolveMember(key_id, team_id);
    return (credential_kind === 'oauth' ? this.connections : this.keys).resolveById(key_id);
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
      throw maxCreditsReached({ max_credits, credits_required: price });
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
}

const failedWith = (failure: ApplicationError, { request_id }: JobRow): { status: number; error: object } => ({
  status: failure.status,
  error: { ...failure.toBody(), request_id },
});
