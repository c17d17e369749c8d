import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { validationFailed } from '#platform/errors/application-error.js';
import { emailKeyOf, profileKeyOf } from './person.keys.js';

/** People who asked never to be revealed, by e-mail address or profile address. */
@Injectable()
export class SuppressionsService {
  constructor(private readonly database: Database) {}

  /**
   * Suppresses a person from now on, in what was revealed before too.
   * @returns the normalised address, and whether it is new. @throws 400 for what is neither an e-mail nor a profile address.
   */
  async add(address: string): Promise<{ suppressed: string; added: boolean }> {
    const key = emailKeyOf(address) ?? profileKeyOf(address);
    if (!key) {
      throw validationFailed([
        {
          field: 'address',
          location: 'body',
          code: 'suppressible',
          message: 'address must be an e-mail address or the address of a profile page',
        },
      ]);
    }
    const added = await this.database.execute('INSERT INTO suppressions (key) VALUES ($1) ON CONFLICT DO NOTHING', [
      key,
    ]);
    return { suppressed: key.slice(key.indexOf(':') + 1), added: added === 1 };
  }

  /** True when anybody known by one of these keys is suppressed. */
  async any(keys: readonly string[]): Promise<boolean> {
    if (keys.length === 0) return false;
    const row = await this.database.maybeOne('SELECT 1 FROM suppressions WHERE key = ANY($1) LIMIT 1', [keys]);
    return row !== null;
  }
}
