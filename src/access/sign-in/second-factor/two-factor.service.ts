import { Injectable } from '@nestjs/common';
import { CredentialsService } from '#accounts/teams/credentials.service.js';
import { actorOf, MembersService } from '#accounts/teams/members.service.js';
import { Database } from '#platform/database/database.js';
import { EncryptionService } from '#platform/encryption/encryption.service.js';
import { invalidField, notFound, tooMany } from '#platform/errors/application-error.js';
import { type MailDraft, MailsService } from '#platform/mail/mails.service.js';
import { hashOfRecoveryCode, isAppCode, newRecoveryCodes, newSecret, plain, setupOf, stepOf } from './authenticator.js';
import { codesRenewedMail, factorOffMail, factorOnMail, factorResetMail } from '../sign-in.mails.js';
import { type FactorRow, TwoFactorQueries } from './two-factor.queries.js';
import type { TokenHolder } from '../user-tokens.service.js';

const TABLE = 'user_factors';
const MAX_FAILURES = 5;
const LOCK_MINUTES = 15;

/** Whether a person has a second factor, and the number of unused recovery codes. */
export interface FactorState {
  isOn: boolean;
  codesLeft: number;
}

/** The second factor of people: an authenticator app, or one of ten recovery codes. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly database: Database,
    private readonly queries: TwoFactorQueries,
    private readonly encryption: EncryptionService,
    private readonly members: MembersService,
    private readonly credentials: CredentialsService,
    private readonly mails: MailsService,
  ) {}

  /** Whether people can set up a factor: secrets are encrypted at rest. */
  get isConfigured(): boolean {
    return this.encryption.isConfigured;
  }

  /** Whether a sign-in of the person needs a code. */
  async isOn(userId: string): Promise<boolean> {
    return Boolean((await this.queries.find(userId))?.confirmed_at);
  }

  async state(userId: string): Promise<FactorState> {
    return { isOn: await this.isOn(userId), codesLeft: await this.queries.countCodes(userId) };
  }

  /**
   * Creates a secret for a person without a factor. It is active after `confirm`. @throws 403
   * `feature_not_configured`
   */
  async begin({ id }: TokenHolder): Promise<void> {
    await this.queries.begin(id, this.encryption.encrypt(TABLE, id, newSecret()));
  }

  /** The unconfirmed secret, for the person's app. Null if there is none. */
  async setup({ id, email }: TokenHolder): Promise<{ secret: string; image: string } | null> {
    const row = await this.queries.find(id);
    return row && !row.confirmed_at ? setupOf(this.secretOf(row), email) : null;
  }

  /** Turns the factor on with the first correct code. @returns the recovery codes. @throws 400; 404; 429 */
  async confirm(person: TokenHolder, code: string): Promise<string[]> {
    await this.demand(person, code, false);
    return this.database.transaction(async () => {
      const row = await this.queries.lock(person.id);
      if (!row || row.confirmed_at) throw notFound('There is nothing to confirm');
      await this.queries.confirm(person.id);
      await this.members.record(person.id, { action: 'factor.enabled' });
      await this.mails.inform(factorOnMail(person.email));
      return this.replaceCodes(person.id);
    });
  }

  /**
   * Creates ten new recovery codes, which replace the earlier ones, and notifies the person. @throws 400 for a wrong code; 404 without a
   * factor; 429
   */
  async renewCodes(person: TokenHolder, code: string): Promise<string[]> {
    await this.demand(person, code);
    return this.database.transaction(async () => {
      // Two renewals at the same time leave the codes of the later one.
      await this.queries.lock(person.id);
      await this.members.record(person.id, { action: 'factor.codes_renewed' });
      await this.mails.inform(codesRenewedMail(person.email));
      return this.replaceCodes(person.id);
    });
  }

  /** Turns the factor off. People without a password give only the code. @throws 400 for a wrong password or code; 404 without a factor; 429 */
  async turnOff(person: TokenHolder, password: string, code: string): Promise<void> {
    const hasPassword = Boolean((await this.credentials.find(person.id))?.passwordHash);
    if (hasPassword && !(await this.credentials.hasPassword(person.id, password))) {
      throw invalidField('password', 'The password is wrong');
    }
    await this.demand(person, code);
    await this.end(person, 'factor.disabled', factorOffMail(person.email));
  }

  /** Ends the factor of a person who has lost the app and the codes, for operators. @throws 404 */
  async reset(email: string): Promise<void> {
    const id = await this.members.idOf(email);
    if (!(await this.end({ id, email: email.trim() }, 'factor.reset', factorResetMail(email.trim())))) {
      throw notFound('This person has no second factor');
    }
  }

  /** Ends a factor that was set up in the last minutes, with its recovery codes. Call it in a transaction. */
  async endRecent(person: TokenHolder, minutes: number): Promise<void> {
    if (!(await this.queries.deleteRecent(person.id, minutes))) return;
    await this.members.record(person.id, { action: 'factor.reset', actor: actorOf(person) });
  }

  /**
   * Checks a code of the app, or uses up a recovery code. Five wrong codes in 15 minutes lock the check for 15 minutes.
   * @throws 400 on `code` for a wrong code; 404 without a factor; 429 while the check is locked
   */
  async demand(person: TokenHolder, code: string, isConfirmed = true): Promise<void> {
    const { id: userId } = person;
    // The refusal is thrown after the commit, so that the attempt is counted.
    const refusal = await this.database.transaction(async () => {
      const row = await this.queries.lock(userId);
      if (!row || Boolean(row.confirmed_at) !== isConfirmed) return notFound('This account has no second factor');
      const seconds = Math.ceil(((row.locked_until?.getTime() ?? 0) - Date.now()) / 1_000);
      if (seconds > 0) return tooMany('Too many wrong codes', seconds, MAX_FAILURES);
      const step = await this.acceptedStep(row, person, code);
      if (step === null) await this.queries.refuse(userId, MAX_FAILURES, LOCK_MINUTES);
      else await this.queries.accept(userId, step);
      return step === null ? invalidField('code', 'This code is wrong, or was used before') : null;
    });
    if (refusal) throw refusal;
  }

  private async acceptedStep(row: FactorRow, person: TokenHolder, code: string): Promise<number | null> {
    if (isAppCode(code)) return stepOf(plain(code), this.secretOf(row), row.last_step);
    if (!(await this.queries.useCode(person.id, hashOfRecoveryCode(code)))) return null;
    await this.members.record(person.id, { action: 'factor.code_used', actor: actorOf(person) });
    return row.last_step;
  }

  private async replaceCodes(userId: string): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.queries.replaceCodes(userId, codes.map(hashOfRecoveryCode));
    return codes;
  }

  private end(person: TokenHolder, action: 'factor.disabled' | 'factor.reset', notice: MailDraft): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.queries.delete(person.id))) return false;
      await this.members.record(person.id, { action });
      if (this.mails.isConfigured) await this.mails.inform(notice);
      return true;
    });
  }

  private secretOf({ user_id: id, secret_encrypted: secret }: FactorRow): string {
    return this.encryption.decrypt(TABLE, id, secret);
  }
}
