import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** An account at the provider: the issuer and the id of the account there. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

/** The person to whom an account at the provider belongs. */
export interface IdentityOwner {
  id: string;
  email: string;
  isDisabled: boolean;
}

/** SQL of the accounts of people at the identity provider. */
@Injectable()
export class IdentitiesQueries {
  constructor(private readonly database: Database) {}

  findOwner({ issuer, subject }: IdentityKey): Promise<IdentityOwner | null> {
    return this.database.maybeOne<IdentityOwner>(
      `SELECT person.id, person.email, person.disabled_at IS NOT NULL AS "isDisabled"
       FROM user_identities identity JOIN users person ON person.id = identity.user_id
       WHERE identity.issuer = $1 AND identity.subject = $2`,
      [issuer, subject],
    );
  }

  async isLinked(userId: string, issuer: string): Promise<boolean> {
    const sql = 'SELECT FROM user_identities WHERE user_id = $1 AND issuer = $2';
    return (await this.database.query(sql, [userId, issuer])).length > 0;
  }

  /** @returns false if the account is linked with a person already */
  async insert({ issuer, subject }: IdentityKey, userId: string): Promise<boolean> {
    const inserted = await this.database.execute(
      'INSERT INTO user_identities (issuer, subject, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [issuer, subject, userId],
    );
    return inserted === 1;
  }

  /** Records a login, and whether the provider asked for a second factor. */
  async noteUse({ issuer, subject }: IdentityKey, hasSecondFactor: boolean): Promise<void> {
    await this.database.execute(
      `UPDATE user_identities SET last_used_at = now(), has_second_factor = $3 WHERE issuer = $1 AND subject = $2`,
      [issuer, subject, hasSecondFactor],
    );
  }

  /** @returns the number of accounts at the provider that were linked with the person */
  delete(userId: string, issuer: string): Promise<number> {
    return this.database.execute('DELETE FROM user_identities WHERE user_id = $1 AND issuer = $2', [userId, issuer]);
  }

  /** @returns the number of accounts that were linked with the person in the last minutes */
  deleteRecent(userId: string, minutes: number): Promise<number> {
    return this.database.execute(
      'DELETE FROM user_identities WHERE user_id = $1 AND created_at > now() - make_interval(mins => $2)',
      [userId, minutes],
    );
  }
}
