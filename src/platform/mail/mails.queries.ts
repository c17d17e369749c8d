import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import type { Mail } from './mail.entity.js';

export type MailRow = RowOf<Mail>;

/** SQL of mails. */
@Injectable()
export class MailsQueries {
  readonly leases: LeasedRows<MailRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<MailRow>(database, { name: 'mails', key: ['id'], paced: true });
  }

  async insert(mail: Pick<MailRow, 'id' | 'kind' | 'recipient' | 'subject' | 'content_encrypted' | 'state'>) {
    await this.database.execute(
      'INSERT INTO mails (id, kind, recipient, subject, content_encrypted, state) VALUES ($1, $2, $3, $4, $5, $6)',
      [mail.id, mail.kind, mail.recipient, mail.subject, mail.content_encrypted, mail.state],
    );
  }

  /** The newest mails. */
  list(limit: number): Promise<MailRow[]> {
    return this.database.query<MailRow>('SELECT * FROM mails ORDER BY created_at DESC, id DESC LIMIT $1', [limit]);
  }

  find(id: string): Promise<MailRow | null> {
    return this.database.maybeOne<MailRow>('SELECT * FROM mails WHERE id = $1', [id]);
  }

  /** Makes a failed mail due with new attempts. @returns false for any other mail */
  async retry(id: string): Promise<boolean> {
    const retried = await this.database.execute(
      `UPDATE mails SET state = 'queued', attempts = 0, failure = NULL, finished_at = NULL, next_attempt_at = now()
       WHERE id = $1 AND state = 'failed'`,
      [id],
    );
    return retried > 0;
  }

  async deleteTo(recipient: string): Promise<void> {
    await this.database.execute('DELETE FROM mails WHERE lower(recipient) = lower($1)', [recipient]);
  }

  /** Deletes sent mails after `sentHours` and all others after `unsentDays`. @returns their number */
  purge(sentHours: number, unsentDays: number): Promise<number> {
    return this.database.execute(
      `DELETE FROM mails WHERE state = 'completed' AND finished_at < now() - make_interval(hours => $1)
          OR state <> 'completed' AND created_at < now() - make_interval(days => $2)`,
      [sentHours, unsentDays],
    );
  }
}
