import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { UserFactor } from './user-factor.entity.js';

export type FactorRow = RowOf<UserFactor>;

/** SQL of authenticator apps and recovery codes. */
@Injectable()
export class TwoFactorQueries {
  constructor(private readonly database: Database) {}

  find(userId: string): Promise<FactorRow | null> {
    return this.database.maybeOne<FactorRow>('SELECT * FROM user_factors WHERE user_id = $1', [userId]);
  }

  /** The row, locked for the open transaction, so that codes of one person are checked one after another. */
  lock(userId: string): Promise<FactorRow | null> {
    return this.database.maybeOne<FactorRow>('SELECT * FROM user_factors WHERE user_id = $1 FOR UPDATE', [userId]);
  }

  /** Stores a secret that is not confirmed. @returns false if the person has a confirmed one */
  async begin(userId: string, secret: Buffer): Promise<boolean> {
    const stored = await this.database.execute(
      `INSERT INTO user_factors (user_id, secret_encrypted) VALUES ($1, $2)
       ON CONFLICT (user_id) DO UPDATE SET secret_encrypted = excluded.secret_encrypted, created_at = now()
       WHERE user_factors.confirmed_at IS NULL`,
      [userId, secret],
    );
    return stored === 1;
  }

  async confirm(userId: string): Promise<void> {
    await this.database.execute('UPDATE user_factors SET confirmed_at = now() WHERE user_id = $1', [userId]);
  }

  async accept(userId: string, step: number): Promise<void> {
    await this.database.execute(
      `UPDATE user_factors SET last_step = $2, failures = 0, failures_since = NULL, locked_until = NULL WHERE user_id = $1`,
      [userId, step],
    );
  }

  /** Counts a wrong code. `most` of them within `minutes` lock the person's step for as long. */
  async refuse(userId: string, most: number, minutes: number): Promise<void> {
    await this.database.execute(
      `WITH counted AS (
         SELECT user_id, coalesce(failures_since > now() - make_interval(mins => $3), false) AS goes_on FROM user_factors
         WHERE user_id = $1
       ), next AS (
         SELECT user_id, CASE WHEN goes_on THEN failures + 1 ELSE 1 END AS failures,
                CASE WHEN goes_on THEN failures_since ELSE now() END AS failures_since
         FROM counted JOIN user_factors USING (user_id)
       )
       UPDATE user_factors SET
         failures = CASE WHEN next.failures >= $2 THEN 0 ELSE next.failures END,
         failures_since = CASE WHEN next.failures >= $2 THEN NULL ELSE next.failures_since END,
         locked_until = CASE WHEN next.failures >= $2 THEN now() + make_interval(mins => $3) END
       FROM next WHERE user_factors.user_id = next.user_id`,
      [userId, most, minutes],
    );
  }

  /** Ends the factor with its recovery codes. @returns false if there was no factor */
  async delete(userId: string): Promise<boolean> {
    return (await this.database.execute('DELETE FROM user_factors WHERE user_id = $1', [userId])) === 1;
  }

  /**
   * Ends a factor that was confirmed in the last minutes or waits for its first code. @returns whether one that counted
   * has ended
   */
  async deleteRecent(userId: string, minutes: number): Promise<boolean> {
    const deleted = await this.database.maybeOne<Pick<FactorRow, 'confirmed_at'>>(
      `DELETE FROM user_factors
       WHERE user_id = $1 AND (confirmed_at IS NULL OR confirmed_at > now() - make_interval(mins => $2))
       RETURNING confirmed_at`,
      [userId, minutes],
    );
    return Boolean(deleted?.confirmed_at);
  }

  /** Replaces the recovery codes. */
  async replaceCodes(userId: string, hashes: readonly Buffer[]): Promise<void> {
    await this.database.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await this.database.execute('INSERT INTO recovery_codes (code_hash, user_id) SELECT unnest($2::bytea[]), $1', [
      userId,
      hashes,
    ]);
  }

  /** Uses up a recovery code. @returns false if the person has no such code */
  async useCode(userId: string, hash: Buffer): Promise<boolean> {
    const used = await this.database.execute('DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2', [
      userId,
      hash,
    ]);
    return used === 1;
  }

  async countCodes(userId: string): Promise<number> {
    const sql = 'SELECT count(*)::integer AS codes FROM recovery_codes WHERE user_id = $1';
    return (await this.database.one<{ codes: number }>(sql, [userId])).codes;
  }
}
