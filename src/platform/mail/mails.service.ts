import { Inject, Injectable, Logger } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { invalidRequest, notFound } from '#platform/errors/application-error.js';
import { DueWork } from '#platform/queues/due-work.js';
import { isEmailAddress } from './email.rule.js';
import { contentOf, type MailContent, type MailText } from './mail.content.js';
import { SEND_MAILS } from './mail.jobs.js';
import type { MailKind } from './mail.kinds.js';
import { type MailRow, MailsQueries } from './mails.queries.js';

/** A mail to write. `kind` is its purpose. */
export interface MailDraft extends MailText {
  kind: MailKind;
  to: string;
  subject: string;
}

const STATUS = { queued: 'queued', running: 'sending', completed: 'sent', failed: 'failed', kept: 'kept' } as const;

/** A mail as operators see it. `kept`: it was written without a mail server. */
export interface ListedMail {
  id: string;
  kind: string;
  to: string;
  subject: string;
  status: (typeof STATUS)[keyof typeof STATUS];
  attempts: number;
  created_at: Date;
  sent_at: Date | null;
  next_attempt_at: Date | null;
  failure: string | null;
  links: string[];
}

/** A mail with its body. */
export type ShownMail = ListedMail & Pick<MailContent, 'text' | 'html'>;

const TABLE = 'mails';
const MAX_SUBJECT_LENGTH = 200;

/** Writes mails, in the transaction of their cause, and shows them to operators. */
@Injectable()
export class MailsService {
  private readonly log = new Logger(MailsService.name);

  constructor(
    private readonly database: Database,
    private readonly queries: MailsQueries,
    private readonly encryption: EncryptionService,
    private readonly dueWork: DueWork,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Whether mails can be written: their bodies are encrypted at rest. */
  get isConfigured(): boolean {
    return this.encryption.isConfigured;
  }

  /** @throws 403 `feature_not_configured` if no mail can be written */
  demandConfigured(): void {
    this.encryption.demandKey();
  }

  /**
   * Writes a mail in the open transaction. A worker sends it after the commit; without MAIL_URL it is kept for the
   * operator.
   * @throws 400 for an address or a subject that is not one line; 403 `feature_not_configured`
   */
  async write({ kind, to, subject, ...text }: MailDraft): Promise<void> {
    if (!isEmailAddress(to)) throw invalidRequest('The address of a mail must be one email address');
    if (/\p{Cc}/u.test(subject) || subject === '' || subject.length > MAX_SUBJECT_LENGTH)
      throw invalidRequest(`The subject of a mail must be one line of up to ${MAX_SUBJECT_LENGTH} characters`);
    const id = uuidv7();
    const content = this.encryption.encrypt(TABLE, id, JSON.stringify(contentOf(text)));
    const state = this.env.MAIL_URL ? 'queued' : 'kept';
    await this.queries.insert({ id, kind, recipient: to, subject, content_encrypted: content, state });
    if (state === 'queued') await this.database.afterCommit(() => this.dueWork.notify(SEND_MAILS));
  }

  /**
   * Writes a mail that is only a notice. An invalid address is skipped, so that the cause of the mail
   * does not fail. @throws 400 for a subject that is not one line; 403 `feature_not_configured`
   */
  async inform(draft: MailDraft): Promise<void> {
    if (isEmailAddress(draft.to)) await this.write(draft);
    else this.log.warn({ kind: draft.kind }, 'no mail was written: the address of the person is not an email address');
  }

  /** Deletes the mails to an address, including unsent ones. */
  deleteTo(address: string): Promise<void> {
    return this.queries.deleteTo(address);
  }

  /** The newest mails. */
  async list(limit: number): Promise<ListedMail[]> {
    return (await this.queries.list(limit)).map((row) => listed(row, this.open(row)));
  }

  /** @throws 404 */
  async get(id: string): Promise<ShownMail> {
    const row = await this.queries.find(id);
    if (!row) throw notFound('There is no such mail: sent mails are deleted after a day, others after a week');
    const content = this.open(row);
    return { ...listed(row, content), text: content.text, html: content.html };
  }

  /** Has a failed mail sent again. @throws 404 for an unknown mail, and for one that has not failed */
  async retry(id: string): Promise<void> {
    if (!(await this.queries.retry(id))) throw notFound('There is no failed mail with this id');
    this.dueWork.notify(SEND_MAILS);
  }

  /** The decrypted body of a row. */
  open({ id, content_encrypted: content }: Pick<MailRow, 'id' | 'content_encrypted'>): MailContent {
    return JSON.parse(this.encryption.decrypt(TABLE, id, content)) as MailContent;
  }
}

function listed(row: MailRow, { links }: MailContent): ListedMail {
  const { id, kind, recipient: to, subject, state, attempts, created_at, finished_at, next_attempt_at, failure } = row;
  return {
    id,
    kind,
    to,
    subject,
    status: STATUS[state],
    attempts,
    created_at,
    sent_at: state === 'completed' ? finished_at : null,
    next_attempt_at: state === 'queued' ? next_attempt_at : null,
    failure,
    links,
  };
}
