import { Injectable, Logger } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { type Lease, LeaseLost } from '#platform/database/lease.js';
import { DueWork } from '#platform/queues/due-work.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { SEND_MAILS } from './mail.jobs.js';
import { MAIL_KINDS } from './mail.kinds.js';
import { MailTransport } from './mail.transport.js';
import { type MailRow, MailsQueries } from './mails.queries.js';
import { MailsService } from './mails.service.js';

/** The pauses after failed attempts, in minutes. */
export const PAUSES_MINUTES = [1, 5, 30, 120, 360, 720, 1_440] as const;
export const MAX_ATTEMPTS = PAUSES_MINUTES.length + 1;
const POLL_SECONDS = 15;
/** The mails that one worker sends at the same time. */
const AT_ONCE = 5;
const KEEP_SENT_HOURS = 24;
const KEEP_UNSENT_DAYS = 7;
const MAX_FAILURE_LENGTH = 500;

/**
 * The outcome of an attempt. `retried`: another attempt follows. `lost`: another worker has claimed the mail meanwhile.
 */
type SendOutcome = (typeof OUTCOMES)[number] | 'lost';

const OUTCOMES = ['sent', 'retried', 'failed'] as const;

/**
 * Sends mails, in the worker. A mail is sent once for its cause, with one exception in SMTP: if the worker dies after
 * the server accepted the mail and before the row is updated, the next attempt sends it again with the same
 * `Message-ID`.
 */
@Injectable()
export class MailSender {
  private readonly log = new Logger(MailSender.name);
  private readonly attempts: Counter<'kind' | 'outcome'>;

  constructor(
    private readonly queries: MailsQueries,
    private readonly mails: MailsService,
    private readonly transport: MailTransport,
    private readonly dueWork: DueWork,
    registry: Registry,
  ) {
    this.attempts = new Counter({
      name: 'qualm_mail_attempts_total',
      help: 'Attempts to send a mail by kind and outcome (sent, retried after a failure, failed permanently)',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    });
    for (const kind of MAIL_KINDS) for (const outcome of OUTCOMES) this.attempts.inc({ kind, outcome }, 0);
  }

  /** Sends a mail that is due, while another round looks for the next one. @returns null if none is due */
  @OnDue({ name: SEND_MAILS, everySeconds: POLL_SECONDS, notified: true, atOnce: AT_ONCE })
  async sendDue(): Promise<SendOutcome | null> {
    if (!this.transport.isConfigured) return null;
    const [lease] = await this.queries.leases.claimDue({ limit: 1, maxAttempts: MAX_ATTEMPTS });
    if (!lease) return null;
    this.dueWork.notify(SEND_MAILS);
    return this.send(lease);
  }

  /** Sends a claimed mail. */
  async send(lease: Lease<MailRow>): Promise<SendOutcome> {
    const outcome = await this.attempt(lease);
    if (outcome !== 'lost') this.attempts.inc({ kind: lease.row.kind, outcome });
    return outcome;
  }

  /** Fails mails whose worker died during the last attempt. @returns their number */
  @OnDue({ name: 'fail-exhausted-mails', everySeconds: POLL_SECONDS })
  async failExhausted(): Promise<number> {
    const failed = await this.queries.leases.failExhausted(MAX_ATTEMPTS);
    for (const { kind } of failed) this.attempts.inc({ kind, outcome: 'failed' });
    return failed.length;
  }

  /** Deletes mails a day after they were sent, and all others a week after they were written. @returns their number */
  @OnDue({ name: 'purge-mails', everySeconds: 600 })
  purge(): Promise<number> {
    return this.queries.purge(KEEP_SENT_HOURS, KEEP_UNSENT_DAYS);
  }

  private async attempt(lease: Lease<MailRow>): Promise<SendOutcome> {
    const { leases } = this.queries;
    const { id, recipient: to, subject, kind } = lease.row;
    try {
      const content = this.mails.open(lease.row);
      await leases.hold(lease, () => this.transport.send({ id, to, subject, ...content }));
    } catch (error) {
      if (error instanceof LeaseLost) return 'lost';
      const pause = isFinal(error) ? undefined : PAUSES_MINUTES[lease.attempt - 1];
      const failure = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAILURE_LENGTH);
      // The row has the reason. A server's answer may name the recipient, who must not appear in the log.
      this.log.warn({ mail_id: id, kind, attempt: lease.attempt }, pause ? 'mail not sent' : 'mail failed');
      if (pause === undefined) return (await leases.fail(lease, { failure })) ? 'failed' : 'lost';
      return (await leases.releaseFor(lease, pause * 60, { failure })) ? 'retried' : 'lost';
    }
    return (await leases.complete(lease, { failure: null })) ? 'sent' : 'lost';
  }
}

/** Whether the server refuses the recipient permanently. Other permanent errors come from a wrong configuration. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return code === 'EENVELOPE' && (responseCode ?? 0) >= 500;
}
