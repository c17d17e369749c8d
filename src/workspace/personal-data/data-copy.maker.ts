import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { Periodic } from '#platform/queues/periodic.decorator.js';
import { MY_DATA } from './data-copies.service.js';
import { dataCopyMail } from './data-copy.mails.js';
import { PersonalDataQueries } from './personal-data.queries.js';
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

  /** Makes all requested copies that are due, and notifies each person by mail. @returns the number of files */
  @Periodic({ name: 'make-data-copies', everySeconds: 10 })
  async make(): Promise<number> {
    let made = 0;
    for (;;) {
      const wanted = await this.queries.take();
      if (!wanted) return made;
      try {
        await this.makeOne(wanted);
        made++;
      } catch (error) {
        this.log.error({ error, userId: wanted.user_id }, 'no copy of the data of a person was made');
      }
    }
  }

  /** Deletes files that can no longer be downloaded. @returns the number of files */
  @Periodic({ name: 'purge-data-copies', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge(this.env.DATA_COPY_DAYS);
  }

  private async makeOne(wanted: { id: string; user_id: string; email: string }): Promise<void> {
    const content = await this.database.snapshot(() => buffer(Readable.from(this.linesOf(wanted)).pipe(createGzip())));
    await this.database.transaction(async () => {
      if (!(await this.queries.store(wanted.id, content)) || !this.mails.isConfigured) return;
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
