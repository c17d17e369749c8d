import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import { LeasedRows } from '#platform/database/lease.js';
import type { Mail } from './mail.entity.js';

export type MailRow = RowOf<Mail>;

/** A mail waits and its pause after the last attempt is over, or its worker died. */
const IS_DUE = `(state = 'queued' AND next_attempt_at <= now() OR state = 'running' AND lease_until < now())`;

/** SQL of mails. */
@Injectable()
export class MailsQueries {
  readonly leases: LeasedRows<MailRow>;

  constructor(private readonly database: Database) {
    this.leases = new LeasedRows<MailRow>(database, { name: 'mails', key: ['id'] });
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

  /** Whether a mail waits and its pause after the last attempt is over, or its worker died. */
  async isDue(id: string): Promise<boolean> {
    const due = await this.database.maybeOne(`SELECT 1 FROM mails WHERE id = $1 AND ${IS_DUE}`, [id]);
    return due !== null;
  }

  /**
   * Marks due mails as enqueued again: those whose pause is over, and those that no worker claimed for `afterSeconds`.
   */
  requeueDue(afterSeconds: number, limit: number): Promise<Pick<MailRow, 'id' | 'requeues'>[]> {
    return this.database.query<Pick<MailRow, 'id' | 'requeues'>>(
      `UPDATE mails SET enqueued_at = now(), requeues = requeues + 1
       WHERE id IN (
         SELECT id FROM mails
         WHERE ${IS_DUE} AND (enqueued_at < next_attempt_at OR enqueued_at < now() - make_interval(secs => $1))
         ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, requeues`,
      [afterSeconds, limit],
    );
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
