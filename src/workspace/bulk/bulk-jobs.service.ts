import { Inject, Injectable } from '@nestjs/common';
import stringify from 'safe-stable-stringify';
import { v7 as uuidv7 } from 'uuid';
import { Facts } from '#accounts/facts/facts.service.js';
import type { RequestIdentity } from '#accounts/runs/runs.service.js';
import { limitReached } from '#accounts/teams/teams.failures.js';
import { TeamsService } from '#accounts/teams/teams.service.js';
import { ENV, type Env } from '#config/env.js';
import type { TeamCaller } from '#platform/caller/caller.js';
import { Database } from '#platform/database/database.js';
import { notFound } from '#platform/errors/application-error.js';
import { idempotencyKeyReused } from '#platform/http/http.failures.js';
import { CursorPage, Cursors } from '#platform/operations/cursors.js';
import { unknownField } from '#platform/operations/input-faults.js';
import { OperationResult, type Page, pageOf, window } from '#platform/operations/operation.result.js';
import type { CursorQuery, PageQuery } from '#platform/operations/pagination.dto.js';
import { DueWork } from '#platform/queues/due-work.js';
import { BULK_JOB_COMPLETED } from './bulk-jobs.events.js';
import type { BulkItemView, BulkJobBody, BulkJobView } from './bulk-jobs.operations.js';
import { BulkJobsQueries, type CountedJob, type ItemRow } from './bulk-jobs.queries.js';
import { duplicateItems, idempotencyKeyRequired } from './bulk.failures.js';
import { RUN_BULK_JOBS } from './bulk.jobs.js';
import type { PriceQuote } from './quotes.operations.js';
import { QuotesService } from './quotes.service.js';
import { callRefusalOf } from './spending-calls.js';
import { type ItemAction, type SpendingItem, SpendingItems } from './spending-items.service.js';

const ASK_AGAIN_AFTER = 2;
const LIST = 'list_bulk_jobs';

/** Accepts lists of paid calls, shows their state and cancels them. The worker makes the calls. */
@Injectable()
export class BulkJobs {
  constructor(
    private readonly database: Database,
    private readonly queries: BulkJobsQueries,
    private readonly items: SpendingItems,
    private readonly quotes: QuotesService,
    private readonly teams: TeamsService,
    private readonly facts: Facts,
    private readonly dueWork: DueWork,
    private readonly cursors: Cursors,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * Creates a job, or only prices it if the body says `dry_run`. A repeated request gets the job of the first one.
   * @throws 403 of the single call; 400 with the faults of all items, `duplicate_items`, `idempotency_key_required` or `idempotency_key_reused`;
   * 403 `limit_reached`
   */
  async create(
    caller: TeamCaller,
    body: BulkJobBody,
    request: RequestIdentity,
  ): Promise<OperationResult<BulkJobView> | PriceQuote> {
    const { action } = body;
    const refusal = callRefusalOf(action, caller);
    if (refusal && !body.dry_run) throw refusal;
    const items = this.items.read(body.items, callOf(action));
    demandDifferent(items);
    if (body.dry_run) return this.quotes.quoteItems(caller, items);
    const { requestId, idempotencyId, repeatsWithinSeconds = this.env.IDEMPOTENCY_HOURS * 3_600 } = request;
    if (idempotencyId === undefined) throw idempotencyKeyRequired();
    const maxCredits = await this.confirmedCredits(caller, items, body, request);
    const { team, credentialId: keyId } = caller;
    const { id, is_new } = await this.database.transaction(async () => {
      await this.teams.lock(team.id);
      const job = {
        id: uuidv7(),
        teamId: team.id,
        action,
        credentialKind: caller.lane,
        keyId,
        idempotencyId,
        requestId,
      } as const;
      await this.queries.forgetEnded(team.id, idempotencyId, repeatsWithinSeconds);
      const open = await this.queries.countOpen(team.id);
      const inserted = await this.queries.insert({ ...job, maxCredits, items: body.items });
      if (!inserted.is_same) throw idempotencyKeyReused();
      // A form of the app has a limit of its own.
      if (inserted.is_new && caller.lane !== 'session') this.demandRoom(caller, items.length, open);
      return inserted;
    });
    if (is_new) this.dueWork.notify(RUN_BULK_JOBS);
    return this.get(caller, id);
  }

  /** @throws 404 */
  async get({ team }: TeamCaller, id: string): Promise<OperationResult<BulkJobView>> {
    const job = await this.queries.find(team.id, id);
    if (!job) throw notFound();
    return new OperationResult(viewOf(job), job.finished_at ? undefined : { retry_after_seconds: ASK_AGAIN_AFTER });
  }

  /** @throws 400 `cursor_…` */
  async list({ team }: TeamCaller, query: CursorQuery): Promise<CursorPage<BulkJobView>> {
    const scope = { list: LIST, teamId: team.id, filters: query };
    const position = await this.cursors.read(query, scope);
    const rows = await this.queries.findByTeam(team.id, position && String(position[0]), query.page_size + 1);
    const page = await this.cursors.pageOf(rows, query, { ...scope, positionOf: (row) => [row.id] });
    return new CursorPage(page.data.map(viewOf), page.pagination);
  }

  /** @throws 404 */
  async listItems({ team }: TeamCaller, id: string, query: PageQuery): Promise<Page<BulkItemView>> {
    if (!(await this.queries.find(team.id, id))) throw notFound();
    const { limit, offset } = window(query);
    return pageOf((await this.queries.findItems(id, limit, offset)).map(itemViewOf), query);
  }

  /** Cancels the items that have not begun. The job ends when the others have their answers. @throws 404 */
  async cancel(caller: TeamCaller, id: string): Promise<OperationResult<BulkJobView>> {
    const teamId = caller.team.id;
    await this.database.transaction(async () => {
      const job = await this.queries.lock(teamId, id);
      if (!job) throw notFound();
      if (job.finished_at || job.canceled_at) return;
      // First, so that no item begins after the look at those that have.
      await this.queries.cancelWaiting(id, null);
      if (await this.queries.cancel(id)) await this.tellOfEnd(teamId, id);
    });
    return this.get(caller, id);
  }

  /** Writes the event about the end of a job, in the transaction that ends it. */
  async tellOfEnd(teamId: string, id: string): Promise<void> {
    const job = await this.queries.find(teamId, id);
    if (!job) return;
    const { action, counts, credits_charged } = viewOf(job);
    const event = { bulk_job_id: id, action, counts, credits_charged };
    await this.facts.record(BULK_JOB_COMPLETED, { teamId }, { event });
  }

  /** The credits that the job may spend. Before a job that would charge, `charging` is called with their number. */
  private async confirmedCredits(
    caller: TeamCaller,
    items: readonly SpendingItem[],
    { max_credits: most }: BulkJobBody,
    { charging }: RequestIdentity,
  ): Promise<number> {
    if (!charging || most === 0) return most;
    const { total } = await this.quotes.quoteItems(caller, items);
    if (total.credits_required > 0) await charging(most);
    return total.credits_required > 0 ? most : 0;
  }

  private demandRoom({ team: { tier } }: TeamCaller, items: number, open: number): void {
    const ofItems = this.teams.limitOf(tier, 'bulk_items', items);
    if (items > ofItems.limit) throw limitReached(ofItems);
    const ofJobs = this.teams.limitOf(tier, 'bulk_jobs', open);
    if (open >= ofJobs.limit) throw limitReached(ofJobs);
  }
}

/** The call of every item. An item with an action of its own may want another call. */
const callOf =
  (action: string) =>
  (item: Readonly<Record<string, unknown>>): ItemAction => ({
    action,
    faults: 'action' in item ? [unknownField('action')] : [],
  });

/** @throws 400 `duplicate_items` */
function demandDifferent(items: readonly SpendingItem[]): void {
  const texts = items.map(({ path, body }) => stringify({ path, body }));
  const indexes = texts.flatMap((text, index) => (texts.filter((each) => each === text).length > 1 ? [index] : []));
  if (indexes.length > 0) throw duplicateItems({ indexes });
}

function viewOf({ state, canceled_at, counts, ...job }: CountedJob): BulkJobView {
  const status = { queued: 'waiting', running: 'running', completed: 'completed', failed: 'completed' } as const;
  return {
    id: job.id,
    action: job.action,
    status: canceled_at ? 'canceled' : status[state],
    counts,
    max_credits: job.max_credits,
    credits_charged: job.credits_charged,
    created_at: job.created_at.toISOString(),
    finished_at: job.finished_at && job.finished_at.toISOString(),
  };
}

function itemViewOf({ index, request, status, http_status, answer, credits_charged }: ItemRow): BulkItemView {
  const shown =
    answer === null ? {} : http_status === 200 ? { data: answer } : { error: answer as BulkItemView['error'] };
  return { index, request, status, http_status, ...shown, credits_charged };
}
