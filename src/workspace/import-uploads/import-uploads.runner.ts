import { Injectable, Logger } from '@nestjs/common';
import { withOrigin } from '#platform/caller/origin.js';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { FileUnreadable } from '#platform/files/record.types.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { ImportUploadsQueries } from './import-uploads.queries.js';
import { IMPORT_UPLOADS, ImportUploads, type UploadRow } from './import-uploads.service.js';

/** A killed worker leaves an import that can be repeated. */
const MAX_ATTEMPTS = 3;

/** Imports the files that operators have uploaded. */
@Injectable()
export class ImportUploadsRunner {
  private readonly log = new Logger(ImportUploadsRunner.name);

  constructor(
    private readonly queries: ImportUploadsQueries,
    private readonly uploads: ImportUploads,
  ) {}

  /** Imports a file that waits. @returns whether more may wait */
  @OnDue({ name: IMPORT_UPLOADS, everySeconds: 10, notified: true })
  async importDue(): Promise<boolean> {
    const [lease] = await this.queries.leases.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS });
    if (!lease) return false;
    const upload = await this.uploads.get(lease.row.id);
    try {
      await this.queries.leases.hold(lease, () => this.import(upload, lease));
      await this.queries.leases.complete(lease, { content: null });
    } catch (error) {
      if (error instanceof LeaseLost) return true;
      const isFault = error instanceof FileUnreadable;
      if (!isFault) this.log.error({ error, uploadId: upload.id }, 'an uploaded file was not imported');
      const failure = isFault ? error.message : 'The import failed; the log of the worker says why';
      await this.queries.leases.fail(lease, { failure });
    }
    return true;
  }

  /** Fails imports whose worker died in the last attempt, and deletes files of earlier days. @returns how many are deleted */
  @OnDue({ name: 'purge-import-uploads', everySeconds: 3_600 })
  async purge(): Promise<number> {
    await this.queries.leases.failExhausted(MAX_ATTEMPTS);
    return this.queries.purge();
  }

  /** A later attempt goes on with the import of the first one, so that one undo removes what all have stored. */
  private import({ id, options, started_by: name, import_id }: UploadRow, { attempt }: Lease): Promise<void> {
    const actor = { kind: 'operator', id: null, name } as const;
    const onBegin = async (importId: number): Promise<void> => {
      if (!(await this.queries.setImport(id, attempt, importId))) throw new LeaseLost();
    };
    return withOrigin({ requestId: null, ip: null, userAgent: null, actor }, () =>
      this.uploads.import(id, { ...options, continues: import_id ?? undefined, onBegin }),
    );
  }
}
