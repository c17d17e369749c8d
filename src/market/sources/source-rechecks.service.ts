import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { EventLog } from '#platform/events/event-log.js';
import type { Connector, Standing } from './connectors/connector.js';
import { type Asked, PageReader } from './page.reader.js';
import { type ClaimedSource, type DueCheck, SourceSyncQueries } from './source-sync.queries.js';
import { SourceFailed } from './source.failures.js';
import { TEXTS_GONE } from './sources.events.js';

/** A slice of the re-checks of a source. */
export interface RecheckSlice {
  lease: Lease<ClaimedSource>;
  source: ClaimedSource;
  connector: Connector;
  asked: Asked;
  runId: string;
}

const MAX_REQUESTS = 20;
/** More missing texts than this, and more than a tenth of all: a source in trouble, and no deletions. */
const MIN_DOUBTFUL = 3;
const DOUBTFUL_SHARE = 0.1;

/** Asks sources whether texts are still there. Two misses an hour apart are a deletion. */
@Injectable()
export class SourceRechecks {
  constructor(
    private readonly database: Database,
    private readonly queries: SourceSyncQueries,
    private readonly reader: PageReader,
    private readonly events: EventLog,
  ) {}

  /** Checks what is due. @returns whether nothing more is due. @throws SourceFailed, Limited or LeaseLost */
  async run(slice: RecheckSlice): Promise<boolean> {
    const { source, connector, lease, runId, asked } = slice;
    const atOnce = connector.recheck?.atOnce ?? 0;
    for (let request = 0; request < MAX_REQUESTS && atOnce > 0; request++) {
      const due = await this.queries.dueChecks(source.id, atOnce);
      if (due.length === 0) break;
      const standings = await this.reader.recheck(
        asked,
        due.map(({ ref }) => ref),
      );
      await this.queries.countRequest(runId, false);
      await this.note(slice, due, standings);
    }
    const isMore = (await this.queries.dueChecks(source.id, 1)).length > 0;
    const goesOn = isMore || source.backfill !== null;
    const next = goesOn ? { next_attempt_at: await this.database.now() } : {};
    if (!(await this.queries.release(lease, next))) throw new LeaseLost();
    return !isMore;
  }

  private async note(slice: RecheckSlice, due: readonly DueCheck[], standings: Map<string, Standing>): Promise<void> {
    const { source, connector, lease } = slice;
    const idsOf = (found: readonly DueCheck[]): string[] => found.map(({ external_id }) => external_id);
    const of = (standing: Standing | undefined): DueCheck[] => due.filter(({ ref }) => standings.get(ref) === standing);
    const missing = of('gone');
    const gone = missing.filter(({ is_second_look }) => is_second_look === true);
    const isDoubtful = await this.database.transaction(async () => {
      if (connector.recheck) await this.queries.noteThere(source.id, idsOf(of('there')), connector.recheck);
      await this.queries.postpone(source.id, idsOf(of(undefined)));
      await this.queries.noteMissing(source.id, idsOf(missing));
      const counts = await this.queries.countMissing(source.id);
      const isTooMany = counts.missing > Math.max(MIN_DOUBTFUL, counts.texts * DOUBTFUL_SHARE);
      if (isTooMany) await this.queries.postpone(source.id, idsOf(gone));
      else if (gone.length > 0) {
        await this.queries.deleteItems(source.id, idsOf(gone));
        const texts = gone.map(({ place, external_id }) => ({ place, external_id }));
        await this.events.append(TEXTS_GONE, { kind: connector.kind, why: 'gone', texts });
      }
      if (!(await this.queries.leases.renew(lease))) throw new LeaseLost();
      return isTooMany && gone.length > 0;
    });
    if (isDoubtful) {
      throw new SourceFailed(
        'doubtful',
        'More than a tenth of its texts are missing at once, so none is erased. If they are gone for good, remove the source with its texts',
      );
    }
  }
}
