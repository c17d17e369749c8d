import { Inject, Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { CreditsService } from '#accounts/credits/credits.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { inModeOf, keyInMode } from '#platform/caller/test-mode.js';
import { Database } from '#platform/database/database.js';
import { RowWatch } from '#platform/database/row-watch.js';
import { internalError } from '#platform/errors/application-error.js';
import { idempotencyKeyReused } from '#platform/http/http.failures.js';
import { JobQueue } from '#platform/queues/job-queue.js';
import type { PaidActionClass } from './paid-action.js';
import { PaidActions, type RegisteredAction } from './paid-actions.js';
import { type RunFailure, WORKER_DIED } from './run-failure.js';
import { RunOutcomes, watchKeyOf } from './run-outcomes.service.js';
import { type NewRun, type RunProgress, type RunRow, RunsQueries, type RunTeam } from './runs.queries.js';

export type { RunProgress, RunTeam } from './runs.queries.js';

/** Identifies a request, so that a repetition finds the run that the request started. */
export interface RequestIdentity {
  requestId: string;
  /** The same for all repetitions of the request. */
  idempotencyId?: string;
  /** The time for which a repetition finds the run. By default, that of an `Idempotency-Key`. */
  repeatsWithinSeconds?: number;
  /** Called in the transaction of a charge, before it. A failure prevents the charge. */
  charging?: (price: number) => Promise<void>;
  /** Called when the run has started or none is needed, so that nothing more is charged. */
  started?: () => void;
}

/** The caller who pays, and the request. */
export interface Buyer extends RequestIdentity {
  caller: TeamCaller;
}

/**
 * The result of starting a run. `existing`: the buyer already has the result, at no cost. `joined`: another request
 * started the run. `repeated`: an earlier sending of this request started the run.
 */
export type Started<Result> =
  { state: 'existing'; result: Result } | { state: 'started' | 'joined' | 'repeated'; run: RunRow };

const NOT_QUEUED: RunFailure = { reason: 'queue_unavailable', detail: 'The work could not be queued' };

/** Buys paid actions: charges, starts or joins the run, and waits for the result. */
@Injectable()
export class RunsService {
  private readonly log = new Logger(RunsService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: RunsQueries,
    private readonly actions: PaidActions,
    private readonly outcomes: RunOutcomes,
    private readonly credits: CreditsService,
    private readonly jobs: JobQueue,
    private readonly watch: RowWatch,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Starts a run with its charge in one transaction, unless the buyer has the result, a run of the item is open, or
   * this request has started a run before. Without a buyer the run is free and has no deadline.
   * @throws 402 `spend_cap_reached` or `insufficient_credits`; 400 `idempotency_key_reused`; 500 when the work cannot be queued,
   * without a charge.
   */
  async start<Input extends object, Result>(
    actionClass: PaidActionClass<Input, Result>,
    input: Input,
    buyer: Buyer | null,
  ): Promise<Started<Result>> {
    return (await this.startOrJoin(this.actions.getByClass(actionClass), input, buyer)) as Started<Result>;
  }

  /** Starts a free run for the team of a failed one, under the same conditions as `start`. @throws as `start` */
  startAgain({ kind, input, team_id }: RunRow): Promise<Started<unknown>> {
    return inModeOf(team_id, () => this.startOrJoin(this.actions.get(kind), input, null, team_id));
  }

  /**
   * Waits for a run and reads its result.
   * @throws 500 when the run failed and was refunded, or when it still runs after the action's `waitSeconds`.
   */
  async resultOf<Input extends object, Result>(
    actionClass: PaidActionClass<Input, Result>,
    run: RunRow,
  ): Promise<Result> {
    const { options, work } = this.actions.getByClass(actionClass);
    const waitMs = (options.waitSeconds?.(this.env) ?? options.deadlineSeconds(this.env)) * 1_000;
    const ended = await this.watch.until(watchKeyOf(run.id), waitMs, () => this.endOf(run.id));
    if (!ended) throw internalError(options.messages.stillRunning);
    if (ended.state !== 'completed') throw internalError(options.messages.failed);
    if (!work.resultOf) throw new Error(`Runs of the kind ${options.kind} have no result to wait for`);
    return (await work.resultOf(ended)) as Result;
  }

  /** The latest run of an item in any state, or null. */
  findLatest(actionClass: PaidActionClass, item: string): Promise<RunProgress | null> {
    return this.queries.findLatest(this.actions.getByClass(actionClass).options.kind, keyInMode(item));
  }

  /** Fails all open runs of a team, with refunds. */
  async failOpenOf(teamId: string, detail: string): Promise<void> {
    for (const run of await this.queries.findOpenOf(teamId)) {
      await this.outcomes.fail(run, { reason: 'interrupted', detail });
    }
  }

  /** The team that requested a run, and those that joined it. */
  teamsOf(runId: string): Promise<RunTeam[]> {
    return this.queries.findTeams(runId);
  }

  private async startOrJoin(
    action: RegisteredAction,
    input: object,
    buyer: Buyer | null,
    teamId = buyer?.caller.team.id ?? null,
  ): Promise<Started<unknown>> {
    await action.work.admit?.(input);
    const run = this.newRun(action, input, buyer, teamId);
    const existing = await action.work.findExisting?.(input);
    if (existing) return { state: 'existing', result: existing };
    for (;;) {
      const started = await this.database.transaction(() =>
        this.startInTransaction(action, { ...run, id: uuidv7() }, buyer),
      );
      if (started?.state === 'joined' && (await this.failIfDead(started.run))) continue;
      if (started?.state === 'started') await this.enqueue(action, started.run, run.delaySeconds);
      if (started) return started;
    }
  }

  /** @returns null when the conflicting run ended between two statements; the caller must try again */
  private async startInTransaction(
    action: RegisteredAction,
    run: NewRun,
    buyer: Buyer | null,
  ): Promise<Started<unknown> | null> {
    const { work } = action;
    const { input } = run;
    const turn = await this.queries.insert(run);
    if (turn === null) return this.findExistingRun(work, run);
    // The insert waited for concurrent runs of the item, so their results are visible now.
    const existing = await work.findExisting?.(input);
    if (existing) {
      await this.queries.remove(run.id);
      return { state: 'existing', result: existing };
    }
    const isFree = !buyer || (await work.freeRun?.(input));
    const purchaseId = isFree ? null : await this.charge(action, run, buyer);
    await work.started?.(input);
    return { state: 'started', run: { ...rowOf(run), turn, purchase_id: purchaseId } };
  }

  private newRun(action: RegisteredAction, input: object, buyer: Buyer | null, teamId: string | null): NewRun {
    return {
      id: uuidv7(),
      kind: action.options.kind,
      item: action.itemOf(input),
      teamId,
      input,
      idempotencyId: buyer?.idempotencyId ?? null,
      repeatsWithinSeconds: buyer?.repeatsWithinSeconds ?? this.env.IDEMPOTENCY_HOURS * 3_600,
      deadlineSeconds: buyer ? action.deadlineSeconds : null,
      delaySeconds: action.work.delaySecondsOf?.(input) ?? 0,
    };
  }

  /** The run that prevents a new one. @throws 400 `idempotency_key_reused` if the request has bought another item before */
  private async findExistingRun(work: RegisteredAction['work'], run: NewRun): Promise<Started<never> | null> {
    const repeated = run.idempotencyId === null ? null : await this.queries.findRepeated(run);
    if (repeated) {
      // A key is forgotten after an error, such as that of a run that takes too long, so its next request may have another body.
      if (!(work.isSame?.(repeated.input, run.input) ?? repeated.item === run.item)) throw idempotencyKeyReused();
      return { state: 'repeated', run: repeated };
    }
    const open = await this.queries.findOpen(run.kind, run.item);
    if (open && run.teamId !== null && run.teamId !== open.team_id && !(await this.queries.join(open.id, run.teamId)))
      return null;
    return open && { state: 'joined', run: open };
  }

  private async charge({ options }: RegisteredAction, run: NewRun, buyer: Buyer): Promise<string> {
    await buyer.charging?.(options.price);
    const { purchaseId, joined } = await this.credits.open({
      caller: buyer.caller,
      requestId: buyer.requestId,
      action: options.kind,
      price: options.price,
      item: run.item,
      deadlineSeconds: run.deadlineSeconds ?? 0,
    });
    if (joined) throw new Error(`A purchase of ${run.kind} ${run.item} is open without a run`);
    await this.queries.setPurchase(run.id, purchaseId);
    return purchaseId;
  }

  /** Enqueues the run. @throws 500 when this failed; the run has then failed and was refunded */
  private async enqueue(action: RegisteredAction, run: RunRow, delaySeconds: number): Promise<void> {
    try {
      await this.jobs.enqueue({ ...action.jobOf(run), delaySeconds }, run.id);
    } catch (error) {
      this.log.error({ error, kind: run.kind, runId: run.id }, 'run not enqueued');
      // The job may have been enqueued despite the error. A run that a worker has claimed continues.
      if (!(await this.outcomes.fail(run, NOT_QUEUED))) return;
      throw internalError(action.options.messages.unavailable);
    }
  }

  private async endOf(runId: string): Promise<RunRow | null> {
    const run = await this.queries.find(runId);
    if (!run) throw new Error('The row of a run is missing');
    if (await this.failIfDead(run)) return this.endOf(runId);
    return run.state === 'completed' || run.state === 'failed' ? run : null;
  }

  /** Fails a run whose last attempt died. @returns true when the run was dead: it has ended now, here or in another process. */
  private async failIfDead(run: RunRow): Promise<boolean> {
    if (!this.actions.isDead(run)) return false;
    await this.outcomes.fail(run, WORKER_DIED, 'the process died');
    return true;
  }
}

const rowOf = ({ id, kind, item, teamId, input, deadlineSeconds }: NewRun): RunRow => ({
  id,
  kind,
  item,
  input,
  team_id: teamId,
  purchase_id: null,
  state: 'queued',
  attempts: 0,
  turn: 0,
  deadline_at: deadlineSeconds === null ? null : new Date(Date.now() + deadlineSeconds * 1_000),
  failure: null,
  created_at: new Date(),
  is_dead: false,
});
