import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import type { Lease } from '#platform/database/lease.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { MAKE_DATA_COPIES, MY_DATA } from './data-copies.service.js';
import { dataCopyMail } from './data-copy.mails.js';
import { PersonalDataQueries, type WantedCopy } from './personal-data.queries.js';
import { PERSONAL_ROWS } from './personal.rows.js';

/** Makes the copies that people ask for. */
@Injectable()
export class DataCopyMaker {
  private readonly log = new Logger(DataCopyMaker.name);

  constructor(
    private readonly database: Database,
    private readonly queries: PersonalDataQueries,
    private readonly mails: MailsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Makes a copy that is asked for and does not pause, and tells the person by mail. @returns whether more may be due */
  @OnDue({ name: MAKE_DATA_COPIES, everySeconds: 10, notified: true })
  async make(): Promise<boolean> {
    const lease = await this.queries.claim();
    if (!lease) return false;
    try {
      await this.makeOne(lease);
    } catch (error) {
      this.log.error({ error, userId: lease.row.user_id }, 'no copy of the data of a person was made');
      await this.queries.release(lease);
    }
    return true;
  }

  /** Deletes files that can no longer be downloaded. @returns how many */
  @OnDue({ name: 'purge-data-copies', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(this.env.DATA_COPY_DAYS);
  }

  private async makeOne(lease: Lease<WantedCopy>): Promise<void> {
    const wanted = lease.row;
    const content = await this.database.snapshot(() => buffer(Readable.from(this.linesOf(wanted)).pipe(createGzip())));
    await this.database.transaction(async () => {
      if (!(await this.queries.store(lease, content)) || !this.mails.isConfigured) return;
      const url = `${this.env.PUBLIC_URL}${MY_DATA}/${wanted.id}`;
      await this.mails.inform(dataCopyMail(wanted.email, url, this.env.DATA_COPY_DAYS));
    });
  }

  /** A line for each row, with the name of its table. */
  private async *linesOf(person: { user_id: string; email: string }): AsyncGenerator<string> {
    for (const rows of PERSONAL_ROWS) {
      for await (const batch of this.queries.rowsOf(rows, person)) {
        yield batch.map((row) => `${JSON.stringify({ table: rows.table, row })}\n`).join('');
      }
    }
  }
}
