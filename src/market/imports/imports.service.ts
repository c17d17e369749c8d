import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { notFound } from '#platform/errors/application-error.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { ImportsQueries, type ImportRow } from './imports.queries.js';

export type { ImportRow };

/** Reads the list of imports, keeps the state of an undo, and ends imports whose process was killed. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly queries: ImportsQueries,
    @Inject(ENV) private readonly env: Pick<Env, 'IMPORT_STALLED_MINUTES'>,
  ) {}

  /** The last imports, the newest first. */
  list(limit: number): Promise<ImportRow[]> {
    return this.queries.list(limit);
  }

  /** @throws 404 */
  async get(id: number): Promise<ImportRow> {
    const found = await this.queries.find(id);
    if (!found) throw notFound(`There is no import ${id}`);
    return found;
  }

  /** Stops the import if it runs, after the batch that is being stored, and marks its undo as begun. */
  beginUndo(id: number): Promise<void> {
    return this.queries.beginUndo(id);
  }

  /** Counts records that an undo removes, in the transaction that does it. */
  countRemoved(id: number, removed: number): Promise<void> {
    return this.queries.addRemoved(id, removed);
  }

  /** Ends an undo. `kept` has the number of records that stay, for each reason. */
  endUndo(id: number, kept: Record<string, number>): Promise<void> {
    return this.queries.endUndo(id, kept);
  }

  /** Ends running imports whose process stores nothing any more. @returns their number */
  @OnDue({ name: 'fail-stalled-imports', everySeconds: 60 })
  failStalled(): Promise<number> {
    const minutes = this.env.IMPORT_STALLED_MINUTES;
    const failure = `Nothing was stored for ${minutes} minutes, so its process was probably killed; import the file again`;
    return this.queries.failStalled(minutes, failure);
  }
}
