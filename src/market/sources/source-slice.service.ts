import { Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '#platform/database/database.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { Limited } from '#platform/outbound/outbound.errors.js';
import { connectorOf } from './connectors/catalog.js';
import type { Connector } from './connectors/connector.js';
import { type Asked, type FetchedPage, PageReader } from './page.reader.js';
import { PageStore } from './page.store.js';
import { SourceCredentials } from './source-credentials.service.js';
import { SourceRechecks } from './source-rechecks.service.js';
import type { RunKind, RunOutcome } from './source-run.entity.js';
import { failureState, nextSyncAfter } from './source.schedule.js';
import { type ClaimedSource, SourceSyncQueries } from './source-sync.queries.js';
import { SourceFailed } from './source.failures.js';
import { beginWalk, cursorAfter, type Step, stepAfter, type Walk, windowAfter } from './walk.js';

/** A slice of work at a source ends after so much, so that many sources share a worker. */
const MAX_PAGES = 20;
const MAX_MS = 60_000;
const MS_PER_SECOND = 1_000;
const MAX_ITEMS = 5_000;
/** Rejects that mean another form of answers, not single bad items: a fifth of a page, but more than two, or so many of a run. */
const DRIFT_SHARE = 0.2;
const DRIFT_LEAST = 3;
const DRIFT_RUN = 50;

interface Slice {
  lease: Lease<ClaimedSource>;
  source: ClaimedSource;
  connector: Connector;
  asked: Asked;
  runId: string;
  kind: RunKind;
}

/** What a walk changes in the row of its source, when it goes on and when it has ended. */
interface Progress {
  goesOn(walk: Walk): Record<string, unknown>;
  ends(now: Date, ended: NonNullable<Step['ended']>, walk: Walk, fetched: FetchedPage | null): Record<string, unknown>;
}

/** A slice of work at one source: fetches pages outside any transaction, and stores each page in one with how far it is read. */
@Injectable()
export class SourceSlices {
  private readonly log = new Logger(SourceSlices.name);

  constructor(
    private readonly database: Database,
    private readonly queries: SourceSyncQueries,
    private readonly reader: PageReader,
    private readonly store: PageStore,
    private readonly credentials: SourceCredentials,
    private readonly rechecks: SourceRechecks,
  ) {}

  /** Does what is due at a claimed source. A lost lease ends it: another worker has the source. */
  async run(lease: Lease<ClaimedSource>): Promise<void> {
    try {
      await this.queries.leases.hold(lease, () => this.work(lease));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  private async work(lease: Lease<ClaimedSource>): Promise<void> {
    const source = lease.row;
    const connector = connectorOf(source);
    const kind = kindOf(source);
    if (kind === null) return void (await this.queries.release(lease));
    const runId = uuidv7();
    await this.queries.beginRun(runId, source.id, kind, lease.attempt);
    try {
      const credential = await this.credentials.of(source);
      const slice = {
        lease,
        source,
        connector,
        runId,
        kind,
        asked: { connector, settings: source.settings, credential },
      };
      const isDone = await this.doWork(slice);
      await this.queries.endRun(runId, isDone ? 'done' : 'cut', null);
    } catch (error) {
      await this.endBadly(lease, kind, runId, error);
    }
  }

  private doWork(slice: Slice): Promise<boolean> {
    if (slice.kind === 'sync') return this.sync(slice);
    return slice.kind === 'backfill' ? this.backfill(slice) : this.rechecks.run(slice);
  }

  private async sync(slice: Slice): Promise<boolean> {
    const { source, connector } = slice;
    const begins = await this.database.now();
    const window = windowAfter(connector, source.cursor, begins.getTime());
    const walk = source.walk ?? beginWalk(connector, source.settings, window);
    return this.walk(slice, walk, {
      goesOn: (next) => ({ walk: JSON.stringify(next) }),
      ends: (now, ended, last, fetched) => {
        const cursor = cursorAfter(connector, source.cursor, ended, last, fetched);
        const isGap = source.cursor?.reached != null && (ended.isCapped || isLate(slice, now));
        return {
          ...{ cursor: JSON.stringify(cursor), walk: null, last_synced_at: now },
          ...{ failures: 0, failure: null, failure_kind: null, failing_since: null },
          ...(isGap && { has_gap_since: source.has_gap_since ?? source.cursor?.reached }),
          ...nextSyncAfter(source, now, cursor.freshSeconds),
        };
      },
    });
  }

  private async backfill(slice: Slice): Promise<boolean> {
    const { source, connector } = slice;
    const backfill = source.backfill;
    if (!backfill) return true;
    const window = { from: new Date(backfill.since), until: new Date(backfill.until) };
    return this.walk(slice, backfill.walk ?? beginWalk(connector, source.settings, window), {
      goesOn: (walk) => ({ backfill: JSON.stringify({ ...backfill, walk }) }),
      ends: () => ({ backfill: null }),
    });
  }

  /** Walks on from page to page. @returns whether the walk has ended */
  private async walk(slice: Slice, from: Walk, progress: Progress): Promise<boolean> {
    const end = Date.now() + MAX_MS;
    let [walk, items, rejected] = [from, 0, 0];
    for (let pages = 0; pages < MAX_PAGES && items < MAX_ITEMS && Date.now() < end; pages++) {
      const known = walk.pages === 0 && slice.kind === 'sync' ? (slice.source.cursor?.validators ?? null) : null;
      const fetched = await this.reader.fetch(slice.asked, walk, known);
      if (fetched === null) return this.endUnchanged(slice, walk, progress);
      const taken = await this.take(slice, walk, fetched, rejected, progress);
      if (taken.walk === null) return true;
      walk = taken.walk;
      rejected += taken.rejected;
      items += fetched.items.length;
    }
    // More is due: after the other sources that wait.
    if (!(await this.queries.release(slice.lease, { next_attempt_at: await this.database.now() })))
      throw new LeaseLost();
    return false;
  }

  /** Stores a page with where the walk is then. @returns the walk if it goes on, and the number of rejects */
  private async take(slice: Slice, walk: Walk, fetched: FetchedPage, before: number, progress: Progress) {
    const { source, connector, lease, runId } = slice;
    if (isDoubtful(slice, walk, fetched)) {
      await this.queries.countRequest(runId, false);
      throw new SourceFailed('doubtful', 'It is empty, and was not before');
    }
    const read = this.store.linesOf(connector, fetched.items, fetched.rejects);
    const rejected = read.rejects.length;
    if (isDrift(fetched, rejected, before)) {
      await this.store.keepRejects(source.id, read.rejects);
      await this.queries.countPage(runId, { read: rejected, inserted: 0, updated: 0, rejected, erased: 0 });
      throw new SourceFailed('drift', `${rejected} items cannot be read. The first: ${read.rejects[0]?.reason ?? ''}`);
    }
    const step = stepAfter(connector, walk, fetched.page, fetched.items);
    await this.database.transaction(async () => {
      const counts = await this.store.store(source.id, connector, read);
      await this.queries.countPage(runId, counts);
      const now = await this.database.now();
      const isNew = counts.inserted > 0 && { last_new_at: now };
      const { queries } = this;
      const holds =
        step.walk === null
          ? await queries.release(lease, { ...progress.ends(now, step.ended, walk, fetched), ...isNew })
          : await queries.leases.renew(lease, { ...progress.goesOn(step.walk), ...isNew });
      // Another worker has claimed the source, or a person has stopped it: nothing of this page is stored.
      if (!holds) throw new LeaseLost();
    });
    return { walk: step.walk, rejected };
  }

  private async endUnchanged({ lease, runId, source }: Slice, walk: Walk, progress: Progress): Promise<boolean> {
    await this.queries.countRequest(runId, true);
    const ended = { reached: source.cursor?.reached ?? null, isCapped: false };
    const end = progress.ends(await this.database.now(), ended, walk, null);
    if (!(await this.queries.release(lease, end))) throw new LeaseLost();
    return true;
  }

  private async endBadly(lease: Lease<ClaimedSource>, kind: RunKind, runId: string, error: unknown): Promise<void> {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof Limited)
      return this.endRun(lease, runId, 'parked', error.message, { next_attempt_at: error.until });
    const source = lease.row;
    if (!(error instanceof SourceFailed)) this.log.error({ error, sourceId: source.id }, 'a source was not fetched');
    const failed =
      error instanceof SourceFailed
        ? error
        : new SourceFailed('unreachable', 'The fetch failed in this service; its log says why');
    await this.endRun(
      lease,
      runId,
      'failed',
      failed.message,
      failureState(source, failed, kind, await this.database.now()),
    );
  }

  private endRun(
    lease: Lease<ClaimedSource>,
    runId: string,
    outcome: RunOutcome,
    failure: string,
    change: Record<string, unknown>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      await this.queries.release(lease, change);
      await this.queries.endRun(runId, outcome, failure);
    });
  }
}

/** What is due: the fetch of what is new, then texts that are checked again, then older texts. */
function kindOf({ is_sync_due, has_rechecks, backfill }: ClaimedSource): RunKind | null {
  if (is_sync_due) return 'sync';
  if (has_rechecks) return 'recheck';
  return backfill === null ? null : 'backfill';
}

/** A list that began with something and is empty now: a service that is in trouble, or a form of it that we do not know. */
const isDoubtful = ({ kind, connector, source }: Slice, walk: Walk, { page }: FetchedPage): boolean =>
  kind === 'sync' &&
  connector.order !== 'rising' &&
  connector.mayBeEmpty !== true &&
  walk.pages === 0 &&
  page.values.length === 0 &&
  source.last_new_at !== null;

/** Whether the source has hidden texts since the last fetch. */
const isLate = ({ connector: { shownSeconds }, source: { last_synced_at: last } }: Slice, now: Date): boolean =>
  shownSeconds !== undefined && last !== null && now.getTime() - last.getTime() > shownSeconds * MS_PER_SECOND;

const isDrift = ({ page }: FetchedPage, rejected: number, before: number): boolean =>
  (rejected >= DRIFT_LEAST && rejected > page.values.length * DRIFT_SHARE) || before + rejected >= DRIFT_RUN;
