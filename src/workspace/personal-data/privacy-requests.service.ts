import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { emailKeyOf } from '#market/writers/person.keys.js';
import { ENV, type Env } from '#config/env.js';
import { Database } from '#platform/database/database.js';
import { invalidField, notFound } from '#platform/errors/application-error.js';
import { MailsService } from '#platform/mail/mails.service.js';
import { OnDue } from '#platform/queues/on-due.decorator.js';
import { hashOfSecret, newSecret } from '#platform/secrets/random.secret.js';
import { personErasedMail, privacyRequestMail } from './privacy.mails.js';
import { type ConfirmedRequest, PrivacyRequestsQueries } from './privacy-requests.queries.js';

export type { ConfirmedRequest };

/** The requests of people about whom data is stored. An operator carries them out. */
@Injectable()
export class PrivacyRequests {
  constructor(
    private readonly database: Database,
    private readonly queries: PrivacyRequestsQueries,
    private readonly mails: MailsService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** @throws 400 unless it is an email address; 403 `feature_not_configured` if no mail can be written */
  demandAddress(email: string): void {
    this.mails.demandConfigured();
    if (!emailKeyOf(email)) throw invalidField('email', 'That is not an email address');
  }

  /** Mails a link with which the person confirms the address. */
  async request(email: string): Promise<void> {
    const secret = newSecret();
    await this.database.transaction(async () => {
      await this.queries.insert(uuidv7(), email.trim(), hashOfSecret(secret));
      await this.mails.write(privacyRequestMail(email.trim(), `${this.env.PUBLIC_URL}/privacy/${secret}`));
    });
  }

  /** The address of a link. @throws 404 */
  async find(secret: string): Promise<string> {
    const email = await this.queries.find(hashOfSecret(secret));
    if (email === null) throw notFound('This link has expired or was used before');
    return email;
  }

  /** Records that the address is confirmed. @throws 404 */
  async confirm(secret: string): Promise<void> {
    if (!(await this.queries.confirm(hashOfSecret(secret)))) throw notFound('This link has expired or was used before');
  }

  /** Confirmed requests that wait for an operator, the oldest first. */
  list(): Promise<ConfirmedRequest[]> {
    return this.queries.list();
  }

  /** The address of a confirmed request. @throws 404, also if the person is erased already */
  async addressOf(id: string): Promise<string> {
    const email = await this.queries.addressOf(id);
    if (email === null) throw notFound('No person waits with this request');
    return email;
  }

  /** Ends the requests of an address, in each of its spellings, in the transaction of the erasure, and notifies the person. */
  async complete(spellings: readonly string[]): Promise<void> {
    const wasConfirmed = await this.queries.delete(spellings);
    const [email] = spellings;
    if (email && wasConfirmed && this.mails.isConfigured) await this.mails.inform(personErasedMail(email));
  }

  /** Deletes requests that were never confirmed. @returns how many */
  @OnDue({ name: 'purge-privacy-requests', everySeconds: 3_600 })
  purge(): Promise<number> {
    return this.queries.purge();
  }
}
