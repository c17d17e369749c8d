import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A confirmed request. */
export interface ConfirmedRequest {
  id: string;
  email: string;
  confirmed_at: Date;
}

const IS_OPEN = `confirmed_at IS NULL AND requested_at > now() - interval '1 day'`;

/** SQL of the requests of people about whom data is stored. */
@Injectable()
export class PrivacyRequestsQueries {
  constructor(private readonly database: Database) {}

  /** Stores a request, which replaces unconfirmed ones of the address. */
  async insert(id: string, email: string, tokenHash: Buffer): Promise<void> {
    await this.database.execute(
      'DELETE FROM privacy_requests WHERE lower(email) = lower($1) AND confirmed_at IS NULL',
      [email],
    );
    await this.database.execute('INSERT INTO privacy_requests (id, email, token_hash) VALUES ($1, $2, $3)', [
      id,
      email,
      tokenHash,
    ]);
  }

  /** The address of a request with a valid link. */
  async find(tokenHash: Buffer): Promise<string | null> {
    const found = await this.database.maybeOne<{ email: string }>(
      `SELECT email FROM privacy_requests WHERE token_hash = $1 AND ${IS_OPEN}`,
      [tokenHash],
    );
    return found?.email ?? null;
  }

  /** @returns false for an invalid link */
  async confirm(tokenHash: Buffer): Promise<boolean> {
    const confirmed = await this.database.execute(
      `UPDATE privacy_requests SET confirmed_at = now() WHERE token_hash = $1 AND ${IS_OPEN}`,
      [tokenHash],
    );
    return confirmed === 1;
  }

  /** Confirmed requests, the oldest first. */
  list(): Promise<ConfirmedRequest[]> {
    return this.database.query<ConfirmedRequest>(
      'SELECT id, email, confirmed_at FROM privacy_requests WHERE confirmed_at IS NOT NULL ORDER BY confirmed_at, id',
    );
  }

  /** The address of a confirmed request. */
  async addressOf(id: string): Promise<string | null> {
    const found = await this.database.maybeOne<{ email: string }>(
      'SELECT email FROM privacy_requests WHERE id = $1 AND confirmed_at IS NOT NULL',
      [id],
    );
    return found?.email ?? null;
  }

  /** Deletes the requests of an address, in each of its spellings. @returns whether one was confirmed */
  async delete(spellings: readonly string[]): Promise<boolean> {
    const rows = await this.database.query<{ confirmed_at: Date | null }>(
      'DELETE FROM privacy_requests WHERE lower(email) = ANY($1) RETURNING confirmed_at',
      [spellings],
    );
    return rows.some(({ confirmed_at }) => confirmed_at !== null);
  }

  /** Deletes requests whose link has expired. @returns the number of requests */
  purge(): Promise<number> {
    return this.database.execute(
      `DELETE FROM privacy_requests WHERE confirmed_at IS NULL AND requested_at < now() - interval '1 day'`,
    );
  }
}
