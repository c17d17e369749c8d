import { Injectable } from '@nestjs/common';
import type { RowOf } from '#platform/database/column-names.js';
import { Database } from '#platform/database/database.js';
import type { TokenPurpose, UserToken } from './user-token.entity.js';

type TokenRow = RowOf<UserToken>;

/** SQL of the links of mails. */
@Injectable()
export class UserTokensQueries {
  constructor(private readonly database: Database) {}

  /** Replaces the person's token for the purpose. */
  async replace(token: Pick<TokenRow, 'token_hash' | 'user_id' | 'purpose' | 'email'>, minutes: number): Promise<void> {
    await this.database.execute(
      `INSERT INTO user_tokens (token_hash, user_id, purpose, email, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(mins => $5))
       ON CONFLICT (user_id, purpose) DO UPDATE
       SET token_hash = excluded.token_hash, email = excluded.email, created_at = now(), expires_at = excluded.expires_at`,
      [token.token_hash, token.user_id, token.purpose, token.email, minutes],
    );
  }

  /** The person of a token that has not expired. Null for a disabled account, too. */
  find(tokenHash: Buffer, purpose: TokenPurpose): Promise<Pick<TokenRow, 'user_id' | 'email'> | null> {
    return this.database.maybeOne<Pick<TokenRow, 'user_id' | 'email'>>(
      `SELECT token.user_id, token.email FROM user_tokens token
       JOIN users person ON person.id = token.user_id AND person.disabled_at IS NULL
       WHERE token.token_hash = $1 AND token.purpose = $2 AND token.expires_at > now()`,
      [tokenHash, purpose],
    );
  }

  async isLive(userId: string, purpose: TokenPurpose): Promise<boolean> {
    const sql = 'SELECT FROM user_tokens WHERE user_id = $1 AND purpose = $2 AND expires_at > now()';
    return (await this.database.query(sql, [userId, purpose])).length > 0;
  }

  /** Whether a person other than `userId` can reclaim an address. */
  async isHeld(email: string, userId: string): Promise<boolean> {
    const sql = `SELECT FROM user_tokens
      WHERE purpose = 'undo-email' AND lower(email) = lower($1) AND user_id <> $2 AND expires_at > now()`;
    return (await this.database.query(sql, [email, userId])).length > 0;
  }

  async deleteOf(userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
    await this.database.execute('DELETE FROM user_tokens WHERE user_id = $1 AND purpose = ANY($2)', [userId, purposes]);
  }

  /** @returns false if the token no longer exists */
  async delete(tokenHash: Buffer): Promise<boolean> {
    return (await this.database.execute('DELETE FROM user_tokens WHERE token_hash = $1', [tokenHash])) === 1;
  }

  /** @returns the number of tokens */
  purge(): Promise<number> {
    return this.database.execute('DELETE FROM user_tokens WHERE expires_at < now()');
  }
}
